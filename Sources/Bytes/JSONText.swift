// Writes JSON field by field in a fixed order, for the command line and for texts that are stored and hashed.

/// Writes one JSON object on one line.
public struct JSONText {
    private var bytes = [UInt8(ascii: "{")]

    public init() { bytes.reserveCapacity(512) }

    private mutating func key(_ key: String) {
        if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
        append(key)
        bytes.append(UInt8(ascii: ":"))
    }

    /// Appends a string. Most strings need no escape and are copied directly.
    private mutating func append(_ value: String) {
        var value = value
        let isPlain = value.withUTF8 { utf8 in
            guard Self.isPlain(utf8) else { return false }
            bytes.append(UInt8(ascii: "\""))
            bytes.append(contentsOf: utf8)
            bytes.append(UInt8(ascii: "\""))
            return true
        }
        if !isPlain { append(raw: Self.string(value)) }
    }

    private mutating func append(raw text: String) {
        var text = text
        text.withUTF8 { bytes.append(contentsOf: $0) }
    }

    private static func isPlain(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        var escapes = false
        // Without an early exit, so that the compiler can test many bytes in one instruction.
        for byte in utf8 {
            escapes = (byte < 0x20) || (byte == UInt8(ascii: "\"")) || (byte == UInt8(ascii: "\\")) || escapes
        }
        return !escapes
    }

    /// Adds a value that already is JSON.
    public mutating func add(_ name: String, raw json: String) {
        key(name)
        append(raw: json)
    }

    public mutating func add(_ name: String, _ value: String?) {
        key(name)
        if let value { append(value) } else { append(raw: "null") }
    }
    public mutating func add(_ name: String, _ value: Double?) { add(name, raw: value.map(Self.number) ?? "null") }
    public mutating func add(_ name: String, _ value: Bool) { add(name, raw: value ? "true" : "false") }
    public mutating func add(_ name: String, _ values: [String]) {
        add(name, raw: "[" + values.map(Self.string).joined(separator: ",") + "]")
    }

    public var object: String {
        String(unsafeUninitializedCapacity: bytes.count + 1) { text in
            _ = text.initialize(fromContentsOf: bytes)
            text.initializeElement(at: bytes.count, to: UInt8(ascii: "}"))
            return bytes.count + 1
        }
    }

    public static func number(_ value: Double) -> String {
        guard value.isFinite else { return "null" }
        return value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
    }

    public static func string(_ text: String) -> String {
        var text = text
        if text.withUTF8(isPlain) { return "\"\(text)\"" }
        var json = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": json += "\\\""
            case "\\": json += "\\\\"
            case "\n": json += "\\n"
            case "\r": json += "\\r"
            case "\t": json += "\\t"
            case "\u{0}"..<" ": json += escape(scalar)
            default: json.unicodeScalars.append(scalar)
            }
        }
        return json + "\""
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }

    /// JSON with escapes for characters that JSON allows, but that terminals obey or YAML has no place for.
    public static func withoutControls(_ json: String) -> String {
        var safe = ""
        for scalar in json.unicodeScalars {
            switch scalar.value {
            case 0x7F...0x9F, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: safe += escape(scalar)
            default: safe.unicodeScalars.append(scalar)
            }
        }
        return safe
    }
}
