// The readable names in addresses.

import Bytes
import Foundation

/// The readable names in addresses: `borscht` in `/recipes/42-borscht`.
enum Slug {
    /// Lower-case Latin letters, digits and hyphens, at most 60. Cyrillic is transliterated; other characters are left
    /// out.
    static func make(_ title: String) -> String {
        var slug = ""
        let isPlain = title.utf8.allSatisfy { $0 < 0x80 }
        for scalar in (isPlain ? title : title.decomposedStringWithCompatibilityMapping).lowercased().unicodeScalars {
            switch scalar {
            case "a"..."z", "0"..."9": slug.unicodeScalars.append(scalar)
            case "\u{300}"..."\u{36f}", "'", "’": continue
            default:
                if let latin = cyrillic[scalar] {
                    slug += latin
                } else if !slug.isEmpty, !slug.hasSuffix(bytes: "-") {
                    slug += "-"
                }
            }
            if slug.utf8.count >= 60 { break }
        }
        let short = slug.prefix(60)
        return String(short.dropping(suffix: "-") ?? short)
    }

    /// `42-borscht`, or `42` if no character of the title can be used.
    static func segment(_ id: Int, _ slug: String) -> String { slug.isEmpty ? String(id) : "\(id)-\(slug)" }

    /// The id in `42-borscht` or `42`.
    static func id(_ segment: String) -> Int? {
        let digits = segment.prefix(beforeAny: "-")
        guard digits.utf8.count <= 18, let id = Int(digits), id > 0, !digits.hasPrefix(bytes: "+") else { return nil }
        return id
    }

    private static let cyrillic: [Unicode.Scalar: String] = [
        "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ж": "zh", "з": "z", "и": "i", "к": "k",
        "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t", "у": "u", "ф": "f",
        "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "", "ы": "y", "ь": "", "э": "e", "ю": "yu",
        "я": "ya", "і": "i", "є": "ye", "ґ": "g", "ß": "ss", "æ": "ae", "ø": "o", "œ": "oe", "ł": "l", "ı": "i",
    ]
}
