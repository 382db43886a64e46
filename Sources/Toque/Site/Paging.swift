// Splits lists into pages.

/// Lists show 20 items per page.
enum Paging {
    static let size = 20
    /// The highest page number; a higher one is read as this one.
    static let lastPage = 100_000

    static func page(_ text: String?) -> Int { min(max(text.flatMap { Int($0) } ?? 1, 1), lastPage) }
    static func offset(_ page: Int) -> Int { (page - 1) * size }
}

/// Links to the previous and next page.
struct Pages {
    let number: Int
    let total: Int
    /// On a page behind the last one, the last one.
    let previous: String?
    let next: String?
    /// The number of the last page.
    let last: Int
    var isBehindLast: Bool { number > last }
    var isOnly: Bool { previous == nil && next == nil }

    /// `address` returns the address of a page number.
    init(number: Int, total: Int, address: (Int) -> String) {
        self.number = number
        self.total = total
        last = max(1, (total + Paging.size - 1) / Paging.size)
        previous = number > 1 ? address(min(number - 1, last)) : nil
        next = number * Paging.size < total ? address(number + 1) : nil
    }
}
