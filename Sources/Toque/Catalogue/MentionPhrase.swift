// What the words around a name say of it: that it is in the dish, or that it is a verb, a tool, a comparison or a denial.

/// A name in a text, with the words around it.
struct MentionPhrase {
    let words: [NameWord]
    let range: Range<Int>

    private var next: String { range.upperBound < words.count ? words[range.upperBound].text : "" }
    private func before(_ distance: Int) -> String {
        range.lowerBound >= distance ? words[range.lowerBound - distance].text : ""
    }

    /// `cream the butter`, `flour the board`; but `butter a tin` puts butter in.
    var isVerb: Bool {
        guard range.count == 1 else { return false }
        let word = words[range.lowerBound].text
        if Self.mostlyVerbs.contains(word) { return true }
        guard Self.verbs.contains(word) else { return false }
        if range.lowerBound == 0 { return range.upperBound < words.count && !Self.behindNouns.contains(next) }
        return Self.beforeVerbs.contains(before(1)) && (Self.behindVerbs.contains(next) || before(1) == "to")
    }

    /// Whether it is said how much of it there is: `2 tablespoons margarine`, «1 стакан бульона»; not of what stands
    /// before it (`stir 1 teaspoon salt into vegetables`).
    var hasAmount: Bool {
        for place in stride(from: range.lowerBound - 1, through: max(0, range.lowerBound - 3), by: -1) {
            if Self.measures.contains(words[place].text) { return true }
            if Self.ending.contains(words[place].text) { return false }
        }
        return false
    }

    private static let ending: Set<String> = [
        "into", "to", "and", "or", "with", "over", "on", "in", "from", "the", "и", "в", "на", "с",
    ]

    /// `topping for chicken tacos`: what it is for.
    var isPurpose: Bool { before(1) == "for" || before(2) == "for" || before(1) == "для" }

    /// `without milk`, `no need for butter`, `instead of cream`; `never without milk` has it.
    var isDenied: Bool {
        var place = range.lowerBound - 1
        while place >= 0, Self.fillers.contains(words[place].text) { place -= 1 }
        guard place >= 0, Self.denials.contains(words[place].text) else {
            return ["free", "less"].contains(next) || isNotNeeded
        }
        return !words[..<place].contains { Self.twice.contains($0.text) }
    }

    /// `eggs are not needed`, «яйца не нужны»
    private var isNotNeeded: Bool {
        let behind = words[range.upperBound...].prefix(4).map(\.text)
        return behind.contains { ["not", "не", "no", "нет"].contains($0) }
            && behind.contains { word in
                ["need", "requir", "necessary", "нужн", "треб"].contains { word.hasPrefix($0) }
            }
    }

    /// `mock crab`, `vegetarian meatballs`: in a title the word may stand farther before.
    func isMock(anywhere: Bool) -> Bool {
        let before = anywhere ? words[..<range.lowerBound] : words[max(0, range.lowerBound - 1)..<range.lowerBound]
        return before.contains { Self.mocking.contains($0.text) || $0.text.hasPrefix("веган") }
    }

    /// `egg timer`, `butter knife`, `walnut-sized`, `nut-free`.
    var isCompound: Bool {
        // `butter pan` at the beginning is what to do.
        let isFirst = range.lowerBound == 0 || Self.beforeVerbs.contains(before(1))
        let word = words[range.lowerBound].text
        if word == "buttered" || isFirst && word == "butter" { return false }
        if Self.things.contains(next) { return true }
        return next == "shaped" || next == "sized" || next == "size" || next == "flavored" || next == "flavoured"
            || next == "colored" || next == "like" || next == "style"
    }

    /// `the size of a walnut`, `resembles bread crumbs`, `like thick cream`, `the consistency of honey`.
    var isCompared: Bool {
        let start = max(0, range.lowerBound - 6)
        return words[start..<range.lowerBound].contains { Self.comparing.contains($0.text) }
            || before(1) == "as" || before(2) == "as" && before(1) == "a"
    }

