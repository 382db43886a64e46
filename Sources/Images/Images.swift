// Converts an uploaded picture into clean renditions; runs on the worker pool, never on an event loop.
import CVips

/// Decodes uploaded pictures and encodes them again, so that none of the uploaded bytes are served.
public enum Images {
    /// The widths of the renditions in pixels; a smaller original has fewer, and is never enlarged. A tall one has
    /// fewer too.
    public static let widths = [320, 640, 960, 1280]

    private static let started: Result<Void, ImageError> = {
        guard toque_vips_start() == 0 else {
            vips_error_clear()
            return .failure(.failed("libvips does not start"))
        }
        return .success(())
    }()

    /// Starts libvips; only the first call has an effect.
    public static func start() throws(ImageError) {
        try started.get()
    }

    /// Makes all sizes of a picture: upright, in sRGB, on white where it was transparent, without metadata.
    ///
    /// Blocks for up to a few seconds and can be called from several threads at the same time.
    public static func renditions(of bytes: [UInt8], cut: Cut = .whole) throws(ImageError) -> Renditions {
        try start()
        defer { vips_error_clear() }
        guard let format = Format(of: bytes), let bytes = format.essence(of: bytes) else {
            throw .notAPicture
        }
        // libvips pictures stream from the bytes until they are copied, so those steps stay inside this closure.
        return try bytes.span.bytes.withUnsafeBytes { bytes throws(ImageError) in
            let (width, height) = try checkedSize(of: bytes, as: format)
            let source = Source(bytes: bytes, format: format, width: width, height: height)
            guard let square = try cut.square(width: width, height: height) else {
                let fitting = fitting(width, height)
                let decoded = try decode(source, width: fitting[fitting.count - 1])
                return Renditions(width: width, height: height, sizes: try sizes(of: decoded, widths: fitting))
            }
            let fitting = fitting(square.side, square.side)
            let decoded = try decode(source, square, side: fitting[fitting.count - 1])
            return Renditions(width: square.side, height: square.side, sizes: try sizes(of: decoded, widths: fitting))
        }
    }

    /// The widths to make from an original: none of them larger than it, and none that gives more pixels than
    /// `Limits.pixelsMade`, so that a tall picture costs no more than others.
    private static func fitting(_ width: Int, _ height: Int) -> [Int] {
        let bounded = (Double(Limits.pixelsMade) * Double(width) / Double(height)).squareRoot()
        let widest = max(1, min(width, Int(bounded)))
        let fitting = widths.filter { $0 <= widest }
        return fitting.isEmpty ? [widest] : fitting
    }

    /// A file whose header has been read.
    private struct Source {
        let bytes: UnsafeRawBufferPointer
        let format: Format
        let width: Int
        let height: Int
    }

    /// Reads only the header, refuses a picture that would need too much memory, and returns the size of the upright
    /// picture.
    private static func checkedSize(
        of bytes: UnsafeRawBufferPointer, as format: Format
    ) throws(ImageError) -> (width: Int, height: Int) {
        guard let header = Picture(format.open(bytes)), header.loader == format.loader else { throw .notAPicture }
        let pixels = header.width * header.height
        guard header.width <= Limits.side, header.height <= Limits.side, pixels <= Limits.pixels else {
            throw .tooLarge
        }
        // These formats cannot be read line by line: the decoder keeps all pixels in memory. 16 bits a colour take
        // several times as long.
        let hasDeepColours = format == .png && bytes.count > 24 && bytes[24] == 16
        if format == .webp || header.isInterlaced || hasDeepColours, pixels > Limits.pixelsHeldAtOnce {
            throw .tooLarge
        }
        return header.liesOnItsSide ? (header.height, header.width) : (header.width, header.height)
    }

    /// The whole picture as a stream, at most `width` pixels wide.
    private static func decode(_ source: Source, width: Int) throws(ImageError) -> Picture {
        // This function chooses its decoder itself, so its choice is checked again.
        guard let decoded = Picture(toque_vips_thumbnail(source.bytes.baseAddress, source.bytes.count, Int32(width))),
            decoded.loader == source.format.loader
        else { throw .notAPicture }
        return decoded
    }

