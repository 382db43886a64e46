// Turns an uploaded picture into the clean ones that are served; called on the worker pool, never on a loop.
import CVips

/// Decodes what people upload and writes it anew, so that nothing of the uploaded bytes is ever served.
public enum Images {
    /// The widths of the pictures that are made, in pixels; a smaller original gives fewer, and is never enlarged.
    public static let widths = [320, 640, 960, 1280]

    private static let started: Result<Void, ImageError> = {
        guard toque_vips_start() == 0 else {
            vips_error_clear()
            return .failure(.failed("libvips does not start"))
        }
        return .success(())
    }()

    /// Starts the picture library; only the first call does anything.
    public static func start() throws(ImageError) {
        try started.get()
    }

    /// Makes every size of a picture: upright, in sRGB, on white where it was see-through, without any metadata.
    ///
    /// Blocks for up to a few seconds and may be called from several threads at once.
    public static func renditions(of bytes: [UInt8]) throws(ImageError) -> Renditions {
        try start()
        defer { vips_error_clear() }
        guard let format = Format(of: bytes), let bytes = format.essence(of: bytes) else {
            throw .notAPicture
        }
        // Pictures are streams over the bytes until they are copied, so those steps stay inside this closure.
        return try bytes.span.bytes.withUnsafeBytes { bytes throws(ImageError) in
            let (width, height) = try checkedSize(of: bytes, as: format)
            let fitting = widths.filter { $0 <= width }
            let sizes = try sizes(of: bytes, as: format, widths: fitting.isEmpty ? [width] : fitting)
            return Renditions(width: width, height: height, sizes: sizes)
        }
    }

    /// Reads only the header, refuses what would take too much memory, and says how large the upright picture is.
    private static func checkedSize(
        of bytes: UnsafeRawBufferPointer, as format: Format
    ) throws(ImageError) -> (width: Int, height: Int) {
        guard let header = Picture(format.open(bytes)), header.loader == format.loader else { throw .notAPicture }
        let pixels = header.width * header.height
        guard header.width <= Limits.side, header.height <= Limits.side, pixels <= Limits.pixels else {
            throw .tooLarge
        }
        // These cannot be read line by line: the decoder holds every pixel at once.
        if format == .webp || header.isInterlaced, pixels > Limits.pixelsHeldAtOnce { throw .tooLarge }
        return header.liesOnItsSide ? (header.height, header.width) : (header.width, header.height)
    }

    /// Decodes the whole picture once, where anything broken shows, and makes each smaller size of the one above it.
    private static func sizes(
        of bytes: UnsafeRawBufferPointer, as format: Format, widths: [Int]
    ) throws(ImageError) -> [Rendition] {
        let largest = Int32(widths[widths.count - 1])
        // This chooses its decoder by itself, so it is asked again which one it took.
        guard let decoded = Picture(toque_vips_thumbnail(bytes.baseAddress, bytes.count, largest)),
            decoded.loader == format.loader
        else { throw .notAPicture }
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

/// What an uploaded picture became.
public struct Renditions: Sendable {
    /// The width in pixels of the original, turned upright.
    public let width: Int
    /// The height in pixels of the original, turned upright.
    public let height: Int
    /// The sizes made of it, at least one, smallest first.
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
    /// The bytes of the JPEG file, for whatever does not read WebP.
    public let jpeg: [UInt8]
}

/// Why an upload did not become a picture.
public enum ImageError: Error, Equatable {
    /// It is no JPEG, PNG or WebP, or a broken one.
    case notAPicture
    /// It has more pixels than `Limits` allows.
    case tooLarge
    /// The library failed at something that is not the file's fault, such as lack of memory.
    case failed(String)
}

/// What a picture may be before its pixels are decoded.
enum Limits {
    /// The longest side in pixels: what WebP can hold, so that a narrow picture can still be written.
    static let side = 16_383
    /// The most pixels, when the file is read line by line.
    static let pixels = 50_000_000
    /// The most pixels when the decoder must hold them all (WebP, progressive JPEG, interlaced PNG): some 100 MB.
    static let pixelsHeldAtOnce = 4096 * 4096
}
