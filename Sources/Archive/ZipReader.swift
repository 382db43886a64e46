// Reads ZIP archives of unknown origin in memory, file by file, within limits; nothing is unpacked to disk.

import Bytes
import CZip
import Foundation

/// The limits of an archive.
public struct ZipLimits: Sendable {
    /// Files of an archive and of all archives within it, including folders.
    public var files = 20_000
    /// Bytes of one unpacked file.
    public var file = 64 << 20
    /// Bytes of all unpacked files that are read.
    public var total = 4 << 30
    /// How many times larger a file may be than its compressed form.
    public var ratio = 500
    public var nameBytes = 1_000

    public init() {}

    /// No limits but those of names, for archives of one's own.
    public static var none: ZipLimits {
        var limits = ZipLimits()
        (limits.files, limits.file, limits.total, limits.ratio) = (1 << 30, 1 << 50, 1 << 60, 1 << 50)
        return limits
    }
}

/// Why an archive is not read.
public enum ZipRefusal: Error, Equatable, Sendable {
    case damaged
    case tooManyFiles
    /// Larger than the limits, or than the compressed form can unpack to.
    case tooLarge
    /// A name that leads out of the archive or is not a valid file name.
    case name
    case encrypted
}

/// A file of an archive.
public struct ZipItem: Equatable, Sendable {
    public let name: String
    /// The size in bytes that the archive states; no more are read.
    public let size: Int
    fileprivate let index: UInt64
    fileprivate let packed: Int
}

/// An open archive, for one thread at a time.
public final class ZipReader {
    /// Every file except folders, in the archive's order.
    public let items: [ZipItem]
    private let limits: ZipLimits
    private let archive: OpaquePointer
    private let left: FilesLeft
    private var read = 0

    /// Opens an archive. A single bad name, or exceeding any limit, refuses the whole archive.
    public convenience init(_ bytes: [UInt8], limits: ZipLimits = ZipLimits()) throws(ZipRefusal) {
        try self.init(bytes, limits, FilesLeft(limits.files))
    }

    /// Opens an archive within another; the files of both count together.
    public convenience init(_ bytes: [UInt8], in outer: ZipReader) throws(ZipRefusal) {
        try self.init(bytes, outer.limits, outer.left)
    }

