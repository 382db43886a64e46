// Reads lines of a pantry's list more freely than those of recipes and shopping lists, where a brand or a percentage may
// matter: `Heinz ketchup`, «молоко 3,2% 1л», `soy sauce, ginger, honey`.

import Bytes
import Words

extension Catalogue {
    /// The foods of a line that somebody wrote about the food at home; `nil` if it is not certainly understood.
    package func foodsAtHome(_ text: String) -> [PantryLine]? {
        guard LineLimits.allow(text) else { return nil }
        return pantryLines(text) ?? packaged(text) ?? listed(text)
    }

    /// The food of a line without what a package says.
    private func packaged(_ text: String) -> [PantryLine]? {
        // A word for none may be what looks like a brand.
        if saysNone(text) { return nil }
        var words = PantryWords(text)
        let times = words.takeTimes()
        let share = words.takeShare()
        let (hasGrade, hasBrand) = (words.takeGrade(), words.takeBrand(index))
        if times == nil, share == nil, !hasGrade, !hasBrand { return nil }
        let withShare = share.flatMap { pantryLines("\($0) \(words.text)") }
        guard let found = withShare ?? pantryLines(words.text), found.count == 1, let line = found.first,
            let food = entry(line.key), share == nil || withShare != nil || GenericNames.hasFat(food),
            !hasGrade || food.facts[.eggs] == .yes, !hasBrand || !mayReplace(food, words.text)
        else { return nil }
        guard let times else { return found }
        let amount = (line.amount ?? 1) * times
        return amount <= Amounts.most ? [PantryLine(key: line.key, amount: amount, unit: line.unit)] : nil
    }

    /// Whether makers sell another food by this name: `Oatly milk`, `Linda McCartney sausages`.
    private func mayReplace(_ food: IngredientEntry, _ name: String) -> Bool {
        food.isInMeatOrFishAisle || NameWords.split(name).contains { Self.replaced.contains($0.form) }
    }

    private static let replaced = NameWords.forms(WordList.foodsOfManyKinds)

    /// The foods of a line with one after each comma. None if two next to each other may be one food the other way
    /// round: `tomatoes, cherry`, `milk, coconut`.
    private func listed(_ text: String) -> [PantryLine]? {
        let pieces = Self.pieces(text)
        guard pieces.count > 1 else { return nil }
        var (found, names): ([PantryLine], [String]) = ([], [])
        for piece in pieces {
            guard let lines = pantryLines(piece) ?? packaged(piece) else { return nil }
            found += lines
            names.append(parse(piece).name)
        }
        let mayBeOne = zip(names, names.dropFirst()).contains { index.findWhole("\($1) \($0)") != nil }
        return mayBeOne ? nil : found
    }

    /// The pieces between commas and semicolons, but not those of `3,2%` and of brackets.
    private static func pieces(_ text: String) -> [String] {
        let bytes = Array(text.utf8)
        var (pieces, start, depth): ([String], Int, Int) = ([], 0, 0)
        func isDigit(_ place: Int) -> Bool { bytes.indices.contains(place) && bytes[place] &- 0x30 < 10 }
        for (place, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: "(") { depth += 1 }
            if byte == UInt8(ascii: ")") { depth -= 1 }
            let isComma = byte == UInt8(ascii: ",") && !(isDigit(place - 1) && isDigit(place + 1))
            guard depth == 0, isComma || byte == UInt8(ascii: ";") else { continue }
            pieces.append(String(decoding: bytes[start..<place], as: UTF8.self))
            start = place + 1
        }
        pieces.append(String(decoding: bytes[start...], as: UTF8.self))
        return pieces.map(\.trimmed).filter { !$0.isEmpty }
    }
}
