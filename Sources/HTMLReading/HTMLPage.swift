// Parses other sites' pages into trees of values with libxml2's HTML parser, which tolerates the same errors as
// browsers.

import CXML2

/// A part of a page: text, or an element with its content.
public indirect enum HTMLNode: Sendable {
    case text(String)
    case element(HTMLElement)
}

/// An element with its attributes; names are in lower case.
public struct HTMLElement: Sendable {
    public let name: String
    public let attributes: [String: String]
    public let children: [HTMLNode]

    public subscript(_ attribute: String) -> String? { attributes[attribute] }

    /// The elements directly in it.
    public var elements: [HTMLElement] {
        children.compactMap { if case .element(let element) = $0 { element } else { nil } }
    }

    /// All text in it unchanged, for example the source of a script.
    public var source: String {
        children.reduce(into: "") { text, child in
            switch child {
            case .text(let piece): text += piece
            case .element(let element): text += element.source
            }
        }
    }

    /// Visits itself and every element in it, in the order of the page, until `visit` returns false. Returns whether it
    /// reached the end.
    @discardableResult
    public func visit(_ visit: (HTMLElement) -> Bool) -> Bool {
        guard visit(self) else { return false }
        for case .element(let element) in children where !element.visit(visit) { return false }
        return true
    }

    /// Itself and every element in it that satisfies the condition, in the order of the page. All are added to one list:
    /// joining the lists of each level would copy an element once for every level above it.
    public func all(where condition: (HTMLElement) -> Bool) -> [HTMLElement] {
        var found: [HTMLElement] = []
        visit { element in
            if condition(element) { found.append(element) }
            return true
        }
        return found
    }

    /// The first of these elements; the search ends there.
    public func first(where condition: (HTMLElement) -> Bool) -> HTMLElement? {
        var found: HTMLElement?
        visit { element in
            if condition(element) { found = element }
            return found == nil
        }
        return found
    }
}

/// A parsed page; `isCut` if libxml2 stopped before its end.
public struct HTMLPage: Sendable {
    public let root: HTMLElement
    public let isCut: Bool
    /// The number of bytes that libxml2 has read.
    let read: Int

    /// The maximum size of a page in bytes.
    public static let limit = 5 << 20
    /// The maximum number of elements, texts and attributes: ten times as many as large pages have. libxml2 stops
    /// reading soon after as many elements and attributes, because its tree needs more memory than this one.
    static let nodes = 200_000
    /// The maximum depth. libxml2 stops at 256 levels; this limit documents that the recursion relies on it.
    static let depth = 300

    /// Parses a page; `nil` if it is empty, too long or not a page.
    public init?(_ text: String) {
        var text = HTMLText.withFractions(text)
        let count = text.utf8.count
        guard count > 0, count <= Self.limit else { return nil }
        var (read, isCut) = (Int32(0), Int32(0))
        let document = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                toque_page_parse($0.baseAddress, Int32(count), Int32(Self.nodes), &read, &isCut)
            }
        }
        guard let document else { return nil }
        defer { xmlFreeDoc(document) }
        guard let root = xmlDocGetRootElement(document) else { return nil }
        var left = Self.nodes
        self.root = Self.element(root, depth: 0, &left)
        self.read = Int(read)
        self.isCut = isCut != 0 || left <= 0
    }

    private static func element(_ node: xmlNodePtr, depth: Int, _ left: inout Int) -> HTMLElement {
        var attributes: [String: String] = [:]
        var attribute = node.pointee.properties
        while let each = attribute, left > 0 {
            left -= 1
            attributes[string(each.pointee.name)] = value(each.pointee.children)
            attribute = each.pointee.next
        }
        var children: [HTMLNode] = []
        var child = depth < Self.depth ? node.pointee.children : nil
        while let each = child, left > 0 {
            left -= 1
            switch each.pointee.type {
            case XML_ELEMENT_NODE: children.append(.element(element(each, depth: depth + 1, &left)))
            case XML_TEXT_NODE, XML_CDATA_SECTION_NODE: children.append(.text(string(each.pointee.content)))
            default: break
            }
            child = each.pointee.next
        }
        return HTMLElement(
            name: string(node.pointee.name).lowercased(), attributes: attributes, children: children)
    }

    private static func value(_ first: xmlNodePtr?) -> String {
        var text = ""
        var node = first
        while let each = node {
            text += string(each.pointee.content)
            node = each.pointee.next
        }
        return text
    }

    private static func string(_ bytes: UnsafePointer<xmlChar>?) -> String { bytes.map { String(cString: $0) } ?? "" }
}
