// Parses times in recipes: ISO 8601 (`PT1H30M`) and words (`1 hour 30 minutes`).

import Bytes

/// Parses durations into minutes.
enum Minutes {
    static func read(_ text: String) -> Int? { ISODuration.minutes(text) ?? spoken(text) }

    /// Parses `1 hr 20 min`, `1:30`, `1½ hours`, `45`, `1 ч 20 мин`; of `20–30 minutes` the longer. `nil` if a word is
    /// not about time.
    static func spoken(_ text: String) -> Int? {
        guard text.utf8.count <= 60 else { return nil }
        // Sites write `PT0D1H30M` and `P30M` as ISO 8601 without meaning days or months.
        let text = text.hasPrefix(bytes: "P") ? text.removing(anyOf: "PT") : text
        if let seconds = Durations.clock(text.trimmed) { return seconds / 60 }
        var minutes = 0.0
        var number: Double?
        var isEmpty = true
        for part in Durations.words(of: text[...]) {
            let word = part.lowercased()
            if let value = Durations.value(part) {
                // `1 1/2` is a sum, `20 30` is a range.
                number = number.map { value < 1 ? $0 + value : max($0, value) } ?? value
            } else if let factor = factor(word), let value = number {
                minutes += value * factor
                number = nil
                isEmpty = false
            } else if !passed.contains(word) {
                return nil
            }
        }
        if let value = number {
            minutes += value
            isEmpty = false
        }
        return isEmpty || minutes > 1e9 ? nil : Int(nearest: minutes)
    }

    private static func factor(_ word: String) -> Double? {
        factors.first { $0.words.contains(word) || $0.starts.contains(where: { word.hasPrefix(bytes: $0) }) }?.factor
    }

    private static let factors: [(words: Set<String>, starts: [String], factor: Double)] = [
        (["m", "м", "'"], ["min", "мин"], 1),
        (["h", "hr", "hrs", "ч", "std"], ["hour", "час", "stund", "heure", "ora", "ore", "hora", "uur"], 60),
        (["d", "д"], ["day", "дн", "день", "tag"], 1_440), (["s", "с", "sec", "secs"], ["second", "сек"], 1.0 / 60),
    ]

    private static let passed: Set<String> = [
        "and", "plus", "about", "approx", "to", "up", "до", "и", "около", "или", "or", "und", "et", "at", "least",
        "over",
        "total", "-", "–", "—",
    ]
}

/// Parses ISO 8601 durations such as `PT1H30M`.
enum ISODuration {
    static func minutes(_ text: String) -> Int? {
        guard text.hasPrefix(bytes: "P"), text.utf8.count <= 40 else { return nil }
        var minutes = 0.0
        var number = ""
        var isTime = false
        var isEmpty = true
        for character in text.dropFirst() {
            switch character {
            case "0"..."9", ".", ",": number.append(character == "," ? "." : character)
            case "T": isTime = true
            default:
                guard let value = Double(number), let factor = factor("\(isTime ? "T" : "")\(character)", value) else {
                    return nil
                }
                minutes += value * factor
                number = ""
                isEmpty = false
            }
        }
        return isEmpty || !number.isEmpty || minutes > 1e9 ? nil : Int(nearest: minutes)
    }

    /// The minutes of a unit. Months and years are refused unless they are zero, as many sites write them.
    private static func factor(_ unit: String, _ value: Double) -> Double? {
        factors[unit] ?? (value == 0 && (unit == "Y" || unit == "M") ? 0 : nil)
    }

    private static let factors = ["W": 10_080.0, "D": 1_440, "TH": 60, "TM": 1, "TS": 1.0 / 60]
}
