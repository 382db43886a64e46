// Fills message templates with the author's name, the recipe's title and the fields concerned.

import Bytes
import Words

/// A message that moderators keep.
struct MessageTemplate: Sendable {
    static let titleLength = 80
    /// The most templates of the site.
    static let limit = 200
    /// How long a deleted template can be restored, in milliseconds.
    static let undoTime = Milliseconds.day

    var id = 0
    var language = Language.en
    var title = ""
    var text = ""
    var version = 1
}

/// The values that a template is filled with.
struct TemplateValues: Sendable {
    let author: String
    let recipe: String

    /// The text with the author's name and the recipe's title, at most as long as a message. `{fields}` stays, because it
    /// follows from the reasons.
    func fill(_ text: String) -> String {
        // In one pass, so that a title that contains `{author}` stays as it is.
        var filled = ""
        var length = 0
        var rest = text[...]
        func add(_ part: some StringProtocol) {
            filled += part
            length += part.unicodeScalars.count
        }
        while length < Policy.messageLength, let start = rest.firstIndex(ofBytes: "{") {
            add(rest[..<start])
            rest = rest[start...]
            if rest.hasPrefix(bytes: "{author}") {
                add(author)
                rest = rest[rest.utf8.index(rest.startIndex, offsetBy: 8)...]
            } else if rest.hasPrefix(bytes: "{recipe}") {
                add(recipe)
                rest = rest[rest.utf8.index(rest.startIndex, offsetBy: 8)...]
            } else {
                add("{")
                rest = rest[rest.utf8.index(after: rest.startIndex)...]
            }
        }
        return (filled + rest).cut(to: Policy.messageLength)
    }

    /// The filled text with the names of the fields that have to change.
    func fill(_ text: String, fields: [String], none: String) -> String {
        fill(text.replacing(bytes: "{fields}", with: fields.isEmpty ? none : fields.joined(separator: ", ")))
    }
}

enum MessageTemplateRules {
    /// The message with more paragraphs, without those that it has already.
    static func message(_ message: String, adding paragraphs: [String]) -> String {
        let typed = message.paragraphs
        let new = paragraphs.filter { paragraph in !message.contains(bytes: paragraph) }
        return ((typed.isEmpty ? [] : [message]) + new).joined(separator: "\n\n")
    }
}