    /// `the dough`, `form 4 pancakes`: what the steps make of the list, unless it is added from elsewhere (`1 cup stock`,
    /// `serve with bread`). A `sausage mixture` is made in any case, and so is what a step says to make.
    var isMade: Bool {
        if Self.mixtures.contains(next) || Self.making.contains(before(1)) { return true }
        guard let last = range.last.map({ words[$0].form }), Self.made.contains(last) else { return false }
        return !hasAmount && !Self.adding.contains(before(1))
    }

    private static let mixtures: Set<String> = ["mixture", "filling", "base", "смесь"]
    private static let making: Set<String> = ["make", "making", "yield"]
    private static let adding: Set<String> = ["with", "add", "plus", "adding", "с", "со", "добавить", "добавьте"]

    /// In a title, what stands last is the dish, and so is what stands before its kind: `steak sauce`.
    var isOfTitle: Bool {
        if isMade || words[range.upperBound...].contains(where: { Self.forOthers.contains($0.text) }) { return true }
        let isLast = words[range.upperBound...].allSatisfy { $0.text.utf8.first.map { $0 < 0x3A } ?? true }
        return isLast
            && !words[max(0, range.lowerBound - 3)..<range.lowerBound].contains { Self.joining.contains($0.text) }
    }

    private static let joining: Set<String> = [
        "with", "in", "on", "plus", "of", "over", "с", "со", "в", "из", "на",
    ]
    private static let mocking: Set<String> = [
        "vegan", "vegetarian", "mock", "faux", "fake", "imitation", "meatless", "eggless", "dairyless", "veggie",
        "plant", "flax", "flaxseed", "chia",
        "вегетарианский", "вегетарианские", "вегетарианская", "постный", "постные", "постная", "постное",
    ]

    /// What steps do with these words is hardly ever to name an ingredient.
    private static let mostlyVerbs: Set<String> = [
        "mince", "char", "shell", "shells", "wrap", "wraps", "roll", "rolls", "toast", "sprinkle", "sprinkles", "chip",
        "chips",
        "crisp", "rub", "drop", "drops", "dip", "spread", "stuffing", "dressing", "seasoning", "filling", "topping",
        "coating", "punch", "roast", "stick", "sticks", "pat", "cake", "cakes", "cracker", "bite", "bites", "jelly",
        "ladyfinger", "spirits", "bar", "bars", "spice", "spices", "steak", "steaks", "shade", "shades", "shad", "sub",
        "subs",
    ]

    private static let behindNouns: Set<String> = [
        "for", "and", "or", "is", "are", "should", "may", "can", "must", "will", "to", "optional", "if", "as",
    ]

    private static let measures: Set<String> = [
        "cup", "cups", "tablespoon", "tablespoons", "teaspoon", "teaspoons", "tbsp", "tsp", "ounce", "ounces", "oz",
        "pound", "pounds", "lb", "lbs", "gram", "grams", "g", "kg", "ml", "l", "liter", "liters", "litre", "litres",
        "can",
        "cans", "jar", "package", "packages", "packet", "packets", "pint", "pints", "quart", "quarts", "carton",
        "bottle",
        "stick", "sticks", "dash", "pinch", "handful", "г", "гр", "кг", "мл", "л", "ч", "ст", "ложка", "ложки", "ложек",
        "ложку", "стакан", "стакана", "стаканов", "банка", "банку", "банки", "щепотка", "щепотку", "пачка", "пачку",
    ]

