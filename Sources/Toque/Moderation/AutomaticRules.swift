// The rules of automatic approval: which changes of a public recipe need no moderator, and whose. Everything that a cook
// follows has to stay the same.

import Bytes
import Words

/// What is known about a submission when the rules judge it.
struct AutomaticFacts: Sendable {
    /// Moderators' decisions about the author in the last 180 days.
    var approvals = 0
    var changesRequested = 0
    var rejections = 0
    /// The author's strikes that count.
    var strikes = 0
    /// What the pre-screen found. Its notes, such as unknown ingredients, are about parts that did not change.
    var findings = 0
    /// Reports about the recipe that wait.
    var reports = 0
    /// Whether the author is a moderator or admin.
    var isStaff = false
    /// Whether a moderator set a diet or allergen of the recipe, or an admin its category or cuisine.
    var isOverridden = false
    /// Whether the text was submitted, and not approved, since the public text was approved.
    var isFollowUp = false
    /// Whether a text that was compared is public now.
    var isPublic = true
    /// The changed fields that a moderator has to read.
    var changes: [String] = []
    /// Whether the draw gave it to moderators, who are not told so.
    var isDrawn = false
}

/// A condition with its value and weight, as it is stored.
struct AutomaticCondition: Equatable, Sendable {
    let name: String
    let value: Int
    let weight: Int
    let isMet: Bool

    /// `approvals 7 1 met`.
    var encoded: String { "\(name) \(value) \(weight) \(isMet ? "met" : "failed")" }

    init(_ name: String, _ value: Int, weight: Int = 0, isMet: Bool) {
        (self.name, self.value, self.weight, self.isMet) = (name, value, weight, isMet)
    }

    init?(encoded: Substring) {
        let parts = encoded.split(bytes: " ")
        guard parts.count == 4, let value = Int(parts[1]), let weight = Int(parts[2]) else { return nil }
        self.init(String(parts[0]), value, weight: weight, isMet: parts[3] == "met")
    }
}

enum AutomaticRules {
    /// How far back an author's decisions count, in milliseconds.
    static let window = 180 * Milliseconds.day
    /// How many recipes of the author are looked at: those that changed last, deleted ones after the others.
    static let recipes = 1_000
    /// The fewest approvals, and the least sum of all decisions by their weights.
    static let approvals = 5
    static let trust = 5
    static let weights = (approval: 1, changesRequested: -1, rejection: -3)
    /// One in so many goes to moderators all the same, and one in so many approvals is checked afterwards.
    static let share = 5
    static let sample = 3

    /// Every condition; the text is approved if all are met.
    static func conditions(_ facts: AutomaticFacts) -> [AutomaticCondition] {
        let trust =
            facts.approvals * weights.approval + facts.changesRequested * weights.changesRequested
            + facts.rejections * weights.rejection
        return [
            AutomaticCondition(
                "approvals", facts.approvals, weight: weights.approval, isMet: facts.approvals >= approvals),
            AutomaticCondition(
                "changes-requested", facts.changesRequested, weight: weights.changesRequested, isMet: true),
            AutomaticCondition("rejections", facts.rejections, weight: weights.rejection, isMet: true),
            AutomaticCondition("trust", trust, isMet: trust >= self.trust),
            AutomaticCondition("strikes", facts.strikes, isMet: facts.strikes == 0),
            AutomaticCondition("findings", facts.findings, isMet: facts.findings == 0),
            AutomaticCondition("reports", facts.reports, isMet: facts.reports == 0),
            AutomaticCondition("staff", facts.isStaff ? 1 : 0, isMet: !facts.isStaff),
            AutomaticCondition("overrides", facts.isOverridden ? 1 : 0, isMet: !facts.isOverridden),
            AutomaticCondition("follow-up", facts.isFollowUp ? 1 : 0, isMet: !facts.isFollowUp),
            AutomaticCondition("public", facts.isPublic ? 1 : 0, isMet: facts.isPublic),
            AutomaticCondition("changes", facts.changes.count, isMet: facts.changes.isEmpty),
        ]
    }

    /// Fields that may change freely: the lists to which a recipe belongs.
    private static let free: Set<String> = ["category", "cuisine", "difficulty"]
    /// Texts in which only spaces, quotation marks and the final full stop may change.
    private static let fixed: Set<String> = ["title", "description", "tips"]

    /// The changed parts of a text that a moderator has to read, by their paths such as `lines` and `steps`. A part that
    /// is not known here counts, so that a later field is safe.
    static func careful(from old: String, to new: String) -> [String] {
        guard let first = StoredText(old), let second = StoredText(new) else { return ["text"] }
        func isSame(_ one: StoredLeaf?, _ other: StoredLeaf?) -> Bool {
            (one?.json ?? "").utf8.elementsEqual((other?.json ?? "").utf8)
        }
        func text(_ leaf: StoredLeaf?) -> String { if case .text(let text) = leaf { text } else { "" } }
        let fields = Set(first.fields.keys).union(second.fields.keys).filter { path in
            let (one, other) = (first.fields[path], second.fields[path])
            if isSame(one, other) || free.contains(path) { return false }
            return !fixed.contains(path) || !hasSameWords(text(one), text(other))
        }
        let lists = Set(first.lists.keys).union(second.lists.keys).filter { name in
            let (one, other) = (first.lists[name] ?? [], second.lists[name] ?? [])
            guard one.count == other.count else { return true }
            return zip(one, other).contains { old, new in
                if old.bytes == new.bytes { return false }
                guard name == "steps", old.isHeading == new.isHeading else { return true }
                let others = Set(old.leaves.keys).union(new.leaves.keys).subtracting(["text"])
                return others.contains { !isSame(old.leaves[$0], new.leaves[$0]) }
                    || !hasSameWords(text(old.leaves["text"]), text(new.leaves["text"]))
            }
        }
        return (Array(fields) + Array(lists)).sorted()
    }

    // MARK: Texts

    private static let quotes: Set<Unicode.Scalar> = ["\"", "“", "”", "«", "»"]
    private static let endings: Set<Unicode.Scalar> = [" ", "\n", ".", "!"]

    /// Whether two texts have the same words, numbers, signs and line ends in the same order and case. Spaces, quotation
    /// marks and the final full stop may differ where they are not next to a digit.
    static func hasSameWords(_ old: String, _ new: String) -> Bool { signs(old) == signs(new) }

    /// The words of a text, each as its scalars, and the signs and line ends between them.
    private static func signs(_ text: String) -> [[Unicode.Scalar]] {
        let scalars = Array(text.unicodeScalars)
        let end = scalars.lastIndex { !endings.contains($0) && !quotes.contains($0) } ?? -1
        func isDigit(_ scalar: Unicode.Scalar?) -> Bool { scalar?.properties.numericType != nil }
        var parts: [[Unicode.Scalar]] = []
        var isInWord = false
        for (index, scalar) in scalars.enumerated() {
            if scalar.properties.isAlphabetic || isDigit(scalar) {
                if isInWord { parts[parts.count - 1].append(scalar) } else { parts.append([scalar]) }
                isInWord = true
                continue
            }
            isInWord = false
            let isBesideDigit = index > 0 && isDigit(scalars[index - 1]) || isDigit(scalars[(index + 1)...].first)
            if scalar == " " && !isBesideDigit || scalar == "\n" && index > end { continue }
            let isNearDigit =
                isDigit(scalars[..<index].last { $0 != " " })
                || isDigit(scalars[(index + 1)...].first { $0 != " " })
            if (index > end || quotes.contains(scalar)) && !isNearDigit { continue }
            parts.append([scalar])
        }
        return parts
    }
}
