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
            let words = text.written(sentence.lowerBound...(sentence.upperBound - 1))
            let negated = text.place == .title && conditions.occurs(in: sentence.prefix(1).indices, text)
            if negated { continue }
            for part in TypedSearch(words, catalogue, readsWishes: false).parts {
                if let denied = denied(part.fact, diets) {
                    return Finding(.claim, text.place, words: part.words.joined(separator: " "), detail: denied)
                }
            }
        }
        return nil
    }

    /// The diet or allergen that a claim states and the ingredients deny.
    private static func denied(_ fact: SearchFact, _ diets: DerivedDiets) -> String? {
        switch fact {
        case .diet(let diet) where diet != .spicy: diets[diet] == .no ? diet.rawValue : nil
        case .without(let name): allergens[name].flatMap { diets[$0] == .yes ? $0.rawValue : nil }
        default: nil
        }
    }

    private static let allergens: [String: Allergen] = [
        "egg": .eggs, "eggs": .eggs, "fish": .fish, "peanut": .peanuts, "peanuts": .peanuts, "soy": .soy, "soya": .soy,
        "milk": .milk, "dairy": .milk, "nut": .nuts, "nuts": .nuts, "gluten": .gluten, "wheat": .gluten,
        "sesame": .sesame, "mustard": .mustard, "celery": .celery, "яиц": .eggs, "яйца": .eggs, "рыбы": .fish,
        "арахиса": .peanuts, "сои": .soy, "молока": .milk, "орехов": .nuts, "глютена": .gluten, "кунжута": .sesame,
    ]
}
