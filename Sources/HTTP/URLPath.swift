// Splits paths into segments, and maps segments to files.

import Bytes

/// Splits and checks the paths of addresses.
public enum URLPath {
    /// The path of the file in a folder that the segments name; `nil` if a segment is empty, hidden or could leave the
    /// folder.
    public static func file(under folder: String, _ segments: [String]) -> String? {
        guard !segments.isEmpty, segments.allSatisfy(isPlainName) else { return nil }
        return folder + "/" + segments.joined(separator: "/")
    }

    private static func isPlainName(_ name: String) -> Bool {
        guard let first = name.utf8.first, first != 0x2E else { return false }
        return !name.utf8.contains { $0 == 0x2F || $0 == 0x5C || $0 < 0x20 || $0 == 0x7F }
    }

    /// Decodes an absolute path once; a trailing slash adds an empty last segment, "/" has none. Refuses anything that
    /// other software could read as a different path: encoded slashes, backslashes, dot segments, control characters.
    static func segments(of path: Slice<UnsafeBufferPointer<UInt8>>) throws(ParseFailure) -> [String] {
        guard path.first == 0x2F else { throw ParseFailure(.badRequest, "path without leading slash") }
        guard path.count > 1 else { return [] }
        var segments: [String] = []
        for part in path.dropFirst().split(separator: 0x2F, omittingEmptySubsequences: false) {
            guard part.allSatisfy(ByteSet.path.contains) else { throw ParseFailure(.badRequest, "byte in path") }
            let isEscaped = part.contains(0x25)
            guard
                let segment = isEscaped
                    ? Percent.decode(part, plusIsSpace: false) : String(decoding: part, as: UTF8.self)
            else { throw ParseFailure(.badRequest, "escape in path") }
            guard StreamSafe.allows(segment) else { throw ParseFailure(.badRequest, "combining marks in path") }
            guard segment != ".", segment != ".." else { throw ParseFailure(.badRequest, "dot segment") }
            // The raw bytes of a path cannot contain any of these, but escapes can encode them.
            let hidesSome = isEscaped && segment.utf8.contains { $0 == 0x2F || $0 == 0x5C || $0 < 0x20 || $0 == 0x7F }
            guard !hidesSome else { throw ParseFailure(.badRequest, "encoded slash or control in path") }
            segments.append(segment)
        }
        return segments
    }
}
