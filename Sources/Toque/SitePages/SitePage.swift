// The pages about the site that admins edit, and how their texts are read: headings, paragraphs, lists and links.

import Bytes
import Content
import Texts
import Words

/// A page about the site; the raw value is in its address.
enum SitePage: String, CaseIterable, Sendable {
    case about, help, privacy

    var address: String {
        switch self {
        case .about: Address.about()
        case .help: Address.help()
        case .privacy: Address.privacy()
        }
    }

    func title(_ language: Language) -> String {
        switch self {
        case .about: Text.aboutTitle(language)
        case .help: Text.helpTitle(language)
        case .privacy: Text.privacyTitle(language)
        }
    }

    /// The texts that a page has until an admin saves others.
    var firstTexts: [Language: String] {
        Dictionary(
            uniqueKeysWithValues: Language.allCases.map { language in
                let path = "Pages/\(rawValue)-\(language.rawValue).txt"
                return (language, (StarterFiles.all.first { $0.path == path }?.text ?? "").typed)
            })
    }
}

enum SitePageRules {
    /// The most characters of a text in one language.
    static let textLength = 20_000
    /// Older versions of a page are deleted.
    static let versions = 50
    /// The longest label and address of a link, in bytes. They bound the search for the end of a link.
    private static let labelBytes = 300
    private static let addressBytes = 500

    /// Reads a text. A line with `##` in front is a heading, lines with `-` in front are a list, and an empty line ends
    /// a paragraph.
    static func blocks(_ text: String) -> [PageBlock] {
        var blocks: [PageBlock] = []
        var (paragraph, items): ([Substring], [PageLine]) = ([], [])
        func end() {
            if !paragraph.isEmpty { blocks.append(PageBlock(line: PageLine(paragraph.joined(separator: " ")))) }
            if !items.isEmpty { blocks.append(PageBlock(items: items)) }
            (paragraph, items) = ([], [])
        }
        for line in text.split(bytes: "\n", omittingEmptySubsequences: false) {
            let line = String(line).trimmed
            if line.isEmpty {
                end()
            } else if let heading = line.dropping(prefix: "## ") {
                end()
                blocks.append(PageBlock(heading: String(heading)))
            } else if let item = line.dropping(prefix: "- ") {
                if !paragraph.isEmpty { end() }
                items.append(PageLine(String(item)))
            } else {
                if !items.isEmpty { end() }
                paragraph.append(line[...])
            }
        }
        end()
        return blocks
    }

    /// The pieces of a line: `[label](address)` is a link if the address is safe, and stays as typed otherwise.
    static func spans(_ line: String) -> [PageSpan] {
        let bytes = Array(line.utf8)
        var (spans, start, index): ([PageSpan], Int, Int) = ([], 0, 0)
        func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "["), let link = link(in: bytes, at: index) else {
                index += 1
                continue
            }
            if start < index { spans.append(PageSpan(text: text(start..<index))) }
            spans.append(PageSpan(text: text(link.label), address: text(link.address)))
            index = link.address.upperBound + 1
            start = index
        }
        if start < bytes.count { spans.append(PageSpan(text: text(start..<bytes.count))) }
        return spans
    }

    private static func link(in bytes: [UInt8], at start: Int) -> (label: Range<Int>, address: Range<Int>)? {
        func end(_ closing: UInt8, from place: Int, most: Int, stops: String) -> Int? {
            for index in place..<min(bytes.count, place + most) {
                if bytes[index] == closing { return index > place ? index : nil }
                if stops.utf8.contains(bytes[index]) { return nil }
            }
            return nil
        }
        guard let label = end(UInt8(ascii: "]"), from: start + 1, most: labelBytes, stops: "["),
            bytes.indices.contains(label + 1), bytes[label + 1] == UInt8(ascii: "("),
            let close = end(UInt8(ascii: ")"), from: label + 2, most: addressBytes, stops: " ()<>\"\\")
        else { return nil }
        let address = label + 2..<close
        return isSafe(String(decoding: bytes[address], as: UTF8.self)) ? (start + 1..<label, address) : nil
    }

    /// Whether it is an address of the site, a web address or an email address.
    private static func isSafe(_ address: String) -> Bool {
        if address.hasPrefix(bytes: "/") { return !address.hasPrefix(bytes: "//") }
        return ["https://", "http://", "mailto:"].contains {
            address.hasPrefix(bytes: $0) && address.utf8.count > $0.utf8.count
        }
    }
}

/// A heading, a paragraph or a list.
struct PageBlock: Equatable {
    var heading: String?
    var line: PageLine?
    var items: [PageLine] = []
    var isList: Bool { !items.isEmpty }
}

/// The text of a paragraph or of an item.
struct PageLine: Equatable {
    let spans: [PageSpan]

    init(_ text: String) { spans = SitePageRules.spans(text) }
}

/// A piece of text, or a link.
struct PageSpan: Equatable {
    let text: String
    var address: String?
}
