// Lists words that say how food is kept, cut or grown, but not which food it is.

enum NameStates {
    /// Whether an alternative has only such words, so that it is the same food: `fresh or frozen`, `large or medium`.
    /// `whole` and `regular` are not among them: next to `oat milk` they mean another milk.
    static func areAll(_ words: [NameWord]) -> Bool { words.allSatisfy { states.contains($0.form) } }

    private static let states = NameWords.forms(
        """
        fresh freshly frozen thawed canned tinned dried dry jarred bottled raw cooked uncooked ripe unripe organic unsweetened heaping heaped scant level large \
        medium small extra big jumbo mini baby young old new chopped sliced diced minced grated shredded crushed halved \
        quartered cubed cut torn crumbled peeled unpeeled pitted unpitted seeded seedless trimmed washed rinsed drained \
        toasted roasted boiled steamed chilled cold warm hot room temperature finely coarsely thinly thickly roughly \
        lightly well piece pieces slice slices half halves head heads bunch handful packed homemade home made more about \
        an a the of and cup cups tablespoon tablespoons teaspoon teaspoons tsp tbsp ounce ounces oz pound lb gram grams g \
        kg ml can cans jar tin tins package packages
        свежий замороженный размороженный консервированный сушеный вареный сырой спелый большой средний маленький крупный \
        мелкий нарезанный измельченный натертый тертый очищенный молотый холодный теплый горячий и
        """)
}
