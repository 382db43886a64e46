// The units from `Starter/units.txt` and those that admins add, with every form in which people write them.

import Bytes

/// What a unit measures.
package enum UnitKind: String, Sendable, CaseIterable, Codable {
    /// The factor is in grams.
    case mass
    /// The factor is in millilitres.
    case volume
    /// Counted things; one weighs as much as the ingredient's portion of that name.
    case count
}

/// A unit of measure.
package struct MeasuringUnit: Sendable, Equatable {
    package let key: String
    /// Singular, plural, abbreviations.
    package let english: [String]
    package let russian: [String]
    package let kind: UnitKind
    package let factor: Double

    package init(key: String, english: [String], russian: [String], kind: UnitKind, factor: Double) {
        self.key = key
        self.english = english
        self.russian = russian
        self.kind = kind
        self.factor = factor
    }
}

/// All units, by key and by index.
package struct UnitTable: Sendable {
    package let units: [MeasuringUnit]
    private let places: [String: Int]

    /// Reads lines of `key | English forms | Russian forms | kind | factor`.
    package init(parsing text: String, file: String) throws(CatalogueError) {
        var units: [MeasuringUnit] = []
        var keys: Set<String> = []
        for (number, line) in CatalogueText.lines(text) {
            let fields = CatalogueText.split(line, by: "|")
            if fields == [""] || fields[0].hasPrefix(bytes: "#") { continue }
            guard fields.count == 5, let kind = UnitKind(rawValue: fields[3]), let factor = Double(fields[4]),
                factor > 0
            else {
                throw CatalogueError(
                    file: file, line: number,
                    message: "expected “key | English | Russian | mass, volume or count | factor”")
            }
            guard keys.insert(fields[0]).inserted else {
                throw CatalogueError(file: file, line: number, message: "“\(fields[0])” a second time")
            }
            units.append(
                MeasuringUnit(
                    key: fields[0], english: CatalogueText.list(fields[1][...]),
                    russian: CatalogueText.list(fields[2][...]), kind: kind, factor: factor))
        }
        self.init(units)
    }

    /// The keys must be different; of equal ones, the first is found.
    package init(_ units: [MeasuringUnit]) {
        self.units = units
        places = Dictionary(units.indices.map { (units[$0].key, $0) }) { first, _ in first }
    }

    package subscript(key: String) -> MeasuringUnit? { places[key].map { units[$0] } }

    /// How many of `other` are in one `unit`; `nil` if the two do not convert.
    package func factor(from unit: String, to other: String) -> Double? {
        guard let from = self[unit], let into = self[other] else { return nil }
        if from.key == into.key { return 1 }
        guard from.kind == into.kind, from.kind != .count else { return nil }
        return from.factor / into.factor
    }
}
