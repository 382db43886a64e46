// Lists the words that may be next to a known name without turning it into another food, and for which ingredients.

import Bytes

/// The classes of words that are not part of a known name.
struct NameClass: OptionSet, Sendable {
    let rawValue: UInt32

    /// `fresh`, `large`, `chopped`, `of`: does not change what the food is.
    static let harmless = NameClass(rawValue: 1 << 0)
    /// `breast`, `chops`: a cut, for meat and fish only.
    static let cut = NameClass(rawValue: 1 << 1)
    /// `red`, `sweet`: a variety, for plain vegetables, fruit and pulses only.
    static let variety = NameClass(rawValue: 1 << 2)
    /// `zest`, `peel`: a part, for plain fruit only.
    static let fruitPart = NameClass(rawValue: 1 << 3)
    /// `dried`: for plain vegetables, herbs, spices, pulses and grains, but not for fruit, which may be sulphured.
    /// `dry` is also allowed for alcoholic drinks.
    static let dried = NameClass(rawValue: 1 << 4)
    /// `hot`: for water, milk, stock, broth and oil.
    static let heat = NameClass(rawValue: 1 << 5)
    /// `brine`, `shell`: after `in`, `with`, `on`, `без`.
    static let behind = NameClass(rawValue: 1 << 6)
    /// `italian`: for plain vegetables, fruit and pulses, but not for seasonings.
    static let origin = NameClass(rawValue: 1 << 7)
    /// `tart`, `split`: only before the name. After it they name a dish (`apple tart`, `banana split`).
    static let ahead = NameClass(rawValue: 1 << 8)
    /// `roast`: only after the name, where it means a raw joint. Before it, it means a cooked product with unknown
    /// additives.
    static let after = NameClass(rawValue: 1 << 9)
    /// `loaf`: for bread only, since `olive loaf` is a sausage and `date loaf` a cake.
    static let loaf = NameClass(rawValue: 1 << 10)
    /// `meat`: the word before it says how to cook the meat and does not name a dish (`stew meat`).
    static let meat = NameClass(rawValue: 1 << 11)

    /// `free`, `less`: only next to a word of `lackable` (`fat-free`, `free-range`), since `meat-free mince` is not
    /// mince. Not for oils and fats.
    static let lacking = NameClass(rawValue: 1 << 12)
    /// `fat`, `salt`, `range`: a food can lack it and still be the same food.
    static let lackable = NameClass(rawValue: 1 << 13)
    /// `kernel`: of corn or nuts, for example, but not for fruit: the kernel of an apricot or a peach is not fruit.
    static let kernel = NameClass(rawValue: 1 << 14)

    /// `store-bought`, `canned`, `salted`: bought meat and fish are products with unknown additives, so most do not
    /// match.
    static let bought = NameClass(rawValue: 1 << 15)
    /// `smoked`: for meat and fish only, and only where the catalogue does not say that they are free from gluten.
    static let smoked = NameClass(rawValue: 1 << 16)

    /// Whether a word of this class may be next to the name of an ingredient.
    func isAllowed(beside entry: IngredientEntry) -> Bool {
        if contains(.bought), !entry.isKnownAsBought { return false }
        if contains(.smoked) { return entry.facts[.vegetarian] == .no && entry.facts[.gluten] != .no }
        if contains(.harmless) { return true }
        if contains(.cut), entry.facts[.vegetarian] == .no { return true }
        let isPlain = entry.facts.isPlainPlant
        if !isDisjoint(with: [.variety, .origin]), isPlain, Self.produce.contains(entry.aisle) { return true }
        if contains(.dried), isPlain, Self.dryable.contains(entry.aisle) { return true }
        if contains(.dried), entry.aisle == "drinks", entry.facts[.halal] == .no { return true }
        if contains(.fruitPart), isPlain, entry.aisle == "fruit" { return true }
        if contains(.lacking) { return entry.aisle != "oils-and-fats" }
        if contains(.kernel) { return entry.aisle != "fruit" }
        if contains(.loaf), entry.aisle == "bread-and-pastry" { return true }
        if contains(.heat) {
            return ["water", "milk", "stock", "broth", "oil"].contains { entry.key.hasSuffix(bytes: $0) }
        }
        return false
    }

    private static let produce: Set<String> = ["vegetables", "fruit", "legumes"]
    private static let dryable: Set<String> = ["vegetables", "herbs-and-spices", "legumes", "grains-and-pasta"]

