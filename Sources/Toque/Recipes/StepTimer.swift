// The timer of a step, as typed in the editor and as stored in a revision.

import Texts
import Words

/// The timer of one step, which has at most one.
enum StepTimer: Equatable, Sendable {
    case none
    case seconds(Int)
    /// A typed text that is not a valid time. It stays in the form until it is corrected, and is never stored in a
    /// revision.
    case unread(String)

    init(typed text: String) {
        // Fast path: most steps have no timer.
        if text.isEmpty {
            self = .none
            return
        }
        let seconds = Durations.seconds(typed: text).flatMap { RecipeLimits.timer.contains($0) ? $0 : nil }
        self = seconds.map(Self.seconds) ?? .unread(text)
    }

    init(seconds: Int?) { self = seconds.map(Self.seconds) ?? .none }

    var seconds: Int? {
        if case .seconds(let seconds) = self { seconds } else { nil }
    }

    /// The text for the editor's field, which accepts every language.
    func typed(_ language: Language) -> String {
        switch self {
        case .none: ""
        case .seconds(let seconds): Durations.text(seconds: seconds, language)
        case .unread(let text): text
        }
    }
}

extension RecipeStep {
    /// Its text and the timer in words, for comparing versions.
    func told(_ language: Language) -> String { told(text, language) }

    /// The same with every text that people wrote.
    func toldWhole(_ language: Language) -> String { told(words.joined(separator: "\n\n"), language) }

    private func told(_ words: String, _ language: Language) -> String {
        let time = timer.typed(language)
        return time.isEmpty ? words : "\(words)\n\(Text.recipeStepTimer(language, time: time))"
    }

    /// The timer to suggest: the first time in its text, if it has no timer yet.
    var offeredTimer: Int? { timer == .none ? Durations.spoken(in: text)?.seconds : nil }
}
