// Finds texts that state a diet or allergen, which only the rules may state.

import Words

package enum DietClaims {
    /// Whether a short text states a diet, an allergen or a nutrition claim: `gluten-free`, `no nuts`, `без яиц`.
    /// `no-bake` states none.
    package static func states(_ text: String) -> Bool {
        let words = Words.words(text)
        return words.indices.contains { place in
            let word = words[place]
            if WordList.claimStems.contains(where: { word.utf8.starts(with: $0.utf8) }) { return true }
            guard WordList.claimWords.contains(word) else { return false }
            let next = place + 1 < words.count ? words[place + 1] : ""
            return word != "no" || !WordList.wordsAfterAHarmlessNo.contains(next)
        }
    }
}
