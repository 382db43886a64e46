// Words in a line's note that make its answers uncertain, and words that never do.

enum NoteWords {
    /// Whether the word says that something unknown was added: `battered`, `stuffed`, `au gratin`, «маринованный».
    static func holdsUnknown(_ word: NameWord) -> Bool {
        filled.contains(word.text) || word.isRussian && filledRussian.contains { word.text.hasPrefix($0) }
    }

    private static let filled: Set<String> = [
        "stuffed", "filled", "battered", "breaded", "crumbed", "coated", "glazed", "crusted", "enrobed", "marinated",
        "dredged", "smothered", "loaded", "egged", "buttery", "creamed", "curried", "deviled", "devilled", "larded",
        "flambeed", "gratin", "gratineed", "scalloped", "dauphinoise", "meuniere", "croute", "almondine", "amandine",
        "katsu", "milanese", "milanaise", "carbonara", "alfredo", "bearnaise", "veloute", "satay", "puttanesca",
        "bolognese", "korma", "tikka", "laksa", "florentine", "parmigiana", "tempura", "southern", "kfc", "seasoned",
        "iced", "frosted", "milky", "eggy", "barded", "dressed", "country", "schnitzel", "paneed", "duchess",
        "lyonnaise", "benedict", "tatin", "polonaise", "risotto", "latkes", "mash", "confit", "croquettes", "croquette",
        "popcorn", "duchesse", "anna", "soubise", "colcannon", "stroganoff", "stroganov", "caprese", "king", "mornay",
        "thermidor", "rarebit", "boulangere", "rosti", "paella", "kedgeree", "jambalaya", "biryani", "leche",
        "cassoulet",
        "feijoada", "refried", "boston", "moussaka", "parm", "wellington", "kiev", "rockefeller", "makhani", "poutine",
        "aligot", "dauphine", "delmonico", "champ", "truffade", "boxty", "funeral", "elote", "esquites", "mess",
        "romanoff", "melba", "helene", "foster", "vichy",
    ]

    private static let filledRussian = [
        "фарширова", "панирова", "запанирова", "глазирова", "начинен", "заправлен", "маринован", "обвалян", "сливочн",
        "сырн", "засахарен", "топлен", "гратен", "жюльен", "сырк", "яичк", "маслиц", "сметанк", "хлебушк", "молочн",
        "капрезе", "строган", "пюре", "плов", "солянк", "дофин", "французск",
    ]

    /// `store-bought`, `purchased`: prepared meat and fish may then contain anything.
    static func isBought(_ word: NameWord) -> Bool { bought.contains(word.form) }

    private static let bought = NameWords.forms("bought purchased deli canned tinned premade precooked покупной")

    /// `contains soya`, `allergens: milk`, `with casein`.
    static func declares(_ word: NameWord) -> Bool { declarations.contains(word.form) }

    private static let declarations = NameWords.forms(
        """
        contains contain containing allergen allergens soy soya dairy lactose casein whey shellfish crustacean crustaceans \
        mollusc molluscs mollusk sulphite sulphites sulfite sulfites gluten alcohol gelatine gelatin egg eggs \
        rashers crackling curds meatballs
        содержит содержать аллерген сульфит лактоза казеин глютен алкоголь ракообразные моллюск желатин
        """)

    /// Whether the word names a diet, which the note may deny: `not vegan`, `not gluten free`, «не веганское».
    static func isDiet(_ word: NameWord) -> Bool { diets.contains(word.form) || word.text.hasPrefix("веган") }

    private static let diets = NameWords.forms(
        "vegan vegetarian vegetarians gluten halal kosher suitable постный вегетарианский")

    /// The diet or allergen for which the word says that the food is suitable: `vegan`, `meatless`, «постный»;
    /// otherwise `nil`.
    static func suits(_ word: NameWord) -> FactName? {
        word.text.hasPrefix("веган") ? .diet(.vegan) : suiting[word.form]
    }

    /// The diet or allergen that words such as `dairy` in `dairy-free` are about; otherwise `nil`.
    static func fact(of word: NameWord) -> FactName? { denied[word.form] }

    private static let suiting = byForm([
        ("vegan plant eggless растительный постный", .diet(.vegan)),
        ("vegetarian meatless вегетарианский", .diet(.vegetarian)),
        ("halal халяль халяльный", .diet(.halal)), ("kosher кошерный", .diet(.kosher)),
        ("безглютеновый", .allergen(.gluten)), ("безмолочный безлактозный", .allergen(.milk)),
    ])

    private static let denied = byForm([
        ("animal животный", .diet(.vegan)), ("meat мясо", .diet(.vegetarian)),
        ("gluten wheat глютен пшеница", .allergen(.gluten)),
        ("dairy milk lactose молоко лактоза", .allergen(.milk)), ("egg яйцо", .allergen(.eggs)),
        ("soy soya соя", .allergen(.soy)), ("nut орех", .allergen(.nuts)), ("peanut арахис", .allergen(.peanuts)),
        ("fish рыба", .allergen(.fish)), ("sesame кунжут", .allergen(.sesame)),
        ("mustard горчица", .allergen(.mustard)), ("celery сельдерей", .allergen(.celery)),
        ("sulphite sulfite сульфит", .allergen(.sulphites)),
    ])

