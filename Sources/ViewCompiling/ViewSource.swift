// The first step of compiling a view: splits the file into markup and tags, and removes lines that contain only tags.

import Bytes

/// A view's text split at its tags: `markup[i]` is before `tags[i]`, and the last piece is after all tags.
struct ViewSource {
    /// The text between `{{` and `}}`, with its range.
    struct Tag {
        let content: String
        /// From the first brace to after the last.
        let range: Range<Int>

        /// Whether the tag itself writes nothing, so that a line of such tags leaves no empty line.
        var isSilent: Bool {
            guard let first = content.split(bytes: " ").first else { return false }
            return ["page", "layout", "else", "content"].contains(first)
                || content.utf8.first.map("#/>!".utf8.contains) == true
        }
    }

    let file: InputFile
    let bytes: [UInt8]
    /// The offset of each line's first byte.
    private let lineStarts: [Int]
    private(set) var markup: [Range<Int>] = []
    private(set) var tags: [Tag] = []

    init(_ file: InputFile) throws(Refusal) {
        self.file = file
        bytes = Array(file.text.utf8)
        lineStarts = [0] + bytes.indices.filter { [bytes] in bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
        try cut()
        dropSilentLines()
    }

    /// An error at a byte of the file.
    func refusal(at offset: Int, _ message: String) -> Refusal {
        let line = line(at: offset)
        let column = bytes[lineStarts[line - 1]..<offset].count { $0 & 0xC0 != 0x80 } + 1
        return Refusal(file, line: line, column: column, message)
    }

    /// The line of a byte, from 1.
    func line(at offset: Int) -> Int {
        var range = 0..<lineStarts.count
        while range.count > 1 {
            let middle = (range.lowerBound + range.upperBound) / 2
            range = lineStarts[middle] <= offset ? middle..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound + 1
    }

    private mutating func cut() throws(Refusal) {
        let open = UInt8(ascii: "{")
        let close = UInt8(ascii: "}")
        var start = 0
        var index = 0
        while index + 1 < bytes.count {
            guard bytes[index] == open, bytes[index + 1] == open else {
                index += 1
                continue
            }
            let isComment = index + 2 < bytes.count && bytes[index + 2] == UInt8(ascii: "!")
            var end = index + 2
            while end + 1 < bytes.count, bytes[end] != close || bytes[end + 1] != close,
                isComment || (bytes[end] != open && bytes[end] != UInt8(ascii: "\n"))
            {
                end += 1
            }
            guard end + 1 < bytes.count, bytes[end] == close, bytes[end + 1] == close else {
                throw refusal(at: index, "this '{{' is not closed by '}}' on its line")
            }
            markup.append(start..<index)
            let content = String(decoding: bytes[(index + 2)..<end], as: UTF8.self)
            tags.append(Tag(content: trimmed(content), range: index..<(end + 2)))
            start = end + 2
            index = start
        }
        markup.append(start..<bytes.count)
    }

    /// Removes the blanks and the line end around silent tags that are alone on a line.
    private mutating func dropSilentLines() {
        let whole = markup
        var first = 0
        while first < tags.count {
            defer { first += 1 }
            guard tags[first].isSilent, let lineStart = blankTail(of: whole[first], isFileStart: first == 0) else {
                continue
            }
            var last = first
            while true {
                let after = whole[last + 1]
                let textStart = bytes[after].firstIndex { !isBlank($0) } ?? after.upperBound
                if textStart < after.upperBound {
                    guard let next = lineEnd(at: textStart) else { break }
                    removeLine(first, last, lineStart: lineStart, nextLine: next)
                    break
                }
                guard last + 1 < tags.count else {
                    removeLine(first, last, lineStart: lineStart, nextLine: after.upperBound)
                    break
                }
                guard tags[last + 1].isSilent else { break }
                last += 1
            }
            first = last
        }
    }

    private mutating func removeLine(_ first: Int, _ last: Int, lineStart: Int, nextLine: Int) {
        markup[first] = markup[first].lowerBound..<max(lineStart, markup[first].lowerBound)
        for index in (first + 1)..<(last + 1) { markup[index] = markup[index].lowerBound..<markup[index].lowerBound }
        markup[last + 1] = nextLine..<markup[last + 1].upperBound
    }

    /// The start of a piece's last line, if that line contains only blanks.
    private func blankTail(of range: Range<Int>, isFileStart: Bool) -> Int? {
        if let last = bytes[range].lastIndex(where: { !isBlank($0) }) {
            return bytes[last] == UInt8(ascii: "\n") ? last + 1 : nil
        }
        return isFileStart ? range.lowerBound : nil
    }

    /// The start of the next line, if a line ends at this offset.
    private func lineEnd(at offset: Int) -> Int? {
        if bytes[offset] == UInt8(ascii: "\n") { return offset + 1 }
        let isPair = bytes[offset] == UInt8(ascii: "\r") && offset + 1 < bytes.count
        return isPair && bytes[offset + 1] == UInt8(ascii: "\n") ? offset + 2 : nil
    }

    private func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }
}

/// The text without white space at its ends.
func trimmed(_ text: some StringProtocol) -> String {
    let tail = text.drop { $0.isWhitespace }
    guard let last = tail.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(tail[...last])
}
