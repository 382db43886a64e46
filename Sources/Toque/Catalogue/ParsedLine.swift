// What the parser of ingredient lines understood of one line.

/// One line of a recipe's ingredients, taken apart.
public struct ParsedLine: Sendable, Equatable {
    /// The line as it was written.
    public var line: String
    public var amount: Double?
    /// The upper end of a range: 3 of `2–3`.
    public var amountMax: Double?
    /// The key of a unit; `nil` where things are counted as they are.
    public var unit: String?
    /// What one of them holds: 14 ounces of `1 (14 ounce) can`, 115 g of `4 x 115g`.
    public var size: Measure?
    /// The ingredient without amount, unit and preparation; the first where the line offers several.
    public var name = ""
    /// The name with its alternatives: `butter or margarine`.
    public var phrase = ""
    /// The phrase as it stands in the line, with what is said in brackets inside it: `Roma (plum) tomatoes`.
    public var written = ""
    /// The preparation words before the name with the phrase, for what is known by both: `minced beef`.
    public var prepared = ""
    /// The note without the preparation words before the name.
    public var noteBehind = ""
    /// Everything else: preparation, purpose, remarks.
    public var note = ""
    public var optional = false
    /// From 0 (nothing understood) to 1.
    public var confidence = 0.0
    /// From a can or a jar: `1 can beans`, `1 банка фасоли`.
    public var isTinned = false
    /// `For the sauce:` holds no ingredient.
    public var isHeading = false
    /// `Note: serve warm` is a heading that leads nothing.
    public var isRemark = false

    /// Longer than `LineLimits` allow: nothing of it was taken apart.
    public private(set) var isUnread = false

    /// An amount with its unit.
    public struct Measure: Sendable, Equatable {
        public var amount: Double
        public var unit: String
    }

    init(line: String) { self.line = line }

    init(heading line: String) {
        self.line = line
        isHeading = true
    }

    init(unread line: String) {
        self.line = line
        isUnread = true
    }
}
