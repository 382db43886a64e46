// Reads what can stand in for an ingredient. `Starter/substitutions.txt` lists it, in one direction a line.

import Bytes
package import Words

/// One line: the first ingredient may be replaced by the second.
package struct Substitution: Sendable, Equatable {
    /// English names of the catalogue.
    package let missing: String
    package let standIn: String
    /// The amount that is needed, and how much of the stand-in replaces it: `1 : 0.75`.
    package let ratio: String
    package let english: String
    package let russian: String

    package func note(_ language: Language) -> String { language == .ru ? russian : english }
}

package struct SubstitutionList: Sendable {
    package private(set) var all: [Substitution] = []
    /// The lines that cannot be read.
    package private(set) var unread: [Int] = []

    package init(_ text: String) {
        for (number, line) in CatalogueText.lines(text) {
            if line.isEmpty || line.hasPrefix(bytes: "#") { continue }
            let fields = CatalogueText.split(line, by: "|")
            guard fields.count == 6, fields.allSatisfy({ !$0.isEmpty }), Self.isRatio(fields[2]) else {
                unread.append(number)
                continue
            }
            all.append(
                Substitution(
                    missing: fields[0], standIn: fields[1], ratio: fields[2], english: fields[3], russian: fields[4]))
        }
    }

    /// `1 : 0.75` or `1 : 3/4`.
    private static func isRatio(_ text: String) -> Bool {
        let sides = text.split(bytes: ":", omittingEmptySubsequences: false)
        return sides.count == 2 && sides.allSatisfy { side in Amounts.read(String(side)).map { $0.low > 0 } ?? false }
    }
}
