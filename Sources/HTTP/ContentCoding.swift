// Chooses a compression that the client accepts (RFC 9110, 12.5.3).

import Bytes

/// A compression for transfer, in the order of our preference.
public enum ContentCoding: String, CaseIterable, Sendable {
    case brotli = "br"
    case gzip
    case identity

    /// The best of `offered` that the client accepts; `identity` if it accepts none or sends no field.
    public static func chosen(_ request: Request, from offered: [ContentCoding]) -> ContentCoding {
        var weights: [(name: ArraySlice<UInt8>, weight: Int)] = []
        request.headers.forEachValue("Accept-Encoding") { field in
            let items = field.split(separator: UInt8(ascii: ","), maxSplits: mostItems).prefix(mostItems)
            weights += items.compactMap(read)
        }
        func weight(_ coding: ContentCoding) -> Int {
            let found = weights.last { ASCII.equal($0.name, coding.rawValue.utf8) }
            return (found ?? weights.last { ASCII.equal($0.name, "*") })?.weight ?? 0
        }
        let accepted = offered.filter { $0 != .identity && weight($0) > 0 }
        guard let best = accepted.map(weight).max() else { return .identity }
        return accepted.first { weight($0) == best } ?? .identity
    }

    /// The maximum number of items read from one field; browsers send four.
    private static let mostItems = 20

    /// Parses `gzip;q=0.5` into a name and thousandths.
    private static func read(_ item: ArraySlice<UInt8>) -> (name: ArraySlice<UInt8>, weight: Int)? {
        let parts = item.split(separator: UInt8(ascii: ";"), maxSplits: 2, omittingEmptySubsequences: false)
        guard let name = parts.first.map({ ASCII.trimmed($0) }), !name.isEmpty else { return nil }
        guard parts.count > 1 else { return (name, 1000) }
        let parameter = ASCII.trimmed(parts[1])
        guard parts.count == 2, ASCII.equal(parameter.prefix(2), "q="),
            let weight = thousandths(parameter.dropFirst(2))
        else { return nil }
        return (name, weight)
    }

    /// Parses `0`, `1`, `0.123` into thousandths.
    private static func thousandths(_ digits: ArraySlice<UInt8>) -> Int? {
        let parts = digits.split(separator: UInt8(ascii: "."), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count <= 2, let whole = parts.first, whole.count == 1, let ones = ASCII.decimal(whole), ones <= 1
        else { return nil }
        let decimals = parts.count == 2 ? Array(parts[1]) : []
        guard decimals.count <= 3 else { return nil }
        let padded = decimals + [UInt8](repeating: 48, count: 3 - decimals.count)
        guard let rest = ASCII.decimal(padded) else { return nil }
        return ones * 1000 + rest <= 1000 ? ones * 1000 + rest : nil
    }
}
