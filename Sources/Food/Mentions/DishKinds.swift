// Names of dishes that a recipe makes itself or buys ready, with what each is made of; `MadeDishes` looks them up.

import Bytes

extension MadeDishes {
    /// A kind of dish, by the last word of its names.
    struct Kind {
        /// Base ingredients, as word forms: the recipe makes the dish if its lines name one of them. Empty if the dish
        /// needs no particular ingredient.
        var bases: Set<String>
        /// Whether it is also sold ready-made: then `add …` and `serve with …` mean a bought one.
        let isBought: Bool
        /// Whether it is made of flour or ready pastry, so that starch alone is no base.
        var isOfFlour = false
        /// Whether it is bread, pasta or the like: made of flour, and usually only a part of the dish that a title
        /// names.
        var isBread = false
        /// Whether it is baked goods, of which some contain no flour.
        var isDough = false
        /// Whether it often has milk, eggs or meat too, which its bases are not.
        var isRich = false
        /// Whether lines without a base cannot make it, although the title names it.
        var needsBase = false
        /// Other words in the names of bought products: `soy` of `soy sauce`.
        var bought: Set<String> = []
    }

    static let kinds: [String: Kind] = {
        let flour = NameWords.forms(WordList.basesOfFlour)
        let dough = flour.union(NameWords.forms(WordList.basesOfDough.union(WordList.basesWithoutFlour)))
        var kinds: [String: Kind] = [:]
        func add(_ dishes: Set<String>, _ kind: Kind) {
            for form in NameWords.forms(dishes) { kinds[form] = kind }
        }
        add(WordList.dishesOfAnything, Kind(bases: [], isBought: false))
        add(
            WordList.bakedGoods,
            Kind(
                bases: flour.union(NameWords.forms(WordList.basesOfPastry)), isBought: true, isOfFlour: true,
                isDough: true))
        add(WordList.dishesOfFlour, Kind(bases: flour, isBought: true, isOfFlour: true))
        add(
            WordList.dishesOfBread,
            Kind(bases: flour.union(NameWords.forms(WordList.basesOfSandwiches)), isBought: true, isOfFlour: true))
        add(["dough", "тесто", "корж"], Kind(bases: dough, isBought: false, isOfFlour: true))
        add(
            ["burger", "cheeseburger", "hamburger"],
            Kind(bases: NameWords.forms(WordList.basesOfPatties), isBought: true))
        for (dish, bases) in WordList.basesOfDishes {
            add([dish], Kind(bases: NameWords.forms(bases), isBought: WordList.dishesAlsoBought.contains(dish)))
        }
        for form in NameWords.forms(WordList.breadAndPasta) { kinds[form]?.isBread = true }
        for form in NameWords.forms(WordList.richDishes) { kinds[form]?.isRich = true }
        for form in NameWords.forms("cornbread tortilla") { kinds[form]?.isOfFlour = false }
        for form in NameWords.forms("burger cheeseburger hamburger sandwich") { kinds[form]?.needsBase = true }
        let bought: [(dish: String, names: Set<String>)] = [
            ("sauce соус", NameWords.forms(WordList.boughtSauces)), ("paste", NameWords.forms(WordList.boughtPastes)),
            ("curd", NameWords.forms("bean cheese")), ("shell", NameWords.forms("taco")),
        ]
        for row in bought { for form in NameWords.forms(row.dish) { kinds[form]?.bought = row.names } }
        return kinds
    }()

    /// Dishes by their whole names, as word forms. The recipe makes one if its lines name an ingredient from every set:
    /// for a white sauce, flour or cornstarch, and milk or cream.
    static let wholes: [[String]: [Set<String>]] = {
        func forms(_ name: String) -> [String] { NameWords.split(name).map(\.form) }
        var wholes: [[String]: [Set<String>]] = [:]
        for (name, bases) in WordList.basesOfNamedDishes {
            wholes[forms(name)] = bases.split(bytes: " and ").map { NameWords.forms(String($0)) }
        }
        for name in WordList.liquidsOfCooking { wholes[forms(name)] = [] }
        return wholes
    }()
}
