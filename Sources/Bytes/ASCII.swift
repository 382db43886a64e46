// Tests and conversions of ASCII bytes that every parser uses.

/// Tests and conversions of ASCII bytes.
public enum ASCII {
    public static let tab: UInt8 = 0x09
    public static let lineFeed: UInt8 = 0x0A
    public static let carriageReturn: UInt8 = 0x0D
    public static let space: UInt8 = 0x20

    @inlinable
    public static func lowercased(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }

    @inlinable
    public static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

    /// The value of a hexadecimal digit; `nil` for any other byte.
    @inlinable
    public static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }

    /// Compares bytes, ignoring the case of ASCII letters.
    @inlinable
    public static func equal(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
        left.count == right.count && zip(left, right).allSatisfy { lowercased($0) == lowercased($1) }
    }

    @inlinable
    public static func equal(_ left: some Collection<UInt8>, _ right: StaticString) -> Bool {
        equal(left, UnsafeBufferPointer(start: right.utf8Start, count: right.utf8CodeUnitCount))
    }

    /// Strips spaces and tabs from both ends.
    @inlinable
    public static func trimmed<Bytes: BidirectionalCollection<UInt8>>(_ bytes: Bytes) -> Bytes.SubSequence {
        var rest = bytes[...]
        while let first = rest.first, first == space || first == tab { rest.removeFirst() }
        while let last = rest.last, last == space || last == tab { rest.removeLast() }
        return rest
    }

    /// Parses a decimal number of digits only; `nil` if it is empty, has a sign, or has more than 18 digits.
    @inlinable
    public static func decimal(_ bytes: some Collection<UInt8>) -> Int? {
        guard !bytes.isEmpty, bytes.count <= 18, bytes.allSatisfy(isDigit) else { return nil }
        return bytes.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
}

extension String {
    /// Whether both strings have the same bytes. Names in protocols have one spelling, so they need no Unicode
    /// normalisation.
    public func isSame(as other: String) -> Bool { utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8) }
}
