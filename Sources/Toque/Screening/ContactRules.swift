// Finds links and contact details in texts.

import Bytes

enum ContactRules {
    private static let words = ScreeningWords.starter
    private static let domains = words["top-level domains"]
    private static let shortHosts = words["short link hosts"]
    private static let dots = words["spelled dots"]
    private static let services = words["contact services"]
    private static let calls = words["contact calls"]
    private static let beforeNumber = words["words before a number"]

    /// The first link and the first contact detail of a text.
    static func findings(_ text: ScreenedText) -> [Finding] {
        let found = [
            (Finding.Kind.link, link(text)), (.contact, address(text) ?? service(text) ?? number(text)),
        ]
        return found.compactMap { kind, range in range.map { Finding(kind, text.place, words: text.written($0)) } }
    }

    /// `https://…`, `www.…`, `name.com`, `name dot com`, `t.me/name`.
    private static func link(_ text: ScreenedText) -> ClosedRange<Int>? {
        for index in text.tokens.indices {
            let word = text.tokens[index].word
            let hasNext = index + 1 < text.tokens.count
            if hasNext, word == "http" || word == "https", text.gap(before: index + 1).hasPrefix(bytes: "://") {
                return text.unspaced(around: index)
            }
            if hasNext, word == "www" {
                let isSpelled = dots.matches(index + 1, text)
                return
                    index...(isSpelled
                    ? min(index + 4, text.tokens.count - 1) : text.unspaced(around: index).upperBound)
            }
            if let last = shortHosts.end(at: index, text), isDotted(index...last, text) {
                return text.unspaced(around: index)
            }
            guard index > 0, domains.matches(index, text), !text.tokens[index - 1].isNumber else { continue }
            let before = text.tokens[index - 1]
            if text.gap(before: index).isSame(as: "."), before.word.utf8.count > 1, !isMail(index, text) {
                return text.unspaced(around: index)
            }
            if index > 1, dots.matches(index - 1, text) { return index - 2...index }
        }
        return nil
    }

    private static func isDotted(_ range: ClosedRange<Int>, _ text: ScreenedText) -> Bool {
        range.dropFirst().allSatisfy { text.gap(before: $0).isSame(as: ".") }
    }

    private static func isMail(_ index: Int, _ text: ScreenedText) -> Bool {
        text.unspaced(around: index).dropFirst().contains { text.gap(before: $0).contains(bytes: "@") }
    }

    /// `name@example.org` or `@name`.
    private static func address(_ text: ScreenedText) -> ClosedRange<Int>? {
        for index in text.tokens.indices where text.gap(before: index).hasSuffix(bytes: "@") {
            let isName = text.tokens[index].word.utf8.count >= 3 && !text.tokens[index].isNumber
            if isName { return text.unspaced(around: index) }
        }
        return nil
    }

    private static func service(_ text: ScreenedText) -> ClosedRange<Int>? {
        for index in text.tokens.indices {
            if let end = services.end(at: index, text) ?? calls.end(at: index, text) { return index...end }
        }
        return nil
    }

    /// A telephone number: ten digits or more in a row of groups, nine after a plus sign, or seven after `call`.
    private static func number(_ text: ScreenedText) -> ClosedRange<Int>? {
        var start = 0
        while start < text.tokens.count {
            guard text.tokens[start].isNumber else {
                start += 1
                continue
            }
            var (end, digits) = (start, text.tokens[start].word.utf8.count)
            while end + 1 < text.tokens.count, text.tokens[end + 1].isNumber, joins(text.gap(before: end + 1)) {
                end += 1
                digits += text.tokens[end].word.utf8.count
            }
            let isCalled = beforeNumber.occurs(in: max(0, start - 4)..<start, text)
            let least = text.gap(before: start).hasSuffix(bytes: "+") ? 9 : isCalled ? 7 : 10
            if (least...15).contains(digits) { return start...end }
            start = end + 1
        }
        return nil
    }

    /// Whether a sign joins two groups of a telephone number. A comma, a slash or a dash with spaces does not.
    private static func joins(_ gap: String) -> Bool {
        gap.utf8.count <= 3 && gap.utf8.allSatisfy { " -().\u{2011}".utf8.contains($0) } && !gap.isSame(as: " - ")
    }
}
