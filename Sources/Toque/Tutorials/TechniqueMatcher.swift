// Finds the techniques that a text uses, by the words of tutorials.

import Bytes
import Food
import Words

/// The phrases of tutorials in one language, compared by the stems of their words.
struct TechniqueMatcher: Sendable {
    private struct Phrase {
        let tutorial: Int
        let rest: [String]
    }

    /// The phrases by the stem of their first word.
    private let phrases: [String: [Phrase]]

    init(_ tutorials: [(id: Int, phrases: [String])]) {
        var phrases: [String: [Phrase]] = [:]
        for tutorial in tutorials {
            for phrase in tutorial.phrases {
                let stems = Words.words(phrase).map(Words.stem)
                guard let first = stems.first else { continue }
                phrases[first, default: []].append(Phrase(tutorial: tutorial.id, rest: Array(stems.dropFirst())))
            }
        }
        self.phrases = phrases
    }

    /// The tutorials whose technique the text names, in the order of the text. All words of a phrase must be in one
    /// sentence and in order, with at most `TutorialRules.gap` others between two of them: "fold in the egg whites"
    /// contains `fold whites`.
    func tutorials(in text: String) -> [Int] {
        if phrases.isEmpty { return [] }
        var found: [Int] = []
        // A point within a number does not end a sentence: "cut into 1.5 cm cubes".
        for sentence in text.replacing(bytes: ". ", with: "\n").split(anyOf: "!?;\n\r") {
            let (words, starts) = Self.words(sentence)
            let stems = words.map(Words.stem)
            for (place, stem) in stems.enumerated() {
                guard let known = phrases[stem] else { continue }
                let before = words[max(starts[place], place - 2)..<place]
                if before.contains(where: WordList.wordsBeforeUnusedTechniques.contains) { continue }
                for phrase in known where !found.contains(phrase.tutorial) {
                    if Self.follow(phrase.rest, in: stems[(place + 1)...]) { found.append(phrase.tutorial) }
                }
            }
        }
        return found
    }

    /// The words of a sentence, and for each the place of the first word after the comma before it.
    private static func words(_ sentence: Substring) -> (words: [String], starts: [Int]) {
        var (words, starts): ([String], [Int]) = ([], [])
        for part in sentence.split(anyOf: ",") {
            let more = Words.words(String(part))
            starts += Array(repeating: words.count, count: more.count)
            words += more
        }
        return (words, starts)
    }

    private static func follow(_ rest: [String], in stems: ArraySlice<String>) -> Bool {
        var left = stems
        for stem in rest {
            guard let place = left.prefix(TutorialRules.gap + 1).firstIndex(of: stem) else { return false }
            left = left[(place + 1)...]
        }
        return true
    }
}
