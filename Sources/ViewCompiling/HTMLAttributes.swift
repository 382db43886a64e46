// Follows the position in HTML within attributes, to decide how a value is escaped there.

import Bytes

extension HTMLState {
    /// Attributes that contain an address.
    private static let addresses: Set<String> = [
        "href", "src", "action", "formaction", "poster", "cite", "data", "manifest", "ping", "background", "longdesc",
        "codebase", "xlink:href", "srcset", "imagesrcset",
    ]

    /// Whether the current attribute contains one address or several.
    var isAddress: Bool { Self.addresses.contains(attribute) }

    /// Whether the current attribute contains several addresses separated by commas.
    var isAddressList: Bool { attribute == "srcset" || attribute == "imagesrcset" }

    mutating func takeAttributeName(_ byte: UInt8) throws(TagError) {
        switch byte {
        case _
        where isSpace(byte) || byte == UInt8(ascii: "=") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">"):
            try finishAttributeName()
            if isSpace(byte) {
                place = .afterAttributeName
            } else if byte == UInt8(ascii: "=") {
                place = .beforeValue
            } else {
                place = .tag(needsSpace: false)
                try take(byte)
            }
        case _ where place == .afterAttributeName:
            place = .tag(needsSpace: false)
            try take(byte)
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "<"):
            throw TagError(message: "'\(Character(UnicodeScalar(byte)))' in an attribute name")
        default: word.append(lowercased(byte))
        }
    }

    /// Stores the complete attribute name; throws if such attributes are not allowed.
    mutating func finishAttributeName() throws(TagError) {
        guard place == .attributeName else { return }
        attribute = String(decoding: word, as: UTF8.self)
        word = []
        addressPart = .start
        isOpaqueAddress = false
        guard !attribute.hasPrefix(bytes: "on") else {
            throw TagError(message: "event handlers such as '\(attribute)' do not belong in a view")
        }
    }

    mutating func takeBeforeValue(_ byte: UInt8) throws(TagError) {
        switch byte {
        case _ where isSpace(byte): break
        case UInt8(ascii: "\""), UInt8(ascii: "'"): place = .quoted(by: byte)
        case UInt8(ascii: ">"): throw TagError(message: "'\(attribute)=' has no value")
        default:
            place = .unquoted
            try takeUnquoted(byte)
        }
    }

    mutating func takeQuoted(_ byte: UInt8, _ quote: UInt8) throws(TagError) {
        guard byte == quote else { return try takeAttributeValue(byte) }
        try finishAttributeValue()
        place = .tag(needsSpace: true)
    }

    mutating func takeUnquoted(_ byte: UInt8) throws(TagError) {
        switch byte {
        case _ where isSpace(byte):
            try finishAttributeValue()
            place = .tag(needsSpace: false)
        case UInt8(ascii: ">"):
            try finishAttributeValue()
            place = .tag(needsSpace: false)
            try take(byte)
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "<"), UInt8(ascii: "="), UInt8(ascii: "`"):
            throw TagError(message: "'\(Character(UnicodeScalar(byte)))' in an attribute value without quotes")
        default: try takeAttributeValue(byte)
        }
    }

    private mutating func takeAttributeValue(_ byte: UInt8) throws(TagError) {
        if attribute == "http-equiv" { word.append(lowercased(byte)) }
        guard isAddress else { return }
        if isAddressList, byte == UInt8(ascii: ",") {
            addressPart = .start
        } else if !isSpace(byte) || addressPart != .start {
            addressPart = .middle
        }
        guard !isSpace(byte) else { return }
        word.append(lowercased(byte))
        if word == Array("javascript:".utf8) || word == Array("vbscript:".utf8) {
            throw TagError(message: "an address cannot be a script")
        }
        if word == Array("data:".utf8) { isOpaqueAddress = true }
    }

    private mutating func finishAttributeValue() throws(TagError) {
        if attribute == "http-equiv", word == Array("refresh".utf8) {
            throw TagError(message: "a page cannot refresh itself: send a redirect")
        }
        word = []
    }
}

