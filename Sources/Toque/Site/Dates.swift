// Formats days and times, for people and for programs.

import Bytes
import HTML
import Texts
import Words

/// Times and durations are in milliseconds.
enum Milliseconds {
    static let second = 1_000
    static let minute = 60 * second
    static let hour = 60 * minute
    static let day = 24 * hour
}

/// A time on a page. It is in UTC without JavaScript; `site.js` shows it in the reader's zone.
struct Moment {
    private let milliseconds: Int
    private let text: String

    /// `milliseconds` since 1970 in UTC.
    init(_ milliseconds: Int, _ language: Language) {
        self.milliseconds = milliseconds
        text = "\(Dates.moment(milliseconds, language)) UTC"
    }

    /// `<time datetime="2026-11-20T14:05:09Z">20 November 2026, 14:05 UTC</time>`.
    var html: HTML { html { $0 } }

    /// The markup of a sentence with the time in it; `sentence` receives the time as text.
    func html(in sentence: (String) -> String) -> HTML {
        let words = sentence(text)
        var buffer = HTMLBuffer()
        let start = words.firstIndex(ofBytes: text) ?? words.endIndex
        let end = words.utf8.index(start, offsetBy: text.utf8.count, limitedBy: words.endIndex) ?? start
        buffer.text(words[..<start])
        guard end > start else { return HTML(buffer) }
        buffer.literal("<time datetime=\"")
        buffer.attribute(Dates.time(milliseconds))
        buffer.literal("\">")
        buffer.text(text)
        buffer.literal("</time>")
        buffer.text(words[end...])
        return HTML(buffer)
    }
}

/// Days and times as people read them, in UTC.
enum Dates {
    /// `20 November 2026`.
    static func day(_ milliseconds: Int, _ language: Language) -> String {
        let (year, month, day) = civil(milliseconds)
        return "\(day) \(Text.dynamic("month.\(month)", language) ?? "") \(year)"
    }

    /// `2026-11-20`, for `datetime` and `date` inputs.
    static func iso(_ milliseconds: Int) -> String {
        let (year, month, day) = civil(milliseconds)
        return "\(year)-\(pad(month))-\(pad(day))"
    }

    /// `2026-11-20T14:05:09Z`, for programs.
    static func time(_ milliseconds: Int) -> String {
        let seconds = milliseconds / 1_000
        return "\(iso(milliseconds))T\(pad(seconds / 3_600 % 24)):\(pad(seconds / 60 % 60)):\(pad(seconds % 60))Z"
    }

    /// `20 November 2026, 14:05`, for emails and files. Pages show a ``Moment``.
    static func moment(_ milliseconds: Int, _ language: Language) -> String {
        let minutes = milliseconds / Milliseconds.minute
        return "\(day(milliseconds, language)), \(pad(minutes / 60 % 24)):\(pad(minutes % 60))"
    }

    /// The end of the day `2026-11-20` in UTC milliseconds, or `nil` if the text is not a date.
    static func endOfDay(_ text: String) -> Int? {
        guard text.utf8.count <= 10 else { return nil }
        let parts = text.split(bytes: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].count == 4, let year = Int(parts[0]), let month = Int(parts[1]),
            let day = Int(parts[2]), (1970...9999).contains(year), (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        let start = daysSinceEpoch(year, month, day)
        let end = (start + 1) * Milliseconds.day - 1
        return civil(end) == (year, month, day) ? end : nil
    }

    private static func pad(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }

    /// Howard Hinnant's `days_from_civil` for the proleptic Gregorian calendar.
    private static func daysSinceEpoch(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func civil(_ milliseconds: Int) -> (year: Int, month: Int, day: Int) {
        let days = Int((Double(milliseconds) / Double(Milliseconds.day)).rounded(.down)) + 719_468
        let era = days / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }
}
