// Adds up the times that the steps of a recipe state.

import Bytes
import Food

extension Durations {
    /// The minutes that steps state, added up, of "2 to 3 hours" the longer. `nil` if a time cannot be added: "overnight",
    /// "for some minutes", "every 10 minutes". A sum below ten minutes is no cooking time, as it only says how long
    /// something is stirred or fried.
    static func statedMinutes(in steps: [String]) -> Int? {
        var sum = 0
        for step in steps {
            guard let seconds = statedSeconds(in: step) else { return nil }
            sum += seconds
        }
        let minutes = (sum + 59) / 60
        return minutes >= 10 && RecipeLimits.minutes.contains(minutes) ? minutes : nil
    }

    /// The seconds that a step states, 0 if it states none; `nil` if one of its times cannot be added.
    private static func statedSeconds(in step: String) -> Int? {
        let words = words(of: step[...])
        guard !words.contains(where: isVague) else { return nil }
        func are(_ places: Range<Int>, in list: Set<String>) -> Bool {
            words[places.clamped(to: words.indices)].contains {
                $0.utf8.count <= longestCompared && list.contains($0.lowercased())
            }
        }
        var (sum, last, index) = (0, Time?.none, 0)
        while index < words.count {
            guard let time = time(at: index, words, step) else {
                if isUnit(words[index]) { return nil }
                index += 1
                continue
            }
            let (start, end) = (time.words.lowerBound, time.words.upperBound)
            guard let seconds = time.most, !are(start - 3..<start, in: WordList.wordsBeforePartialTimes),
                !are(end + 1..<end + 4, in: WordList.wordsAfterPartialTimes)
            else { return nil }
            // "30 minutes to 1 hour" is one time.
            if let last, last.words.upperBound + 2 == start, are(start - 1..<start, in: joints) {
                sum += max(0, seconds - (last.most ?? 0))
            } else {
                // "Low for 10 hours, or High for 4": only one of them is meant.
                let between = (last?.words.upperBound ?? start)..<max(start, last?.words.upperBound ?? start)
                if are(between, in: WordList.wordsBetweenAlternativeTimes) { return nil }
                sum += seconds
            }
            (last, index) = (time, end + 1)
        }
        return sum
    }

    private static func isVague(_ word: Substring) -> Bool {
        begins(word, like: vagueStarts) && word.utf8.count <= longestCompared
            && WordList.wordsForUncertainTimes.contains(word.lowercased())
    }

    /// Whether a word without a number is a unit, as in "for hours" and "several minutes".
    private static func isUnit(_ word: Substring) -> Bool {
        begins(word, like: bareStarts) && word.utf8.count <= longestCompared
            && WordList.unitsOfTime.contains(word.lowercased())
    }

    private static let vagueStarts = starts(of: WordList.wordsForUncertainTimes)
    private static let bareStarts = starts(of: WordList.unitsOfTime)
    /// No word of these word lists is longer in bytes.
    static let longestCompared = 24
}
