// The English and Russian words, other than units, that the parser of ingredient lines knows.

import Bytes

/// The roles that a word can have in an ingredient line.
struct LineRole: OptionSet, Sendable {
    let rawValue: UInt32

    /// `chopped`, `натёртый`: goes to the note, both before and after the name.
    static let preparation = LineRole(rawValue: 1 << 0)
    /// `finely`, `мелко`: belongs to the preparation after it.
    static let adverb = LineRole(rawValue: 1 << 1)
    /// `large`, `крупный`.
    static let size = LineRole(rawValue: 1 << 2)
    /// `heaping`: may be before a unit.
    static let heap = LineRole(rawValue: 1 << 3)
    /// `fresh`, `boneless`: part of the name, but not what identifies it.
    static let modifier = LineRole(rawValue: 1 << 4)
    /// `plus`, `such`, `for`: what follows is no longer the name.
    static let remark = LineRole(rawValue: 1 << 5)
    static let and = LineRole(rawValue: 1 << 6)
    static let or = LineRole(rawValue: 1 << 7)
    static let of = LineRole(rawValue: 1 << 8)
    static let article = LineRole(rawValue: 1 << 9)
    static let to = LineRole(rawValue: 1 << 10)
    static let about = LineRole(rawValue: 1 << 11)
    /// `juice`, `zest`: before `of` and an amount.
    static let part = LineRole(rawValue: 1 << 12)
    /// `inch`, `cm`: measures a length.
    static let length = LineRole(rawValue: 1 << 13)
    static let number = LineRole(rawValue: 1 << 14)
    static let half = LineRole(rawValue: 1 << 15)
    static let dozen = LineRole(rawValue: 1 << 16)
    /// `few`, `little`, `несколько`: not a definite amount.
    static let vague = LineRole(rawValue: 1 << 17)
    static let plus = LineRole(rawValue: 1 << 18)
    static let optional = LineRole(rawValue: 1 << 19)
    static let taste = LineRole(rawValue: 1 << 20)
    static let from = LineRole(rawValue: 1 << 21)
    static let forWord = LineRole(rawValue: 1 << 22)
    static let each = LineRole(rawValue: 1 << 23)
    /// A unit that needs no amount: `pinch of salt`.
    static let loose = LineRole(rawValue: 1 << 24)
    /// A unit that must be plural if there are several: `cube` in `2 cube steaks` is not a unit.
    static let agrees = LineRole(rawValue: 1 << 25)
    /// A unit that a weight may precede: `8-ounce package`.
    static let container = LineRole(rawValue: 1 << 26)
    static let times = LineRole(rawValue: 1 << 27)
    /// `с`, `with`, `in`: a preposition; no word after it is the head of the name.
    static let with = LineRole(rawValue: 1 << 28)
    /// `frozen`, `homemade`: two of them joined by `or` are a choice for the cook, not part of the name.
    static let state = LineRole(rawValue: 1 << 29)
    /// `pieces`: what something is cut into.
    static let cut = LineRole(rawValue: 1 << 30)
}

/// The lists of words for each role.
enum LineWords {
    static let roles: [(LineRole, String)] = [
        (
            .preparation,
            """
            chopped minced grated shredded cooked sliced diced crushed toasted peeled uncooked crumbled packed cubed \
            drained sifted melted pitted shelled chilled cracked slivered trimmed snipped mashed hard-cooked seeded torn \
            shaved softened blanched hulled boned hard-boiled thawed cleaned cored halved quartered julienned strained \
            steamed stemmed beaten poached shucked rinsed washed unsifted deveined squeezed skinned scrubbed defrosted \
            cut split separated broken rough-chopped fine-chopped pulverized well-beaten finely-chopped deseeded \
            de-seeded zested juiced whisked warmed cooled soaked patted picked scored scraped bruised smashed divided \
            pared flattened julienne shelled refrigerated pressed pulsed crosswise lengthwise lengthways unwrapped \
            imported well-drained well-flavored well-seasoned milled popped freshly-milled chunked fresh-squeezed freshly-squeezed freshly-ground freshly-grated freshly-cracked well-shaken \
            well-stirred pounded room-temperature lukewarm bite-size bite-sized heated boiled stoned room-temp dissolved used moistened well-scrubbed additional pureed \
            topped tailed butterflied segmented crumpled thick-sliced thin-sliced
            """
        ),
        (
            .adverb,
            """
            finely coarsely thinly freshly roughly thickly lightly very loosely firmly tightly well fully slightly \
            diagonally gently newly partially partly completely fairly evenly attractively carefully мелко крупно \
            тонко свеже мелко-мелко слегка хорошо очень средне
            """
        ),
        (
            .size,
            """
            large medium small lg md sm med medium-size medium-sized large-size large-sized small-size small-sized \
            jumbo extra-large miniature tiny medium-large big good-sized good-size huge крупный крупная крупное \
            крупные крупных крупной крупного большой большая большое большие больших большого средний средняя среднее \
            средние средних средней среднего маленький маленькая маленькое маленькие маленьких маленькой небольшой \
            небольшая небольшое небольшие небольших небольшого мелкий мелкая мелкие мелких
            """
        ),
        (
            .heap,
            """
            heaping heaped scant level rounded generous good hefty fat thick thin full short long large small medium big \
            large-ish sm lg healthy overflowing packed неполный неполная неполные полный полная полные больший
            """
        ),
        (
            .modifier,
            """
            fresh dried frozen canned ripe boneless skinless skin-on bone-in whole large small cold hot warm dry raw \
            lean extra-lean organic unsalted salted unsweetened sweetened smoked roasted low-fat nonfat fat-free \
            reduced-fat low-sodium reduced-sodium full-fat plain thick thin white red green yellow black brown purple \
            light dark good quality good-quality best-quality best-quality baby young tender extra virgin \
            extra-virgin fine coarse firm soft crisp crusty free-range unpeeled unwaxed seedless sweet mild \
            strong mixed assorted your favorite favourite unsulphured smooth creamy heavy long round thick-cut \
            shell-on tail-on store-bought homemade home-made instant quick-cooking unbleached bleached day-old stale \
            leftover english italian french greek mineral filtered sparkling kosher regular cooking lump jumbo \
            half-fat semi-skimmed high-fat robust fruity plump свежий свежая свежее свежие свежего свежей свежих сушеный сушеная сушеные сушеных \
            замороженный замороженная замороженные красный красная красное красные зеленый зеленая зеленые белый белая \
            черный черная желтый желтая
            """
        ),
        (
            .remark,
            """
            such like preferably about approximately divided until see if plus including depending optional eg ie \
            recommended reserved additional at for as или-же например желательно предпочтительно если плюс включая
            """
        ),
        (
            .state,
            """
            fresh frozen canned dried homemade home-made store-bought storebought cooked bottled prepared jarred tinned \
            refrigerated packaged purchased low-sodium свежий свежая свежее свежие свежего свежей свежих замороженный \
            замороженная замороженное замороженные замороженного замороженной замороженных консервированный \
            консервированная консервированные консервированного консервированной консервированных
            """
        ),
        (.cut, "pieces chunks cubes strips shavings"),
        (.and, "and и"), (.or, "or или либо"), (.of, "of"), (.article, "a an the"), (.to, "to до"),
        (
            .about,
            """
            about approximately approx around roughly circa ca nearly almost scant heaping generous over under plus \
            около примерно приблизительно где-то всего
            """
        ),
        (.part, "juice zest rind rinds peel pulp flesh juices seeds leaves stems сок цедра цедру мякоть кожура"),
        (
            .length,
            """
            inch inches inch-thick inch-long inch-wide inch-diameter cm mm centimetre centimetres centimeter \
            centimeters millimetre millimetres foot feet in-thick in-long см мм сантиметр сантиметра сантиметров
            """
        ),
        (.vague, "few little some bit several несколько немного чуть чуть-чуть"),
        (.plus, "plus плюс"), (.optional, "optional optionally необязательно опционально"),
        (.taste, "taste вкусу желанию необходимости"), (.from, "from от between из"), (.forWord, "for для"),
        (.each, "each по"), (.times, "x х"), (.with, "with in without с со в во без"),
    ]

