// Decides which errors are of one kind: the same route, type and functions, and the same message apart from numbers and
// names.

import Bytes

enum ErrorRules {
    /// Samples kept of each kind, kinds kept in the database, and kinds in memory that wait to be written.
    static let samples = 50
    static let kinds = 1_000
    static let waitingKinds = 200
    /// How many days have a count of errors, for the charts of admins.
    static let days = 90
    /// The number of functions that identify a kind, nearest to the throw.
    static let frames = 8
    /// The maximum length of a stored message in code points.
    static let messageLength = 200

    /// A message without the parts that vary or may be private: quoted texts, numbers, and words as long as
    /// identifiers.
    static func normalised(_ message: String) -> String {
        var words: [String] = []
        for word in withoutQuotes(message).unicodeScalars.split(whereSeparator: \.properties.isWhitespace) {
            let digits = word.contains { $0.properties.numericType != nil }
            words.append(word.count >= 16 && digits ? "…" : digits ? withoutNumbers(word) : String(word))
        }
        return String(
            String.UnicodeScalarView(words.joined(separator: " ").unicodeScalars.prefix(messageLength).map(shown)))
    }

    private static func withoutQuotes(_ text: String) -> String {
        var kept = String.UnicodeScalarView()
        var end: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            if let closing = end {
                if scalar == closing {
                    end = nil
                    kept.append("…")
                }
            } else if let closing = closing(scalar) {
                // An apostrophe inside a word is not an opening quote.
                let isInWord = scalar == "'" && kept.last?.properties.isAlphabetic == true
                if isInWord { kept.append(scalar) } else { end = closing }
            } else {
                kept.append(scalar)
            }
        }
        return String(kept) + (end == nil ? "" : "…")
    }

    private static func closing(_ opening: Unicode.Scalar) -> Unicode.Scalar? {
        switch opening {
        case "\"", "'", "`": opening
        case "“": "”"
        case "«": "»"
        default: nil
        }
    }

    /// A word with every run of digits replaced by `#`.
    private static func withoutNumbers(_ word: Substring.UnicodeScalarView) -> String {
        var kept = ""
        for scalar in word {
            let isNumber = scalar.properties.numericType != nil
            if isNumber && kept.hasSuffix(bytes: "#") { continue }
            kept.unicodeScalars.append(isNumber ? "#" : scalar)
        }
        return kept
    }

    private static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        scalar.value < 32 || scalar.value == 127 ? "·" : scalar
    }
}
