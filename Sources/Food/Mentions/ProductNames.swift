// Recognises the names of products that the catalogue lacks: `smoky tomato ketchup`, `lemon ice cream`.

extension IngredientIndex {
    /// Gives an unknown name the entries that it names if it means a product to buy. It still makes no promise, but the
    /// product's label decides, unless one of these entries does: `walnut sauce` contains nuts.
    func product(_ unknown: UnderstoodLine.Candidate) -> UnderstoodLine.Candidate {
        guard unknown.entry == nil, let kinds = kinds(of: NameWords.split(unknown.name)) else { return unknown }
        return .init(name: unknown.name, kinds: kinds)
    }

    /// The entries that the name of a product names; `nil` if it does not end in the word for a product, if it is a
    /// sentence, or if a word in it means one of several ingredients or a part of an animal.
    private func kinds(of words: [NameWord]) -> [IngredientEntry]? {
        guard (2...8).contains(words.count), let head = words.last, Self.products.contains(head.form),
            !words.contains(where: { WordList.wordsOfSentences.contains($0.text) || GenericNames.isOfAnimals($0) })
        else { return nil }
        let mentions = mentions(in: words)
        let named = mentions.map(\.entry)
        let known = named.compactMap(\.self)
        // `moulard breast`: the animal is unknown.
        let isCut = Self.cuts.contains(head.form)
        // `apple pie`: the catalogue has apples, and no pie whose facts would count.
        if !isCut, mentions.last?.range.upperBound != words.count { return nil }
        if isCut, !known.contains(where: { $0.facts[.vegetarian] == .no }) { return nil }
        return known.count == named.count ? known : nil
    }

    private static let cuts = NameWords.forms(WordList.cutsOfMeat)
    private static let products = NameWords.forms(WordList.wordsForProducts)
}
