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
    static let roles: [(LineRole, Set<String>)] = [
        (.preparation, WordList.preparations), (.adverb, WordList.preparationAdverbs), (.size, WordList.sizes),
        (.heap, WordList.unitAdjectives), (.modifier, WordList.nameModifiers), (.remark, WordList.remarkOpeners),
        (.state, WordList.statesToChooseFrom), (.cut, WordList.piecesOfFood),
        (.and, WordList.wordsForAnd), (.or, WordList.wordsForOr), (.of, ["of"]), (.article, WordList.articles),
        (.to, ["to", "до"]), (.about, WordList.wordsForAbout), (.part, WordList.partsBeforeOf),
        (.length, WordList.unitsOfLength), (.vague, WordList.vagueAmounts), (.plus, ["plus", "плюс"]),
        (.optional, ["optional", "optionally", "необязательно", "опционально"]),
        (.taste, ["taste", "вкусу", "желанию", "необходимости"]), (.from, ["from", "от", "between", "из"]),
        (.forWord, WordList.wordsBeforeAPurpose), (.each, ["each", "по"]), (.times, ["x", "х"]),
        (.with, WordList.linePrepositions),
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
