// The words for dishes of `Starter/dish-words.txt`, so that «суп» also finds soups with English titles and a title says
// the dish's course.

import Bytes
import Content
import Food
import Words

struct DishWords: Sendable {
    static let starter = DishWords(StarterFiles.all.first { $0.path == "dish-words.txt" }?.text ?? "")

    /// The course of a dish, and when that is certain.
    struct Course: Equatable, Sendable {
        enum Condition: String, Sendable {
            case always = ""
            case ifSweet = "if sweet"
            case unlessSweet = "unless sweet"
            case unlessSavoury = "unless savoury"
        }

        /// The key of a category.
        let category: String
        let condition: Condition

        /// Reads `baking` or `baking if sweet`; `nil` for any other text.
        init?(_ text: String) {
            let words = text.split(bytes: " ")
            guard let category = words.first,
                let condition = Condition(rawValue: words.dropFirst().joined(separator: " "))
            else { return nil }
            (self.category, self.condition) = (String(category), condition)
        }
    }

    /// The other words of a line, by the stems of each.
    private let others: [[String]: [[String]]]
    private let courses: [[String]: Course]
    /// Every name as it is in the file, folded.
    private let names: Set<[String]>
    /// Every single word of the names, as it is written.
    let words: Set<String>

    init(_ text: String) {
        var others: [[String]: [[String]]] = [:]
        var courses: [[String]: Course] = [:]
        var names: Set<[String]> = []
        for (_, line) in CatalogueText.lines(text) where !line.hasPrefix(bytes: "#") {
            let fields = CatalogueText.split(line, by: "|")
            let words = fields.prefix(2).flatMap { CatalogueText.list(Substring($0)) }.map(Words.words)
            let course = fields.count > 2 ? Course(fields[2]) : nil
            for own in words {
                let stems = own.map(Words.stem)
                others[stems, default: []] += words.filter { $0.map(Words.stem) != stems }
                if let course { courses[stems] = course }
                names.insert(own)
            }
        }
        self.others = others
        self.courses = courses
        self.names = names
        words = Set(names.joined())
    }

    subscript(stems: [String]) -> [[String]] { others[stems] ?? [] }

    /// Those of several words.
    var phrases: [[String]] { others.values.joined().filter { $0.count > 1 } }

    /// Whether words are one of the names, in any number or case: "roasts" are a roast, "roasted" is not.
    func knows(_ words: [String]) -> Bool {
        guard let last = words.last, others[words.map(Words.stem)] != nil else { return false }
        let isVerb = last.hasSuffix(bytes: "ed") || last.hasSuffix(bytes: "ing")
        return !isVerb || names.contains(words)
    }

    /// The course of the dish that words name.
    func course(of words: [String]) -> Course? { courses[words.map(Words.stem)] }
}
