// Finds claims of a diet in titles and texts that the ingredients deny: "vegan" with honey.

import Bytes
import Food

enum ClaimRules {
    private static let conditions = ScreeningWords.starter["no claim"]

    /// The first claim of a text that is denied.
    static func finding(_ text: ScreenedText, _ diets: DerivedDiets, _ catalogue: Catalogue) -> Finding? {
        for sentence in text.sentences where !sentence.isEmpty {
            guard text.place == .title || text.place == .tags || !conditions.occurs(in: sentence, text) else {
                continue
            }
            if text.place == .title, conditions.matches(sentence.lowerBound, text) { continue }
            for range in pieces(sentence) {
                let words = text.written(range.lowerBound...(range.upperBound - 1))
                for part in TypedSearch(words, catalogue, readsWishes: false, .claims).parts {
                    guard let denied = denied(part.fact, diets) else { continue }
                    let written = text.place(of: part.words, in: range).map { text.written($0) }
                    let cause = written ?? part.words.joined(separator: " ")
                    return Finding(.claim, text.place, words: cause, detail: denied)
                }
            }
        }
        return nil
    }

    /// The parts of a sentence that are read as one search each. They overlap, so that no claim falls between two.
    private static func pieces(_ sentence: Range<Int>) -> [Range<Int>] {
        let step = TypedSearch.limit - 4
        return stride(from: sentence.lowerBound, to: sentence.upperBound, by: step).map {
            $0..<min($0 + TypedSearch.limit, sentence.upperBound)
        }
    }

    /// The diet or allergen that a claim states and the ingredients deny.
    private static func denied(_ fact: SearchFact, _ diets: DerivedDiets) -> String? {
        switch fact {
        case .diet(let diet) where diet != .spicy: diets[diet] == .no ? diet.rawValue : nil
        case .without(let name): allergens[name].flatMap { diets[$0] == .yes ? $0.rawValue : nil }
        default: nil
        }
    }

    private static let allergens = WordList.allergensInClaims.compactMapValues(Allergen.init(rawValue:))
}
