// JSON written field by field, in the order in which it is said: for the command line and for what is stored and hashed.

/// Writes one JSON object on one line.
struct JSONText {
    private(set) var text = "{"

    init() { text.reserveCapacity(256) }

    private mutating func key(_ key: String) {
        if text.utf8.count > 1 { text += "," }
        append(key)
        text += ":"
    }

    /// Most texts need no escape; they go in without a copy between.
    private mutating func append(_ value: String) {
        guard Self.isPlain(value) else {
            text += Self.string(value)
            return
        }
        text += "\""
        text += value
        text += "\""
    }

    private static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    }

    /// A value that is JSON already.
    mutating func add(_ name: String, raw json: String) {
        key(name)
        text += json
    }

    mutating func add(_ name: String, _ value: String?) {
        key(name)
        if let value { append(value) } else { text += "null" }
    }
    mutating func add(_ name: String, _ value: Double?) { add(name, raw: value.map(Self.number) ?? "null") }
    mutating func add(_ name: String, _ value: Bool) { add(name, raw: value ? "true" : "false") }
    mutating func add(_ name: String, _ values: [String]) {
        add(name, raw: "[" + values.map(Self.string).joined(separator: ",") + "]")
    }

    var object: String { text + "}" }

    static func number(_ value: Double) -> String {
        guard value.isFinite else { return "null" }
        return value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
    }

    static func string(_ text: String) -> String {
        if isPlain(text) { return "\"\(text)\"" }
        var json = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": json += "\\\""
            case "\\": json += "\\\\"
            case "\n": json += "\\n"
            case "\r": json += "\\r"
            case "\t": json += "\\t"
            case "\u{0}"..<" ":
                let digits = String(scalar.value, radix: 16)
                json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: json.unicodeScalars.append(scalar)
            }
        }
        return json + "\""
    }
}
