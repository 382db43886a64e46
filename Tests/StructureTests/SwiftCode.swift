// Removes comments and string literals from Swift source, so that only names remain.

/// Copies the code of a file; of a string literal it keeps only the interpolations.
struct SwiftCode {
    private let bytes: [UInt8]
    private var place = 0
    private var code: [UInt8] = []

    static func of(_ text: String) -> String {
        var reader = SwiftCode(bytes: Array(text.utf8))
        reader.readCode()
        return String(decoding: reader.code, as: UTF8.self)
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private func starts(with word: String, at offset: Int = 0) -> Bool {
        bytes[min(place + offset, bytes.count)...].starts(with: word.utf8)
    }

    /// Reads code to the end, or to the parenthesis that closes an interpolation.
    private mutating func readCode(isInterpolation: Bool = false) {
        var depth = 0
        while place < bytes.count {
            let byte = bytes[place]
            switch byte {
            case UInt8(ascii: "/") where starts(with: "//"):
                while place < bytes.count, bytes[place] != UInt8(ascii: "\n") { place += 1 }
            case UInt8(ascii: "/") where starts(with: "/*"):
                while place < bytes.count, !starts(with: "*/") { place += 1 }
            case UInt8(ascii: "\""), UInt8(ascii: "#"):
                if let hashes = hashesBeforeQuote() { readText(hashes: hashes) } else { place += 1 }
            default:
                if byte == UInt8(ascii: "(") { depth += 1 }
                if byte == UInt8(ascii: ")") { depth -= 1 }
                place += 1
                if isInterpolation, depth < 0 { return }
                code.append(byte)
            }
        }
    }

    /// The number of `#` before a string literal that begins here; `nil` if none begins.
    private func hashesBeforeQuote() -> Int? {
        var end = place
        while end < bytes.count, bytes[end] == UInt8(ascii: "#") { end += 1 }
        return end < bytes.count && bytes[end] == UInt8(ascii: "\"") ? end - place : nil
    }

    private mutating func readText(hashes: Int) {
        place += hashes
        let marks = String(repeating: "#", count: hashes)
        let quote = starts(with: "\"\"\"") ? "\"\"\"" : "\""
        place += quote.utf8.count
        while place < bytes.count {
            let byte = bytes[place]
            if byte == UInt8(ascii: "\""), starts(with: quote + marks) { break }
            if byte == UInt8(ascii: "\\"), starts(with: "\\" + marks + "(") {
                place += 2 + hashes
                code.append(UInt8(ascii: " "))
                readCode(isInterpolation: true)
                code.append(UInt8(ascii: " "))
            } else {
                place += byte == UInt8(ascii: "\\") && starts(with: "\\" + marks) ? 2 + hashes : 1
            }
        }
        place += quote.utf8.count + hashes
        code += "\"\"".utf8
    }
}

/// A word of the code, and whether a dot precedes it.
struct CodeWord: Sendable {
    let text: Substring
    let isMember: Bool
}

extension ProjectFile {
    /// The identifiers of the code, in order.
    static func words(of code: String) -> [CodeWord] {
        let utf8 = code.utf8
        var words: [CodeWord] = []
        var start: String.Index?
        var before: UInt8 = 0
        var previous: UInt8 = 0
        for index in utf8.indices {
            let byte = utf8[index]
            if isNameByte(byte) {
                if start == nil { (start, before) = (index, previous) }
            } else if let begin = start {
                words.append(CodeWord(text: code[begin..<index], isMember: before == UInt8(ascii: ".")))
                start = nil
            }
            previous = byte
        }
        return words
    }

    /// The modules that the file imports.
    var imports: [String] {
        code.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard let place = words.firstIndex(of: "import"), words.count > place + 1 else { return nil }
            let isImport = words[..<place].allSatisfy { $0.hasPrefix("@") || Self.importLevels.contains($0) }
            return isImport ? words.last?.split(separator: ".").first.map(String.init) : nil
        }
    }

    /// The types declared at file level.
    var types: [String] {
        declarations(after: ["struct", "class", "enum", "protocol", "actor", "typealias"], depth: 0)
    }

    /// The functions declared at file level.
    var functions: [String] { declarations(after: ["func"], depth: 0) }

    /// The members that the file adds to types of other files; for an initializer, the type itself.
    var membersOfOthers: [String] {
        let extended = declarations(after: ["extension"], depth: 0).filter { !types.contains($0) }
        if extended.isEmpty { return [] }
        return declarations(after: ["func", "var", "let", "subscript"], depth: 1)
            + (code.contains("init(") ? extended : [])
    }

    private func declarations(after keywords: Set<Substring>, depth wanted: Int) -> [String] {
        var depth = 0
        var names: [String] = []
        for line in code.split(separator: "\n") {
            if depth == wanted {
                let words = line.split { !isNameByte($0.utf8.first ?? 0) }
                if let place = words.firstIndex(where: keywords.contains), place + 1 < words.count {
                    names.append(String(words[place + 1]))
                }
            }
            depth += line.count { $0 == "{" } - line.count { $0 == "}" }
        }
        return names
    }

    private static let importLevels: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]
}

private func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
        true
    default: false
    }
}
