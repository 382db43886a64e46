// The list of files at an archive's end, counted before libzip reads it: its table of names is slow when names collide.

/// How many files an archive lists. Nothing of it is believed: what the list holds counts, not only what its end says.
enum ZipDirectory {
    /// Whether no list that libzip could take for the archive's has more files. What is no archive has none.
    static func holds(atMost limit: Int, _ bytes: UnsafeRawBufferPointer) -> Bool {
        var left = limit
        // The end may be followed by a comment, and whatever looks like an end in there may be one.
        for end in (max(0, bytes.count - longestEnd)..<max(0, bytes.count - endLength + 1)) {
            guard bytes.number(end, UInt32.self) == endMark else { continue }
            var start = bytes.number(end + 16, UInt32.self)
            if let large = largeEnd(bytes, before: end) {
                // libzip makes room for as many before it reads one.
                let told = max(bytes.number(large + 24, UInt64.self), bytes.number(large + 32, UInt64.self))
                guard told <= limit else { return false }
                start = bytes.number(large + 48, UInt64.self)
            }
            // Those of all lists together: a thousand lists that share their files would be read one after another.
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
    /// With the longest comment.
    private static let longestEnd = endLength + 0xffff
    private static let fileMark = 0x0201_4b50
    private static let fileLength = 46

    /// Where the end of an archive with 64-bit numbers lies, named by the 20 bytes before its other end.
    private static func largeEnd(_ bytes: UnsafeRawBufferPointer, before end: Int) -> Int? {
        guard end >= 20, bytes.number(end - 20, UInt32.self) == 0x0706_4b50 else { return nil }
        let large = bytes.number(end - 12, UInt64.self)
        guard large <= end - 56, bytes.number(large, UInt32.self) == 0x0606_4b50 else { return nil }
        return large
    }
}

extension UnsafeRawBufferPointer {
    /// The number at a place, its smallest byte first.
    fileprivate func number<Number: FixedWidthInteger & BitwiseCopyable>(_ place: Int, _ type: Number.Type) -> Int {
        Int(clamping: Number(littleEndian: loadUnaligned(fromByteOffset: place, as: type)))
    }
}
