// Markup that is already safe, at the end of a request's way: the one type that views write out unescaped.

/// Markup that needs no escaping any more; only code that made it safe creates it.
public struct HTML: Sendable, Hashable {
    /// The markup in UTF-8.
    public let bytes: [UInt8]

    /// Vouches for markup written by hand or made by a sanitiser.
    public init(safe markup: String) {
        bytes = Array(markup.utf8)
    }

    /// Vouches for markup in UTF-8.
    public init(safe bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Takes what a buffer has escaped.
    public init(_ buffer: HTMLBuffer) {
        bytes = buffer.bytes
    }

    public var isEmpty: Bool { bytes.isEmpty }
}
