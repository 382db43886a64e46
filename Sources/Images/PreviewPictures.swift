// Pictures of recipes for other sites: a wide preview of a drawing, and a square with the title. Runs on the worker pool.
import CVips

/// What a picture for other sites shows.
public enum PreviewSource: Sendable {
    /// An SVG document of 400 by 300 units that the program wrote itself. Nothing that a user typed may be in it.
    case drawing(String)
    /// The bytes of a JPEG that `Images.renditions` made.
    case photo([UInt8])
}

extension Images {
    /// The size of a preview for shared links (Open Graph), in pixels.
    public static let previewSize = (width: 1200, height: 630)
    /// The side of a square picture in pixels, and the height of the panel with the title at its lower edge.
    public static let squareSide = 1080
    static let panelHeight = 270
    /// The most code points of a title that are written on a picture.
    static let titleLength = 200

    /// A drawing as a JPEG of `previewSize`. Blocks for less than a second.
    public static func preview(of drawing: String) throws(ImageError) -> [UInt8] {
        try start()
        defer { vips_error_clear() }
        let whole = try drawn(drawing, width: previewSize.width)
        return try whole.mapped {
            toque_vips_middle($0, Int32(previewSize.width), Int32(previewSize.height))
        }.inMemory().jpeg()
    }

    /// A square JPEG with the title, and a line such as the name of the site, below the picture. Blocks for less than a
    /// second.
    public static func square(_ source: PreviewSource, title: String, line: String) throws(ImageError) -> [UInt8] {
        try start()
        defer { vips_error_clear() }
        let picture = try covering(source)
        let panel = try panel(title, line)
        guard let square = panel.below(picture) else { throw .failed("a picture could not be joined") }
        return try square.inMemory().jpeg()
    }

    private static func covering(_ source: PreviewSource) throws(ImageError) -> Picture {
        switch source {
        case .drawing(let svg): return try drawn(svg, width: squareSide)
        case .photo(let bytes):
            guard case .jpeg = Format(of: bytes) else { throw .notAPicture }
            return try bytes.span.bytes.withUnsafeBytes { bytes throws(ImageError) in
                let (width, height) = (Int32(squareSide), Int32(squareSide - panelHeight))
                guard let photo = Picture(toque_vips_cover(bytes.baseAddress, bytes.count, width, height)) else {
                    throw .notAPicture
                }
                return try photo.mapped(toque_vips_srgb).inMemory()
            }
        }
    }

    /// The drawing in pixels, `width` wide and three quarters as high.
    private static func drawn(_ svg: String, width: Int) throws(ImageError) -> Picture {
        let bytes = Array(svg.utf8)
        return try bytes.span.bytes.withUnsafeBytes { bytes throws(ImageError) in
            guard let drawn = Picture(toque_vips_draw(bytes.baseAddress, bytes.count, Double(width) / 400)) else {
                throw .failed("a drawing could not be read")
            }
            return try drawn.mapped(toque_vips_srgb).mapped(toque_vips_on_white).inMemory()
        }
    }

    /// Letters of one size, or smaller ones if the title is long.
    private static func panel(_ title: String, _ line: String) throws(ImageError) -> Picture {
        let box = (width: squareSide - 120, height: panelHeight - 50)
        let markup =
            "<span size=\"46pt\" weight=\"bold\">\(escaped(title, titleLength))</span>\n"
            + "<span size=\"22pt\">\(escaped(line, 60))</span>"
        var text = try written(markup, width: box.width, height: 0)
        if text.height > box.height || text.width > box.width {
            text = try written(markup, width: box.width, height: box.height)
        }
        return try text.mapped { toque_vips_panel($0, Int32(squareSide), Int32(panelHeight)) }
    }

    private static func written(_ markup: String, width: Int, height: Int) throws(ImageError) -> Picture {
        guard let text = Picture(toque_vips_text(markup, Int32(width), Int32(height))) else {
            throw .failed("a title could not be written")
        }
        return try text.inMemory()
    }

    /// Text for Pango's markup: at most `length` code points, in one line without control characters.
    static func escaped(_ text: String, _ length: Int) -> String {
        var out = ""
        for scalar in text.unicodeScalars.prefix(length) {
            switch scalar {
            case "<": out += "&lt;"
            case ">": out += "&gt;"
            case "&": out += "&amp;"
            default: out.unicodeScalars.append(endsLine(scalar) ? " " : scalar)
            }
        }
        return out
    }

    private static func endsLine(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
