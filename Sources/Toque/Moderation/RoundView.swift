// The view data of one round, for the author and for moderators.

import HTML
import Texts
import Words

/// A round with its decision; only moderators see who decided.
struct RoundView {
    let title: String
    let state: String
    let at: HTML
    let by: String?
    let reasons: [String]
    let message: [String]

    init(_ round: Round, showsModerator: Bool, _ language: Language) {
        title = Text.submissionRound(language, number: String(round.round))
        state = round.stateText(language)
        at = Moment(round.decision?.at ?? round.queuedAt, language).html
        by = showsModerator ? round.decision.map { $0.deciders(language) } : nil
        reasons = (round.decision?.reasons ?? []).map { Text.dynamic("reason.\($0)", language) ?? $0 }
        message = (round.decision?.message ?? "").paragraphs
    }
}

extension Round {
    func stateText(_ language: Language) -> String {
        if isTakenBack { return Text.submissionTakenBack(language) }
        if replacedBy != nil { return Text.submissionReplaced(language) }
        return Text.dynamic("submission.state.\(state.rawValue)", language) ?? state.rawValue
    }
}

extension DecisionRecord {
    /// The names of those who decided, for moderators.
    func deciders(_ language: Language) -> String {
        if isAutomatic { return Text.decisionAutomatic(language) }
        let first = FormerMember.shown(byName, language)
        return secondName.isEmpty ? first : "\(first), \(secondName)"
    }
}
