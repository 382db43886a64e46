// Safe markup, the only type that views write without escaping.

/// Markup that needs no escaping; only code that made it safe may create it.
public struct HTML: Sendable, Hashable {
    /// The markup in UTF-8.
    public let bytes: [UInt8]

    /// Marks markup as safe that was written by hand or made by a sanitiser.
    public init(safe markup: String) {
        bytes = Array(markup.utf8)
    }

    /// Marks markup in UTF-8 as safe.
    public init(safe bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The content of a buffer, which escapes what is appended.
    public init(_ buffer: HTMLBuffer) {
        bytes = buffer.bytes
    }

    public var isEmpty: Bool { bytes.isEmpty }
}

extension DefaultStringInterpolation {
    /// Markup within a string would be escaped once more, and without this method its bytes would be listed.
    @available(*, deprecated, message: "show markup through a field of type HTML of the page")
    public mutating func appendInterpolation(_ markup: HTML) {
        appendLiteral(String(decoding: markup.bytes, as: UTF8.self))
    }
}
