// Maps the words of other sites and programs for difficulty to `Difficulty`.

import Words

extension Difficulty {
    /// `nil` for unknown words.
    init?(said text: String) {
        let said = Words.words(text).joined(separator: " ")
        guard let found = Self.words.first(where: { $0.words.contains(said) }) else { return nil }
        self = found.difficulty
    }

    private static let words: [(difficulty: Difficulty, words: Set<String>)] = [
        (
            .easy,
            [
                "easy", "very easy", "super easy", "simple", "beginner", "low", "effortless", "легко", "легкий",
                "легкая", "просто", "простой", "простая", "очень просто", "низкая", "1",
            ]
        ),
        (
            .medium,
            [
                "medium", "moderate", "intermediate", "average", "normal", "more effort", "средне", "средний",
                "средняя", "2",
            ]
        ),
        (
            .hard,
            [
                "hard", "difficult", "demanding", "advanced", "challenging", "a challenge", "expert", "complex", "high",
                "сложно", "сложный", "сложная", "трудно", "трудный", "высокая", "3",
            ]
        ),
    ]
}
