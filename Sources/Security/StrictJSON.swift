// Checks JSON that must have only one interpretation, because it is signed and identifies a user.

/// Checks JSON before decoding: a decoder would silently choose one of two equal keys.
public enum StrictJSON {
    /// The keys of the outermost object; `nil` if the bytes are not an object, are not UTF-8, or repeat a key. Keys
    /// with escapes are refused, because two spellings could be the same key. The decoder checks whether the rest is
    /// valid JSON.
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

        /// Collects the keys: strings at the first depth that are followed by a colon.
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

        /// The string that begins here, without decoding; stops at its closing quotation mark.
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
