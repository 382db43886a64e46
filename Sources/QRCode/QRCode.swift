// QR codes as paths of SVG, for what a phone should read from the screen.

import CQRencode

/// The dark squares of a QR code.
public struct QRCode: Sendable {
    /// Squares on a side, without the quiet zone around.
    public let size: Int
    /// The data of an SVG path that fills the dark squares, each one unit wide.
    public let path: String

    /// Encodes bytes with medium error correction; nil for more than a code can hold.
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