    private static let verbs: Set<String> = [
        "cream", "flour", "salt", "pepper", "oil", "sugar", "water", "fish", "bread", "shell", "wrap", "roll", "toast",
        "juice", "zest", "spice", "dust", "chip", "crumb", "jam", "dress", "sauce", "curry", "stock", "punch", "dip",
        "rub", "drop", "mash", "season", "pickle", "batter", "glaze", "ice", "squash", "ham", "steak", "rice", "roast",
        "barbecue", "crisp", "bacon", "cider", "coddle", "sandwich", "stuff",
    ]
    private static let beforeVerbs: Set<String> = [
        "and", "then", "to", "or", "lightly", "well", "generously", "gently", "carefully", "first", "next", "now",
        "will",
    ]
    private static let behindVerbs: Set<String> = [
        "the", "a", "an", "your", "two", "three", "each", "both", "all", "together", "with", "in", "into", "until",
        "it",
        "them", "over", "lightly", "out", "up", "down", "on", "off", "butter", "margarine", "shortening", "sugar",
        "well", "pan", "pans", "board", "surface", "hands", "around", "again", "remaining", "one", "top", "tops",
        "inside", "side", "sides", "everything",
    ]
    private static let fillers: Set<String> = [
        "a", "an", "the", "any", "of", "added", "adding", "add", "using", "use", "need", "for", "to", "extra", "more",
        "much", "other", "and", "or", "t", "additional", "further", "добавлять", "добавления", "использовать",
    ]
    private static let denials: Set<String> = [
        "not", "no", "without", "never", "omit", "omitting", "skip", "avoid", "minus", "instead", "rather", "than",
        "except", "don't", "don", "dont", "без", "не", "вместо", "кроме", "нет",
    ]
    private static let twice: Set<String> = ["not", "never", "не"]
    private static let comparing: Set<String> = [
        "size", "sized", "resemble", "resembles", "resembling", "resembled", "consistency", "texture", "thickness",
        "shape", "color", "colour", "like", "similar", "размером", "консистенции", "консистенция", "похожа",
        "напоминает", "напоминающей", "вида", "цвета",
    ]
    private static let made = NameWords.forms(
        """
        dough crust sauce dressing batter gravy pesto custard pudding frosting icing syrup jam mayonnaise stock broth soup \
        bread cake cookie crumb pancake tortilla meatball filling topping glaze marinade salsa paste puree dumpling \
        roll bun biscuit muffin pastry pie tart cheesecake brownie caramel fudge candy meringue ganache patty \
        noodle ring biscuit cookie burger sandwich wrap dip spread salad casserole chili curry stuffing seasoning rub vinaigrette caramel bar chip \
        тесто соус бульон крем глазурь начинка суп
        """)
    private static let forOthers: Set<String> = [
        "sauce", "rub", "marinade", "brine", "glaze", "batter", "seasoning", "spice", "dip", "topping", "bun", "buns",
        "dough", "dressing", "relish", "stuffing", "filling", "salsa", "style", "lovers", "coating", "crust",
    ]
    private static let things: Set<String> = [
        "pan", "pans", "knife", "knives", "cutter", "cutters", "mill", "grinder", "press", "grater", "masher", "peeler",
        "cooker", "slicer", "brush", "towel", "towels", "ricer", "baller", "maker", "liner", "liners", "corer", "timer",
        "timers", "dish", "dishes", "bowl", "bowls", "tin", "tins", "glass", "glasses", "spoon", "spoons", "mug",
        "mugs",
        "basket", "pot", "pots", "tray", "trays", "plate", "plates", "sheet", "sheets", "stone", "stones", "board",
        "boards", "machine", "thermometer", "mallet", "tenderizer", "scoop", "freezer", "beater", "beaters", "cup",
        "cups", "filter", "cloth", "iron", "wheel", "rack", "fork", "forks", "baster", "cracker", "crackers", "shaker",
        "squeezer", "juicer", "spinner", "wrapper", "bottle", "bottles", "jar", "jars", "carton", "cartons",
        "fryer", "kettle", "skillet", "griddle", "platter", "tongs", "shears", "cooker", "box", "boxes", "paper",
        "mold",
        "molds", "drainer", "servers", "server", "ladle", "ring", "rings", "spatula", "lifter", "syringe", "injector",
    ]
}
