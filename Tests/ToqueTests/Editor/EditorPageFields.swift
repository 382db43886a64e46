// Reads the fields of the editor's form from its page, as a browser would send them.

import Foundation

@testable import TestKit

/// The values of the inputs, text areas and selects on the editor's page; it parses only the site's own HTML.
struct EditorPageFields {
    private(set) var fields: [(String, String)] = []

    init(_ page: String) {
        guard let start = page.range(of: #"<form class="editor""#),
            let end = page.range(of: "</form>", range: start.upperBound..<page.endIndex)
        else { return }
        var rest = page[start.upperBound..<end.lowerBound]
        while let open = rest.firstIndex(of: "<") {
            rest = rest[open...]
            guard let close = rest.firstIndex(of: ">") else { break }
            let tag = rest[..<close]
            rest = rest[rest.index(after: close)...]
            if tag.hasPrefix("<input") { readInput(tag) }
            if tag.hasPrefix("<textarea") { readTextarea(tag, &rest) }
            if tag.hasPrefix("<select") { readSelect(tag, &rest) }
        }
    }

    func first(_ name: String) -> String? { fields.first { $0.0 == name }?.1 }
    func all(_ name: String) -> [String] { fields.filter { $0.0 == name }.map(\.1) }

    private mutating func readInput(_ tag: Substring) {
        guard let name = Self.attribute("name", tag), name != "csrf", Self.attribute("type", tag) != "file" else {
            return
        }
        if Self.attribute("type", tag) == "checkbox", !tag.contains(" checked") { return }
        fields.append((name, Self.attribute("value", tag) ?? ""))
    }

    private mutating func readTextarea(_ tag: Substring, _ rest: inout Substring) {
        guard let name = Self.attribute("name", tag), let end = rest.range(of: "</textarea>") else { return }
        var text = rest[..<end.lowerBound]
        // HTML ignores one line break directly after the tag.
        if text.hasPrefix("\n") { text = text.dropFirst() }
        fields.append((name, Self.decode(text).replacing("\n", with: "\r\n")))
        rest = rest[end.upperBound...]
    }

    private mutating func readSelect(_ tag: Substring, _ rest: inout Substring) {
        guard let name = Self.attribute("name", tag), let end = rest.range(of: "</select>") else { return }
        let options = String(rest[..<end.lowerBound]).split(separator: "<option").dropFirst()
        let chosen = options.first { $0.prefix { $0 != ">" }.contains(" selected") } ?? options.first ?? ""
        fields.append((name, Self.attribute("value", chosen) ?? ""))
        rest = rest[end.upperBound...]
    }

    private static func attribute(_ name: String, _ tag: Substring) -> String? {
        guard let start = tag.range(of: " \(name)=\""), let end = tag[start.upperBound...].firstIndex(of: "\"") else {
            return nil
        }
        return decode(tag[start.upperBound..<end])
    }

    private static func decode(_ text: Substring) -> String {
        String(text).replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
            .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
    }
}
