// Counts the files in the central directory of a ZIP archive before libzip reads it, because libzip's table of names is
// slow if names collide.

/// Counts the files that an archive lists. It counts the entries themselves and does not trust the number in the end
/// record.
enum ZipDirectory {
    /// Whether every directory that libzip could use has at most `limit` files; true for bytes that are not an archive.
    static func holds(atMost limit: Int, _ bytes: UnsafeRawBufferPointer) -> Bool {
        var left = limit
        // The end record may be followed by a comment, and a comment may contain bytes that look like an end record.
        for end in (max(0, bytes.count - longestEnd)..<max(0, bytes.count - endLength + 1)) {
            guard bytes.number(end, UInt32.self) == endMark else { continue }
            var start = bytes.number(end + 16, UInt32.self)
            if let large = largeEnd(bytes, before: end) {
                // libzip allocates memory for this number of entries before it reads the first.
                let told = max(bytes.number(large + 24, UInt64.self), bytes.number(large + 32, UInt64.self))
                guard told <= limit else { return false }
                start = bytes.number(large + 48, UInt64.self)
            }
            // The entries of all directories together: a thousand directories that share their files would be read one
            // after another.
            while start <= end - fileLength, bytes.number(start, UInt32.self) == fileMark {
                left -= 1
                guard left >= 0 else { return false }
                let name = bytes.number(start + 28, UInt16.self)
                let more = bytes.number(start + 30, UInt16.self) + bytes.number(start + 32, UInt16.self)
                start += fileLength + name + more
            }
        }
        return true
    }

    private static let endMark = 0x0605_4b50
    private static let endLength = 22
    /// The end record with the longest comment.
    private static let longestEnd = endLength + 0xffff
    private static let fileMark = 0x0201_4b50
    private static let fileLength = 46

    /// The position of the ZIP64 end record, which the 20-byte locator before the usual end record states.
    private static func largeEnd(_ bytes: UnsafeRawBufferPointer, before end: Int) -> Int? {
        guard end >= 20, bytes.number(end - 20, UInt32.self) == 0x0706_4b50 else { return nil }
        let large = bytes.number(end - 12, UInt64.self)
        guard large <= end - 56, bytes.number(large, UInt32.self) == 0x0606_4b50 else { return nil }
        return large
    }
}

extension UnsafeRawBufferPointer {
    /// The little-endian number at a position.
    fileprivate func number<Number: FixedWidthInteger & BitwiseCopyable>(_ place: Int, _ type: Number.Type) -> Int {
        Int(clamping: Number(littleEndian: loadUnaligned(fromByteOffset: place, as: type)))
    }
}
