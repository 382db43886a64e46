// Parses one step of Cooklang: text with ingredients, cookware and timers.

import Bytes

/// Splits a step into items.
struct CooklangLine {
    private let scalars: [Unicode.Scalar]
    private var place = 0
    private var found: [Cooklang.Item] = []
    private var plain = ""

    init(_ text: String) { scalars = Array(text.unicodeScalars) }

    mutating func items() -> [Cooklang.Item] {
        while place < scalars.count {
            let mark = scalars[place]
            if "@#~".unicodeScalars.contains(mark), let item = item(mark) {
                finishPlain()
                found.append(item)
            } else {
                plain.unicodeScalars.append(mark)
                place += 1
            }
        }
        finishPlain(isEnd: true)
        return found
    }

    private mutating func finishPlain(isEnd: Bool = false) {
        if isEnd {
            while plain.unicodeScalars.last?.properties.isWhitespace == true { plain.unicodeScalars.removeLast() }
        }
        if !plain.isEmpty { found.append(.text(plain)) }
        plain = ""
    }

    /// The item that begins with a mark; `nil`, without advancing, if the mark is an ordinary character.
    private mutating func item(_ mark: Unicode.Scalar) -> Cooklang.Item? {
        let start = place + 1
        guard start < scalars.count, !scalars[start].properties.isWhitespace else { return nil }
        var name: String
        var content: String?
        var end = start
        if let brace = brace(from: start), let close = closing(brace) {
            name = string(start..<brace).trimmed
            content = string(brace + 1..<close)
            end = close + 1
        } else {
            while end < scalars.count, Self.isInWord(scalars[end]) { end += 1 }
            name = string(start..<end)
        }
        if name.isEmpty, mark != "~" || content == nil { return nil }
        place = end
        let (quantity, unit) = Self.amount(content ?? "")
        switch mark {
        case "@": return .ingredient(name: name, quantity, unit: unit, note: preparation(after: content != nil))
        case "#": return .cookware(name: name, quantity)
        default: return .timer(name: name, quantity, unit: unit)
        }
    }

    /// Whether a character belongs to a word. Words end at white space and punctuation, but not at symbols: 🧂 is a
    /// name.
    private static func isInWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation:
            false
        default: !scalar.properties.isWhitespace
        }
    }

    private func string(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(scalars[range])) }

    /// The brace that ends a name of several words, within 200 characters and before any other mark or the end of the
    /// line.
    private func brace(from start: Int) -> Int? {
        var index = start
        while index < scalars.count, index < start + 200 {
            if scalars[index] == "{" { return index }
            if "@#~\n}".unicodeScalars.contains(scalars[index]) { return nil }
            index += 1
        }
        return nil
    }

    private func closing(_ brace: Int) -> Int? {
        var index = brace + 1
        while index < scalars.count, index < brace + 200 {
            if scalars[index] == "}" { return index }
            if scalars[index] == "{" || scalars[index] == "\n" { return nil }
            index += 1
        }
        return nil
    }

    private mutating func preparation(after braces: Bool) -> String {
        guard braces, place < scalars.count, scalars[place] == "(" else { return "" }
        guard let end = scalars[place...].prefix(200).firstIndex(where: { $0 == ")" as Unicode.Scalar }) else {
            return ""
        }
        defer { place = end + 1 }
        return string(place + 1..<end).trimmed
    }

    /// Parses `1/2%cup` into one half and `cup`; an amount that is not a number stays a text.
    private static func amount(_ content: String) -> (Cooklang.Quantity?, unit: String) {
        let parts = content.split(bytes: "%", maxSplits: 1, omittingEmptySubsequences: false)
        var text = parts.first?.trimmed ?? ""
        if let fixed = text.dropping(prefix: "=") { text = fixed.trimmed }
        let quantity = text.isEmpty ? nil : Cooklang.Quantity(text: text, number: number(text))
        return (quantity, parts.count > 1 ? parts[1].trimmed : "")
    }

    /// A number or a fraction; `01/2` is neither.
    private static func number(_ text: String) -> Double? {
        let parts = text.split(bytes: "/", omittingEmptySubsequences: false).map(\.trimmed)
        func plain(_ text: String) -> Double? {
            guard text.utf8.allSatisfy({ (48...57).contains($0) || $0 == UInt8(ascii: ".") }) else { return nil }
            guard !text.hasPrefix(bytes: "0") || text == "0" || text.hasPrefix(bytes: "0.") else { return nil }
            return Double(text)
        }
        switch parts.count {
        case 1: return plain(parts[0])
        case 2:
            guard let over = plain(parts[0]), let under = plain(parts[1]), under > 0 else { return nil }
            return over / under
        default: return nil
        }
    }
}
