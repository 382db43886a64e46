// What may stand in a text where the file has a variable; the texts themselves are made from `Locales`.

/// A value that can stand in a text.
public protocol TextValue {
    /// As the text shows it.
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