extension HTMLState {
    /// The method of `HTMLBuffer` that escapes a value at this place. Moves the state behind the value.
    mutating func takeValue() throws(TagError) -> String {
        switch place {
        case .text: return "text"
        case .characters:
            word = []
            return "attribute"
        case .quoted: return try takeValueInAttribute()
        case .raw(let name): throw TagError(message: "a value cannot stand in <\(name)>")
        case .comment: throw TagError(message: "a value cannot stand in a comment")
        case .declaration, .declarationStart: throw TagError(message: "a value cannot stand in a declaration")
        case .tagStart, .tagName: throw TagError(message: "a value cannot stand in a tag name")
        case .tag, .attributeName, .afterAttributeName:
            throw TagError(
                message: "a value cannot stand where an attribute name should: use {{#if}} around attributes")
        case .beforeValue, .unquoted: throw TagError(message: "a value in an attribute needs quotes around it")
        }
    }

    private mutating func takeValueInAttribute() throws(TagError) -> String {
        guard !["style", "srcdoc", "http-equiv"].contains(attribute) else {
            throw TagError(message: "a value cannot stand in the attribute '\(attribute)'")
        }
        guard isAddress else { return "attribute" }
        guard !isOpaqueAddress else { throw TagError(message: "a value cannot stand in an address of this scheme") }
        defer {
            addressPart = .middle
            // The value ends any text that could become a scheme.
            word = [0]
        }
        switch addressPart {
        case .start: return "url"
        case .middle: return "urlPart"
        // Nothing in a list of pictures can run, so the stricter check is safe.
        case .unknown where isAddressList: return "url"
        case .unknown:
            throw TagError(message: "whether this value begins the address depends on a block: write both in full")
        }
    }

    /// Prepares the state for the edge of a block: an unfinished name ends, and another needs a space first.
    mutating func settle() throws(TagError) {
        switch place {
        case .tagName(let isEnd): finishTagName(isEnd: isEnd)
        case .attributeName, .afterAttributeName:
            let isNameOver = place == .afterAttributeName
            try finishAttributeName()
            place = .tag(needsSpace: !isNameOver)
        case .unquoted:
            try finishAttributeValue()
            place = .tag(needsSpace: true)
        case .beforeValue: throw TagError(message: "a block cannot stand between '=' and the quotes of a value")
        case .tagStart, .declarationStart, .declaration: throw TagError(message: "a block cannot stand in a tag name")
        case .comment: throw TagError(message: "a block cannot stand in a comment")
        case .raw(let name): throw TagError(message: "a block cannot stand in <\(name)>")
        case .characters: word = []
        case .text, .tag, .quoted: break
        }
        if !isAddress || !isQuoted { word = [] }
    }

    /// The state after branches that may end in either state; `nil` if they end in different places.
    func merged(with other: HTMLState) -> HTMLState? {
        var result = self
        if case .tag(let mine) = place, case .tag(let others) = other.place {
            result.place = .tag(needsSpace: mine || others)
            result.attribute = other.attribute
            guard element == other.element, isEndTag == other.isEndTag else { return nil }
            result.addressPart = .start
            result.isOpaqueAddress = false
            return result
        }
        guard place == other.place else { return nil }
        guard isQuoted else { return result.forgettingTag() }
        guard element == other.element, attribute == other.attribute else { return nil }
        if addressPart != other.addressPart { result.addressPart = .unknown }
        result.isOpaqueAddress = isOpaqueAddress || other.isOpaqueAddress
        guard let word = isAddress && !isAddressList ? scheme(with: other) : word == other.word ? word : [0] else {
            return nil
        }
        result.word = word
        return result
    }

    /// The text that may still become a scheme after branches; `nil` if both have begun different ones.
    private func scheme(with other: HTMLState) -> [UInt8]? {
        func isOver(_ word: [UInt8]) -> Bool { word.contains { $0 == 0 || "/?#:".utf8.contains($0) } }
        if word == other.word { return word }
        if isOver(word) { return isOver(other.word) ? [0] : other.word }
        return isOver(other.word) ? word : nil
    }

    private var isQuoted: Bool {
        if case .quoted = place { true } else { false }
    }

    /// The state without the parts that matter only within a tag.
    private func forgettingTag() -> HTMLState {
        var result = HTMLState()
        result.place = place
        return result
    }
}

extension HTMLState {
    /// The state at the start of any turn of a loop, if this is the state of the first.
    var asRepeated: HTMLState {
        var result = self
        switch place {
        case .quoted where addressPart == .start: result.addressPart = .unknown
        default: break
        }
        return result
    }
}
