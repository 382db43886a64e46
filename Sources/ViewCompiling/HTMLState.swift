// Follows the position in HTML byte by byte, like a browser's tokenizer, to decide how a value is escaped there.

/// The position after some markup. Refuses markup whose structure browsers and people could read differently.
struct HTMLState: Equatable {
    enum Place: Equatable {
        /// Between tags.
        case text
        /// In `title` or `textarea`, where browsers decode only entities.
        case characters(of: String)
        /// In `script`, `style` and similar elements, where browsers decode nothing.
        case raw(of: String)
        case comment
        /// `<!doctype …>` and `<? …>`.
        case declaration
        /// After `<!`, until the next bytes decide what follows.
        case declarationStart
        /// After `<` or `</`.
        case tagStart(isEnd: Bool)
        case tagName(isEnd: Bool)
        /// Between attributes; with `needsSpace`, another attribute must be preceded by a space.
        case tag(needsSpace: Bool)
        case attributeName
        case afterAttributeName
        case beforeValue
        case quoted(by: UInt8)
        case unquoted
    }

    /// The position of a value within an address.
    enum AddressPart {
        case start, middle
        /// After branches of which only some wrote a part of the address.
        case unknown
    }

    var place = Place.text
    /// The element of the current tag, in lower case.
    var element = ""
    var isEndTag = false
    /// The current attribute, in lower case.
    var attribute = ""
    var addressPart = AddressPart.start
    /// Whether the address begins with a scheme in which no value is safe, such as `data:`.
    var isOpaqueAddress = false
    /// The name being read, or the matched part of an end tag, of a comment's end or of a scheme.
    var word: [UInt8] = []

    /// Processes one byte of markup; the error contains the message for this byte.
    mutating func take(_ byte: UInt8) throws(TagError) {
        switch place {
        case .text: if byte == UInt8(ascii: "<") { place = .tagStart(isEnd: false) }
        case .characters(let name), .raw(let name): try takeRaw(byte, name)
        case .comment: takeComment(byte)
        case .declaration: if byte == UInt8(ascii: ">") { place = .text }
        case .declarationStart: takeDeclarationStart(byte)
        case .tagStart(let isEnd): takeTagStart(byte, isEnd: isEnd)
        case .tagName(let isEnd): try takeTagName(byte, isEnd: isEnd)
        case .tag(let needsSpace): try takeInTag(byte, needsSpace: needsSpace)
        case .attributeName, .afterAttributeName: try takeAttributeName(byte)
        case .beforeValue: try takeBeforeValue(byte)
        case .quoted(let quote): try takeQuoted(byte, quote)
        case .unquoted: try takeUnquoted(byte)
        }
    }

    private mutating func takeRaw(_ byte: UInt8, _ name: String) throws(TagError) {
        word.append(lowercased(byte))
        if word.count == name.utf8.count + 3, isSpace(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">") {
            word = Array(name.utf8)
            place = .tagName(isEnd: true)
            return try takeTagName(byte, isEnd: true)
        }
        if name == "script", word == Array("<!--".utf8) {
            throw TagError(message: "'<!--' in a script hides its end from browsers")
        }
        let isComment = name == "script" && "<!--".utf8.starts(with: word)
        if !isComment, !"</\(name)".utf8.starts(with: word) { word = byte == UInt8(ascii: "<") ? [byte] : [] }
    }

    private mutating func takeComment(_ byte: UInt8) {
        if byte == UInt8(ascii: ">"), word.count >= 2 {
            word = []
            place = .text
        } else if byte == UInt8(ascii: "-") {
            word.append(byte)
        } else {
            word = []
        }
    }

    private mutating func takeDeclarationStart(_ byte: UInt8) {
        guard byte == UInt8(ascii: "-") else {
            word = []
            place = byte == UInt8(ascii: ">") ? .text : .declaration
            return
        }
        word.append(byte)
        // The two dashes also count towards the end: browsers read `<!-->` as a whole comment.
        if word.count == 2 { place = .comment }
    }

    private mutating func takeTagStart(_ byte: UInt8, isEnd: Bool) {
        switch byte {
        case _ where isLetter(byte):
            word = [lowercased(byte)]
            place = .tagName(isEnd: isEnd)
        case UInt8(ascii: "/") where !isEnd: place = .tagStart(isEnd: true)
        case UInt8(ascii: "!") where !isEnd:
            word = []
            place = .declarationStart
        case UInt8(ascii: ">") where isEnd: place = .text
        case UInt8(ascii: "?") where !isEnd: place = .declaration
        case UInt8(ascii: "<") where !isEnd: break
        default: place = isEnd ? .declaration : .text
        }
    }

    private mutating func takeTagName(_ byte: UInt8, isEnd: Bool) throws(TagError) {
        guard isSpace(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">") else {
            guard byte != UInt8(ascii: "<") else { throw TagError(message: "'<' in a tag name") }
            return word.append(lowercased(byte))
        }
        finishTagName(isEnd: isEnd)
        try takeInTag(byte, needsSpace: false)
    }

    /// Stores the complete tag name and continues between attributes.
    mutating func finishTagName(isEnd: Bool) {
        element = String(decoding: word, as: UTF8.self)
        isEndTag = isEnd
        word = []
        place = .tag(needsSpace: true)
    }

    private mutating func takeInTag(_ byte: UInt8, needsSpace: Bool) throws(TagError) {
        switch byte {
        case _ where isSpace(byte), UInt8(ascii: "/"): place = .tag(needsSpace: false)
        case UInt8(ascii: ">"): finishTag()
        case UInt8(ascii: "="), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "<"):
            throw TagError(message: "'\(Character(UnicodeScalar(byte)))' where an attribute name should stand")
        case _ where needsSpace: throw TagError(message: "an attribute needs a space before it")
        default:
            word = [lowercased(byte)]
            place = .attributeName
        }
    }

    private mutating func finishTag() {
        let raw: Set<String> = ["script", "style", "iframe", "xmp", "noembed", "noframes", "plaintext"]
        word = []
        if !isEndTag, raw.contains(element) {
            place = .raw(of: element)
        } else if !isEndTag, element == "title" || element == "textarea" {
            place = .characters(of: element)
        } else {
            place = .text
        }
    }
}

func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (9...10).contains(byte) || (12...13).contains(byte)
}

func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
}
