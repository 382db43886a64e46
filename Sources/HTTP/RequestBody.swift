// The content of a request: short ones in memory, long ones in a file without a name.

import Foundation
import Synchronization

/// Where long bodies wait, and how much all of them may take together.
public struct Spool: Sendable {
    /// A folder that can be written. A file has a name in it only for the moment between two system calls.
    let folder: String
    private let allowance: Allowance
    private let parts: Parts
    /// Whom the other end of a connection counts as.
    let client: @Sendable (String) -> String?

    /// `part` is the most that one client may have of it. `client` tells who that is by the other end of the connection:
    /// nil for a proxy, behind which are many.
    public init(
        folder: String, allowance: Allowance, part: Int = .max,
        client: @escaping @Sendable (String) -> String? = { $0 }
    ) {
        self.folder = folder
        self.allowance = allowance
        parts = Parts(limit: part)
        self.client = client
    }

    /// Takes room for a client; false, and nothing taken, where there is too little.
    func take(_ amount: Int, for client: String?) -> Bool {
        guard parts.take(amount, for: client) else { return false }
        if allowance.take(amount) { return true }
        parts.giveBack(amount, of: client)
        return false
    }

    func giveBack(_ amount: Int, of client: String?) {
        allowance.giveBack(amount)
        parts.giveBack(amount, of: client)
    }
}

/// What each client has of the room; one that has none is forgotten.
private final class Parts: Sendable {
    private let limit: Int
    private let taken = Mutex<[String: Int]>([:])

    init(limit: Int) { self.limit = limit }

    func take(_ amount: Int, for client: String?) -> Bool {
        guard let client else { return true }
        return taken.withLock { taken in
            let after = taken[client, default: 0] + amount
            if after <= limit { taken[client] = after }
            return after <= limit
        }
    }

    func giveBack(_ amount: Int, of client: String?) {
        guard let client else { return }
        taken.withLock { taken in
            let after = taken[client, default: 0] - amount
            taken[client] = after > 0 ? after : nil
        }
    }
}

/// A body, or a part of one. Copies share its bytes; a file goes with the last of them.
public struct RequestBody: Sendable {
    private enum Storage: Sendable {
        case memory(ArraySlice<UInt8>)
        case file(SpoolFile, Range<Int>)
    }

    /// A file that can no longer be read.
    public struct Unreadable: Error, Sendable {}

    private var storage: Storage

    public init(_ bytes: some Collection<UInt8> = []) { storage = .memory(ArraySlice(bytes)) }

    public var count: Int {
        switch storage {
        case .memory(let bytes): bytes.count
        case .file(_, let range): range.count
        }
    }

    public var isEmpty: Bool { count == 0 }

    /// How many of the bytes are in memory.
    var inMemory: Int { isOnDisk ? 0 : count }

    /// Whether reading it waits for a disk.
    public var isOnDisk: Bool {
        if case .file = storage { return true }
        return false
    }

    /// All bytes, as an array of their own.
    public func bytes() throws -> [UInt8] { try withBytes { Array($0) } }

    /// At most so many from its start.
    public func first(_ count: Int) throws -> [UInt8] { try withBytes { Array($0.prefix(count)) } }

    /// Writes all bytes into a file.
    public func write(to path: String) throws {
        try withBytes { bytes in
            guard let start = bytes.baseAddress else { throw Unreadable() }
            let content = UnsafeMutableRawPointer(mutating: start)
            try Data(bytesNoCopy: content, count: bytes.count, deallocator: .none).write(to: URL(fileURLWithPath: path))
        }
    }

    /// Calls a function with the bytes where they lie: those of a file are mapped, not read.
    func withBytes<T>(_ read: (UnsafeRawBufferPointer) throws -> T) throws -> T {
        switch storage {
        case .memory(let bytes): try bytes.withUnsafeBytes(read)
        case .file(let file, let range): try file.withBytes(range, read)
        }
    }

    /// A part, counted from this body's start, that shares its bytes.
    subscript(range: Range<Int>) -> RequestBody {
        var part = self
        switch storage {
        case .memory(let bytes):
            part.storage = .memory(bytes[bytes.startIndex + range.lowerBound..<bytes.startIndex + range.upperBound])
        case .file(let file, let whole):
            part.storage = .file(file, whole.lowerBound + range.lowerBound..<whole.lowerBound + range.upperBound)
        }
        return part
    }

    /// Adds what has come; moves to a file once it is longer than `memoryLimit`.
    mutating func append(
        _ bytes: ArraySlice<UInt8>, memoryLimit: Int, spool: Spool?, peer: String = ""
    ) throws(ParseFailure) {
        switch storage {
        case .memory(var held):
            storage = .memory([])  // so that `held` is not shared, and grows in place
            if let spool, held.count + bytes.count > memoryLimit {
                let file = try SpoolFile(spool, peer: peer)
                try file.append(held)
                try file.append(bytes)
                storage = .file(file, 0..<held.count + bytes.count)
            } else {
                held += bytes
                storage = .memory(held)
            }
        case .file(let file, let range):
            try file.append(bytes)
            storage = .file(file, 0..<range.upperBound + bytes.count)
        }
    }
}

/// A file that lost its name as soon as it was made: it is gone when it is closed, also by a crash.
private final class SpoolFile: Sendable {
    private let descriptor: Int32
    private let spool: Spool
    private let client: String?
    private let size = Mutex(0)

    init(_ spool: Spool, peer: String) throws(ParseFailure) {
        let path = "\(spool.folder)/\(UUID().uuidString)"
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        self.spool = spool
        client = spool.client(peer)
        guard descriptor >= 0 else { throw ParseFailure(.unavailable, "no file for a body: error \(errno)") }
        unlink(path)
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
        spool.giveBack(size.withLock { $0 }, of: client)
    }

    func append(_ bytes: ArraySlice<UInt8>) throws(ParseFailure) {
        guard spool.take(bytes.count, for: client) else {
            throw ParseFailure(.unavailable, "too many long bodies at once")
        }
        size.withLock { $0 += bytes.count }
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw ParseFailure(.unavailable, "no room for a body: error \(errno)") }
            rest = rest.dropFirst(count)
        }
    }

    func withBytes<T>(_ range: Range<Int>, _ read: (UnsafeRawBufferPointer) throws -> T) throws -> T {
        guard !range.isEmpty else { return try read(UnsafeRawBufferPointer(start: nil, count: 0)) }
        // From the file's start: a mapping begins at a page.
        guard let start = mmap(nil, range.upperBound, PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED else {
            throw RequestBody.Unreadable()
        }
        defer { munmap(start, range.upperBound) }
        return try read(UnsafeRawBufferPointer(start: start, count: range.upperBound)[rebased: range])
    }
}

extension UnsafeRawBufferPointer {
    fileprivate subscript(rebased range: Range<Int>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: self[range])
    }
}
