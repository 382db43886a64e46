// The index as a file, so that a start need not build it again.

import Foundation

/// Why a file cannot be used as an index.
public enum SnapshotError: Error, Equatable {
    case missing
    /// Another format, or of other rules or another database.
    case foreign
    /// A section of the file does not have its checksum, or is not complete.
    case damaged(section: String)
}

/// What a snapshot was made from.
public struct SnapshotOrigin: Equatable, Sendable {
    /// A number that changes with the rules by which texts become words.
    public var rules: Int
    /// A number that the source stores when the snapshot is complete.
    public var token: Int

    public init(rules: Int, token: Int) { (self.rules, self.token) = (rules, token) }
}

/// The state of an index at one time.
///
/// The file is a row of sections: a name of eight bytes, the number of bytes, their checksum, the bytes, and zeros up to
/// a multiple of eight. Numbers are little-endian.
public struct IndexSnapshot {
    private let lexicon: Lexicon
    private let phrases: [UInt32]
    private let parts: [(documents: SealedDocuments, live: [UInt64])]
    public let position: Int

    fileprivate static let format = 1

    init?(_ index: SearchIndex) {
        lexicon = index.lexicon
        phrases = index.phraseNumbers.sorted()
        position = index.position
        var parts: [(SealedDocuments, [UInt64])] = []
        for part in index.parts {
            let live = [UInt64](UnsafeBufferPointer(start: part.live.words, count: part.live.count))
            if let sealed = part.documents as? SealedDocuments {
                parts.append((sealed, live))
            } else if let growing = part.documents as? GrowingDocuments,
                let sealed = SealedDocuments.sealed(growing)
            {
                parts.append((sealed, live))
            }
        }
        self.parts = parts
        if parts.count != index.parts.count { return nil }
    }

    // MARK: Writing

