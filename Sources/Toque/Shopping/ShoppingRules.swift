// What a recipe adds to a shopping list, and the limits of lists.

import Bytes
import Food

enum ShoppingRules {
    /// The most items of a member, ticked ones included.
    static let items = 500
    /// The most amounts of a member: each recipe adds one to an item for each unit.
    static let parts = 3_000
    /// The most amounts of one item. A page shows an item's amounts on one line if their units do not convert.
    static let partsOfItem = 200
    /// The most lines that can be typed at once, and their most code points.
    static let lines = 100
    static let typedLength = 10_000
    /// The most recipes that are added together.
    static let recipesAtATime = 100
    /// The most changes without a connection that the site remembers of a member.
    static let changes = 1_000
    /// The most open pages that follow the changes of one list, and of all lists.
    static let pages = 20
    static let allPages = 2_000
    /// The most code points of what an item is called.
    static let textLength = 200
    /// The code points of a line that is too long by which the message names it.
    static let shown = 30
    /// How long the site remembers what a device changed without a connection, in milliseconds.
    static let changeTime = 60 * Milliseconds.day
    /// The lengths of the name that a device gives to what it changes.
    static let changeKey = 8...64

    /// The numbers of selected recipes, each once, in their order.
    static func recipes(_ typed: [String]) -> [Int] {
        var seen: Set<Int> = []
        return typed.compactMap { Int($0) }.filter { $0 > 0 && seen.insert($0).inserted }
    }

    /// Whether a device may name a change so: letters, digits, hyphens and full stops.
    static func isChangeKey(_ key: String) -> Bool {
        changeKey.contains(key.utf8.count) && key.utf8.allSatisfy { changeBytes.contains($0) }
    }
    private static let changeBytes = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-.".utf8)
    /// The most code points of a unit that the catalogue does not know.
    static let unitLength = 40

    /// What the lines of a recipe add, in their order.
    ///
    /// - A line of one understood food adds that food; one with several (`salt and pepper`) adds each.
    /// - A line with alternatives (`butter or margarine`), or one that is not understood, is added as it is written.
    /// - Of a range, the upper end counts, so that there is enough.
    /// - Plain water comes from the tap: only its chosen line adds it. `water` is its id.
    ///
    /// `chosen` are numbers of lines, from 1; none means all.
    static func items(
        of recipe: Int, _ lines: [RecipeLine], _ needs: [NeedPart], chosen: Set<Int>, water: Int?
    ) -> [NewShoppingItem] {
        let byLine = Dictionary(grouping: needs) { Int($0.line) }
        return lines.enumerated().flatMap { place, line -> [NewShoppingItem] in
            let isChosen = chosen.contains(place + 1)
            guard chosen.isEmpty || isChosen else { return [] }
            guard let parts = byLine[place + 1] else {
                // Equipment is only added by those who choose it.
                return isChosen ? [written(line, recipe)] : []
            }
            guard parts.allSatisfy({ $0.isUnderstood && $0.option == 0 }) else { return [written(line, recipe)] }
            return parts.filter { isChosen || Int($0.ingredient) != water }.map { item($0, line, recipe) }
        }
    }

    /// What a pantry lacks for the lines of recipes: what is missing, and of what is short, the rest. `recipe` says which
    /// recipe's steps name a need that is in no line.
    static func missing(
        _ lines: [(recipe: Int, line: RecipeLine)], _ needs: [NeedPart], _ match: PantryMatch, recipe: (Int) -> Int?
    ) -> [NewShoppingItem] {
        let hasAlternatives = Set(needs.filter { $0.option > 0 }.map(\.line))
        // A line that is added as it is written is added once, whatever its parts are.
        let asWritten = Set(
            match.parts.filter { part in
                part.state == .notUnderstood
                    || part.state == .missing && hasAlternatives.contains(part.need.line)
            }.map(\.need.line))
        var written: Set<Int32> = []
        return match.parts.filter { !$0.need.isOptional }.compactMap { part in
            let number = Int(part.need.line)
            let known = lines.indices.contains(number - 1) ? lines[number - 1] : nil
            guard let recipe = known?.recipe ?? recipe(number) else { return nil }
            let line = known?.line ?? RecipeLine()
            if asWritten.contains(part.need.line) {
                return known != nil && written.insert(part.need.line).inserted ? self.written(line, recipe) : nil
            }
            switch part.state {
            case .staple, .have, .enough, .unsure: return nil
            case .short(let amount):
                return NewShoppingItem(
                    ingredient: Int(part.need.ingredient), amount: amount, unit: part.need.unit, recipe: recipe)
            case .missing: return item(part.need, line, recipe)
            case .notUnderstood: return nil
            }
        }
    }

