// The allowed picture formats, recognised by the first bytes of a file before any decoder reads it.
import CVips

/// A picture format that can be uploaded.
enum Format {
    case jpeg, png, webp

    /// Recognises a file by its first bytes, never by its name or declared type.
    init?(of bytes: [UInt8]) {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.starts(with: PNG.signature) {
            self = .png
        } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
            self = .webp
        } else {
            return nil
        }
    }

    /// The loader that libvips must report in its `vips-loader` field.
    var loader: String {
        switch self {
        case .jpeg: "jpegload_buffer"
        case .png: "pngload_buffer"
        case .webp: "webpload_buffer"
        }
    }

    /// The file without parts that cost a decoder time or memory but are not the picture; `nil` if it is incomplete
    /// or would keep the decoder busy.
    func essence(of bytes: [UInt8]) -> [UInt8]? {
        switch self {
        case .jpeg: JPEG.essence(of: bytes)
        case .png: PNG.essence(of: bytes)
        case .webp: WebP.essence(of: bytes, keeping: WebP.readable)
        }
    }

    /// Reads the header with this format's own decoder.
    func open(_ bytes: UnsafeRawBufferPointer) -> UnsafeMutablePointer<VipsImage>? {
        switch self {
        case .jpeg: toque_vips_open_jpeg(bytes.baseAddress, bytes.count)
        case .png: toque_vips_open_png(bytes.baseAddress, bytes.count)
        case .webp: toque_vips_open_webp(bytes.baseAddress, bytes.count)
        }
    }
}
