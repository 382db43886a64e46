// The limits of meal plans, and how days make weeks.

enum PlanRules {
    /// The most entries of a day, and of a member.
    static let entriesOfDay = 12
    static let entries = 5_000
    /// In code points.
    static let noteLength = 200
    /// The most favourites that the form offers.
    static let choices = 100
    /// The most suggestions of recipes that use up what spoils.
    static let suggestions = 4
    /// The days that the feed shows before and after today.
    static let feedPast = 30
    static let feedFuture = 180
    static let daysOfWeek = 7

    /// The Monday of the week of a day. 1 January 1970 was a Thursday.
    static func monday(of day: Int) -> Int { day - (day + 3) % daysOfWeek }

    /// The day that a time is on, in days since 1 January 1970, in UTC.
    static func day(_ milliseconds: Int) -> Int { milliseconds / Milliseconds.day }

    /// The day of `2026-11-30`; `nil` if the text is not a date.
    static func day(_ text: String) -> Int? { Dates.endOfDay(text).map(day) }

    /// `2026-11-30`
    static func iso(_ day: Int) -> String { Dates.iso(day * Milliseconds.day) }
}

extension ErrorReason {
    static let planFull = ErrorReason("plan-full")
}
