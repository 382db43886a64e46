// The filter of the moderation queue; all of it is in the address.

import Bytes
import Database
import HTTP
import Texts
import Words

/// The filter as typed. Values that are not understood find nothing.
struct QueueFilter: Sendable {
    /// A property to filter by, besides language and author.
    enum Trait: String, CaseIterable, Sendable { case overdue, claimed, assigned, returned, findings }

    static let authorLength = 64

    let language: Language?
    let author: String
    let traits: [Trait]
    private let isWrong: Bool

    init(_ query: Parameters) {
        let typed = (query["language"] ?? "").trimmed
        let names = query.all("with")
        language = Language(rawValue: typed)
        author = (query["author"] ?? "").trimmed.cut(to: Self.authorLength)
        traits = Trait.allCases.filter { trait in names.contains { $0.isSame(as: trait.rawValue) } }
        isWrong = (language == nil && !typed.isEmpty) || names.contains { Trait(rawValue: $0) == nil }
    }

    /// Reads a stored query; a malformed one finds nothing.
    init(encoded: String) {
        self.init((try? Parameters(parsing: encoded)) ?? Parameters([("language", "?")]))
    }

    var isEmpty: Bool { language == nil && author.isEmpty && traits.isEmpty && !isWrong }

    private var pairs: [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        if let language { pairs.append(("language", language.rawValue)) }
        if !author.isEmpty { pairs.append(("author", author)) }
        pairs += traits.map { ("with", $0.rawValue) }
        if isWrong { pairs.append(("with", "?")) }
        return pairs
    }

    var encoded: String { Parameters(pairs).encoded() }

    /// An address with the filter, and with more fields if there are any.
    func address(_ path: String, _ more: [(name: String, value: String)] = []) -> String {
        let query = Parameters(pairs + more).encoded()
        return query.isEmpty ? path : "\(path)?\(query)"
    }

    /// The condition for rows of `submission s JOIN recipe r`, for a moderator.
    func condition(for moderator: Int, now: Int) -> SQL {
        var parts: [SQL] = ["TRUE"]
        if isWrong { parts.append("FALSE") }
        if let language { parts.append("s.language = \(language.rawValue)") }
        if !author.isEmpty {
            parts.append("r.author_id = (SELECT id FROM user WHERE username_key = \(AccountRules.key(author)))")
        }
        return (parts + traits.map { $0.condition(for: moderator, now: now) }).joined(separator: " AND ")
    }
}

extension QueueFilter.Trait {
    fileprivate func condition(for moderator: Int, now: Int) -> SQL {
        switch self {
        case .overdue: "s.due_at < \(now)"
        case .claimed:
            "s.id IN (SELECT submission_id FROM claim WHERE moderator_id = \(moderator) AND expires_at > \(now))"
        case .assigned: "s.id IN (SELECT submission_id FROM assignment WHERE moderator_id = \(moderator))"
        case .returned: "s.returns_to = \(moderator) AND s.queued_at > \(now - Submission.returnTime)"
        case .findings: SubmissionStore.hasFindings
        }
    }
}

/// The form of the filter with what was typed.
struct QueueFilterForm {
    let language: Field
    let author: Field
    let traits: [Choice]
    let isOpen: Bool

    init(_ filter: QueueFilter, isOpen: Bool, _ language: Language) {
        let choices = Language.allCases.map {
            Choice(
                value: $0.rawValue,
                label: Text.dynamic("queue.filter.language.\($0.rawValue)", language) ?? $0.rawValue,
                isChosen: $0 == filter.language)
        }
        self.language = Field(
            name: "language", label: Text.queueFilterLanguage(language),
            choices: [Choice(value: "", label: Text.queueFilterAny(language))] + choices)
        author = Field(
            name: "author", label: Text.queueFilterAuthor(language), value: filter.author,
            maxLength: QueueFilter.authorLength)
        traits = QueueFilter.Trait.allCases.map {
            Choice(
                value: $0.rawValue, label: Text.dynamic("queue.filter.\($0.rawValue)", language) ?? $0.rawValue,
                isChosen: filter.traits.contains($0))
        }
        self.isOpen = isOpen
    }
}
