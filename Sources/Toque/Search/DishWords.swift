// The words for dishes of `Starter/dish-words.txt`, so that «суп» also finds soups with English titles.

import Bytes
import Content
import Food
import Words

struct DishWords: Sendable {
    static let starter = DishWords(StarterFiles.all.first { $0.path == "dish-words.txt" }?.text ?? "")

    /// The other words of a line, by the stems of each.
    private let others: [[String]: [[String]]]
    /// Every single word of the lines, as it is written.
    let words: Set<String>

    init(_ text: String) {
        var others: [[String]: [[String]]] = [:]
        var all: Set<String> = []
        for (_, line) in CatalogueText.lines(text) {
            let words = CatalogueText.split(line, by: "|").flatMap { CatalogueText.split(Substring($0), by: ",") }
                .map(Words.words)
            for own in words {
                let stems = own.map(Words.stem)
                others[stems, default: []] += words.filter { $0.map(Words.stem) != stems }
                all.formUnion(own)
            }
        }
        (self.others, self.words) = (others, all)
    }

    subscript(stems: [String]) -> [[String]] { others[stems] ?? [] }

    /// Those of several words.
    var phrases: [[String]] { others.values.joined().filter { $0.count > 1 } }
}
