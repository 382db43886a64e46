// Microdata (WHATWG HTML, 5): elements with itemscope and itemprop as the objects that JSON-LD would have.

import HTMLReading

/// Reads the items of a page.
struct Microdata {
    private let byID: [String: HTMLElement]

    /// The recipes that stand for themselves or in other items; their parts are inside them.
    static func items(in root: HTMLElement) -> [[String: Any]] {
        let recipes = root.all { $0["itemscope"] != nil && $0["itemtype"]?.hasSuffix("Recipe") == true }
        guard !recipes.isEmpty else { return [] }
        let named = root.all { $0["id"] != nil }
        let reader = Microdata(byID: Dictionary(named.map { ($0["id"] ?? "", $0) }) { first, _ in first })
        return recipes.prefix(ImportLimits.words).map { reader.item($0, depth: 0) }
    }

    private func item(_ element: HTMLElement, depth: Int) -> [String: Any] {
        var properties: [String: [Any]] = [:]
        if depth < 8 {
            for child in element.elements { gather(child, &properties, depth) }
            for id in (element["itemref"] ?? "").split(separator: " ").prefix(20) {
                if let other = byID[String(id)] { gather(other, &properties, depth) }
            }
        }
        var object: [String: Any] = properties.mapValues { $0.count == 1 ? $0[0] : $0 }
        if let type = element["itemtype"] { object["@type"] = type }
        if let id = element["itemid"] { object["@id"] = id }
        return object
    }

    private func gather(_ element: HTMLElement, _ properties: inout [String: [Any]], _ depth: Int) {
        let names = (element["itemprop"] ?? "").split(whereSeparator: \.isWhitespace)
        let isItem = element["itemscope"] != nil
        for name in names {
            let value = value(element, name, isItem: isItem, depth: depth)
            properties[String(name), default: []].append(value)
        }
        if isItem { return }
        for child in element.elements { gather(child, &properties, depth) }
    }

    private func value(_ element: HTMLElement, _ name: Substring, isItem: Bool, depth: Int) -> Any {
        if isItem {
            let object = item(element, depth: depth + 1)
            // An item without properties of its own is what it says.
            return object.keys.allSatisfy { $0.hasPrefix("@") } ? element.text() as Any : object
        }
        if let content = element["content"], !content.isEmpty { return content }
        switch element.name {
        case "a", "area", "link":
            if let address = element["href"], name != "author" { return linked(element, address, name) }
        case "img", "audio", "embed", "iframe", "source", "track", "video":
            if let address = element["src"] ?? element["data-src"] { return address }
        case "time": if let time = element["datetime"], !time.isEmpty { return time }
        case "data", "meter": if let value = element["value"] { return value }
        default: break
        }
        if name == "recipeInstructions" || isList(element) { return element.text() }
        return element.text().replacing("\n", with: name == "description" ? "\n" : " ")
    }

    /// One property that holds a whole list.
    private func isList(_ element: HTMLElement) -> Bool {
        !element.all { ["li", "br", "p", "tr"].contains($0.name) && $0["itemprop"] == nil }.isEmpty
    }

    /// A link means its address where an address is asked for; elsewhere sites mean what it says.
    private func linked(_ element: HTMLElement, _ address: String, _ name: Substring) -> String {
        let text = element.text()
        return ["url", "image", "license"].contains(name) || text.isEmpty ? address : text
    }
}