    static let words: [(NameClass, String)] = [
        (
            .harmless,
            """
            flat curly a an the of or and from fresh freshly large medium small extra big jumbo mini miniature tiny baby young new \
            ripe firm soft tender organic range cage farm pasture raised natural pure plain regular whole half \
            halves quarter quarters piece pieces chunk chunks cubed slice slices sliced \
             round rounds ribbon ribbons matchsticks dice diced chopped minced grated shredded shaved \
            crushed cracked ground peeled unpeeled pitted seeded seedless deseeded skinless boneless boned bone skin on \
            trimmed cleaned washed rinsed drained cooked uncooked raw blanched steamed boiled poached roasted toasted \
            untoasted grilled melted softened chilled cold cool warm lukewarm tepid boiling iced room temperature thick \
            thin thinly thickly finely coarsely roughly fine coarse good quality best high top premium favorite favourite \
            your frozen thawed canned tinned bottled jarred packed salted unsalted lightly unsweetened sweetened low \
            reduced fat lowfat nonfat sodium lite light dark lean lower unbleached bleached enriched sifted \
            unsifted superfine granulated granular powdered loose leftover day old stale long short grain medium-grain leaf leaves sprig \
            sprigs stalk stalks stem stems head heads bulb bulbs clove cloves bunch handful ear ears \
            floret florets spear spears tip tips tops top root cap caps pod pods shelled unshelled hulled \
            husked stemmed cored deveined peel-on shell-on tail-on tails tail on-the-bone lump flaked \
            store-bought home grown hot-house hothouse vine ripened imported domestic local assorted mixed additional \
            extra more optional generous heaping packed beaten separated divided whisked sized cut halved quartered julienned crumbled torn split packaged package can cans jar block \
            sheet sheets each about thick-cut center centre bottom unwaxed scrubbed well squeezed active \
            freshly-ground quick-cooking quick cooking rapid unripe moist plump mature \
            other similar purchased slender very but unseasoned reserved container containers basket baskets pint pints \
            pureed sieved unfiltered diagonal part parts milled unskinned bulk juicy crustless scooped out outer inner meaty handfull pasteurized \
            unpasteurized

            свежий крупный мелкий средний большой маленький молодой спелый целый нарезанный рубленый тертый натертый \
            измельченный молотый очищенный неочищенный домашний замороженный размороженный консервированный вареный \
            отварной охлажденный холодный теплый кипяченый растопленный размягченный мягкий сырой жирный нежирный \
            обезжиренный хороший качественный мытый промытый толченый дробленый поджаренный несоленый \
            половина половинка кусок кусочек ломтик зубчик головка веточка пучок лист листик стебель черешок штука \
            комнатный температура длиннозерный круглозерный среднезерный просеянный высший первый сорт и или на \
             тонкий плотный твердый небольшой пакетированный слегка
            """
        ),
        (
            .cut,
            """
            shell shells breast breasts thigh thighs leg legs wing wings drumstick drumsticks shoulder loin loins tenderloin tenderloins \
            chop chops steak steaks fillet fillets filet filets rib ribs shank shanks neck rump sirloin \
            roast roasting stew stewing braising meat bone-in carcass quarters medallion medallions escalope escalopes \
            center-cut lean bone bones in joint scallopini scaloppine stir fry frying \
            филе мякоть грудка бедро голень крыло окорочок лопатка вырезка шея корейка стейк отбивная мясо рулька ребро кость голяшка \
            грудинка тушка кожа
            """
        ),
        (
            .variety,
            """
            strip strips heart red green yellow white orange purple black brown golden pink blue \
                         \
             mild hot waxy floury starchy baking winter summer spring sweet sour \
            round oblong globe field garden tart red-skinned red-skin flowering wild cultivated exotic \
            красный зеленый желтый белый черный коричневый фиолетовый розовый сладкий кислый острый полевой садовый
            """
        ),
        (
            .fruitPart,
            "cube cubes wedge wedges ring rings zest peel rind flesh pulp segment segments skin zested цедра кожура мякоть долька"
        ),
        (
            .origin,
            """
            italian french english greek spanish mexican thai chinese japanese korean indian turkish persian dutch hungarian \
            california asian european mediterranean american
            """
        ),
        (.bought, "purchased store bought packaged canned tinned jarred bottled salted консервированный"),
        (.smoked, "smoked копченый"),
        (.lacking, "free less"), (.kernel, "kernel kernels"),
        (.lackable, "fat sodium salt sugar skin bone seed stem pit rind crust range cage"),
        (.ahead, "tart split stew fry"), (.after, "roast"), (.loaf, "loaf loaves"), (.meat, "meat"),
        (.dried, "dried dry сушеный сухой вяленый"),
        (.heat, "hot горячий"),
        (
            .behind,
            """
            brine water juice juices pulp own their its liquid shell shells skin skins bone bones stone stones rind stem stems top tops \
            pinch dash tbs tb handful substitute ounce ounces pound pounds cup cups tablespoon tablespoons teaspoon teaspoons tbsp tsp oz lb lbs gram grams inch \
            inches root roots green greens leaf leaves tail tails head heads jacket peel vine half cob husk pod ice cold \
            кожа кожица кость косточка кожура мякоть вода сок рассол собственный семечко верхний нижний жир
            """
        ),
    ]
}

extension IngredientFacts {
    /// Whether it is vegan and free from all allergens, hot plants included.
    package var isPlainPlant: Bool {
        self[.vegan] == .yes && Allergen.allCases.allSatisfy { self[$0] == .no }
    }
}

extension IngredientEntry {
    /// Whether its facts also apply to a bought product. That is so if it is not meat or fish, if it is not known to be
    /// free from gluten, so that makers' additives are left open, or if it is fish that is sold in cans.
    var isKnownAsBought: Bool {
        if facts[.gluten] != .no { return true }
        if aisle == "fish-and-seafood" { return portions.contains { $0.name == "can" } }
        return aisle != "meat"
    }

    /// Whether lines that mean `other` would mean this entry in its place: both have the same names, and the same words
    /// are allowed next to them. If not, lines of any recipe may be understood differently.
    func isFound(like other: IngredientEntry) -> Bool {
        english == other.english && russian == other.russian && aisle == other.aisle
            && facts.isPlainPlant == other.facts.isPlainPlant && facts[.vegetarian] == other.facts[.vegetarian]
            && facts[.halal] == other.facts[.halal]
            && facts[.gluten] == other.facts[.gluten] && isKnownAsBought == other.isKnownAsBought
    }
}
