// Owns one libvips picture and releases it; `Images` passes pictures from step to step.
import CVips

/// The only owner of a reference to a `VipsImage`.
struct Picture: ~Copyable {
    private let image: UnsafeMutablePointer<VipsImage>

    /// Takes ownership of the reference; `nil` for the null pointer with which libvips reports an error.
    init?(_ image: UnsafeMutablePointer<VipsImage>?) {
        guard let image else { return nil }
        self.image = image
    }

    deinit { g_object_unref(image) }

    var width: Int { Int(vips_image_get_width(image)) }
    var height: Int { Int(vips_image_get_height(image)) }

    /// Whether the picture must be rotated by 90 degrees, so that width and height are exchanged.
    var liesOnItsSide: Bool { vips_image_get_orientation_swap(image) != 0 }

    /// Whether it is stored in passes over the whole picture (progressive JPEG, Adam7 PNG).
    var isInterlaced: Bool {
        vips_image_get_typeof(image, "interlaced") != 0
    }

    /// The name of the decoder that read it.
    var loader: String? {
        var name: UnsafePointer<CChar>?
        guard vips_image_get_typeof(image, VIPS_META_LOADER) != 0,
            vips_image_get_string(image, VIPS_META_LOADER, &name) == 0, let name
        else { return nil }
        return String(cString: name)
    }

    /// The picture after a libvips operation, which keeps a reference to this one as long as it needs it.
    func mapped(
        _ step: (UnsafeMutablePointer<VipsImage>) -> UnsafeMutablePointer<VipsImage>?
    ) throws(ImageError) -> Picture {
        guard let next = Picture(step(image)) else { throw .notAPicture }
        return next
    }

    /// The picture with its pixels computed now, because a libvips stream can be read only once.
    func inMemory() throws(ImageError) -> Picture {
        try mapped(vips_image_copy_memory)
    }

    /// This picture below another of the same width.
    func below(_ top: borrowing Picture) -> Picture? { Picture(toque_vips_stack(top.image, image)) }

    /// The JPEG file of a picture that is in memory.
    func jpeg() throws(ImageError) -> [UInt8] {
        try file { toque_vips_save_jpeg(image, 82, &$0, &$1) }
    }

    /// The WebP and JPEG files of a picture that is in memory.
    func rendition() throws(ImageError) -> Rendition {
        let webp = try file { toque_vips_save_webp(image, 78, 4, &$0, &$1) }
        let jpeg = try file { toque_vips_save_jpeg(image, 80, &$0, &$1) }
        guard let webp = WebP.essence(of: webp, keeping: WebP.servable) else {
            throw .failed("a picture was written wrongly")
        }
        return Rendition(width: width, height: height, webp: webp, jpeg: jpeg)
    }

    /// Copies the output of an encoder and frees its buffer.
    private func file(_ save: (inout UnsafeMutableRawPointer?, inout Int) -> Int32) throws(ImageError) -> [UInt8] {
        var bytes: UnsafeMutableRawPointer?
        var size = 0
        guard save(&bytes, &size) == 0, let bytes else { throw .failed("a picture could not be written") }
        defer { g_free(bytes) }
        return [UInt8](UnsafeRawBufferPointer(start: bytes, count: size))
    }
}
