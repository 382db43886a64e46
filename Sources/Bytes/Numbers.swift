// Converts numbers without a trap.

extension Int {
    /// The nearest whole number; the limits of `Int` beyond them, and 0 for a value that is not a number.
    public init(nearest value: Double) {
        let rounded = value.rounded()
        self = Int(exactly: rounded) ?? (rounded > 0 ? .max : rounded < 0 ? .min : 0)
    }
}