    /// A square of the picture with sides of about `side` pixels; the rest is discarded line by line.
    private static func decode(_ source: Source, _ square: Square, side: Int) throws(ImageError) -> Picture {
        let wanted = Double(side) / Double(square.side)
        // Rotating a picture needs all of its pixels in memory.
        let held = (Double(Limits.pixelsHeldAtOnce) / Double(source.width * source.height)).squareRoot()
        let decoded = try decode(source, width: Int((Double(source.width) * min(1, wanted, held)).rounded(.up)))
        let scale = Double(decoded.width) / Double(source.width)
        let cut = max(1, min(Int(Double(square.side) * scale), decoded.width, decoded.height))
        let x = min(Int(Double(square.x) * scale), decoded.width - cut)
        let y = min(Int(Double(square.y) * scale), decoded.height - cut)
        return try decoded.mapped { toque_vips_cut($0, Int32(x), Int32(y), Int32(cut)) }
    }

    /// Reads the picture once, which finds any damage, and makes each size from the next larger one.
    private static func sizes(of decoded: borrowing Picture, widths: [Int]) throws(ImageError) -> [Rendition] {
        var picture = try decoded.mapped(toque_vips_srgb).mapped(toque_vips_on_white).inMemory()
        var sizes: [Rendition] = []
        for width in widths.reversed() {
            if width < picture.width {
                picture = try picture.mapped { toque_vips_shrink($0, Int32(width)) }.inMemory()
            }
            sizes.append(try picture.rendition())
        }
        return sizes.reversed()
    }
}

/// The part of a picture that is kept.
public enum Cut: Equatable, Sendable {
    case whole
    /// The largest square in the middle.
    case middle
    case square(Square)

    /// The square to cut out; `nil` to keep the whole picture.
    func square(width: Int, height: Int) throws(ImageError) -> Square? {
        let side = min(width, height)
        switch self {
        case .whole: return nil
        case .middle: return Square(x: (width - side) / 2, y: (height - side) / 2, side: side)
        case .square(let square):
            // Compares by subtraction, because a sum of very large numbers would overflow.
            guard square.x >= 0, square.y >= 0, square.side >= min(side, Square.least), square.side <= side,
                square.x <= width - square.side, square.y <= height - square.side
            else { throw .outside }
            return square
        }
    }
}

/// A square part of a picture, in pixels of the upright original.
public struct Square: Equatable, Sendable {
    /// The minimum side in pixels; a smaller square could not be recognised. A smaller picture can be used whole.
    public static let least = 64

    public let x: Int
    public let y: Int
    public let side: Int

    public init(x: Int, y: Int, side: Int) {
        self.x = x
        self.y = y
        self.side = side
    }
}

/// The renditions of an uploaded picture.
public struct Renditions: Sendable {
    /// The width in pixels of the upright original, or of the square cut out of it.
    public let width: Int
    /// The height in pixels of the same.
    public let height: Int
    /// The sizes, at least one, smallest first.
    public let sizes: [Rendition]
}

/// One size of a picture, in two formats.
public struct Rendition: Sendable {
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// The bytes of the WebP file.
    public let webp: [UInt8]
    /// The bytes of the JPEG file, for programs that cannot read WebP.
    public let jpeg: [UInt8]
}

/// Why an upload cannot be used as a picture.
public enum ImageError: Error, Equatable {
    /// It is not a JPEG, PNG or WebP, or it is damaged.
    case notAPicture
    /// It has more pixels than `Limits` allows.
    case tooLarge
    /// The square to cut out is not within the picture, or is too small.
    case outside
    /// libvips failed for a reason other than the file, such as lack of memory.
    case failed(String)
}

/// The limits that are checked before a picture's pixels are decoded.
enum Limits {
    /// The maximum side in pixels, which is WebP's own limit, so that a narrow picture can still be written.
    static let side = 16_383
    /// The maximum number of pixels if the file is read line by line.
    static let pixels = 50_000_000
    /// The maximum number of pixels if the decoder must keep all in memory (WebP, progressive JPEG, interlaced PNG):
    /// about 100 MB. Also for PNG with 16 bits a colour.
    static let pixelsHeldAtOnce = 4096 * 4096
    /// The maximum number of pixels of a rendition: a photo of three by four, upright, in the largest width.
    static let pixelsMade = 2_600_000
}
