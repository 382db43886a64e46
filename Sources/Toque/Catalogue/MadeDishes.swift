// What the steps of a recipe make of its list: “the dough” and “1 cup frosting” are no ingredients then.

import Bytes

/// Kinds of dishes, by the last word of their names, with what they are made of.
struct MadeDishes {
    struct Kind {
        /// Forms of which the list has one where the dish is made of it; empty where it is made in any case.
        let bases: Set<String>
        let isBought: Bool
        /// The other words of names that somebody buys: `soy sauce`.
        var bought: Set<String> = []
    }

    private static let kinds: [String: Kind] = {
        let flour =
            "flour meal cornmeal starch cornstarch oat oatmeal mix semolina groat masa polenta matzo bisquick quinoa мука"
        let rows: [(dishes: String, bases: String, isBought: Bool)] = [
            (
                "dough batter crust pastry pie tart cake cupcake pancake crepe waffle muffin scone biscuit brownie cheesecake"
                    + " donut sponge layer ladyfinger pizza flatbread bun roll cookie loaf тесто breading shell bar",
                flour + " crumb cookie cracker wafer egg nut almond walnut pecan date coconut potato", false
            ), ("tortilla", flour + " potato", true),
            ("bread noodle pasta ravioli gnocchi dumpling cracker pretzel", flour, true),
            ("meringue", "egg white aquafaba", false),
            (
                "filling topping marinade rub puree paste salad soup stew chowder bisque gazpacho casserole chili curry stuffing seasoning dip spread"
                    + " sandwich wrap burger patti meatball coleslaw slaw ring sauce gravy dressing glaze крем глазурь начинка суп соус",
                "", false
            ), ("vinaigrette", "vinegar juice lemon lime oil mayonnaise", false),
            ("frosting icing caramel fudge candy praline syrup jam jelly marmalade chutney relish sorbet granita sherbet", "sugar honey syrup", false),
            ("custard pudding", "egg yolk milk cream starch cornstarch", false),
            ("salsa", "tomato tomatillo mango pepper pineapple peach", false), ("ganache", "chocolate", false),
            ("pesto", "basil parsley cilantro mint arugula spinach kale herb walnut pistachio", true),
            ("mayonnaise aioli", "egg yolk aquafaba", true), ("hummus", "chickpea garbanzo bean", false),
            ("guacamole", "avocado", false), ("granola", "oat", false), ("tapenade", "olive", false),
        ]
        var kinds: [String: Kind] = [:]
        for row in rows {
            for form in NameWords.forms(row.dishes) {
                kinds[form] = Kind(bases: NameWords.forms(row.bases), isBought: row.isBought)
            }
        }
        kinds["sauce"]?.bought = NameWords.forms(
            "soy fish oyster hoisin worcestershire hot pepper chili steak plum ponzu tamari cranberry tabasco")
        kinds["paste"]?.bought = NameWords.forms("tomato curry miso chili anchovy shrimp almond bean tamarind sesame")
        kinds["dressing"]?.bought = NameWords.forms("ranch caesar italian french")
        kinds["shell"]?.bought = NameWords.forms("taco")
        return kinds
    }()

    /// Names that are dishes as a whole, by their forms, with what the list has where they are made of it: one of each
    /// row's words.
    private static let wholes: [[String]: [Set<String>]] = {
        let flour = "flour cornstarch"
        let rows: [(names: String, bases: [String])] = [
            ("ice cream", ["cream milk half yogurt banana"]), ("whipped cream", ["cream"]),
            ("mashed potato|potato wedge", ["potato"]), ("white sauce|bechamel sauce|bechamel", [flour, "milk"]),
            ("barbecue sauce|bbq sauce", ["ketchup tomato molasses vinegar hoisin soy mustard"]),
            ("pie crust", ["flour crumb", "butter shortening lard oil margarine"]), ("simple syrup", ["sugar"]),
            ("cookie mix|brownie mix|baking mix|bread mix|muffin mix|pancake mix", ["flour", "powder soda yeast"]),
            ("egg wash|pastry cream", ["egg yolk"]), ("salad dressing", ["vinegar juice lemon oil mayonnaise"]),
            ("candied nut", ["sugar", "nut pecan almond walnut"]), ("teriyaki sauce", ["soy"]),
            ("enchilada sauce|marinara sauce|spaghetti sauce|pizza sauce|pasta sauce", ["tomato"]),
            ("tartar sauce", ["mayonnaise"]), ("cocktail sauce", ["ketchup"]), ("hot fudge sauce", ["chocolate cocoa"]),
            ("cooking water|pasta water|pan juice|pan dripping|cooking juice|cooking liquid|stock pot", []),
        ]
        var wholes: [[String]: [Set<String>]] = [:]
        for row in rows {
            for name in row.names.split(bytes: "|") {
                wholes[NameWords.split(String(name)).map(\.form)] = row.bases.map(NameWords.forms)
            }
        }
        return wholes
    }()

    /// Whether the steps make it of what is in the list.
    static func make(_ phrase: MentionPhrase, of listed: ListedIngredients) -> Bool {
        if phrase.isMixture { return true }
        let name = phrase.words[phrase.range]
        guard let last = name.last else { return false }
        if stocks.contains(last.form) { return name.count == 1 && phrase.isOfCooking && (listed.hasMeat || phrase.isDefinite && listed.hasAny(pot)) }
        if let bases = wholes[name.map(\.form)] {
            return !phrase.isServed && bases.allSatisfy(listed.hasAny)
        }
        guard let kind = kinds[last.form] else { return false }
        if name.count > 1 {
            let others = name.dropLast().map(\.form)
            if others.contains(where: kind.bought.contains) || kind.isBought { return false }
            // `the horseradish sauce` is made of the horseradish of the list.
            return !phrase.isServed && (kind.bases.isEmpty ? listed.hasAny(Set(others)) : listed.hasAny(kind.bases))
        }
        if kind.isBought && (phrase.isAdded || !listed.hasAny(kind.bases)) { return false }
        if kind.bases.isEmpty { return true }
        return phrase.isDefinite && !phrase.hasAmount || !phrase.isServed && listed.hasAny(kind.bases)
    }

    /// Of which vegetable stock is cooked.
    private static let pot = NameWords.forms("carrot celery leek")
    private static let stocks = NameWords.forms("stock broth бульон")
}

extension MentionPhrase {
    /// `sausage mixture`, `make a sauce`
    var isMixture: Bool {
        Self.mixtures.contains(next) || Self.making.contains(before(1))
            || ["a", "the"].contains(before(1)) && Self.making.contains(before(2))
    }

    /// `strain the stock`, `1 cup reduced broth`: what something was cooked in.
    var isOfCooking: Bool {
        !isAdded && (isDefinite || words.contains { Self.cooking.contains($0.text) } || !hasAmount)
    }

    private static let mixtures: Set<String> = ["mixture", "filling", "base", "смесь"]
    private static let making: Set<String> = ["make", "making", "yield", "makes", "form"]
    private static let cooking: Set<String> = [
        "reserved", "remaining", "strained", "reduced", "skimmed", "strain", "reserve", "skim", "cooking", "defatted",
    ]
}
