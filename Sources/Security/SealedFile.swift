// Encrypts files in pieces with AES-256-GCM, so that no file has to fit into memory.

import Foundation

/// An encrypted file: a first line, a random id of 16 bytes, then pieces of at most 1 MB, each with its length in four
/// bytes. A piece is bound to its number, to the file's id and to whether it is the last, so that pieces can be neither
/// removed nor exchanged.
public enum SealedFile {
    public struct Damaged: Error, CustomStringConvertible {
        public let description = "the file cannot be decrypted: the key is another one, or the file is damaged"
    }

    private static let mark = Array("TOQUE-SEALED-1\n".utf8)
    private static let piece = 1 << 20
    private static let idLength = 16

    public static func isSealed(_ path: String) -> Bool {
        guard let file = FileHandle(forReadingAtPath: path) else { return false }
        defer { try? file.close() }
        guard let start = try? file.read(upToCount: mark.count) else { return false }
        return Array(start) == mark
    }

    /// Encrypts a file with a key of 32 bytes.
    public static func seal(_ source: String, to target: String, key: [UInt8]) throws {
        let (input, output) = try open(source, target)
        defer { for file in [input, output] { try? file.close() } }
        let id = Random.bytes(idLength)
        try output.write(contentsOf: Data(mark + id))
        var (number, next) = (0, try input.read(upToCount: piece) ?? Data())
        repeat {
            let current = next
            next = try input.read(upToCount: piece) ?? Data()
            let sealed = Sealed.seal(
                Array(current), key: key, context: context(id, number, isLast: next.isEmpty))
            let length = UInt32(sealed.count)
            try output.write(
                contentsOf: Data((0..<4).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * $0)) } + sealed))
            number += 1
        } while !next.isEmpty
        try output.synchronize()
    }

    /// Decrypts what `seal` wrote.
    public static func open(_ source: String, to target: String, key: [UInt8]) throws {
        let (input, output) = try open(source, target)
        defer { for file in [input, output] { try? file.close() } }
        guard try Array(input.read(upToCount: mark.count) ?? Data()) == mark,
            let id = try input.read(upToCount: idLength).map({ Array($0) }), id.count == idLength
        else { throw Damaged() }
        var (number, next) = (0, try nextPiece(input))
        guard next != nil else { throw Damaged() }
        while let current = next {
            next = try nextPiece(input)
            guard let clear = Sealed.open(current, key: key, context: context(id, number, isLast: next == nil)) else {
                throw Damaged()
            }
            try output.write(contentsOf: Data(clear))
            number += 1
        }
        try output.synchronize()
    }

    private static func nextPiece(_ file: FileHandle) throws -> [UInt8]? {
        guard let head = try file.read(upToCount: 4), !head.isEmpty else { return nil }
        let length = head.reduce(0) { $0 << 8 | Int($1) }
        guard head.count == 4, length <= piece + 1_024, let bytes = try file.read(upToCount: length),
            bytes.count == length
        else { throw Damaged() }
        return Array(bytes)
    }

    private static func open(_ source: String, _ target: String) throws -> (FileHandle, FileHandle) {
        let input = try FileHandle(forReadingFrom: URL(fileURLWithPath: source))
        guard FileManager.default.createFile(atPath: target, contents: nil, attributes: [.posixPermissions: 0o600])
        else { throw CocoaError(.fileWriteUnknown) }
        return (input, try FileHandle(forWritingTo: URL(fileURLWithPath: target)))
    }

    private static func context(_ id: [UInt8], _ number: Int, isLast: Bool) -> String {
        "sealed file \(Hex.encode(id)) \(number) \(isLast ? "last" : "more")"
    }
}
