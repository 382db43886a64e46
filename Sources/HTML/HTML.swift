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