    /// Whether an empty list has room for them.
    static func fit(_ added: [NewShoppingItem]) -> Bool {
        added.count <= parts
            && Set(added.map { NewShoppingItem(ingredient: $0.ingredient, text: $0.text) }).count <= items
    }

    /// The same amounts with one item for each food or text, recipe and unit, in the order of the first of each. Each costs
    /// the writer two statements.
    static func summed(_ items: [NewShoppingItem]) -> [NewShoppingItem] {
        var (sums, places): ([NewShoppingItem], [NewShoppingItem: Int]) = ([], [:])
        for item in items {
            var key = item
            key.amount = item.amount == nil ? nil : 0
            if let place = places[key] {
                sums[place].amount = item.amount.map { min($0 + (sums[place].amount ?? 0), Amounts.most) }
            } else {
                places[key] = sums.count
                sums.append(item)
            }
        }
        return sums
    }

    private static func item(_ need: NeedPart, _ line: RecipeLine, _ recipe: Int) -> NewShoppingItem {
        var amount = need.amount
        if let known = amount, let low = line.amount, let high = line.amountMax, low > 0 {
            amount = min(known * high / low, Amounts.most)
        }
        return NewShoppingItem(ingredient: Int(need.ingredient), amount: amount, unit: need.unit, recipe: recipe)
    }

    private static func written(_ line: RecipeLine, _ recipe: Int) -> NewShoppingItem {
        let amount = (line.amountMax ?? line.amount).flatMap { $0 > 0 && $0 <= Amounts.most ? $0 : nil }
        // A unit without an amount (`pinch salt`) belongs to the name.
        let name = amount == nil && !line.unit.isEmpty ? "\(line.unit) \(line.ingredient)" : line.ingredient
        return NewShoppingItem(
            text: name.cut(to: textLength), amount: amount,
            unit: amount == nil ? "" : unit(line.unit), recipe: recipe)
    }

    /// A unit as it is stored: the key of the catalogue, or what the author typed on one line.
    private static func unit(_ typed: String) -> String {
        let scalars = typed.unicodeScalars.filter { $0.properties.generalCategory != .control }
        return PantryAmounts.unit(String(String.UnicodeScalarView(scalars)).cut(to: unitLength))
    }

    /// What a typed line adds: a food with its amount, or the text as it is, which may be too long.
    static func typed(_ line: String, _ catalogue: Catalogue) -> [NewShoppingItem] {
        let foods = (catalogue.pantryLines(line) ?? []).compactMap { food in
            catalogue.ingredientID(food.key).map {
                NewShoppingItem(ingredient: $0, amount: food.amount, unit: food.unit)
            }
        }
        return foods.isEmpty ? [NewShoppingItem(text: line)] : foods
    }
}

extension ErrorReason {
    static let tooManyRecipes = ErrorReason("too-many-recipes")
    static let shoppingFull = ErrorReason("shopping-full")
}

/// Something that is added to a shopping list.
struct NewShoppingItem: Sendable, Hashable {
    /// The id of an ingredient; `nil` for what is only text.
    var ingredient: Int?
    /// Empty with an ingredient.
    var text = ""
    var amount: Double?
    var unit = ""
    /// The recipe that it is for.
    var recipe: Int?
}