    private static func byForm(_ rows: [(String, FactName)]) -> [String: FactName] {
        rows.reduce(into: [:]) { facts, row in
            for form in NameWords.forms(row.0) { facts[form] = row.1 }
        }
    }

    /// Whether the word mixes Latin and Cyrillic letters: it then looks like another word but does not match it.
    static func hasTwoScripts(_ word: String) -> Bool {
        var (hasLatin, hasCyrillic) = (false, false)
        for scalar in word.unicodeScalars {
            if ("a"..."z").contains(scalar) { hasLatin = true }
            if ("\u{400}"..."\u{4FF}").contains(scalar) { hasCyrillic = true }
        }
        return hasLatin && hasCyrillic
    }

    /// Words before `fat` that mean the food's own fat, or less fat: `excess fat`, `low fat`.
    static let sparing: Set<String> = ["low", "full", "reduced", "non", "no", "excess", "less", "more", "of", "its"]

    /// Prepositions that introduce something else: `in butter`.
    static let joining: Set<String> = ["in", "with", "on", "under", "с", "со", "в", "во", "на", "под"]

    /// Words that end what such a preposition introduces.
    static let parting: Set<String> = [
        "and", "or", "then", "to", "for", "into", "until", "as", "about", "plus", "at", "from", "by", "but", "if", "so",
        "и", "или", "либо", "для", "до", "по", "к", "из", "от", "чтобы", "затем", "потом", "без", "without",
    ]

    /// Whether the word is a number, tool, place, shape, part or time, or ends like a participle or adverb.
    static func isHarmless(_ word: NameWord) -> Bool {
        harmless.contains(word.form) || word.text.utf8.first.map { $0 < 0x3A } ?? true
            || ["ed", "ing", "ly", "wise"].contains { word.text.utf8.count > 4 && word.text.hasSuffix($0) }
    }

    private static let harmless = NameWords.forms(
        """
        half halves quarter quarters third thirds skin skins juice juices liquid piece pieces ring rings diagonal bias \
        angle pod pods peeler knife towel towels oven refrigerator fridge freezer skillet microwave hand hands fork food \
        processor blender mortar pestle box sieve strainer colander cheesecloth minute minutes hour hours day days night \
        overnight time times total advance inch inches side sides top tops bottom middle center end ends edge edges \
        crosswise lengthwise lengthways pound pounds slice slices wedge wedges strip strips cube cubes chunk chunks \
        matchstick matchsticks coin coins disk disks disc discs circle circles round rounds chiffonade julienne dice \
        brunoise thickness length lengths width size sizes shape shapes bundle bundles bunch cluster clusters string twine foil paper \
        plastic wrap parchment jar jars can cans plate plates rack sheet stem stems stalk stalks leaf leaves root roots \
        tail tails head heads shell shells bone bones rind peel seed seeds core cores vein membrane membranes pith \
        husk husks syrup water ice brine season summer market store stores supermarket supermarkets shop \
        section aisle place addition addtion case style fillet fillets segment segments layer layers batch batches weight \
        volume amount proportion ratio them it this that all each another place wood wooden stick sticks skewer skewers toothpick \
        grill griddle flame fire heat charcoal barbecue bbq steamer roasting vinegar lump lumps link links rope loaf block \
        row rows line lines direction section sections fashion manner way shreds ribbons flakes crumbles floret florets spears batons \
        bite mouthful diameter variety varieties color colour colors colours jackets vine vines stone stones pit pits ear ears cob \
        fingers finger fingertips palm scissors shears rolling pin mallet zester microplane mandoline mandolin cup cups tablespoon \
        tablespoons teaspoon teaspoons ounce ounces gram grams asian ethnic international gourmet specialty health natural japanese indian chinese italian latin mexican \
        grocery groceries shops markets delicatessen online us uk australia britain america england packet packets \
        package packages bag bags tube tubes carton own their its his your my our the a an
        половина половинка четверть кожа кожица кожура сок жидкость кусок кусочек кольцо полукольцо кружок холодильник \
        морозилка духовка микроволновка рука вилка нож терка комбайн блендер миксер ступка миска тарелка кастрюля \
        сковорода решетка гриль мангал пар пара огонь вода баня ночь час минута день сутки порция вкус выбор глаз кончик ложка \
        горка верх стручок скорлупа зерно хвост хвостик голова кость косточка плодоножка ветка веточка лист кубик \
        брусок ломтик долька соломка пластинка полоска слайс шайба банка пакет пакетик упаковка коробка собственный сироп \
        рассол уксус лед сезон магазин рынок отдел форма противень бумага пленка фольга мультиварка пароварка мясорубка чеснокодавилка пресс \
        сито марля дуршлаг шпажка зубочистка стакан чашка кружка размер толщина длина диаметр см мм кг гр мл литр штука шт \
        период время течение первый второй два три четыре пять шесть месяц неделя температура комнатная тесто
        """)
}
