// QR codes as SVG paths, to be scanned by a phone.

import CQRencode

/// The dark modules of a QR code.
public struct QRCode: Sendable {
    /// The number of modules on a side, without the quiet zone.
    public let size: Int
    /// The data of an SVG path that fills the dark modules, each one unit wide.
    public let path: String

    /// Encodes a text with medium error correction; `nil` if it is too long for a code.
    public init?(_ text: String) {
        guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
        defer { QRcode_free(code) }
        size = Int(code.pointee.width)
        let squares = UnsafeBufferPointer(start: code.pointee.data, count: size * size)
        var path = ""
        for row in 0..<size {
            var column = 0
            while column < size {
                let start = column
                while column < size, squares[row * size + column] & 1 == 1 { column += 1 }
                if column > start { path += "M\(start) \(row)h\(column - start)v1H\(start)z" } else { column += 1 }
            }
        }
        self.path = path
    }
}
