// The filters that the words of a search state.

import Bytes
import Food

extension TypedSearch {
    func diets() -> [Diet] { parts.compactMap { if case .diet(let diet) = $0.fact { diet } else { nil } } }
    func with() -> [String] { parts.compactMap { if case .with(let name) = $0.fact { name } else { nil } } }
    func without() -> [String] { parts.compactMap { if case .without(let name) = $0.fact { name } else { nil } } }
    /// The keys of the categories that phrases name.
    func categories() -> [String] { parts.compactMap { if case .category(let key) = $0.fact { key } else { nil } } }
    func cuisines() -> [String] { parts.compactMap { if case .cuisine(let key) = $0.fact { key } else { nil } } }
    func claims() -> [NutritionClaim] {
        parts.compactMap { if case .claim(let claim) = $0.fact { claim } else { nil } }
    }
    /// Whether words that exclude something were not understood: `without walnutz`.
    var hasUnreadExclusion: Bool {
        terms.contains { term in
            !term.isQuoted && term.words.count == 1
                && (term.words[0].hasSuffix(bytes: "less") || WordList.wordsForWithout.contains(term.words[0])
                    || WordList.wordsForAvoiding.contains(term.words[0])
                    || DietClaims.states(term.words[0]))
        }
    }
    /// Whether no food is wanted: corrected spelling must not turn `without both nuts` into wanted nuts.
    func excludesAllNames(_ catalogue: Catalogue) -> Bool {
        !hasUnreadExclusion && !terms.contains { catalogue.groups.knows($0.words.joined(separator: " ")) }
    }

    /// Whether it states an ingredient, time, course or nutrition claim. A cuisine also counts as its word, so it is
    /// never in the way of a title.
    var hasWishes: Bool {
        parts.contains { part in
            switch part.fact {
            case .with, .minutes, .category, .claim: true
            default: false
            }
        }
    }
    /// The shortest time that the words state.
    func minutes() -> Int? { parts.compactMap { if case .minutes(let count) = $0.fact { count } else { nil } }.min() }
}
