// The allow-list of `Images`: what a file's first bytes must be before any decoder sees it.
import CVips

/// A kind of picture that people may upload.
enum Format {
    case jpeg, png, webp

    /// Recognises a file by its first bytes; a name or a declared type is never asked.
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

    /// What libvips must say that it read the file with, as in its `vips-loader` field.
    var loader: String {
        switch self {
        case .jpeg: "jpegload_buffer"
        case .png: "pngload_buffer"
        case .webp: "webpload_buffer"
        }
    }

    /// The file without what costs a decoder time or memory beside the picture; nil when it is cut off.
    func essence(of bytes: [UInt8]) -> [UInt8]? {
        switch self {
        case .jpeg: bytes
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
