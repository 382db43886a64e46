// What a recipe needs from a pantry: the ingredients of its lines with their amounts, stored as compact text.

/// One ingredient that a line needs. The parts of a line with the same option are needed together (`salt and pepper`);
/// its options are alternatives (`butter or margarine`).
package struct NeedPart: Sendable, Equatable {
    /// The number of the line, from 1. A negative number is a need of its own that only the steps name.
    package let line: Int32
    package let option: UInt8
    package let isOptional: Bool
    /// The catalogue's id; 0 if the line was not understood.
    package let ingredient: Int32
    /// The key of the unit, empty for pieces; only meaningful with an amount.
    package let unit: String
    /// The least that the line asks for; NaN if it states no amount, or none that is understood.
    private let quantity: Double
    /// The weight of that amount; NaN where it is unknown.
    private let weight: Double

    package var amount: Double? { quantity.isNaN ? nil : quantity }
    package var grams: Double? { weight.isNaN ? nil : weight }
    package var isUnderstood: Bool { ingredient != 0 }
    /// Whether only the steps name it.
    package var isInStepsOnly: Bool { line < 0 }

    package init(
        line: Int, option: Int = 0, isOptional: Bool = false, ingredient: Int, amount: Double? = nil, unit: String = "",
        grams: Double? = nil
    ) {
        self.line = Int32(clamping: line)
        self.option = UInt8(clamping: option)
        self.isOptional = isOptional
        self.ingredient = Int32(clamping: ingredient)
        self.unit = amount == nil ? "" : unit
        quantity = amount ?? .nan
        weight = amount == nil ? .nan : grams ?? .nan
    }

    /// The same part of a scaled recipe.
    package func scaled(by factor: Double) -> NeedPart {
        NeedPart(
            line: Int(line), option: Int(option), isOptional: isOptional, ingredient: Int(ingredient),
            amount: amount.map { $0 * factor }, unit: unit, grams: grams.map { $0 * factor })
    }

    /// The same part as that of another line.
    package func numbered(_ line: Int) -> NeedPart {
        NeedPart(
            line: line, option: Int(option), isOptional: isOptional, ingredient: Int(ingredient), amount: amount,
            unit: unit, grams: grams)
    }

    package static func == (left: NeedPart, right: NeedPart) -> Bool {
        left.line == right.line && left.option == right.option && left.isOptional == right.isOptional
            && left.ingredient == right.ingredient && left.unit == right.unit && left.amount == right.amount
            && left.grams == right.grams
    }
}

// MARK: Storage

extension NeedPart {
    /// A row for each part: line, option, 1 if optional, ingredient, amount, grams, unit; `-` for what is unknown.
    package static func encoded(_ parts: [NeedPart]) -> String {
        parts.map { part in
            let (amount, grams) = (part.amount.map { "\($0)" } ?? "-", part.grams.map { "\($0)" } ?? "-")
            return
                "\(part.line) \(part.option) \(part.isOptional ? 1 : 0) \(part.ingredient) \(amount) \(grams) \(part.unit)"
        }.joined(separator: "\n")
    }

    /// The parts of a stored text; rows that cannot be read count as not understood.
    package static func decoded(_ text: String) -> [NeedPart] {
        text.utf8.split(separator: UInt8(ascii: "\n")).enumerated().map { number, row in
            let fields = row.split(separator: UInt8(ascii: " "), maxSplits: 1, omittingEmptySubsequences: false)
            guard fields.count == 2, let line = Int(Substring(fields[0])),
                let part = Array(fields[1]).withUnsafeBufferPointer({ NeedPart(fields: $0, line: line) })
            else { return NeedPart(line: number + 1, ingredient: 0) }
            return part
        }
    }

    /// The part of a row without the number of its line; `nil` if it cannot be read.
    init?(fields row: UnsafeBufferPointer<UInt8>, line: Int) {
        var (start, number) = (0, 0)
        var fields = (0..<0, 0..<0, 0..<0, 0..<0, 0..<0)
        for place in row.indices where row[place] == UInt8(ascii: " ") {
            switch number {
            case 0: fields.0 = start..<place
            case 1: fields.1 = start..<place
            case 2: fields.2 = start..<place
            case 3: fields.3 = start..<place
            case 4: fields.4 = start..<place
            default: return nil
            }
            (start, number) = (place + 1, number + 1)
        }
        guard number == 5, let option = Self.whole(row, fields.0), let ingredient = Self.whole(row, fields.2) else {
            return nil
        }
        self.init(
            line: line, option: option,
            isOptional: fields.1.count == 1 && row[fields.1.lowerBound] == UInt8(ascii: "1"),
            ingredient: ingredient, amount: Self.number(row, fields.3),
            unit: String(decoding: row[start...], as: UTF8.self), grams: Self.number(row, fields.4))
    }

    private static func whole(_ row: UnsafeBufferPointer<UInt8>, _ field: Range<Int>) -> Int? {
        if field.count > 15 || field.isEmpty { return Int(String(decoding: row[field], as: UTF8.self)) }
        var value = 0
        for place in field {
            let digit = row[place] &- UInt8(ascii: "0")
            if digit > 9 { return Int(String(decoding: row[field], as: UTF8.self)) }
            value = value * 10 + Int(digit)
        }
        return value
    }

    /// Up to 15 digits and a point are exact as a quotient of two whole numbers.
    private static func number(_ row: UnsafeBufferPointer<UInt8>, _ field: Range<Int>) -> Double? {
        if field.count == 1, row[field.lowerBound] == UInt8(ascii: "-") { return nil }
        var (value, scale, hasPoint) = (0.0, 1.0, false)
        for place in field {
            let digit = row[place] &- UInt8(ascii: "0")
            if digit < 10 {
                value = value * 10 + Double(digit)
                if hasPoint { scale *= 10 }
            } else if row[place] == UInt8(ascii: "."), !hasPoint, place > field.lowerBound, place + 1 < field.upperBound
            {
                hasPoint = true
            } else {
                return Double(String(decoding: row[field], as: UTF8.self))
            }
        }
        if field.count > 16 || field.isEmpty { return Double(String(decoding: row[field], as: UTF8.self)) }
        return value / scale
    }
}
