// The result of parsing one ingredient line.

/// One ingredient line, split into amount, unit, name and note.
package struct ParsedLine: Sendable, Equatable {
    /// The line as it was written.
    package var line: String
    package var amount: Double?
    /// The upper end of a range: 3 of `2–3`.
    package var amountMax: Double?
    /// The key of a unit; `nil` if things are counted without one: `2 eggs`.
    package var unit: String?
    /// The contents of one item: 14 ounces of `1 (14 ounce) can`, 115 g of `4 x 115g`.
    var size: Measure?
    /// The ingredient without amount, unit and preparation; the first if the line offers several.
    package var name = ""
    /// The name with its alternatives: `butter or margarine`.
    package var phrase = ""
    /// The phrase as the line has it, including brackets inside it: `Roma (plum) tomatoes`.
    package var written = ""
    /// The phrase with the preparation words before it, since some ingredients are known by both: `minced beef`.
    package var prepared = ""
    /// The note without the preparation words before the name.
    var noteBehind = ""
    /// Everything else: preparation, purpose, remarks.
    package var note = ""
    package var optional = false
    /// From 0 (nothing understood) to 1.
    package var confidence = 0.0
    /// Whether it comes from a can or a jar: `1 can beans`, `1 банка фасоли`.
    var isTinned = false
    /// Whether the line is a heading, such as `For the sauce:`, or a remark, and not an ingredient.
    package var isHeading = false
    /// Whether the line is a remark such as `Note: serve warm`; the lines below do not belong to it.
    var isRemark = false

    /// Whether the line is a remark about tools, or about where a food that the recipe lists is sold.
    var namesNoFood = false

    /// Whether the line is longer than `LineLimits` allow, so that it was not parsed.
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
