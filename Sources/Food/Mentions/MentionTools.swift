// Recognises names of foods that are part of another thing's name: of a tool, a shape or a place.

extension MentionPhrase {
    /// Whether the food is only part of another name: `egg timer`, `butter knife`, `walnut-sized`, `cream-coloured`.
    var isCompound: Bool {
        let word = words[range.lowerBound].text
        if word == "butter", before(1) == "and", before(2) == "bread", words.contains(where: { $0.form == Self.pickle })
        {
            return true
        }
        if WordList.foodsToCoatWith.contains(word),
            word.utf8.last == UInt8(ascii: "d") || isAtStart || before(1) == "and"
        {
            // `butter pan` at the start is an instruction: the butter goes on the pan.
            return false
        }
        if next == "cup" || next == "cups" { return after(2) != "by" && WordList.foodsBeforeCup.contains(word) }
        if let named = Self.thingsOf[next] { return named.contains(word) }
        if next == "making" { return WordList.foodsToMake.contains(word) && after(2) != "sure" }
        // `ladle into bread bowls` puts the soup into bread.
        if word == "bread", next == "bowl" || next == "bowls" { return false }
        if WordList.tools.contains(next) { return true }
        // A common misspelling: `cream of tarter`.
        if word == "cream", next == "of", after(2).utf8.starts(with: "tart".utf8) { return true }
        // Pâte brisée is a dough.
        if word == "pate", Self.doughs.contains(next) { return true }
        // `use with your favorite pizza recipe` names what this dish is for.
        if next == "recipe", isForUse { return true }
        if word == "cod", before(1) == "cape" { return true }
        // `with a fish slice` is a tool, `add the fish slices` is food.
        if word == "fish", next == "slice" { return before(1) == "a" && ["with", "using", "use"].contains(before(2)) }
        if word == "cracker" || word == "crackers" { return Self.thingsOf["cracker"]?.contains(before(1)) == true }
        if next == "brown", Self.nuts.contains(word) { return true }
        if word == "spaghetti", next == "strands" || next == "squash" { return true }
        if words[range.upperBound - 1].text == "cane", next.utf8.starts(with: "beet".utf8) { return true }
        if word == "spam", next == "can", before(1) == "a" { return true }
        // `cookie butter` near `cut` is a misspelt cookie cutter.
        if word == "cookie", words[range].last?.text == "butter",
            words.contains(where: { $0.text == "cut" })
                || words[..<range.lowerBound].contains(where: { $0.text == "inch" })
        {
            return true
        }
        // `flax egg` is ground flax in water.
        if word == "egg" || word == "eggs", ["flax", "chia"].contains(before(1)) { return true }
        if word == "scallop", ["frosting", "icing"].contains(before(1)) { return true }
        if word == "fish", next == "cut", after(2) == "out" { return true }
        // `wine or parfait glasses`, `a pastry or bench scraper`
        if next == "or", WordList.foodsBeforeATool.contains(words[range.upperBound - 1].text),
            WordList.tools.contains(after(2)) || WordList.tools.contains(after(3))
        {
            return true
        }
        if next == "soft" { return !hasAmount && !isDefinite }
        // `cream-like`, but `sprinkle with cheese like on a pizza`
        return WordList.wordsForLikeness.contains(next) && !(next == "like" && Self.comparing.contains(after(2)))
    }

    /// Whether `use in`, `use with` or `use for` is before the name.
    private var isForUse: Bool {
        words[..<range.lowerBound].indices.dropFirst().contains {
            words[$0 - 1].text == "use" && ["in", "with", "for"].contains(words[$0].text)
        }
    }

    private static let comparing = set("a an for in it on so that the this with you")
    private static let doughs = set("brisee sucree sablee feuilletee")
    private static let pickle = NameWords.split("pickle").first?.form
    private static let nuts = set("hazelnut walnut chestnut nut almond")
    /// Words that mean a tool after these foods (`cookie sheet`), but food after others: `lasagna sheets`, `onion
    /// rings`.
    private static let thingsOf = WordList.foodsBeforeThings.mapValues(set)
}
