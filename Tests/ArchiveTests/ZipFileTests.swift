// Tests of writing ZIP archives: another reader can read them, and a failed or stopped archive leaves no file.

import Foundation
import Synchronization
import Testing

@testable import Archive

@Suite struct ZipFileTests {
    private let folder = FileManager.default.temporaryDirectory.path + "/toque-zip-\(UUID().uuidString)"

    init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

    private func files(_ path: String = "") -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder + path)) ?? []).sorted()
    }

    @Test func `texts and files are in the archive, with names in every script`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let picture = [UInt8]((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7_919) })
        try Data(picture).write(to: URL(fileURLWithPath: folder + "/picture"))
        let path = folder + "/all.zip"
        try ZipFile.write(
            [
                .bytes(name: "борщ.txt", Array("свёкла".utf8)), .bytes(name: "empty", []),
                .file(name: "pictures/one", path: folder + "/picture"),
            ], to: path)
        let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
        #expect(bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]))
        // Stored, not compressed: the archive contains the picture's bytes as they are.
        #expect(Data(bytes).range(of: Data(picture)) != nil)
        #expect(Data(bytes).range(of: Data("борщ.txt".utf8)) != nil)
        #expect(files() == ["all.zip", "picture"])
    }

    @Test func `a text on the disk is compressed`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data([UInt8](repeating: 97, count: 300_000)).write(to: URL(fileURLWithPath: folder + "/text"))
        try ZipFile.write([.text(name: "text", path: folder + "/text")], to: folder + "/a.zip")
        let size = try FileManager.default.attributesOfItem(atPath: folder + "/a.zip")[.size] as? Int
        #expect(size.map { (100..<5_000).contains($0) } == true)
    }

    @Test func `writing reports its progress and leaves no file when it is stopped`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let heard = Mutex<[Double]>([])
        let entries = (0..<50).map { ZipEntry.bytes(name: "\($0)", [UInt8](repeating: 1, count: 100_000)) }
        try ZipFile.write(entries, to: folder + "/a.zip") { share in
            heard.withLock { $0.append(share) }
            return true
        }
        #expect(heard.withLock { $0.count } > 10)
        #expect(heard.withLock { $0.last } == 1)
        #expect(throws: ArchiveError.cancelled) {
            try ZipFile.write(entries, to: folder + "/b.zip") { $0 < 0.3 }
        }
        #expect(files() == ["a.zip"])
    }

    @Test func `a missing file or folder is an error and leaves no archive`() {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(throws: ArchiveError.self) {
            try ZipFile.write([.file(name: "a", path: folder + "/none")], to: folder + "/a.zip")
        }
        #expect(throws: ArchiveError.self) { try ZipFile.write([.bytes(name: "a", [1])], to: folder + "/none/a.zip") }
        #expect(files() == [])
    }
}
