// The allowed video formats, recognised by the first bytes of a file before any decoder reads it.

/// A video or animation format that can be uploaded.
public enum VideoFormat: String, Sendable {
    case mp4, webm, gif, apng

    /// The number of first bytes that `init(of:)` reads.
    public static let head = 4096

    /// Recognises a file by its first bytes, never by its name or declared type.
    public init?(of head: [UInt8]) {
        if head.dropFirst(4).starts(with: "ftyp".utf8) {
            // Still pictures use the same container.
            let brand = String(decoding: head.dropFirst(8).prefix(4), as: UTF8.self)
            if ["avif", "avis", "heic", "heix", "mif1", "msf1"].contains(brand) { return nil }
            self = .mp4
        } else if head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
            self = .webm
        } else if head.starts(with: "GIF8".utf8) {
            self = .gif
        } else if Self.isAnimatedPNG(head) {
            self = .apng
        } else {
            return nil
        }
    }

    /// Whether a WebP is animated, which ffmpeg cannot read.
    public static func isAnimatedWebP(_ head: [UInt8]) -> Bool {
        head.starts(with: "RIFF".utf8) && head.dropFirst(8).starts(with: "WEBPVP8X".utf8) && head.count > 20
            && head[20] & 2 != 0
    }

    /// Whether the chunk `acTL` comes before the first chunk of pixels.
    private static func isAnimatedPNG(_ head: [UInt8]) -> Bool {
        guard head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { return false }
        var place = 8
        while place + 8 <= head.count {
            let kind = String(decoding: head[place + 4..<place + 8], as: UTF8.self)
            if kind == "acTL" { return true }
            if kind == "IDAT" { return false }
            place += 12 + head[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
        }
        return false
    }

    /// The only ffmpeg demuxer that may read the file, whatever ffmpeg would detect.
    var reader: String {
        switch self {
        case .mp4: "mov"
        case .webm: "matroska"
        case .gif: "gif"
        case .apng: "apng"
        }
    }

    /// The codecs that cameras and programs of users write.
    var codecs: Set<String> {
        switch self {
        case .mp4: ["h264", "hevc", "mpeg4", "av1", "vp9"]
        case .webm: ["vp8", "vp9", "av1", "h264"]
        case .gif: ["gif"]
        case .apng: ["apng"]
        }
    }
}

/// Why an upload cannot be used as a video.
public enum VideoProblem: Error, Equatable, Sendable {
    /// An unsupported format, a damaged file, or one that needs more resources than any real video.
    case unreadable
    case tooLong
    /// It has more pixels than allowed.
    case tooLarge
    /// The caller asked to stop.
    case stopped
    /// An error that the file did not cause.
    case failed(String)
}
