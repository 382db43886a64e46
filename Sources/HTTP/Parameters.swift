// Named values in order: queries, urlencoded forms, and the variable parts of routes.

import Bytes

/// Pairs of a name and a value; a name may occur more than once.
public struct Parameters: Sendable {
    public var pairs: [(name: String, value: String)] = []

    public init() {}

    public init(_ pairs: [(name: String, value: String)]) { self.pairs = pairs }

    /// Parses `a=1&b=2` with `+` for a space; refuses broken escapes, invalid UTF-8, and NUL.
    public init(parsing text: some StringProtocol) throws(ParseFailure) {
        self = try Parameters(query: Array(text.utf8))
    }

    /// Parses the bytes of a query. Long runs of combining marks are refused here, because queries are compared often.
    init(query: some Collection<UInt8>) throws(ParseFailure) {
        guard let parsed = Parameters(bytes: query, limit: .max) else {
            throw ParseFailure(.badRequest, "escape in query")
        }
        guard parsed.pairs.allSatisfy({ StreamSafe.allows($0.name) && StreamSafe.allows($0.value) }) else {
            throw ParseFailure(.badRequest, "combining marks in query")
        }
        self = parsed
    }

    /// Parses urlencoded bytes; `nil` if they are malformed. Stops one pair beyond `limit`, so that the caller can see
    /// that there are more.
    init?(bytes: some Collection<UInt8>, limit: Int) {
        for part in bytes.split(separator: 0x26) {
            let name = part.prefix { $0 != 0x3D }
            let value = part.dropFirst(name.count + 1)
            guard let name = Percent.decode(name, plusIsSpace: true),
                let value = Percent.decode(value, plusIsSpace: true)
            else { return nil }
            pairs.append((name, value))
            if pairs.count > limit { return }
        }
    }

    public var isEmpty: Bool { pairs.isEmpty }

    /// The first value of that name.
    public subscript(name: String) -> String? { pairs.first { $0.name.isSame(as: name) }?.value }

    public func all(_ name: String) -> [String] { pairs.filter { $0.name.isSame(as: name) }.map(\.value) }

    /// The pairs as a query, without the question mark.
    public func encoded() -> String {
        pairs.map { Percent.encode(query: $0.name) + "=" + Percent.encode(query: $0.value) }.joined(separator: "&")
    }
}
