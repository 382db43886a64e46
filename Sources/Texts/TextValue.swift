// The types of values for variables in texts; the texts themselves are generated from `Locales`.

/// A value for a variable in a text.
public protocol TextValue {
    /// The value as shown in the text.
    var shown: String { get }
}

extension String: TextValue {
    public var shown: String { self }
}

extension Substring: TextValue {
    public var shown: String { String(self) }
}

extension Int: TextValue {
    public var shown: String { String(self) }
}
