// The limits of the pantry, and when food should be used soon.

import Bytes
import Food

enum PantryRules {
    /// The most items of a member.
    static let items = 500
    /// The most items of one food, such as milk of several dates: each is compared with each line that needs it.
    static let itemsOfOneFood = 20
    /// The most lines of a pasted list, and its most code points.
    static let lines = 200
    static let listLength = 20_000
    static let staples = 100
    /// The most bytes of the form of staples.
    static let staplesBytes = 100_000
    /// In code points.
    static let nameLength = 200
    /// Food is to be used soon on this many days before its date, and on the day itself.
    static let soonDays = 5
    /// How many things recipes may miss.
    static let missing = 0...5
    static let usualMissing = 2
    /// The most pages of recipes: all before a page are put in order.
    static let pages = 100
    /// The keys of the staples of members who have not changed theirs.
    static let firstStaples = ["water", "salt", "black-pepper"]
    /// The most ingredients that an address wants in the recipes.
    static let wanted = 10
    /// The single ingredients, and the pairs, that a page suggests to buy.
    static let purchases = 4

    /// Whether food should be used in the next days; `useBy` is the end of its day.
    static func isSoon(_ useBy: Int?, now: Int) -> Bool {
        useBy.map { $0 >= now && $0 < now + (soonDays + 1) * Milliseconds.day } ?? false
    }

    static func isPast(_ useBy: Int?, now: Int) -> Bool { useBy.map { $0 < now } ?? false }

    /// A day without a year is the first such day that is not longer over than this many days.
    private static let daysOver = 30

    /// The end of a day that a line states; `nil` if there is no such day.
    static func useBy(_ day: DatedLine.Day, now: Int) -> Int? {
        func end(_ year: Int) -> Int? { Dates.endOfDay("\(year)-\(day.month)-\(day.day)") }
        if let year = day.year { return end(year) }
        let earliest = now - daysOver * Milliseconds.day
        guard let year = Dates.iso(earliest).split(bytes: "-").first.flatMap({ Int($0) }) else { return nil }
        return [year, year + 1].compactMap(end).first { $0 >= earliest }
    }

    /// The number of missing things that an address asks for.
    static func missing(_ text: String?) -> Int {
        text.flatMap { Int($0) }.map { min(max($0, missing.lowerBound), missing.upperBound) } ?? usualMissing
    }
}

extension ErrorReason {
    static let pantryFull = ErrorReason("pantry-full")
}
