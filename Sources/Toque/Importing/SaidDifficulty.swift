// Maps the words of other sites and programs for difficulty to `Difficulty`.

import Food
import Words

extension Difficulty {
    /// `nil` for unknown words.
    init?(said text: String) {
        let said = Words.words(text).joined(separator: " ")
        guard let found = WordList.wordsForDifficulty[said].flatMap(Difficulty.init(rawValue:)) else { return nil }
        self = found
    }
}
