// Counts the scans of an uploaded JPEG before it is decoded.

/// The segments of JPEG files (ISO/IEC 10918-1).
///
/// A decoder goes through the whole picture for each scan of a progressive file, and a scan takes only 40 bytes, so a
/// small file could keep it busy for hours.
enum JPEG {
    /// The most scans that are decoded. Cameras and programs write about 10.
    static let mostScans = 64

    /// The markers of arithmetic coding. Browsers do not show it, and a short scan takes a decoder long.
    private static let isArithmetic: Set<UInt8> = [0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF]

    /// The file; `nil` if it has too many scans, or markers that no camera or editor writes.
    static func essence(of bytes: [UInt8]) -> [UInt8]? {
        let (marker, scan): (UInt8, UInt8) = (0xFF, 0xDA)
        var (position, scans) = (2, 0)
        while position + 4 <= bytes.count {
            // Between segments, and in the data of a scan, everything up to the next marker is skipped. 00 and D0 to D7
            // belong to the data, FF fills the space before a marker, and 01 and D8 have no content. Phones append a
            // film after the end, D9.
            let kind = bytes[position + 1]
            if bytes[position] == marker, kind == 0xD9 { return bytes }
            guard bytes[position] == marker, kind > 1, kind != marker, !(0xD0...0xD8).contains(kind) else {
                position += 1
                continue
            }
            // libjpeg skips markers below C0 byte by byte where it expects a restart marker, so that their content would
            // be read as scans.
            if kind < 0xC0 || isArithmetic.contains(kind) { return nil }
            if kind == scan { scans += 1 }
            if scans > mostScans { return nil }
            position += 2 + max(2, Int(bytes[position + 2]) << 8 | Int(bytes[position + 3]))
        }
        return bytes
    }
}
