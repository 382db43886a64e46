// Writes XML as bytes: all text goes through one function that escapes it.

struct XMLText {
    private(set) var bytes: [UInt8] = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8)

    /// Opens an element; the name and the attributes are written as they are.
    mutating func open(_ tag: StaticString) {
        bytes.append(UInt8(ascii: "<"))
        write(tag)
        bytes.append(UInt8(ascii: ">"))
    }

    mutating func close(_ name: StaticString) {
        bytes += Array("</".utf8)
        write(name)
        bytes += Array(">\n".utf8)
    }

    /// An element with a text.
    mutating func element(_ name: StaticString, _ text: String) {
        open(name)
        append(text)
        close(name)
    }

    /// An empty element with an attribute after the others.
    mutating func element(_ tag: StaticString, _ attribute: StaticString, _ value: String) {
        bytes.append(UInt8(ascii: "<"))
        write(tag)
        bytes.append(UInt8(ascii: " "))
        write(attribute)
        bytes += Array("=\"".utf8)
        append(value)
        bytes += Array("\"/>\n".utf8)
    }

    private mutating func write(_ text: StaticString) { text.withUTF8Buffer { bytes.append(contentsOf: $0) } }

    /// Escapes for elements and quoted attributes, and copies the runs between. Characters that XML 1.0 cannot contain
    /// (section 2.2) become U+FFFD.
    private mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in
            var copied = 0
            for place in utf8.indices {
                // U+FFFE and U+FFFF are EF BF BE and EF BF BF.
                let isNoCharacter =
                    utf8[place] == 0xEF && utf8[place + 1] == 0xBF && utf8[place + 2] >= 0xBE
                guard let entity = isNoCharacter ? "\u{FFFD}" : Self.entity(for: utf8[place]) else { continue }
                bytes.append(contentsOf: utf8[copied..<place])
                write(entity)
                copied = place + (isNoCharacter ? 3 : 1)
            }
            bytes.append(contentsOf: utf8[copied...])
        }
    }

    private static func entity(for byte: UInt8) -> StaticString? {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\""): "&quot;"
        case UInt8(ascii: "'"): "&#39;"
        // Within an attribute a reader would make spaces of them.
        case UInt8(ascii: "\t"): "&#9;"
        case UInt8(ascii: "\n"): "&#10;"
        case UInt8(ascii: "\r"): "&#13;"
        case 0..<0x20: "\u{FFFD}"
        default: nil
        }
    }
}
