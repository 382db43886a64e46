// Random recipes and pantries, and the slow way to count what recipes miss, for tests of the matching.

@testable import Food
@testable import Toque

/// Random numbers that are the same at every run.
struct PantryDice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func one<T>(of values: [T]) -> T { values[Int.random(in: values.indices, using: &self)] }
    mutating func happens(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }
}

/// A line as the reference reads it: alternatives, each with the parts that it needs.
struct SlowLine {
    let number: Int
    let isOptional: Bool
    let options: [[NeedPart]]
}

enum RandomPantry {
    static let foods = [
        "pasta", "spaghetti", "penne", "cheese", "cheddar", "parmesan", "grana padano", "milk", "skim milk", "butter",
        "onion", "red onion", "salt and pepper", "salt", "black pepper", "flour", "bread flour", "garlic", "egg",
        "olive oil", "vegetable oil", "sunflower oil", "tomato", "cherry tomato", "sugar", "heavy cream",
    ]
    static let units = ["", "g", "kg", "ml", "l", "cup", "tbsp", "clove", "can"]

    static func parts(_ line: Int, _ ids: [Int], _ catalogue: Catalogue, _ dice: inout PantryDice) -> SlowLine {
        let isOptional = dice.happens(10)
        let options = (0..<(dice.happens(25) ? 2 : 1)).map { option in
            let names = (0..<(dice.happens(15) ? 2 : 1)).map { _ in dice.happens(4) ? 0 : dice.one(of: ids) }
            return names.map { id -> NeedPart in
                let (unit, hasAmount) = (dice.one(of: units), names.count == 1 && dice.happens(80))
                let amount = hasAmount ? Double(Int.random(in: 1...40, using: &dice)) / 4 : nil
                let entry = catalogue.entries.first { catalogue.ids[$0.key] == id }
                let one = entry.flatMap { PantryAmounts.grams(unit, $0, catalogue.units) }
                return NeedPart(
                    line: line, option: option, isOptional: isOptional, ingredient: id, amount: amount, unit: unit,
                    grams: amount.flatMap { amount in one.map { $0 * amount } })
            }
        }
        return SlowLine(number: line, isOptional: isOptional, options: options)
    }

    static func pantry(_ ids: [Int], _ dice: inout PantryDice) -> [PantryItem] {
        (0..<Int.random(in: 0...12, using: &dice)).map { number in
            let day = dice.happens(30) ? Int.random(in: 1...4, using: &dice) : nil
            return PantryItem(
                id: number + 1, ingredient: dice.one(of: ids),
                amount: dice.happens(85) ? Double(Int.random(in: 1...60, using: &dice)) / 4 : nil,
                unit: dice.one(of: units), useBy: day, isSoon: day.map { $0 < 3 } ?? false)
        }
    }

    /// A small catalogue with only these foods.
    static func small(_ catalogue: Catalogue) -> Catalogue {
        let known = Set(foods)
        return catalogue.numbered { known.contains($0.english.singular) }
    }
}

/// What is missing for a recipe.
struct PantryLack: Sendable, Equatable {
    /// Each once, in the order of the lines.
    private(set) var ingredients: [Int] = []
    /// The number of lines that were not understood.
    private(set) var notUnderstood = 0

    var count: Int { ingredients.count + notUnderstood }

    /// Adds the chosen option of a line.
    mutating func add(_ option: ArraySlice<NeedPart>, has: (Int) -> Bool) {
        for part in option where part.isUnderstood && !has(Int(part.ingredient)) {
            if !ingredients.contains(Int(part.ingredient)) { ingredients.append(Int(part.ingredient)) }
        }
        if option.contains(where: { !$0.isUnderstood }) { notUnderstood += 1 }
    }
}

/// Counts one recipe after the other, line by line.
extension PantryMatcher {
    /// What is missing for a recipe; `nil` if it is more than `limit` things. The parts are in the order of their lines
    /// and options.
    func lack(_ parts: [NeedPart], limit: Int) -> PantryLack? {
        var (lack, place) = (PantryLack(), 0)
        while place < parts.count {
            let end = lineEnd(parts, from: place)
            if !parts[place].isOptional, !isThere(parts, place, end) {
                lack.add(parts[fewestMissing(parts, place, end)]) { stock.has($0) }
                if lack.count > limit { return nil }
            }
            place = end
        }
        return lack
    }

    /// How many ingredients of the needed lines are there as items of the pantry, each once.
    func foods(_ parts: [NeedPart]) -> Int {
        var (found, place): (Set<Int32>, Int) = ([], 0)
        while place < parts.count {
            let end = lineEnd(parts, from: place)
            if !parts[place].isOptional {
                for part in parts[fewestMissing(parts, place, end)]
                where part.isUnderstood && stock[Int(part.ingredient)] == .item {
                    found.insert(part.ingredient)
                }
            }
            place = end
        }
        return found.count
    }

    /// Whether a line has one option with one part, and that is there: true for most lines.
    private func isThere(_ parts: [NeedPart], _ start: Int, _ end: Int) -> Bool {
        end - start == 1 && stock.has(Int(parts[start].ingredient))
    }

    /// The first option with the fewest missing parts.
    private func fewestMissing(_ parts: [NeedPart], _ start: Int, _ end: Int) -> Range<Int> {
        options(parts, start, end).min { missingParts(parts, $0) < missingParts(parts, $1) } ?? start..<end
    }
}
