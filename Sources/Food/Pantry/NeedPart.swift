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
                let part = NeedPart(fields: Array(fields[1])[...], line: line)
            else { return NeedPart(line: number + 1, ingredient: 0) }
            return part
        }
    }

    /// The part of a row without the number of its line; `nil` if it cannot be read.
    init?(fields row: ArraySlice<UInt8>, line: Int) {
        let fields = row.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        func text(_ place: Int) -> String { String(decoding: fields[place], as: UTF8.self) }
        guard fields.count == 6, let option = Int(text(0)), let ingredient = Int(text(2)) else { return nil }
        self.init(
            line: line, option: option, isOptional: fields[1].elementsEqual([UInt8(ascii: "1")]),
            ingredient: ingredient, amount: Double(text(3)), unit: text(5), grams: Double(text(4)))
    }
}
