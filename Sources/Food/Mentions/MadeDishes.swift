// What the steps of a recipe make of its list: “the dough” and “1 cup frosting” are no ingredients then.

import Bytes

/// Kinds of dishes, by the last word of their names, with what they are made of.
struct MadeDishes {
    let listed: ListedIngredients
    /// What the title calls the dish, by form.
    private var titles: Set<String> = []
    /// What the texts say they make, by form.
    private var makes: Set<String> = []
    /// Whether the steps curdle milk.
    private var curdles = false
    /// Whether they keep what something was cooked in: `strain the stock`.
    private var cooksStock = false
    /// Whether they roll out or press what they bake.
    private var shapesDough = false

    init(listed: ListedIngredients, _ texts: [(runs: [[TextRuns.Run]], place: TextPlace)]) {
        self.listed = listed
        for (runs, place) in texts {
            if place == .title { titles = MentionPhrase.dishes(ofTitle: runs.flatMap { $0 }) }
            cooksStock = cooksStock || runs.joined().contains { Self.isOfStock($0.words) }
            for run in runs.joined() { makes.formUnion(Self.made(run.words)) }
            for word in runs.joined().lazy.flatMap(\.words) {
                curdles = curdles || Self.curds.contains(word.text)
                shapesDough = shapesDough || Self.doughs.contains(word.text)
            }
        }
    }

    /// Names behind `make a` or `to make the`.
    private static func made(_ words: [NameWord]) -> [String] {
        guard let place = words.firstIndex(where: { ["make", "making", "makes"].contains($0.text) }) else { return [] }
        let rest = words[(place + 1)...].prefix { !["for", "with", "of", "from", "to"].contains($0.text) }
        return rest.prefix(4).map(\.form)
    }

    private static func ofStock(_ form: String) -> Kind? {
        stocks.contains(form) ? Kind(bases: [], isBought: false) : nil
    }

    private static func isOfStock(_ words: [NameWord]) -> Bool {
        words.contains { stocks.contains($0.form) }
            && words.contains { MentionPhrase.cooking.contains($0.text) || $0.text == "from" }
    }

    private static let doughs: Set<String> = ["dough", "roll", "rolled", "press", "pressed", "knead"]
    private static let curds: Set<String> = [
        "curd", "curds", "curdle", "curdles", "curdled", "whey", "muslin", "rennet",
    ]

    struct Kind {
        /// Forms of which the list has one where the dish is made of it; empty where it is made in any case.
        let bases: Set<String>
        let isBought: Bool
        /// Whether it is made of flour, and no dish by itself.
        var isBread = false
        /// Whether some are baked without flour.
        var isDough = false
        /// The other words of names that somebody buys: `soy sauce`.
        var bought: Set<String> = []
    }

