// The timer of a step, as the editor takes it and as a revision holds it.

import Texts
import Words

/// At most one a step.
enum StepTimer: Equatable, Sendable {
    case none
    case seconds(Int)
    /// What was typed and is no time that a timer may have: kept until it is put right, and never stored in a revision.
    case unread(String)

    init(typed text: String) {
        // Most steps have none.
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

    /// As the editor's field shows it; every language is read again.
    func typed(_ language: Language) -> String {
        switch self {
        case .none: ""
        case .seconds(let seconds): Durations.text(seconds: seconds, language)
        case .unread(let text): text
        }
    }
}

extension RecipeStep {
    /// Its text, and the timer in words: for comparing.
    func told(_ language: Language) -> String { told(text, language) }

    /// The same with every word that people wrote.
    func toldWhole(_ language: Language) -> String { told(words.joined(separator: "\n\n"), language) }

    private func told(_ words: String, _ language: Language) -> String {
        let time = timer.typed(language)
        return time.isEmpty ? words : "\(words)\n\(Text.recipeStepTimer(language, time: time))"
    }

    /// A timer to offer: the time that its text speaks of, where it has none yet.
    var offeredTimer: Int? { timer == .none ? Durations.spoken(in: text)?.seconds : nil }
}
