// A finding of the pre-screen: something in a submitted recipe or in a review that a moderator should look at before deciding.

import Bytes
import Words

/// What the pre-screen found, where, and the words that caused it.
struct Finding: Equatable, Sendable {
    enum Kind: String, CaseIterable, Sendable {
        /// It resembles a public recipe of another cook.
        case likeness
        case link, contact
        /// A word of the block list that is written in disguise, such as `c a s i n o`.
        case disguised
        /// Characters that nobody sees, or that change the direction of text.
        case hidden
        /// The title or a text states a diet that the ingredients deny.
        case claim
        case amount, temperature, time
        case shouting
        /// There are more findings than are kept.
        case more

        /// Whether a moderator has to tick it off before approving.
        var isSoft: Bool { self != .shouting }
    }

    /// The text that contains the words.
    enum Place: Equatable, Sendable {
        case title, description, tips, tags, review
        /// Numbered from 1.
        case step(Int)
        case line(Int)
        case whole

        var encoded: String {
            switch self {
            case .title: "title"
            case .description: "description"
            case .tips: "tips"
            case .tags: "tags"
            case .review: "review"
            case .step(let number): "step-\(number)"
            case .line(let number): "line-\(number)"
            case .whole: "whole"
            }
        }

        init?(encoded: Substring) {
            switch encoded {
            case "title": self = .title
            case "description": self = .description
            case "tips": self = .tips
            case "tags": self = .tags
            case "review": self = .review
            case "whole": self = .whole
            default:
                if let number = encoded.dropping(prefix: "step-").flatMap({ Int($0) }) {
                    self = .step(number)
                } else if let number = encoded.dropping(prefix: "line-").flatMap({ Int($0) }) {
                    self = .line(number)
                } else {
                    return nil
                }
            }
        }
    }

    /// The maximum length of `words`, in characters.
    static let wordsLength = 80

    let kind: Kind
    let place: Place
    /// The words that caused it, as they are written in the text; empty for `likeness` and `more`.
    let words: String
    /// The diet that is denied, or the number of the similar recipe and the share that both have in common, in percent:
    /// `42 87`; of `more`, the number that was left out.
    let detail: String

    init(_ kind: Kind, _ place: Place, words: String = "", detail: String = "") {
        (self.kind, self.place, self.detail) = (kind, place, detail)
        self.words = words.split(whereSeparator: \.isNewline).joined(separator: " ").cut(to: Self.wordsLength)
    }

    /// The value of its checkbox: `link-step-3`.
    var value: String { "\(kind.rawValue)-\(place.encoded)" }

    /// The stored form: kind, place, detail and words, separated by tabs.
    var encoded: String { [kind.rawValue, place.encoded, detail, words].joined(separator: "\t") }

    init?(encoded: Substring) {
        let parts = encoded.split(bytes: "\t", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 4, let kind = Kind(rawValue: String(parts[0])), let place = Place(encoded: parts[1]) else {
            return nil
        }
        self.init(kind, place, words: String(parts[3]), detail: String(parts[2]))
    }
}