    private static let kinds: [String: Kind] = {
        let flour =
            "flour meal cornmeal starch cornstarch oat oatmeal mix semolina groat masa polenta matzo bisquick quinoa dough wrapper мука"
        let rows: [(dishes: String, bases: String, isBought: Bool)] = [
            (
                "crust pastry pie tart cake cupcake pancake blintz crepe waffle muffin scone biscuit brownie cheesecake"
                    + " donut gingerbread cornbread shortbread pierogi perogi perogie pierogie sponge layer ladyfinger pizza"
                    + " flatbread bun roll cookie wafer loaf breading shell bar",
                flour + " crumb", true
            ), ("tortilla", flour + " potato", true),
            (
                "bread crispbread focaccia ciabatta baguette naan pita noodle pasta ravioli gnocchi dumpling gyoza mandu wonton potsticker cracker pretzel sheet",
                flour, true
            ), ("meringue", "egg white aquafaba", false), ("gravy", "flour starch cornstarch dripping", true),
            (
                "dough batter тесто filling topping marinade rub puree paste salad soup stew chowder bisque gazpacho casserole chili curry"
                    + " stuffing seasoning dip spread sandwich wrap burger patti meatball coleslaw slaw ring sauce dressing"
                    + " glaze крем глазурь начинка суп соус",
                "", false
            ), ("vinaigrette", "vinegar juice lemon lime oil mayonnaise", false),
            ("frosting icing fondant buttercream", "sugar honey syrup chocolate cream", false),
            (
                "lollipop halva halwa cordial toffee butterscotch caramel fudge candy praline gelato sorbet granita sherbet",
                "sugar honey syrup chocolate milk", false
            ), ("syrup jam jelly marmalade", "sugar honey syrup", true),
            (
                "chutney relish", "sugar honey vinegar juice lime lemon mint cilantro mango date bean", false
            ), ("truffle bonbon", "chocolate cream cheese", false),
            ("crouton", "bread", false),
            ("sausage salami pate jerky", "pork beef liver meat turkey lamb chicken", true),
            ("sofrito", "onion", false),
            ("pickle", "cucumber vinegar", false),
            ("custard pudding curd", "egg yolk milk cream starch cornstarch", false),
            ("hollandaise bearnaise", "egg yolk", false), ("gremolata", "parsley", false),
            ("dashi", "kombu bonito katsuobushi", false),
            ("salsa", "tomato tomatillo mango pepper pineapple peach", false), ("ganache", "chocolate", false),
            ("mayonnaise mayo", "egg yolk aquafaba milk", true),
            ("lasagna", flour, true),
            ("pesto", "basil parsley cilantro mint arugula spinach kale herb walnut pistachio tomato pea", false),
            ("aioli remoulade", "egg yolk aquafaba mayonnaise", false), ("hummus", "chickpea garbanzo bean", false),
            ("guacamole", "avocado", false), ("granola", "oat", false), ("tapenade", "olive", false),
        ]
        var kinds: [String: Kind] = [:]
        for row in rows {
            for form in NameWords.forms(row.dishes) {
                kinds[form] = Kind(bases: NameWords.forms(row.bases), isBought: row.isBought)
            }
        }
        for form in NameWords.forms("bread tortilla noodle pasta cracker pita naan baguette ciabatta roll bun") {
            kinds[form]?.isBread = true
        }
        for form in NameWords.forms(rows[0].dishes) { kinds[form]?.isDough = true }
        kinds["sauce"]?.bought = NameWords.forms(
            "soy fish oyster hoisin worcestershire hot pepper chili steak plum ponzu tamari cranberry tabasco")
        kinds["paste"]?.bought = NameWords.forms("tomato curry miso chili anchovy shrimp almond bean tamarind sesame")
        kinds["curd"]?.bought = NameWords.forms("bean cheese")
        kinds["shell"]?.bought = NameWords.forms("taco")
        return kinds
    }()

