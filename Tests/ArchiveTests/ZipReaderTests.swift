// Tests of reading archives from outside: reading is limited, and an archive with any fault is refused whole.

import Foundation
import Testing

@testable import Archive

@Suite struct ZipReaderTests {
    /// An archive as `ZipFile` writes it.
    static func archive(_ files: [(String, [UInt8])]) throws -> [UInt8] {
        let path = FileManager.default.temporaryDirectory.path + "/toque-zip-\(UUID().uuidString).zip"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try ZipFile.write(files.map { .bytes(name: $0.0, $0.1) }, to: path)
        return try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// Replaces a text in the bytes, wherever it occurs, with another of the same length.
    private static func replacing(_ old: String, with new: String, in bytes: [UInt8]) -> [UInt8] {
        precondition(old.utf8.count == new.utf8.count)
        var bytes = bytes
        var index = 0
        while index + old.utf8.count <= bytes.count {
            if bytes[index...].starts(with: old.utf8) {
                bytes.replaceSubrange(index..<index + old.utf8.count, with: new.utf8)
            }
            index += 1
        }
        return bytes
    }

    @Test func `an archive reads back as it was written, in order, with names in every script`() throws {
        let files = [("борщ.txt", Array("свёкла".utf8)), ("a/b/c", []), ("long", Array(repeating: 7, count: 200_000))]
        let bytes = try Self.archive(files)
        #expect(ZipReader.isArchive(bytes) && !ZipReader.isArchive([0x50, 0x4B]))
        let reader = try ZipReader(bytes)
        #expect(reader.items.map(\.name) == files.map(\.0))
        for (item, file) in zip(reader.items, files) { #expect(try reader.bytes(of: item) == file.1) }
        // A file can be read a second time.
        #expect(try reader.bytes(of: reader.items[0]) == files[0].1)
    }

    @Test(arguments: ["../../x.txt", "/ab/cd.txt", "a/../../b.t", "..\\..\\x.txt", "C:\\abcd.txt"])
    func `a name that leads out of the archive is refused`(name: String) throws {
        let placeholder = String(repeating: "n", count: name.utf8.count)
        let bytes = try Self.replacing(placeholder, with: name, in: Self.archive([(placeholder, [1, 2, 3])]))
        #expect(throws: ZipRefusal.name) { try ZipReader(bytes) }
    }

    @Test func `the length of names is limited`() throws {
        let limit = ZipLimits().nameBytes
        #expect(try ZipReader(Self.archive([(String(repeating: "n", count: limit), [1])])).items.count == 1)
        #expect(throws: ZipRefusal.name) {
            try ZipReader(Self.archive([(String(repeating: "n", count: limit + 1), [1])]))
        }
    }

    @Test func `the number of files, the size of one file and the total size are limited`() throws {
        let bytes = try Self.archive((0..<5).map { ("\($0)", Array(repeating: UInt8($0), count: 1_000)) })
        var limits = ZipLimits()
        limits.files = 5
        limits.file = 1_000
        limits.total = 5_000
        let reader = try ZipReader(bytes, limits: limits)
        for item in reader.items { #expect(try reader.bytes(of: item).count == 1_000) }
        #expect(throws: ZipRefusal.tooLarge) { try reader.bytes(of: reader.items[0]) }
        limits.file = 999
        #expect(throws: ZipRefusal.tooLarge) { try ZipReader(bytes, limits: limits) }
        limits.file = 1_000
        limits.files = 4
        #expect(throws: ZipRefusal.tooManyFiles) { try ZipReader(bytes, limits: limits) }
    }

    @Test func `the files of an inner archive count towards the limits of the outer one`() throws {
        let inner = try Self.archive([("1", []), ("2", [])])
        var limits = ZipLimits()
        limits.files = 6
        let outer = try ZipReader(Self.archive([("a.zip", inner), ("b.zip", inner)]), limits: limits)
        for item in outer.items { #expect(try ZipReader(outer.bytes(of: item), in: outer).items.count == 2) }
        #expect(throws: ZipRefusal.tooManyFiles) { try ZipReader(inner, in: outer) }
    }

    @Test func `a file that expands out of proportion to its compressed size is refused`() throws {
        let bytes = try Self.archive([("zeros", Array(repeating: 0, count: 8 << 20))])
        #expect(bytes.count < 20_000)
        #expect(throws: ZipRefusal.tooLarge) { try ZipReader(bytes) }
        #expect(try ZipReader(Self.archive([("zeros", Array(repeating: 0, count: 1 << 20))])).items.count == 1)
    }

    @Test func `an archive that is damaged anywhere is refused`() throws {
        let bytes = try Self.archive([("a.txt", Array("The quick brown fox".utf8)), ("b.txt", [1, 2, 3])])
        #expect(throws: ZipRefusal.damaged) { try ZipReader(Array("PK no archive".utf8)) }
        #expect(throws: ZipRefusal.damaged) { try ZipReader(Array(bytes.dropLast(30))) }
        #expect(throws: ZipRefusal.damaged) { try ZipReader([0x50, 0x4B, 0x03, 0x04]) }
        var refused = 0
        for index in bytes.indices.dropFirst(4) {
            var bent = bytes
            bent[index] ^= 0xFF
            do throws(ZipRefusal) {
                let reader = try ZipReader(bent)
                for item in reader.items { _ = try reader.bytes(of: item) }
            } catch { refused += 1 }
        }
        #expect(refused > bytes.count / 3)
    }

    @Test func `an archive can be read from a file on disk`() throws {
        let path = FileManager.default.temporaryDirectory.path + "/toque-zip-\(UUID().uuidString).zip"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try ZipFile.write([.bytes(name: "a", [1])], to: path)
        let reader = try ZipReader(path: path)
        #expect(try reader.bytes(of: reader.items[0]) == [1])
        #expect(throws: ZipRefusal.damaged) { try ZipReader(path: path + ".none") }
    }
}

/// Tests of counting an archive's files before libzip reads their names.
@Suite struct ZipDirectoryTests {
    private func holds(_ bytes: [UInt8], atMost limit: Int) -> Bool {
        bytes.withUnsafeBytes { ZipDirectory.holds(atMost: limit, $0) }
    }

    private static func little(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    /// The end of central directory of a ZIP64 archive.
    private static func largeEnd(files: Int, directory: Int, at place: Int) -> [UInt8] {
        let end: [[UInt8]] = [[0x50, 0x4B, 6, 6], little(44, 8), little(45, 2), little(45, 2), little(0, 8)]
        let numbers = [files, files, 0, directory].map { little($0, 8) }
        let locator: [[UInt8]] = [[0x50, 0x4B, 6, 7], little(0, 4), little(place, 8), little(1, 4)]
        let small: [[UInt8]] = [[0x50, 0x4B, 5, 6], [UInt8](repeating: 0xFF, count: 16), [0, 0]]
        return (end + numbers + locator + small).flatMap { $0 }
    }

    @Test func `each listed file counts, whatever number the end of the archive states`() throws {
        var bytes = try ZipReaderTests.archive((0..<5).map { ("\($0)", [1]) })
        #expect(holds(bytes, atMost: 5) && !holds(bytes, atMost: 4))
        // An archive with 65,536 files more would state the same number.
        let end = bytes.count - 22
        bytes.replaceSubrange(end + 8..<end + 12, with: [1, 0, 1, 0])
        #expect(!holds(bytes, atMost: 4))
        #expect(!holds(bytes + [UInt8](repeating: 32, count: 0xFFFF), atMost: 4))
        // A second end record that points to the same directory.
        #expect(holds(bytes + bytes[end...], atMost: 10) && !holds(bytes + bytes[end...], atMost: 9))
    }

    @Test func `the files of a ZIP64 archive are counted`() throws {
        let bytes = try ZipReaderTests.archive((0..<5).map { ("\($0)", [1]) })
        let end = bytes.count - 22
        let directory = bytes[(end + 16)...].prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        let body = Array(bytes[..<end])
        #expect(holds(body + Self.largeEnd(files: 5, directory: directory, at: end), atMost: 5))
        #expect(!holds(body + Self.largeEnd(files: 5, directory: directory, at: end), atMost: 4))
        #expect(!holds(body + Self.largeEnd(files: 1, directory: directory, at: end), atMost: 4))
        #expect(!holds(body + Self.largeEnd(files: 1 << 60, directory: directory, at: end), atMost: 5))
        #expect(holds(body + Self.largeEnd(files: 5, directory: .max, at: end), atMost: 5))
        #expect(holds(body + Self.largeEnd(files: 5, directory: directory, at: .max), atMost: 0))
    }

    @Test func `data that is not an archive has no files`() {
        for count in [0, 1, 21, 22, 23, 100, 70_000] {
            #expect(holds([UInt8](repeating: 0x50, count: count), atMost: 0))
            #expect(holds(Array(Array(repeating: [0x50, 0x4B, 5, 6] as [UInt8], count: count).joined()), atMost: 0))
        }
    }
}
