// Checks WebVTT subtitles. Only the plain part of the format is accepted: times and text.

import Bytes
import Foundation

enum WebVTT {
    /// The maximum size of one file in bytes.
    static let longest = 65_536

    /// An error and its line number, from 1.
    struct Problem: Error, Equatable {
        enum Kind: String { case tooLong, start, block, time, order, late, empty, markup }

        let kind: Kind
        let line: Int
    }

    /// The first error in the subtitles of a video that lasts `milliseconds`; `nil` if there is none.
    static func problem(in text: String, milliseconds: Int) -> Problem? {
        guard text.utf8.count <= longest else { return Problem(kind: .tooLong, line: 1) }
        var reader = Reader(lines: text.lines, milliseconds: milliseconds)
        do {
            try reader.read()
            return nil
        } catch { return error }
    }

    private struct Reader {
        let lines: [Substring]
        let milliseconds: Int
        var place = 0
        /// When the last cue began; cues must be in order.
        var began = 0

        mutating func read() throws(Problem) {
            let first = lines[0].dropping(prefix: "\u{FEFF}") ?? lines[0]
            guard first == "WEBVTT" else { throw wrong(.start) }
            place = 1
            guard place == lines.count || lines[place].isEmpty else { throw wrong(.start) }
            var cues = 0
            while place < lines.count {
                if lines[place].isEmpty {
                    place += 1
                } else {
                    try readCue()
                    cues += 1
                }
            }
            if cues == 0 {
                place = 0
                throw wrong(.empty)
            }
        }

        private func wrong(_ kind: Problem.Kind) -> Problem { Problem(kind: kind, line: place + 1) }

        /// Reads an optional name, the times, and text up to an empty line.
        private mutating func readCue() throws(Problem) {
            if !lines[place].contains(bytes: "-->") {
                let next = place + 1
                let isName = next < lines.count && lines[next].contains(bytes: "-->")
                guard isName, ["NOTE", "STYLE", "REGION"].allSatisfy({ !lines[place].hasPrefix(bytes: $0) }) else {
                    throw wrong(.block)
                }
                try checkPlain(lines[place])
                place = next
            }
            try readTimes()
            place += 1
            let start = place
            while place < lines.count, !lines[place].isEmpty {
                if lines[place].contains(bytes: "-->") { throw wrong(.block) }
                try checkPlain(lines[place])
                try checkMarkup(lines[place])
                place += 1
            }
            if place == start {
                place -= 1
                throw wrong(.empty)
            }
        }

        private mutating func readTimes() throws(Problem) {
            let words = lines[place].split(bytes: " ", omittingEmptySubsequences: true)
            guard words.count >= 3, words[1] == "-->", let start = time(words[0]), let end = time(words[2]),
                start < end,
                words.dropFirst(3).allSatisfy(isSetting)
            else { throw wrong(.time) }
            guard start >= began else { throw wrong(.order) }
            guard end <= milliseconds else { throw wrong(.late) }
            began = start
        }

        /// Milliseconds of `00:01.500`, with or without hours before it.
        private func time(_ word: Substring) -> Int? {
            let parts = word.split(bytes: ":", omittingEmptySubsequences: false)
            guard (2...3).contains(parts.count), let last = parts.last, last.utf8.count == 6 else { return nil }
            let seconds = last.split(bytes: ".", omittingEmptySubsequences: false)
            let hours = parts.count == 3 ? parts[0] : "00"
            guard seconds.count == 2, let hour = digits(hours, 2), let minute = digits(parts[parts.count - 2], 2),
                let second = digits(seconds[0], 2), let rest = digits(seconds[1], 3), minute < 60, second < 60
            else { return nil }
            return ((hour * 60 + minute) * 60 + second) * 1000 + rest
        }

        private func digits(_ text: Substring, _ count: Int) -> Int? {
            text.utf8.count == count && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
        }

        /// Whether a word is a cue setting, which places the text in the picture.
        private func isSetting(_ word: Substring) -> Bool {
            let parts = word.split(bytes: ":", omittingEmptySubsequences: false)
            return parts.count == 2 && ["align", "line", "position", "size", "vertical"].contains(parts[0])
                && !parts[1].isEmpty && parts[1].utf8.count <= 20
                && parts[1].utf8.allSatisfy {
                    UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 || "0123456789%,.-".utf8.contains($0)
                }
        }

        private func checkPlain(_ line: Substring) throws(Problem) {
            let isPlain = line.unicodeScalars.allSatisfy { $0 == "\t" || $0.properties.generalCategory != .control }
            if !isPlain { throw wrong(.markup) }
        }

        /// Allows tags for bold, italic and underlined text, and no others.
        private func checkMarkup(_ line: Substring) throws(Problem) {
            for piece in line.split(bytes: "<", omittingEmptySubsequences: false).dropFirst() {
                guard ["b>", "i>", "u>", "/b>", "/i>", "/u>"].contains(where: { piece.hasPrefix(bytes: $0) }) else {
                    throw wrong(.markup)
                }
            }
        }
    }
}
