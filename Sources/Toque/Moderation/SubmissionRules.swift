// The rules of the queue that need no database: states, due dates and the pre-screen.

import Bytes
import Food

/// The state of one submission.
enum SubmissionState: String, Sendable {
    case queued, approved, withdrawn, rejected
    case changesRequested = "changes-requested"
}

/// The possible decisions of a moderator.
enum DecisionKind: String, CaseIterable, Sendable {
    case approve, reject
    case requestChanges = "request-changes"

    var state: SubmissionState {
        switch self {
        case .approve: .approved
        case .reject: .rejected
        case .requestChanges: .changesRequested
        }
    }

    /// The reason codes that this decision may give.
    var reasons: [ModerationReason] {
        switch self {
        case .approve: []
        case .reject: ModerationReason.terminal
        case .requestChanges: ModerationReason.fixable
        }
    }
}

/// A note of the pre-screen for moderators; it never blocks a submission.
enum Hint: Equatable, Sendable {
    case unknownIngredient(String)
    case likelyIngredient(String)
    /// An ingredient that a text names and no line contains; the name is in the recipe's language.
    case unlisted(UnlistedIngredient)
    /// Ingredients that a text names but that are not in the dish, as the author stated.
    case notInDish(String)
    case noPhoto, noCategory, noTime
    /// Something that a moderator should look at.
    case found(Finding)

    /// Whether another part of the editor already shows it, with actions.
    var isToldElsewhere: Bool {
        switch self {
        case .likelyIngredient, .unlisted, .notInDish, .found: true
        default: false
        }
    }

    var finding: Finding? { if case .found(let finding) = self { finding } else { nil } }

    /// The stored form: a code, and after a space the text that caused it.
    var encoded: String {
        switch self {
        case .unknownIngredient(let name): "unknown-ingredient \(name)"
        case .likelyIngredient(let name): "likely-ingredient \(name)"
        case .unlisted(let found): "unlisted-ingredient \(found.name)"
        case .notInDish(let names): "not-in-dish \(names)"
        case .noPhoto: "no-photo"
        case .noCategory: "no-category"
        case .noTime: "no-time"
        case .found(let finding): "found \(finding.encoded)"
        }
    }

    init?(encoded: Substring) {
        switch encoded {
        case "no-photo": self = .noPhoto
        case "no-category": self = .noCategory
        case "no-time": self = .noTime
        default:
            let words = encoded.split(bytes: " ", maxSplits: 1, omittingEmptySubsequences: false)
            guard words.count == 2 else { return nil }
            switch words[0] {
            case "unknown-ingredient": self = .unknownIngredient(String(words[1]))
            case "likely-ingredient": self = .likelyIngredient(String(words[1]))
            case "unlisted-ingredient":
                guard let found = UnlistedIngredient(name: String(words[1])) else { return nil }
                self = .unlisted(found)
            case "not-in-dish": self = .notInDish(String(words[1]))
            case "found":
                guard let finding = Finding(encoded: words[1]) else { return nil }
                self = .found(finding)
            default: return nil
            }
        }
    }

    static func encode(_ hints: [Hint]) -> String { hints.map(\.encoded).joined(separator: "\n") }
    static func decode(_ text: String) -> [Hint] { text.split(bytes: "\n").compactMap(Hint.init(encoded:)) }
}

enum SubmissionRules {
    /// Two working days after a moment: Saturdays and Sundays (UTC) do not count.
    static func dueDate(from now: Int) -> Int {
        var due = now
        var remaining = 2
        while remaining > 0 {
            due += Milliseconds.day
            if !isWeekend(due) { remaining -= 1 }
        }
        return due
    }

    /// 1 January 1970 was a Thursday.
    private static func isWeekend(_ moment: Int) -> Bool {
        let weekday = (moment / Milliseconds.day + 4) % 7
        return weekday == 0 || weekday == 6
    }

    /// The hints for a recipe whose lines and texts are understood.
    static func hints(_ body: RecipeBody, _ lines: [UnderstoodLine]) -> [Hint] {
        func named(_ names: [String], _ hint: (String) -> Hint) -> [Hint] {
            names.map { hint($0.split(bytes: "\n").joined(separator: " ")) }
        }
        var hints = named(lines.flatMap(\.unknownNames), Hint.unknownIngredient)
        hints += named(lines.flatMap(\.likely).map(\.name), Hint.likelyIngredient)
        for line in lines where line.place != nil { hints += unlisted(line, isRussian: body.language == "ru") }
        if let names = body.notInDish { hints += named([names], Hint.notInDish) }
        if body.photo == nil { hints.append(.noPhoto) }
        if body.category == nil { hints.append(.noCategory) }
        if body.totalMinutes == nil { hints.append(.noTime) }
        return hints
    }

    /// Ingredients that a text names and no line contains, if they may change an answer.
    private static func unlisted(_ line: UnderstoodLine, isRussian: Bool) -> [Hint] {
        guard let place = line.place else { return [] }
        let mayTurn = line.mentions.filter { mention in
            mention.entry.map { !$0.facts.isPlainPlant } ?? false
        }
        return mayTurn.compactMap(\.entry).map { entry in
            .unlisted(UnlistedIngredient(key: (isRussian ? entry.russian : entry.english).singular, place: place))
        }
    }

    /// The blocked phrases in a recipe's texts, compared as whole case-folded words. `work` counts the words looked up.
    static func blocked(_ phrases: [[String]], in texts: [[String]], work: WorkCounter? = nil) -> [String] {
        // A tree of words: a thousand phrases with the same first words cost no more than one.
        var following: [[String: Int]] = [[:]]
        var ends: [Int: String] = [:]
        for phrase in phrases where !phrase.isEmpty {
            var node = 0
            for word in phrase {
                let next = following[node][word] ?? following.count
                if next == following.count { following.append([:]) }
                following[node][word] = next
                node = next
            }
            ends[node] = phrase.joined(separator: " ")
        }
        var found: Set<String> = []
        for text in texts {
            for start in text.indices {
                var node = 0
                for word in text[start...] {
                    work?.add()
                    guard let next = following[node][word] else { break }
                    node = next
                    if let phrase = ends[node] { found.insert(phrase) }
                }
            }
        }
        return found.sortedByBytes()
    }
}

extension ErrorReason {
    static let ownRecipe = ErrorReason("own-recipe")
    static let reportedByYou = ErrorReason("reported-by-you")
    static let nothingNew = ErrorReason("nothing-new")
    static let notInQueue = ErrorReason("not-in-queue")
    static let dailyLimit = ErrorReason("daily-limit")
    static let claimLimit = ErrorReason("claim-limit")
    static let claimed = ErrorReason("claimed")
    static let incomplete = ErrorReason("incomplete")
    static let videoUnready = ErrorReason("video-unready")
    static let statement = ErrorReason("statement")
    static let deletedByAdmin = ErrorReason("deleted-by-admin")
}
