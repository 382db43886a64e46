// Reads microdata (WHATWG HTML, 5): turns elements with itemscope and itemprop into the objects that JSON-LD would
// contain.

import Bytes
import HTMLReading

/// Reads the items of a page.
struct Microdata {
    private let byID: [String: HTMLElement]
    /// The work that is left, in elements, values and 64 bytes of text: items can refer to the same part many times.
    private var steps = ImportLimits.steps

    /// The recipes of a page, including those within other items. `isCut` says that not all could be read.
    static func items(in root: HTMLElement) -> (items: [[String: Any]], isCut: Bool) {
        let recipes = root.all { $0["itemscope"] != nil && SchemaText.isOfType("recipe", $0["itemtype"]) }
        guard !recipes.isEmpty else { return ([], false) }
        let named = root.all { $0["id"] != nil }
        var reader = Microdata(byID: Dictionary(named.map { ($0["id"] ?? "", $0) }) { first, _ in first })
        let items = recipes.prefix(ImportLimits.words).map { reader.item($0, depth: 0) }
        return (items, reader.steps <= 0)
    }

    private init(byID: [String: HTMLElement]) { self.byID = byID }

    private mutating func item(_ element: HTMLElement, depth: Int) -> [String: Any] {
        var properties: [String: [Any]] = [:]
        if depth < 8 {
            for child in element.elements { gather(child, &properties, depth) }
            for id in words(element["itemref"]) {
                if let other = byID[id] { gather(other, &properties, depth) }
            }
        }
        var object: [String: Any] = properties.mapValues { $0.count == 1 ? $0[0] : $0 }
        if let type = element["itemtype"] { object["@type"] = type }
        if let id = element["itemid"] { object["@id"] = id }
        return object
    }

    private mutating func gather(_ element: HTMLElement, _ properties: inout [String: [Any]], _ depth: Int) {
        guard steps > 0 else { return }
        steps -= 1
        let names = words(element["itemprop"])
        if element["itemscope"] != nil {
            if names.isEmpty { return }
            let value = nested(element, depth: depth)
            for name in names { properties[name, default: []].append(value) }
            return
        }
        for name in names { properties[name, default: []].append(value(element, name)) }
        for child in element.elements { gather(child, &properties, depth) }
    }

    /// The different words of an attribute (WHATWG HTML, 2.3.7), after subtracting their cost; at most 20. A longer text
    /// than names need has none: it is split again at each visit. A repeated name would repeat its value, and that of
    /// each item around it.
    private mutating func words(_ text: String?) -> [String] {
        guard let text, text.utf8.count <= Self.wordBytes else { return [] }
        steps -= 1 + text.utf8.count / 16
        let words = text.split(anyOf: " \t\n\u{c}\r").prefix(20).map(String.init)
        return words.enumerated().filter { word in
            !words[..<word.offset].contains { $0.isSame(as: word.element) }
        }.map(\.element)
    }

    /// Bytes of an attribute that contains names.
    private static let wordBytes = 2_000

    /// The value of a nested item; one without properties is read as its text.
    private mutating func nested(_ element: HTMLElement, depth: Int) -> Any {
        let object = item(element, depth: depth + 1)
        return object.keys.allSatisfy { $0.hasPrefix(bytes: "@") } ? text(element) as Any : object
    }

    private mutating func value(_ element: HTMLElement, _ name: String) -> String {
        guard steps > 0 else { return "" }
        if let stated = Self.stated(element) { return charged(stated) }
        if ["a", "area", "link"].contains(element.name), let address = element["href"], name != "author" {
            return linked(element, address, name)
        }
        if name == "recipeInstructions" || isList(element) { return text(element) }
        return text(element).replacing(bytes: "\n", with: name == "description" ? "\n" : " ")
    }

    /// The value that an attribute states in place of the element's text.
    private static func stated(_ element: HTMLElement) -> String? {
        if let content = element["content"], !content.isEmpty { return content }
        switch element.name {
        case "img", "audio", "embed", "iframe", "source", "track", "video": return element["src"] ?? element["data-src"]
        case "time": return element["datetime"].flatMap { $0.isEmpty ? nil : $0 }
        case "data", "meter": return element["value"]
        default: return nil
        }
    }

    /// The text of an attribute, after subtracting its cost.
    private mutating func charged(_ text: String) -> String {
        steps -= 1 + text.utf8.count / 64
        return text
    }

    /// The text of an element. Each call costs as many steps as the element has parts.
    private mutating func text(_ element: HTMLElement) -> String {
        guard steps > 0 else { return "" }
        let text = element.text()
        element.visit { _ in
            steps -= 1
            return true
        }
        steps -= text.utf8.count / 64
        return text
    }

    /// Whether one property contains a whole list.
    private func isList(_ element: HTMLElement) -> Bool {
        element.first { ["li", "br", "p", "tr"].contains($0.name) && $0["itemprop"] == nil } != nil
    }

    /// The value of a link: its address where an address is expected, and otherwise its text.
    private mutating func linked(_ element: HTMLElement, _ address: String, _ name: String) -> String {
        let text = text(element)
        return ["url", "image", "license"].contains(name) || text.isEmpty ? charged(address) : text
    }
}
