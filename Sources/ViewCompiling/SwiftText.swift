// Writes names and texts as Swift source code.

/// A name as a Swift identifier, with backticks if it is a keyword.
func identifier(_ name: String) -> String {
    keywords.contains(name) ? "`\(name)`" : name
}

private let keywords: Set<String> = [
    "Any", "Protocol", "Self", "Type", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default",
    "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard",
    "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private",
    "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch",
    "throw", "throws", "true", "try", "typealias", "var", "where", "while",
]

/// Whether a text is a plain ASCII identifier.
func isIdentifier(_ text: some StringProtocol) -> Bool {
    guard let first = text.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return false }
    return text.utf8.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "_") }
}

func isLetterOrDigit(_ byte: UInt8) -> Bool {
    isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}

func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
}

/// Joins the words of a name in camel case: `recipes.count` and `recipes-count` become `recipesCount`.
func camelCase(_ name: some StringProtocol) -> String {
    let words = name.split { !$0.isLetter && !$0.isNumber }
    return String(words.first ?? "") + words.dropFirst().map(capitalised).joined()
}

/// Capitalises the first letter and keeps the rest.
func capitalised(_ word: some StringProtocol) -> String {
    word.prefix(1).uppercased() + word.dropFirst()
}

/// A Swift string literal on one line.
func literal(_ text: String) -> String {
    "\"" + escaped(text) + "\""
}

/// The content of a Swift string literal on one line, without the quotes.
func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\\": result += "\\\\"
        case "\"": result += "\\\""
        case "\n": result += "\\n"
        case "\r": result += "\\r"
        case "\t": result += "\\t"
        case "\0"..." ", "\u{7F}": result += scalar == " " ? " " : "\\u{\(String(scalar.value, radix: 16))}"
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result
}

/// A raw, multi-line Swift string literal for any text, readable in the generated file.
func rawLiteral(_ text: String) -> String {
    var hashes = 1
    var run = 0
    for byte in text.utf8 {
        run = byte == UInt8(ascii: "#") ? run + 1 : 0
        hashes = max(hashes, run + 1)
    }
    let fence = String(repeating: "#", count: hashes)
    var result = fence + "\"\"\"\n"
    for scalar in text.unicodeScalars {
        // Swift would turn CR LF into LF, and warns about NUL.
        if scalar.value < 0x20 && scalar != "\n" && scalar != "\t" {
            result += "\\\(fence)u{\(String(scalar.value, radix: 16))}"
        } else {
            result.unicodeScalars.append(scalar)
        }
    }
    return result + "\n\"\"\"" + fence
}
