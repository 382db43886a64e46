// The rows of a change: ingredients, units, categories or cuisines, each before and after.

import Database
import Food
import Foundation
import Security

enum ChangeSubject: String, CaseIterable, ColumnValue {
    case ingredient, unit, category, cuisine

    var terms: TermKind? { TermKind(rawValue: rawValue) }
}

/// All values of one catalogue entry in one plain type.
protocol CatalogueRecord: Codable, Equatable, Sendable {
    var key: String { get }
}

extension CatalogueRecord {
    var encoded: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    init?(encoded: String) {
        guard let record = try? JSONDecoder().decode(Self.self, from: Data(encoded.utf8)) else { return nil }
        self = record
    }

    /// A short hash that changes with any value of the entry.
    var digest: String { String(SHA256.hex(encoded).prefix(16)) }
}

/// One entry before and after; `nil` where the catalogue does not contain it.
struct Changed<Record: CatalogueRecord>: Sendable, Equatable {
    let key: String
    let before: Record?
    let after: Record?

    var reversed: Changed { Changed(key: key, before: after, after: before) }
}

typealias ChangedRow = Changed<IngredientRecord>
typealias ChangedUnit = Changed<UnitRecord>
typealias ChangedTerm = Changed<TermRecord>

/// A row as the database stores it.
struct EncodedRow: Sendable {
    let key: String
    let before: String?
    let after: String?
}

enum ChangedRows: Sendable, Equatable {
    case ingredients([ChangedRow])
    case units([ChangedUnit])
    case terms(TermKind, [ChangedTerm])

    init(_ subject: ChangeSubject, _ rows: [EncodedRow]) {
        func read<Record: CatalogueRecord>() -> [Changed<Record>] {
            rows.map {
                Changed(
                    key: $0.key, before: $0.before.flatMap(Record.init(encoded:)),
                    after: $0.after.flatMap(Record.init(encoded:)))
            }
        }
        switch subject {
        case .ingredient: self = .ingredients(read())
        case .unit: self = .units(read())
        case .category: self = .terms(.category, read())
        case .cuisine: self = .terms(.cuisine, read())
        }
    }

    var subject: ChangeSubject {
        switch self {
        case .ingredients: .ingredient
        case .units: .unit
        case .terms(.category, _): .category
        case .terms(.cuisine, _): .cuisine
        }
    }

    var encoded: [EncodedRow] {
        func write(_ rows: [Changed<some CatalogueRecord>]) -> [EncodedRow] {
            rows.map { EncodedRow(key: $0.key, before: $0.before?.encoded, after: $0.after?.encoded) }
        }
        return switch self {
        case .ingredients(let rows): write(rows)
        case .units(let rows): write(rows)
        case .terms(_, let rows): write(rows)
        }
    }

    var reversed: ChangedRows {
        switch self {
        case .ingredients(let rows): .ingredients(rows.map(\.reversed))
        case .units(let rows): .units(rows.map(\.reversed))
        case .terms(let kind, let rows): .terms(kind, rows.map(\.reversed))
        }
    }

    /// The keys of all rows, and whether each is new.
    var all: [(key: String, isNew: Bool)] {
        switch self {
        case .ingredients(let rows): rows.map { ($0.key, $0.before == nil) }
        case .units(let rows): rows.map { ($0.key, $0.before == nil) }
        case .terms(_, let rows): rows.map { ($0.key, $0.before == nil) }
        }
    }

    var isEmpty: Bool { all.isEmpty }
}
