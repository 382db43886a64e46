// Times as recipes give them: `PT1H30M` of ISO 8601, and `1 hour 30 minutes` of people.

import Bytes

/// Reads how long something takes.
enum Minutes {
    static func read(_ text: String) -> Int? { ISODuration.minutes(text) ?? spoken(text) }

    /// `1 hr 20 min`, `1:30`, `1½ hours`, `45`, `1 ч 20 мин`, of `20–30 minutes` the longer; nil where a word is not of time.
    static func spoken(_ text: String) -> Int? {
        guard text.utf8.count <= 60 else { return nil }
        // `PT0D1H30M` and `P30M` are what sites make of ISO 8601 without meaning days or months.
        let text = text.hasPrefix(bytes: "P") ? text.removing(anyOf: "PT") : text
        if let clock = text.wholeMatch(of: /\s*(\d{1,2}):(\d\d)(?::\d\d)?\s*/) {
            return (Int(clock.1) ?? 0) * 60 + (Int(clock.2) ?? 0)
        }
        var minutes = 0.0
        var number: Double?
        var isEmpty = true
        for part in Durations.words(of: text[...]) {
            let word = part.lowercased()
            if let value = Durations.value(part) {
                // `1 1/2` adds up, `20 30` of a range does not.
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
        return isEmpty || minutes > 1e9 ? nil : Int(minutes.rounded())
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

/// Durations of ISO 8601 such as `PT1H30M`.
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
        return isEmpty || !number.isEmpty || minutes > 1e9 ? nil : Int(minutes.rounded())
    }

    /// No recipe takes months or years, but many say that it takes none.
    private static func factor(_ unit: String, _ value: Double) -> Double? {
        factors[unit] ?? (value == 0 && (unit == "Y" || unit == "M") ? 0 : nil)
    }

    private static let factors = ["W": 10_080.0, "D": 1_440, "TH": 60, "TM": 1, "TS": 1.0 / 60]
}
