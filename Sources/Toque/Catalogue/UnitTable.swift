// The units of `Starter/units.txt` and of admins, with every form in which people write them.

import Bytes

/// What a unit measures.
public enum UnitKind: String, Sendable, CaseIterable, Codable {
    /// Factor in grams.
    case mass
    /// Factor in millilitres.
    case volume
    /// Things that are counted: what one weighs is the ingredient's portion of that name.
    case count
}

/// A unit of measure.
public struct MeasuringUnit: Sendable, Equatable {
    public let key: String
    /// Singular, plural, abbreviations.
    public let english: [String]
    public let russian: [String]
    public let kind: UnitKind
    public let factor: Double
}

/// All units, by key and by place.
public struct UnitTable: Sendable {
    public let units: [MeasuringUnit]
    private let places: [String: Int]

    /// Reads lines of `key | English forms | Russian forms | kind | factor`.
    public init(parsing text: String, file: String) throws(CatalogueError) {
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

    /// Each key stands once.
    init(_ units: [MeasuringUnit]) {
        self.units = units
        places = Dictionary(units.indices.map { (units[$0].key, $0) }) { first, _ in first }
    }

    public subscript(key: String) -> MeasuringUnit? { places[key].map { units[$0] } }

    /// How many of `other` one `unit` is; `nil` where the two do not convert.
    public func factor(from unit: String, to other: String) -> Double? {
        guard let from = self[unit], let into = self[other] else { return nil }
        if from.key == into.key { return 1 }
        guard from.kind == into.kind, from.kind != .count else { return nil }
        return from.factor / into.factor
    }
}
