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

    /// Escapes for elements and quoted attributes. Characters that XML 1.0 cannot contain (section 2.2) become U+FFFD.
    private mutating func append(_ text: String) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": bytes += Array("&amp;".utf8)
            case "<": bytes += Array("&lt;".utf8)
            case ">": bytes += Array("&gt;".utf8)
            case "\"": bytes += Array("&quot;".utf8)
            case "'": bytes += Array("&#39;".utf8)
            // Within an attribute a reader would make spaces of them.
            case "\t": bytes += Array("&#9;".utf8)
            case "\n": bytes += Array("&#10;".utf8)
            case "\r": bytes += Array("&#13;".utf8)
            case "\0"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": bytes += Array("\u{FFFD}".utf8)
            default: bytes.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
            }
        }
    }
}