    static let numbers: [(Double, LineRole, String)] = [
        (1, .number, "one один одна одно одну одного одной"), (2, .number, "two два две двух couple пара пару пары"),
        (3, .number, "three три трех"), (4, .number, "four четыре четырех"), (5, .number, "five пять пяти"),
        (6, .number, "six шесть шести"), (7, .number, "seven семь семи"), (8, .number, "eight восемь восьми"),
        (9, .number, "nine девять девяти"), (10, .number, "ten десять десяти десяток"),
        (11, .number, "eleven одиннадцать"), (12, .number, "twelve двенадцать"),
        (0.5, [.number, .half], "half one-half пол половина половинка половины половинки половину половинку"),
        (1.5, .number, "полтора полторы полутора"), (2.5, .number, "two-and-a-half"),
        (1.5, .number, "one-and-a-half"), (0.25, .number, "quarter one-quarter one-fourth четверть четверти"),
        (1.0 / 3, .number, "one-third треть трети"), (2.0 / 3, .number, "two-thirds"),
        (0.75, .number, "three-quarters three-fourths"), (12, [.number, .dozen], "dozen дюжина дюжины"),
    ]

    /// Preparations in which these ingredients are sold, so that they stay in the name.
    static let lasting: [(preparation: String, nouns: String)] = [
        ("pitted", "olive olives cherry cherries plums"), ("blanched", "almond almonds"), ("toasted", "oil"),
        ("crushed", "tomato tomatoes pineapple salt"), ("boiled", "rice potatoes"), ("mashed", "avocado"),
        ("hard-boiled", "egg eggs"),
        ("cooked", "beetroot prawns crab langoustines"), ("medium", "curry"),
    ]

    /// Words after `with` or `in` that are not an ingredient of their own: `prunes with pits`, `oysters in shells`.
    static let belongings =
        "bone bones pit pits seed seeds crust crusts skin skins membranes stalks shell shells their its one bulk"

    /// Beginnings of Russian participles, which have too many endings to list.
    static let russianPreparations = [
        "нарезан", "порезан", "нашинкован", "шинкован", "измельчен", "нарублен", "рублен", "натерт", "терт", "протерт",
        "очищен", "чищен", "растоплен", "размягчен", "взбит", "просеян", "свежемолот", "свежесмолот", "свежевыжат",
        "раздавлен", "давлен", "нагрет", "охлажден", "мелконарезан", "мелкорублен", "замочен", "вымочен", "вымыт",
        "мыт", "разморожен", "процежен", "отжат", "обжарен", "подсушен", "поджарен", "раскрошен", "разрезан", "нарван",
    ]

    /// Keys of the units that have one of these roles.
    static let unitRoles: [(LineRole, String)] = [
        (.loose, "pinch dash handful sprig splash bunch drizzle knob drop squeeze glug grind twist dusting shake"),
        (
            .agrees,
            "cube rib leaf strip fillet drop ear stick ball sheet head pod stalk piece slice wedge loaf square block rack link scoop recipe spear"
        ),
        (.container, "can jar package sachet bottle piece ball tub carton block loaf punnet"),
    ]

    /// Other forms of a unit, by its key, that are read but never shown.
    static let aliases: [(key: String, forms: String)] = [("tbsp", "tb tbls tsbp"), ("tsp", "tspspoon"), ("cup", "c")]
}
