// Recognises files without text by their first bytes, so that the refusal can name their kind.

enum BinaryKind: String, CaseIterable, Sendable {
    case pdf, picture, document, video, sound, archive, other

    /// `nil` if the bytes may be a text.
    init?(_ bytes: [UInt8]) {
        if let known = Self.beginnings.first(where: { bytes.starts(with: $0.bytes) }) {
            self = known.kind
        } else if bytes.starts(with: "RIFF".utf8) {
            let kind = bytes.dropFirst(8).prefix(4)
            self = kind.elementsEqual("WEBP".utf8) ? .picture : kind.elementsEqual("WAVE".utf8) ? .sound : .video
        } else if bytes.dropFirst(4).starts(with: "ftyp".utf8) {
            let brand = bytes.dropFirst(8).prefix(3)
            self = ["hei", "hev", "avi", "mif", "msf"].contains { brand.elementsEqual($0.utf8) } ? .picture : .video
        } else if Self.hasControls(bytes) {
            self = .other
        } else {
            return nil
        }
    }

    static func isUTF16(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
    }

    /// Whether more than one in fifty of the first 4,096 bytes is a control character; a page may contain a stray one.
    private static func hasControls(_ bytes: [UInt8]) -> Bool {
        if isUTF16(bytes) { return false }
        let start = bytes.prefix(4_096)
        return start.count { $0 < 0x20 && !(0x09...0x0D).contains($0) } * 50 > start.count
    }

    var english: String {
        switch self {
        case .pdf: "a PDF"
        case .picture: "a picture"
        case .document: "a document of a word processor"
        case .video: "a video"
        case .sound: "a sound"
        case .archive: "an archive that is no ZIP"
        case .other: "a file without text"
        }
    }

    private static let beginnings: [(kind: BinaryKind, bytes: [UInt8])] = [
        (.pdf, Array("%PDF".utf8)), (.picture, [0x89, 0x50, 0x4E, 0x47]), (.picture, [0xFF, 0xD8, 0xFF]),
        (.picture, Array("GIF8".utf8)), (.picture, [0x49, 0x49, 0x2A, 0]), (.picture, [0x4D, 0x4D, 0, 0x2A]),
        (.picture, [0x00, 0x00, 0x01, 0x00]), (.picture, Array("8BPS".utf8)), (.picture, Array("%!PS".utf8)),
        (.document, [0xD0, 0xCF, 0x11, 0xE0]), (.document, Array("{\\rtf".utf8)), (.sound, Array("ID3".utf8)),
        (.sound, Array("OggS".utf8)), (.sound, Array("fLaC".utf8)), (.video, [0x1A, 0x45, 0xDF, 0xA3]),
        (.archive, [0x37, 0x7A, 0xBC, 0xAF]), (.archive, Array("Rar!".utf8)), (.archive, Array("BZh".utf8)),
        (.archive, [0xFD, 0x37, 0x7A, 0x58]), (.archive, [0x28, 0xB5, 0x2F, 0xFD]),
    ]
}
