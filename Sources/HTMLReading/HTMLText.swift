// The plain text of a part of a page, also of markup that sites leave inside their JSON.

import Bytes

/// Converts markup to plain text.
public enum HTMLText {
    /// The text without tags and with entities decoded; a text without either is returned unchanged. Markup that was
    /// escaped more than once is decoded too, up to three times. Line breaks stay, and block elements add new ones.
    /// Markup that cannot be read to its end stays visible, because no word may be lost.
    public static func plain(_ text: String) -> String {
        var text = text
        for _ in 0..<3 where isMarkup(text) {
            guard let page = HTMLPage("<div>" + text + "</div>"), !page.isCut else { break }
            // Combining marks that tags separated are now next to each other.
            let read = StreamSafe.limited(page.root.text(keepingLines: true))
            if read.isSame(as: text) { break }
            text = read
        }
        return text
    }

    /// Whether a text contains a tag or an entity, so that parsing may change it.
    public static func isMarkup(_ text: String) -> Bool {
        var before: UInt8 = 0
        for byte in text.utf8 {
            switch before {
            case UInt8(ascii: "<"):
                if isLetter(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "!") { return true }
            case UInt8(ascii: "&"): if isLetter(byte) || byte == UInt8(ascii: "#") { return true }
            default: break
            }
            before = byte
        }
        return false
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a }

    /// Fractions used in recipes whose entities are newer than HTML 4, the version libxml2 knows.
    private static let fractions = [
        "13": "⅓", "23": "⅔", "15": "⅕", "25": "⅖", "35": "⅗", "45": "⅘", "16": "⅙", "56": "⅚", "18": "⅛", "38": "⅜",
        "58": "⅝", "78": "⅞",
    ]

    static func withFractions(_ text: String) -> String {
        let pieces = text.split(bytes: "&frac", omittingEmptySubsequences: false)
        guard pieces.count > 1 else { return text }
        return pieces.dropFirst().reduce(into: String(pieces[0])) { result, piece in
            let digits = piece.prefix(beforeAny: ";")
            if let fraction = fractions[String(digits)], let rest = piece.dropping(prefix: digits + ";") {
                result += fraction + rest
            } else {
                result += "&frac" + piece
            }
        }
    }
}

extension HTMLElement {
    /// The visible text: spaces are collapsed; block elements and `br` begin new lines. Line breaks in the source count
    /// only with `keepingLines`.
    public func text(keepingLines: Bool = false) -> String {
        var lines = [""]
        gather(&lines, keepingLines)
        return lines.map { line in
            line.unicodeScalars.split { $0.properties.isWhitespace || $0 == "\u{200b}" }.map { String($0) }
                .joined(separator: " ")
        }.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private func gather(_ lines: inout [String], _ keepingLines: Bool) {
        let isBlock = Self.blocks.contains(name)
        if isBlock { lines.append("") }
        for child in children {
            switch child {
            case .text(let text) where keepingLines:
                let pieces = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
                lines[lines.count - 1] += pieces.first ?? ""
                lines += pieces.dropFirst().map(String.init)
            case .text(let text): lines[lines.count - 1] += text
            case .element(let element) where !Self.unseen.contains(element.name): element.gather(&lines, keepingLines)
            case .element: break
            }
        }
        if isBlock { lines.append("") }
    }

    private static let unseen: Set<String> = ["script", "style", "template", "noscript", "head"]
    private static let blocks: Set<String> = [
        "address", "article", "aside", "blockquote", "body", "br", "dd", "div", "dl", "dt", "fieldset", "figure",
        "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "html", "li", "main", "nav", "ol", "p",
        "pre", "section", "table", "tbody", "td", "th", "tr", "ul",
    ]
}
