// One step of Cooklang: text with ingredients, cookware and times in it.

/// Takes a step apart.
struct CooklangLine {
    private let text: [Character]
    private var place = 0
    private var found: [Cooklang.Item] = []
    private var plain = ""

    init(_ text: String) { self.text = Array(text) }

    mutating func items() -> [Cooklang.Item] {
        while place < text.count {
            let mark = text[place]
            if "@#~".contains(mark), let item = item(mark) {
                finishPlain()
                found.append(item)
            } else {
                plain.append(mark)
                place += 1
            }
        }
        finishPlain(isEnd: true)
        return found
    }

    private mutating func finishPlain(isEnd: Bool = false) {
        if isEnd { while plain.last?.isWhitespace == true { plain.removeLast() } }
        if !plain.isEmpty { found.append(.text(plain)) }
        plain = ""
    }

    /// What a mark begins; nil, and nothing is passed over, where it is only a character.
    private mutating func item(_ mark: Character) -> Cooklang.Item? {
        let start = place + 1
        guard start < text.count, !text[start].isWhitespace else { return nil }
        var name: String
        var content: String?
        var end = start
        if let brace = brace(from: start), let close = closing(brace) {
            name = String(text[start..<brace]).trimmed
            content = String(text[brace + 1..<close])
            end = close + 1
        } else {
            while end < text.count, Self.isInWord(text[end]) { end += 1 }
            name = String(text[start..<end])
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

    /// A word ends at white space and punctuation, not at symbols: 🧂 is a name.
    private static func isInWord(_ character: Character) -> Bool { !character.isWhitespace && !character.isPunctuation }

    /// The brace that ends a name of several words: no other mark and no line's end stand before it.
    private func brace(from start: Int) -> Int? {
        var index = start
        while index < text.count, index < start + 200 {
            if text[index] == "{" { return index }
            if "@#~\n}".contains(text[index]) { return nil }
            index += 1
        }
        return nil
    }

    private func closing(_ brace: Int) -> Int? {
        var index = brace + 1
        while index < text.count, index < brace + 200 {
            if text[index] == "}" { return index }
            if text[index] == "{" || text[index] == "\n" { return nil }
            index += 1
        }
        return nil
    }

    private mutating func preparation(after braces: Bool) -> String {
        guard braces, place < text.count, text[place] == "(" else { return "" }
        guard let end = text[place...].prefix(200).firstIndex(of: ")") else { return "" }
        defer { place = end + 1 }
        return String(text[place + 1..<end]).trimmed
    }

    /// `1/2%cup` is a half and `cup`; what is no number stays a text.
    private static func amount(_ content: String) -> (Cooklang.Quantity?, unit: String) {
        let parts = content.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
        var text = parts.first?.trimmed ?? ""
        if text.hasPrefix("=") { text = text.dropFirst().trimmed }
        let quantity = text.isEmpty ? nil : Cooklang.Quantity(text: text, number: number(text))
        return (quantity, parts.count > 1 ? parts[1].trimmed : "")
    }

    /// A number or a fraction; `01/2` is neither.
    private static func number(_ text: String) -> Double? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(\.trimmed)
        func plain(_ text: String) -> Double? {
            guard text.utf8.allSatisfy({ (48...57).contains($0) || $0 == UInt8(ascii: ".") }) else { return nil }
            guard text.first != "0" || text == "0" || text.hasPrefix("0.") else { return nil }
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
