// Dates in header fields.

import Bytes

/// Formats and parses IMF-fixdate, the only date format of HTTP still in use (RFC 9110, 5.6.7).
public enum HTTPDate {
    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Formats seconds since 1970, for years 1 to 9999.
    public static func format(_ seconds: Int) -> String {
        let days = seconds.quotient(flooring: 86_400)
        let time = seconds - days * 86_400
        let (year, month, day) = civil(days)
        let weekday = (days % 7 + 11) % 7
        let clock = "\(two(time / 3600)):\(two(time / 60 % 60)):\(two(time % 60))"
        return
            "\(weekdays[weekday]), \(two(day)) \(months[month - 1]) \(two(year / 100))\(two(year % 100)) \(clock) GMT"
    }

    /// Parses a date to seconds since 1970; `nil` if it is not exactly in this format or the day does not exist.
    public static func parse(_ text: String) -> Int? {
        let bytes = Array(text.utf8)
        guard bytes.count == 29 else { return nil }
        func word(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        func number(_ range: Range<Int>) -> Int? { ASCII.decimal(bytes[range]) }
        guard let month = months.firstIndex(of: word(8..<11)),
            let day = number(5..<7), let year = number(12..<16),
            let hour = number(17..<19), let minute = number(20..<22), let second = number(23..<25),
            hour < 24, minute < 60, second <= 60
        else { return nil }
        let days = daysSince1970(year, month + 1, day)
        guard civil(days) == (year, month + 1, day) else { return nil }
        // Formatting the result must give the same text, which checks weekday, spaces and "GMT".
        let seconds = days * 86_400 + hour * 3600 + minute * 60
        guard
            format(seconds + min(second, 59)).utf8.elementsEqual(
                second == 60 ? bytes[..<23] + Array("59".utf8) + bytes[25...] : bytes[...])
        else { return nil }
        return seconds + second
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// Counts days from 1970 in the Gregorian calendar (H. Hinnant, "chrono-compatible low-level date algorithms").
    private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = year.quotient(flooring: 400)
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let yearOfEra = year - era * 400
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = shifted.quotient(flooring: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}

extension Int {
    /// Divides, rounding down also for negative numbers.
    fileprivate func quotient(flooring divisor: Int) -> Int {
        self >= 0 ? self / divisor : -((-self + divisor - 1) / divisor)
    }
}
