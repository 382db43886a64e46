// JSON that two readers cannot understand in two ways: for what is signed, and decides who somebody is.

/// Looks at JSON before a decoder does, which would pick one of two equal keys in silence.
public enum StrictJSON {
    /// The keys of the outermost object, or nil where the bytes are no object, are not UTF-8, or name a key twice. Keys
    /// with escapes are refused, since two spellings could be one key. Whether the rest is JSON the decoder says.
    public static func keys(_ bytes: [UInt8]) -> Set<String>? {
        guard bytes.first == UInt8(ascii: "{"), !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil
        else { return nil }
        var scanner = Scanner(bytes: bytes)
        return scanner.keys()
    }

    private struct Scanner {
        let bytes: [UInt8]
        var place = 0

        init(bytes: [UInt8]) { self.bytes = bytes }

        /// A text that is followed by a colon at the first depth is a key.
        mutating func keys() -> Set<String>? {
            var keys: Set<String> = []
            var depth = 0
            while place < bytes.count {
                switch bytes[place] {
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
                case UInt8(ascii: "\""):
                    guard let text = text() else { return nil }
                    if depth == 1, isColonNext() {
                        guard !text.contains(UInt8(ascii: "\\")) else { return nil }
                        guard keys.insert(String(decoding: text, as: UTF8.self)).inserted else { return nil }
                    }
                default: break
                }
                place += 1
            }
            return depth == 0 ? keys : nil
        }

        /// The text that begins here, as it is written; ends on its last quotation mark.
        private mutating func text() -> ArraySlice<UInt8>? {
            let start = place + 1
            place = start
            while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
                place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
            }
            return place < bytes.count ? bytes[start..<place] : nil
        }

        private func isColonNext() -> Bool {
            bytes[(place + 1)...].first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: ":")
        }
    }
}