    /// Names that are dishes as a whole, by their forms, with what the list has where they are made of it: one of each
    /// row's words.
    private static let wholes: [[String]: [Set<String>]] = {
        let flour = "flour cornstarch"
        let rows: [(names: String, bases: [String])] = [
            ("ice cream", ["cream milk half yogurt banana"]), ("whipped cream", ["cream"]),
            ("mashed potato|potato wedge", ["potato"]),
            ("white sauce|bechamel sauce|bechamel|cream sauce", [flour, "milk cream"]),
            (
                "barbecue sauce|bbq sauce|barbeque sauce",
                ["ketchup tomato molasses vinegar hoisin soy mustard worcestershire"]
            ),
            ("mayonnaise", ["egg yolk aquafaba", "oil"]), ("simple syrup", ["sugar"]),
            ("cookie mix|brownie mix|baking mix|bread mix|muffin mix|pancake mix", ["flour", "powder soda yeast"]),
            ("egg wash|pastry cream", ["egg yolk"]), ("salad dressing", ["vinegar juice lemon oil mayonnaise"]),
            ("candied nut", ["sugar", "nut pecan almond walnut"]), ("teriyaki sauce", ["soy"]),
            ("enchilada sauce|marinara sauce|spaghetti sauce|pizza sauce|pasta sauce", ["tomato"]),
            ("pita chip", ["pita"]), ("potato chip|potato crisp", ["potato"]),
            ("caramel sauce|butterscotch sauce|caramel syrup", ["sugar"]),
            (
                "burger patty|hamburger patty|turkey burger",
                ["meat beef turkey chicken pork lamb bean lentil salmon chuck"]
            ),
            ("hollandaise sauce|bearnaise sauce", ["egg yolk"]),
            ("tartar sauce", ["mayonnaise"]), ("cocktail sauce", ["ketchup"]), ("hot fudge sauce", ["chocolate cocoa"]),
            (
                "seasoning mix|spice mix|spice blend|spice rub|dry rub",
                ["salt pepper paprika cumin chili cinnamon turmeric coriander ginger"]
            ),
            ("cheese sauce", ["cheese cheddar gruyere parmesan fontina mozzarella velveeta gouda"]),
            ("meat sauce", ["beef meat pork sausage turkey chicken lamb veal"]), ("horseradish cream", ["horseradish"]),
            ("salsa verde", ["tomatillo parsley cilantro"]), ("caramel bit", []), ("hash brown", ["potato"]),
            ("garlic in oil", ["garlic"]),
            (
                "simmer sauce|cooking water|pasta water|pan juice|pan dripping|cooking juice|cooking liquid|stock pot",
                []
            ),
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
    func make(_ phrase: MentionPhrase, _ entry: IngredientEntry) -> Bool {
        if phrase.isMixture { return true }
        let name = phrase.words[phrase.range]
        guard let last = name.last else { return false }
        if curdles, Self.cheeses.contains(last.form), listed.hasAny(Self.milk) { return true }
        let forms = name.map(\.form)
        let isOfTitle = titles.contains(last.form)
        if isOfTitle || makes.contains(last.form), let kind = Self.kinds[last.form] ?? Self.ofStock(last.form),
            !kind.isBread || listed.hasAny(kind.bases), !kind.bought.contains(where: forms.contains)
        {
            return true
        }
        if Self.stocks.contains(last.form) {
            if cooksStock, listed.hasMeat { return true }
            return name.count == 1 && phrase.isOfCooking
                && (listed.hasMeat || phrase.isDefinite && phrase.words.contains { Self.finishing.contains($0.text) })
        }
        if name.count > 1, Self.crusts.contains(last.form), !shapesDough { return false }
        if let bases = Self.wholes[forms] {
            let isBought =
                phrase.isServed && Self.atTable.contains(name.map(\.text).joined(separator: " "))
                || name.count == 1 && phrase.isAdded
            let isKnown = phrase.isDefinite && !phrase.hasAmount && Self.mixes.contains(last.form)
            return !isBought && (isKnown || bases.allSatisfy(listed.hasAny))
        }
        guard let kind = Self.kinds[last.form] else {
            // What is bought ready and what the title calls the dish is made here.
            return !phrase.isBeside && !titles.isDisjoint(with: forms) && !Self.raw.contains(entry.aisle)
                && !phrase.isServed
        }
        return name.count > 1 ? makes(kind, forms, phrase) : makes(kind, phrase)
    }

    /// `the horseradish sauce` is made of the horseradish of the list.
    private func makes(_ kind: Kind, _ forms: [String], _ phrase: MentionPhrase) -> Bool {
        if phrase.isDefinite || phrase.isPoured, !phrase.hasAmount, Self.blended.contains(forms[forms.count - 1]) {
            return true
        }
        let others = forms.dropLast()
        if others.contains(where: kind.bought.contains) || kind.isBought && (phrase.isAdded || phrase.isServed) {
            return false
        }
        if !kind.bases.isEmpty { return listed.hasAny(kind.bases) }
        if others.count == 1, let bases = Self.kinds[others[0]]?.bases, !bases.isEmpty { return listed.hasAny(bases) }
        return listed.hasAny(Set(others)) || others.count == 1 && listed.hasKind(others[0])
    }

    /// The same for one word.
    private func makes(_ kind: Kind, _ phrase: MentionPhrase) -> Bool {
        if kind.bases.isEmpty
            || phrase.isDefinite && !phrase.hasAmount && phrase.words[phrase.range].last?.text == "gravy"
        {
            return true
        }
        if kind.isBread || kind.isDough, phrase.isAdded, !phrase.isDefinite { return false }
        if kind.isBought, phrase.isServed { return false }
        return listed.hasAny(kind.bases) || kind.isDough && phrase.isBaked && !phrase.isPastry
            || kind.isDough && !phrase.isAdded && !phrase.hasAmount && listed.hasAny(Self.instead)
    }

    private static let blended = NameWords.forms("filling rub")
    /// Of which `the crust` or `the dough` is made where there is no flour.
    private static let instead = NameWords.forms(
        "cookie cracker wafer egg nut almond walnut pecan date coconut potato chickpea bean tapioca")
    /// Aisles of what nobody makes.
    private static let raw: Set<String> = [
        "meat", "fish-and-seafood", "dairy-and-eggs", "nuts-and-seeds", "fruit", "grains-and-pasta", "oils-and-fats",
        "baking", "herbs-and-spices",
    ]
    private static let mixes = NameWords.forms("mix blend rub")
    private static let atTable: Set<String> = [
        "ice cream", "potato chips", "pita chips", "potato crisps", "salad dressing", "barbecue sauce",
    ]
    private static let finishing: Set<String> = ["blend", "ladle", "taste", "skim", "strain"]
    private static let crusts = NameWords.forms("crust pastry")
    private static let cheeses = NameWords.forms("cheese ricotta whey curd paneer")
    private static let milk = NameWords.forms("milk")
    private static let stocks = NameWords.forms("stock broth бульон")
}

extension MentionPhrase {
    /// `sausage mixture`, `make a sauce`
    var isMixture: Bool {
        if Self.isInto(before(1), before(2)), words.contains(where: { Self.shaping.contains($0.text) }) { return true }
        return isMixed
    }

    /// `cut into noodles`, `turn into a nut butter`
    private static func isInto(_ first: String, _ second: String) -> Bool {
        first == "into" || second == "into" && !["the", "and"].contains(first)
    }

    private static let shaping: Set<String> = [
        "cut", "slice", "sliced", "shape", "form", "spiralize", "turn", "turns", "press", "roll", "cook", "shaped",
    ]

    private var isMixed: Bool {
        Self.mixtures.contains(next) || Self.making.contains(before(1))
            || ["a", "the"].contains(before(1)) && Self.making.contains(before(2))
            || before(1) == "a" && before(2) == "as" || (2...4).contains { before($0) == "yield" }
    }

    /// `bake cookies`, `let biscuits cool`; not `pour it over brownies`, `dip cookies`.
    var isBaked: Bool {
        !isServed && !isAdded && !hasAmount && !(1...2).contains { Self.placing.contains(before($0)) }
    }

    /// `into the pie filling`
    fileprivate var isPoured: Bool { (1...4).contains { before($0) == "into" } }

    /// What is also bought to be rolled out or filled.
    fileprivate var isPastry: Bool { range.last.map { Self.pastry.contains(words[$0].form) } ?? false }

    private static let pastry = NameWords.forms("pastry crust pizza pie tart shell bun roll flatbread")
    private static let placing: Set<String> = [
        "on", "onto", "over", "crumble", "crush", "crushed", "of", "or", "dip", "your", "serve", "favorite",
        "favourite",
        "into", "in", "buy", "bought", "store",
    ]

    /// `strain the stock`, `1 cup reduced broth`: what something was cooked in.
    var isOfCooking: Bool {
        !isAdded && (isDefinite || words.contains { Self.cooking.contains($0.text) } || !hasAmount)
    }

    private static let mixtures: Set<String> = ["mixture", "filling", "base", "смесь"]
    private static let making: Set<String> = ["make", "making", "yield", "makes", "form"]
    package static let cooking: Set<String> = [
        "reserved", "remaining", "strained", "reduced", "skimmed", "strain", "reserve", "skim", "cooking", "defatted",
        "sieve", "through", "blend", "ladle", "taste",
    ]
}
