// What the parser of ingredient lines understood of one line.

/// One line of a recipe's ingredients, taken apart.
package struct ParsedLine: Sendable, Equatable {
    /// The line as it was written.
    package var line: String
    package var amount: Double?
    /// The upper end of a range: 3 of `2–3`.
    package var amountMax: Double?
    /// The key of a unit; `nil` where things are counted as they are.
    package var unit: String?
    /// What one of them holds: 14 ounces of `1 (14 ounce) can`, 115 g of `4 x 115g`.
    var size: Measure?
    /// The ingredient without amount, unit and preparation; the first where the line offers several.
    package var name = ""
    /// The name with its alternatives: `butter or margarine`.
    package var phrase = ""
    /// The phrase as it stands in the line, with what is said in brackets inside it: `Roma (plum) tomatoes`.
    package var written = ""
    /// The preparation words before the name with the phrase, for what is known by both: `minced beef`.
    package var prepared = ""
    /// The note without the preparation words before the name.
    var noteBehind = ""
    /// Everything else: preparation, purpose, remarks.
    package var note = ""
    package var optional = false
    /// From 0 (nothing understood) to 1.
    package var confidence = 0.0
    /// From a can or a jar: `1 can beans`, `1 банка фасоли`.
    var isTinned = false
    /// `For the sauce:` holds no ingredient.
    package var isHeading = false
    /// `Note: serve warm` is a heading that leads nothing.
    var isRemark = false

    /// Longer than `LineLimits` allow: nothing of it was taken apart.
    private(set) var isUnread = false

    /// An amount with its unit.
    struct Measure: Sendable, Equatable {
        var amount: Double
        var unit: String
    }

    package init(line: String) { self.line = line }

    package init(heading line: String) {
        self.line = line
        isHeading = true
    }

    package init(unread line: String) {
        self.line = line
        isUnread = true
    }
}
