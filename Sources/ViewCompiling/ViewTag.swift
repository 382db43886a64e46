// Parses one tag of a view: the words between `{{` and `}}`.

import Bytes

/// Why a tag cannot be parsed; the place of the error is that of the tag.
struct TagError: Error {
    let message: String
}

extension ViewTag {
    init(_ content: String) throws(TagError) {
        if content.hasPrefix(bytes: "!") {
            self = .comment
            return
        }
        var words = content.split(anyOf: " \t")
        if content.hasPrefix(bytes: ">"), words[0] != ">" { words = [">", words[0].dropFirst()] + words.dropFirst() }
        guard let first = words.first else { throw TagError(message: "this tag is empty") }
        let rest = Array(words.dropFirst())
        switch first {
        case "page": self = .page(type: try Self.typeName(rest))
        case "layout":
            let (view, path) = try Self.viewAndPath(rest, usage: "{{layout Folder/name path}}")
            self = .layout(view: view, path)
        case ">":
            let (view, path) = try Self.viewAndPath(rest, usage: "{{> Folder/name path}}")
            self = .partial(view: view, path)
        case "t": self = try Self.translation(rest)
        case "content" where rest.isEmpty: self = .content
        case "else": self = try Self.otherwise(rest)
        case "#if": self = .ifBlock(try Self.condition(rest))
        case "#with":
            let (path, name) = try Self.pathAndName(rest, usage: "{{#with path as name}}")
            self = .withBlock(path, name: name)
        case "#each":
            let (path, name) = try Self.pathAndName(rest, usage: "{{#each path as name}}")
            self = .eachBlock(path, name: name)
        case "/if", "/with", "/each": self = .end(String(first.dropFirst()))
        default: self = .value(try Self.value(content, words))
        }
    }

    private static func value(_ content: String, _ words: [Substring]) throws(TagError) -> Path {
        guard words.count == 1, let path = Path(words[0]) else {
            throw TagError(message: "unknown tag '{{\(content)}}'")
        }
        guard path.loopProperty == nil || path.loopProperty == .index else {
            throw TagError(message: "'\(words[0])' is only for {{#if}}")
        }
        return path
    }

    private static func typeName(_ words: [Substring]) throws(TagError) -> String {
        guard words.count == 1, let path = Path(words[0]), path.loopProperty == nil else {
            throw TagError(message: "expected {{page TypeName}}")
        }
        return path.components.joined(separator: ".")
    }

    private static func viewAndPath(_ words: [Substring], usage: String) throws(TagError) -> (String, Path) {
        guard words.count == 2, isViewName(words[0]), let path = Path(words[1]), path.loopProperty == nil else {
            throw TagError(message: "expected \(usage)")
        }
        return (String(words[0]), path)
    }

    private static func pathAndName(_ words: [Substring], usage: String) throws(TagError) -> (Path, String) {
        guard words.count == 3, words[1] == "as", let path = Path(words[0]), path.loopProperty == nil,
            isIdentifier(words[2])
        else { throw TagError(message: "expected \(usage)") }
        return (path, String(words[2]))
    }

    private static func condition(_ words: [Substring]) throws(TagError) -> Condition {
        let text = words.joined()
        let isNegated = text.hasPrefix(bytes: "!")
        guard words.count == 1 || (words.count == 2 && words[0] == "!"),
            let path = Path(text.trimmingPrefix(anyOf: "!")),
            !text.hasPrefix(bytes: "!!"), path.loopProperty != .index
        else { throw TagError(message: "expected {{#if path}} or {{#if !path}}") }
        return Condition(path: path, isNegated: isNegated)
    }

    private static func otherwise(_ words: [Substring]) throws(TagError) -> ViewTag {
        guard let first = words.first else { return .otherwise }
        guard first == "if" else { throw TagError(message: "expected {{else}} or {{else if path}}") }
        return .elseIf(try condition(Array(words.dropFirst())))
    }

    private static func translation(_ words: [Substring]) throws(TagError) -> ViewTag {
        guard let key = words.first, isLocaleKey(key) else {
            throw TagError(message: "expected {{t key}} or {{t key name=path}}")
        }
        var arguments: [(name: String, path: Path)] = []
        for word in words.dropFirst() {
            let halves = word.split(bytes: "=", omittingEmptySubsequences: false)
            guard halves.count == 2, isIdentifier(halves[0]), let path = Path(halves[1]),
                path.loopProperty == nil || path.loopProperty == .index
            else { throw TagError(message: "expected name=path instead of '\(word)'") }
            guard !arguments.contains(where: { $0.name == halves[0] }) else {
                throw TagError(message: "'\(halves[0])' is given twice")
            }
            arguments.append((String(halves[0]), path))
        }
        // The parameters of the generated functions are in this order too.
        return .translation(key: String(key), arguments: arguments.sorted { $0.name < $1.name })
    }
}

/// Whether a text is a valid view name: folders and a file of letters, digits and hyphens.
func isViewName(_ text: some StringProtocol) -> Bool {
    text.split(bytes: "/", omittingEmptySubsequences: false).allSatisfy { part in
        guard let first = part.utf8.first, isLetter(first) else { return false }
        return part.utf8.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
    }
}

/// Whether a text is a valid key: words of letters and digits joined by dots, hyphens or underscores.
func isLocaleKey(_ text: some StringProtocol) -> Bool {
    guard let first = text.utf8.first, isLetter(first) else { return false }
    return text.utf8.split(omittingEmptySubsequences: false, whereSeparator: ".-_".utf8.contains).allSatisfy {
        !$0.isEmpty && $0.allSatisfy(isLetterOrDigit)
    }
}