    /// Opens an archive on disk without loading it into memory.
    public convenience init(path: String, limits: ZipLimits = ZipLimits()) throws(ZipRefusal) {
        guard let content = try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped) else {
            throw .damaged
        }
        let left = FilesLeft(limits.files)
        guard content.withUnsafeBytes({ ZipDirectory.holds(atMost: left.count, $0) }) else { throw .tooManyFiles }
        guard let archive = zip_open(path, ZIP_RDONLY | ZIP_CHECKCONS, nil) else { throw .damaged }
        try self.init(archive: archive, limits, left)
    }

    private convenience init(_ bytes: [UInt8], _ limits: ZipLimits, _ left: FilesLeft) throws(ZipRefusal) {
        guard bytes.withUnsafeBytes({ ZipDirectory.holds(atMost: left.count, $0) }) else { throw .tooManyFiles }
        try self.init(archive: Self.open(bytes), limits, left)
    }

    private init(archive: OpaquePointer, _ limits: ZipLimits, _ left: FilesLeft) throws(ZipRefusal) {
        self.limits = limits
        self.archive = archive
        self.left = left
        do throws(ZipRefusal) {
            items = try Self.list(archive, limits, left)
        } catch {
            zip_discard(archive)
            throw error
        }
    }

    deinit { zip_discard(archive) }

    /// Whether bytes begin like an archive that contains files.
    public static func isArchive(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x50, 0x4b, 0x03, 0x04]) }

    /// The content of a file, with its checksum checked at the end.
    public func bytes(of item: ZipItem) throws(ZipRefusal) -> [UInt8] {
        read += item.size
        guard read <= limits.total else { throw .tooLarge }
        guard let file = zip_fopen_index(archive, item.index, 0) else { throw .damaged }
        defer { zip_fclose(file) }
        var count = 0
        // Room for one byte more than stated, to notice a file that is longer.
        let bytes = [UInt8](unsafeUninitializedCapacity: item.size + 1) { buffer, used in
            while count < buffer.count, let start = buffer.baseAddress {
                let step = zip_fread(file, start + count, UInt64(buffer.count - count))
                if step <= 0 {
                    if step < 0 { count = -1 }
                    break
                }
                count += Int(step)
            }
            used = max(0, count)
        }
        guard count == item.size else { throw .damaged }
        return bytes
    }

    /// Calls `body` with the content of a file piece by piece, with its checksum checked at the end.
    public func read(_ item: ZipItem, _ body: ([UInt8]) throws -> Void) throws {
        guard let file = zip_fopen_index(archive, item.index, 0) else { throw ZipRefusal.damaged }
        defer { zip_fclose(file) }
        var (count, piece) = (0, [UInt8](repeating: 0, count: 1 << 18))
        while true {
            let step = zip_fread(file, &piece, UInt64(piece.count))
            guard step >= 0 else { throw ZipRefusal.damaged }
            if step == 0 { break }
            count += Int(step)
            guard count <= item.size else { throw ZipRefusal.damaged }
            try body(Array(piece[..<Int(step)]))
        }
        guard count == item.size else { throw ZipRefusal.damaged }
    }

    /// Opens a copy of the bytes, which libzip frees with the archive.
    private static func open(_ bytes: [UInt8]) throws(ZipRefusal) -> OpaquePointer {
        guard isArchive(bytes) else { throw .damaged }
        let copy = UnsafeMutableRawPointer.allocate(byteCount: bytes.count, alignment: 1)
        bytes.withUnsafeBytes { if let start = $0.baseAddress { copy.copyMemory(from: start, byteCount: $0.count) } }
        guard let source = zip_source_buffer_create(copy, UInt64(bytes.count), 1, nil) else {
            copy.deallocate()
            throw .damaged
        }
        guard let archive = zip_open_from_source(source, ZIP_RDONLY | ZIP_CHECKCONS, nil) else {
            zip_source_free(source)
            throw .damaged
        }
        return archive
    }

    private static func list(
        _ archive: OpaquePointer, _ limits: ZipLimits, _ left: FilesLeft
    ) throws(ZipRefusal) -> [ZipItem] {
        let count = zip_get_num_entries(archive, 0)
        guard count >= 0 else { throw .damaged }
        guard count <= left.count else { throw .tooManyFiles }
        left.count -= Int(count)
        var items: [ZipItem] = []
        for index in 0..<UInt64(count) {
            if let item = try item(archive, index, limits) { items.append(item) }
        }
        return items
    }

    private static func item(
        _ archive: OpaquePointer, _ index: UInt64, _ limits: ZipLimits
    ) throws(ZipRefusal) -> ZipItem? {
        var facts = zip_stat_t()
        guard zip_stat_index(archive, index, 0, &facts) == 0, let text = facts.name else { throw .damaged }
        guard let name = String(validatingCString: text), isName(name, limits) else { throw .name }
        if name.hasSuffix(bytes: "/") { return nil }
        if facts.encryption_method != UInt16(ZIP_EM_NONE) { throw .encrypted }
        let most = UInt64(limits.file)
        guard facts.size <= most, facts.comp_size <= UInt64(Int.max) else { throw .tooLarge }
        let (size, packed) = (Int(facts.size), Int(facts.comp_size))
        // A file of up to 1 MB may have any ratio: a short text may repeat itself.
        guard size <= 1 << 20 || size / limits.ratio <= packed else { throw .tooLarge }
        return ZipItem(name: name, size: size, index: index, packed: packed)
    }

    /// Whether a name is a relative path within the archive, with slashes or backslashes.
    private static func isName(_ name: String, _ limits: ZipLimits) -> Bool {
        let parts = name.utf8.split(omittingEmptySubsequences: false) {
            $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\")
        }
        guard let first = parts.first, !first.isEmpty, name.utf8.count <= limits.nameBytes else { return false }
        let isDrive = parts.count > 1 && first.count == 2 && first.last == UInt8(ascii: ":")
        return !isDrive && !parts.contains { $0.elementsEqual("..".utf8) }
            && name.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f }
    }
}

/// The number of files that an archive and those within it may still have.
private final class FilesLeft {
    var count: Int

    init(_ count: Int) { self.count = count }
}