    /// Replaces the file; it is complete on disk before it gets its name.
    public func write(to path: String, origin: SnapshotOrigin) throws {
        let temporary = SearchIndex.temporaryPath(path)
        guard FileManager.default.createFile(atPath: temporary, contents: nil, attributes: [.posixPermissions: 0o600]),
            let file = FileHandle(forWritingAtPath: temporary)
        else { throw CocoaError(.fileWriteUnknown) }
        do {
            try write("toqindex", [Self.format, origin.rules, origin.token, position, parts.count], to: file)
            try write("lexbytes", lexicon.bytes, to: file)
            try write("lexstart", lexicon.starts, to: file)
            try write("lexstems", lexicon.stems, to: file)
            try write("phrases ", phrases, to: file)
            for part in parts {
                try write("part    ", UnsafeRawBufferPointer(part.documents.memory.bytes), to: file)
                try write("live    ", part.live, to: file)
            }
            try write("end     ", [Int](), to: file)
            try file.synchronize()
            try file.close()
        } catch {
            try? FileManager.default.removeItem(atPath: temporary)
            throw error
        }
        guard rename(temporary, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    private func write<T>(_ name: String, _ list: [T], to file: FileHandle) throws {
        try list.withUnsafeBytes { try write(name, $0, to: file) }
    }

    private func write(_ name: String, _ bytes: UnsafeRawBufferPointer, to file: FileHandle) throws {
        let head = [bytes.count, Int(truncatingIfNeeded: Checksum.of(bytes))]
        try file.write(contentsOf: Data(name.utf8) + head.withUnsafeBytes { Data($0) })
        if let start = bytes.baseAddress, bytes.count > 0 {
            try file.write(
                contentsOf: Data(
                    bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: bytes.count, deallocator: .none))
        }
        try file.write(contentsOf: Data(count: -bytes.count & 7))
    }
}

extension SearchIndex {
    /// Where a snapshot is written before it is complete.
    public static func temporaryPath(_ path: String) -> String { path + ".new" }

    /// The index as it is now. Other threads can go on as soon as this returns, also while it is written.
    public func snapshot() -> IndexSnapshot? { read { IndexSnapshot(self) } }

    /// The index in a file that was written with the same origin.
    public static func load(
        _ path: String, origin: SnapshotOrigin, choices: Set<UInt8>, partSize: Int = SearchIndex.partSize
    ) throws(SnapshotError) -> SearchIndex {
        guard var file = SnapshotFile(path) else { throw .missing }
        let head: [Int] = try file.list("toqindex")
        guard head.count == 5, head[0] == IndexSnapshot.format, SnapshotOrigin(rules: head[1], token: head[2]) == origin
        else {
            throw .foreign
        }
        let (bytes, starts, stems): ([UInt8], [UInt32], [UInt32]) = (
            try file.list("lexbytes"), try file.list("lexstart"), try file.list("lexstems")
        )
        guard starts.count == stems.count + 1, starts.last.map(Int.init) == bytes.count else {
            throw .damaged(section: "lexstart")
        }
        let lexicon = Lexicon(bytes: bytes, starts: starts, stems: stems)
        let phrases: [UInt32] = try file.list("phrases ")
        guard phrases.allSatisfy({ $0 < stems.count }) else { throw .damaged(section: "phrases ") }
        var parts: [Part] = []
        for number in 0..<max(head[4], 0) {
            guard let documents = SealedDocuments(memory: try file.next("part    ")) else {
                throw .damaged(section: "part    ")
            }
            let words: [UInt64] = try file.list("live    ")
            let live = Bits.make(documents: Part.size)
            guard words.count == live.count else { throw .damaged(section: "live    ") }
            live.copy(words)
            let isLast = number == head[4] - 1 && documents.count < partSize
            parts.append(Part(isLast ? documents.unsealed() : documents, live: live))
        }
        _ = try file.next("end     ")
        return SearchIndex(
            choices: choices, lexicon: lexicon,
            phrases: phrases.map(lexicon.phrase), parts: parts,
            position: head[3], partSize: partSize)
    }
}

/// Reads the sections of a snapshot one after another.
private struct SnapshotFile {
    private let file: FileHandle
    /// Bytes that are not read yet.
    private var left: Int

    init?(_ path: String) {
        guard let file = FileHandle(forReadingAtPath: path), let size = try? file.seekToEnd(),
            (try? file.seek(toOffset: 0)) != nil
        else { return nil }
        (self.file, left) = (file, Int(size))
    }

    mutating func list<T: BitwiseCopyable>(_ name: String) throws(SnapshotError) -> [T] {
        let memory = try next(name)
        return Array(memory.bytes.bindMemory(to: T.self))
    }

    /// The bytes of the next section, which must have this name.
    mutating func next(_ name: String) throws(SnapshotError) -> Memory {
        let section = String(decoding: name.utf8.filter { $0 != UInt8(ascii: " ") }, as: UTF8.self)
        let head = Memory(byteCount: 24)
        try read(head.bytes, section)
        guard head.bytes.prefix(8).elementsEqual(name.utf8) else { throw .damaged(section: section) }
        let count = head.bytes.load(fromByteOffset: 8, as: Int.self)
        guard count >= 0, count <= left else { throw .damaged(section: section) }
        let memory = Memory(byteCount: count)
        try read(memory.bytes, section)
        let checksum = head.bytes.load(fromByteOffset: 16, as: UInt64.self)
        guard Checksum.of(UnsafeRawBufferPointer(memory.bytes)) == checksum else { throw .damaged(section: section) }
        let padding = Memory(byteCount: 8)
        try read(UnsafeMutableRawBufferPointer(rebasing: padding.bytes.prefix(-count & 7)), section)
        return memory
    }

    private mutating func read(_ bytes: UnsafeMutableRawBufferPointer, _ section: String) throws(SnapshotError) {
        var done = 0
        while done < bytes.count, let start = bytes.baseAddress {
            let count = Foundation.read(file.fileDescriptor, start + done, bytes.count - done)
            guard count > 0 else { throw .damaged(section: section) }
            done += count
        }
        left -= done
    }
}

/// A checksum that finds damaged bits; it does not resist intent.
enum Checksum {
    static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var lanes: (UInt64, UInt64, UInt64, UInt64) = (1, 2, 3, 4)
        let multiplier: UInt64 = 0x9E37_79B9_7F4A_7C15
        func mix(_ lane: inout UInt64, _ word: UInt64) {
            lane = (lane ^ word) &* multiplier
            lane ^= lane >> 32
        }
        var place = 0
        while place + 32 <= bytes.count {
            mix(&lanes.0, bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
            mix(&lanes.1, bytes.loadUnaligned(fromByteOffset: place + 8, as: UInt64.self))
            mix(&lanes.2, bytes.loadUnaligned(fromByteOffset: place + 16, as: UInt64.self))
            mix(&lanes.3, bytes.loadUnaligned(fromByteOffset: place + 24, as: UInt64.self))
            place += 32
        }
        while place < bytes.count {
            mix(&lanes.0, UInt64(bytes[place]))
            place += 1
        }
        var sum = UInt64(bytes.count)
        for lane in [lanes.0, lanes.1, lanes.2, lanes.3] { mix(&sum, lane) }
        return sum
    }
}
