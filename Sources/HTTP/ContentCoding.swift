// Which compression a client takes (RFC 9110, 12.5.3).

/// How content is compressed for transfer; the order is ours to prefer.
public enum ContentCoding: String, CaseIterable, Sendable {
    case brotli = "br"
    case gzip
    case identity

    /// The best of `offered` that the client accepts; `identity` when it accepts none or says nothing.
    public static func chosen(_ request: Request, from offered: [ContentCoding]) -> ContentCoding {
        var weights: [String: Int] = [:]
        for field in request.headers.all("Accept-Encoding") {
            for item in field.split(separator: ",").prefix(20) {
                guard let (name, weight) = read(item) else { continue }
                weights[name] = weight
            }
        }
        func weight(_ coding: ContentCoding) -> Int { weights[coding.rawValue] ?? weights["*"] ?? 0 }
        let accepted = offered.filter { $0 != .identity && weight($0) > 0 }
        guard let best = accepted.map(weight).max() else { return .identity }
        return accepted.first { weight($0) == best } ?? .identity
    }

    /// Reads `gzip;q=0.5` as a name and thousandths.
    private static func read(_ item: Substring) -> (String, Int)? {
        let parts = item.split(separator: ";", omittingEmptySubsequences: false)
        guard let name = parts.first.map(trimmed)?.lowercased(), !name.isEmpty else { return nil }
        guard parts.count > 1 else { return (name, 1000) }
        let parameter = trimmed(parts[1]).lowercased()
        guard parts.count == 2, parameter.hasPrefix("q="), let weight = thousandths(parameter.dropFirst(2)) else {
            return nil
        }
        return (name, weight)
    }

    /// Reads `0`, `1`, `0.123`.
    private static func thousandths(_ text: Substring) -> Int? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, let whole = parts.first, whole == "0" || whole == "1" else { return nil }
        let decimals = parts.count == 2 ? Array(parts[1].utf8) : []
        guard decimals.count <= 3, decimals.allSatisfy({ (48...57).contains($0) }) else { return nil }
        let padded = decimals + [UInt8](repeating: 48, count: 3 - decimals.count)
        let weight = padded.reduce(whole == "1" ? 1 : 0) { $0 * 10 + Int($1 - 48) }
        return weight <= 1000 ? weight : nil
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let isSpace = { (character: Character) in character == " " || character == "\t" }
        guard let start = text.firstIndex(where: { !isSpace($0) }), let end = text.lastIndex(where: { !isSpace($0) })
        else { return "" }
        return text[start...end]
    }
}
