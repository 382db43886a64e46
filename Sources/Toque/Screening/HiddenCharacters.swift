// Characters that readers do not see: how they are found and shown.

/// Finds invisible characters, and makes them visible in texts that moderators read.
enum HiddenCharacters {
    /// The text with invisible characters as codes. In a text of nothing else, spaces and line ends are signs.
    static func shown(_ text: String) -> String {
        let hasVisible = text.unicodeScalars.contains { !isBlank($0) && !isHidden($0) }
        return written(text, hasVisible: hasVisible)
    }

    /// The same for a piece of a text, whose spaces are ordinary ones.
    static func spelt(_ text: String) -> String { written(text, hasVisible: true) }

    private static func written(_ text: String, hasVisible: Bool) -> String {
        let scalars = text.unicodeScalars
        var shown = String.UnicodeScalarView()
        for scalar in scalars {
            switch scalar {
            case "!"..."~": shown.append(scalar)
            case "\n": shown.append(contentsOf: (hasVisible ? "\n" : "↵\n").unicodeScalars)
            case " ": shown.append(hasVisible ? " " : "␣")
            // Joins or styles the characters next to it, as in most emoji, so it is shown only in a text without
            // visible characters.
            case "\u{200d}", "\u{fe0e}", "\u{fe0f}": shown.append(contentsOf: hasVisible ? [scalar] : code(scalar))
            default:
                if isHidden(scalar) || isBlank(scalar) {
                    shown.append(contentsOf: code(scalar))
                } else {
                    shown.append(scalar)
                }
            }
        }
        return String(shown)
    }

    /// The text from the first to the last character that is invisible or changes the direction of text; `nil` without
    /// one. Soft hyphens, line ends, tabs, and what joins letters and emoji are no reason for suspicion.
    static func suspicious(in text: String) -> String? {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: isSuspicious), let last = scalars.lastIndex(where: isSuspicious)
        else { return nil }
        return String(scalars[first...last])
    }

    private static func isSuspicious(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\n", "\r", "\t", "\u{ad}", "\u{200c}", "\u{200d}", "\u{fe0e}", "\u{fe0f}": false
        default: !scalar.isASCII && isHidden(scalar) || scalar.isASCII && scalar.properties.generalCategory == .control
        }
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .unassigned, .privateUse: true
        default: scalar.properties.isDefaultIgnorableCodePoint
        }
    }

    private static func code(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return Array("[U+\(String(repeating: "0", count: max(0, 4 - digits.utf8.count)))\(digits)]".unicodeScalars)
    }
}
