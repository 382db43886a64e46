// A tutorial of a cooking technique: its texts in both languages, its animation or video, and its captions.

import Bytes
import Foundation
import Words

/// A tutorial in one language.
struct TutorialText: Codable, Equatable, Sendable {
    var title = ""
    var summary = ""
    /// One step on each line.
    var steps = ""
    /// The words by which recipe steps name the technique, with commas between: `dice, cut into cubes`.
    var techniques = ""
    /// WebVTT; empty for none.
    var captions = ""

    var isEmpty: Bool { self == TutorialText() }
    var phrases: [String] { TutorialRules.phrases(techniques) }
    var cues: [Caption] { TutorialRules.cues(captions) }
}

/// A line of captions with its time.
struct Caption: Equatable, Sendable {
    /// "0:04"
    let time: String
    let text: String
}

struct Tutorial: Sendable {
    var id = 0
    /// The name of its animation; empty for none.
    var drawing = ""
    /// The id of its video, which replaces the animation.
    var video: String?
    var isPublished = false
    /// Grows with each change.
    var version = 0
    var texts: [Language: TutorialText] = [:]

    /// The text in this language, or else in the other.
    func text(_ language: Language) -> (text: TutorialText, language: Language) {
        let written = ([language] + Language.allCases).first { texts[$0] != nil } ?? language
        return (texts[written] ?? TutorialText(), written)
    }

    /// The address of its page, the same in both languages.
    var address: String { Address.tutorial(segment) }
    var segment: String { Slug.segment(id, Slug.make(text(.en).text.title)) }
}

/// Limits of tutorials, and how their texts are read.
enum TutorialRules {
    static let titleLength = 100
    static let summaryLength = 300
    static let stepsLength = 10_000
    static let phrases = 40
    /// In code points.
    static let phraseLength = 60
    /// A phrase is found if at most this many other words are between two of its words.
    static let gap = 4
    /// The most that captions of an animation may last, in milliseconds.
    static let longestAnimation = 600_000
    /// The most tutorials of a site.
    static let all = 200
    /// How long a deletion can be undone, in milliseconds.
    static let undoTime = Milliseconds.day
    /// The longest search, in code points.
    static let searchLength = 200
    /// The most words of a search; the others are left out.
    static let searchWords = 20

    /// The phrases of a list with commas or line ends between.
    static func phrases(_ list: String) -> [String] {
        list.split(anyOf: ",\n\r").map { String($0).inOneLine }.filter { !$0.isEmpty }
    }

    /// The captions in WebVTT, as lines with times.
    static func cues(_ captions: String) -> [Caption] {
        var cues: [Caption] = []
        var time: String?
        var lines: [String] = []
        func end() {
            if let time, !lines.isEmpty {
                cues.append(Caption(time: time, text: lines.map(plain).joined(separator: " ")))
            }
            (time, lines) = (nil, [])
        }
        for line in captions.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            if line.contains(bytes: "-->") {
                time = shown(line.prefix(beforeAny: " "))
            } else if line.isEmpty {
                end()
            } else if time != nil {
                lines.append(String(line))
            }
        }
        end()
        return cues
    }

    /// "0:04" for `00:04.000` or `00:00:04.000`.
    private static func shown(_ time: Substring) -> String {
        let parts = time.prefix(beforeAny: ".").split(bytes: ":").compactMap { Int($0) }
        let seconds = parts.reduce(0) { $0 * 60 + $1 }
        let rest = seconds % 60
        return "\(seconds / 60):\(rest < 10 ? "0" : "")\(rest)"
    }

    /// A line without the tags for bold, italic and underlined text.
    private static func plain(_ line: String) -> String {
        ["b", "i", "u"].reduce(line) {
            $0.replacing(bytes: "<\($1)>", with: "").replacing(bytes: "</\($1)>", with: "")
        }
    }
}
