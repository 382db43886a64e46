// The body of a request: a short one in memory, a long one in an unlinked file.

import Foundation
import Synchronization

/// The folder for long bodies, and the disk space that they may use together.
public struct Spool: Sendable {
    /// A writable folder. A file has a name in it only between two system calls.
    let folder: String
    private let allowance: Allowance
    private let parts: Parts
    /// Identifies the client by the address of the other end of a connection.
    let client: @Sendable (String) -> String?

    /// `part` is the maximum for one client, which `client` identifies by the address of the other end of the
    /// connection; `nil` for a proxy, which serves many clients.
    public init(
        folder: String, allowance: Allowance, part: Int = .max,
        client: @escaping @Sendable (String) -> String? = { $0 }
    ) {
        self.folder = folder
        self.allowance = allowance
        parts = Parts(limit: part)
        self.client = client
    }

    /// Reserves space for a client; false, and nothing reserved, if there is too little.
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

/// The space that each client uses; clients that use none are removed.
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

/// A body or a part of one. Copies share the bytes; the file is closed with the last of them.
public struct RequestBody: Sendable {
    private enum Storage: Sendable {
        case memory(ArraySlice<UInt8>)
        case file(SpoolFile, Range<Int>)
    }

    /// The file can no longer be read.
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

    /// The number of bytes in memory.
    var inMemory: Int { isOnDisk ? 0 : count }

    /// Whether reading it may wait for the disk.
    public var isOnDisk: Bool {
        if case .file = storage { return true }
        return false
    }

    /// All bytes, copied to a new array.
    public func bytes() throws -> [UInt8] { try withBytes { Array($0) } }

    /// At most `count` bytes from the start.
    public func first(_ count: Int) throws -> [UInt8] { try withBytes { Array($0.prefix(count)) } }

    /// Writes all bytes to a file.
    public func write(to path: String) throws {
        try withBytes { bytes in
            guard let start = bytes.baseAddress else { throw Unreadable() }
            let content = UnsafeMutableRawPointer(mutating: start)
            try Data(bytesNoCopy: content, count: bytes.count, deallocator: .none).write(to: URL(fileURLWithPath: path))
        }
    }

    /// Calls a function with the bytes without copying them; a file is mapped into memory.
    func withBytes<T>(_ read: (UnsafeRawBufferPointer) throws -> T) throws -> T {
        switch storage {
        case .memory(let bytes): try bytes.withUnsafeBytes(read)
        case .file(let file, let range): try file.withBytes(range, read)
        }
    }

    /// A part of this body that shares its bytes; `range` counts from the start of this body.
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

    /// Appends received bytes; moves the body to a file if it exceeds `memoryLimit`.
    mutating func append(
        _ bytes: ArraySlice<UInt8>, memoryLimit: Int, spool: Spool?, peer: String = ""
    ) throws(ParseFailure) {
        switch storage {
        case .memory(var held):
            storage = .memory([])  // releases the other reference, so that `held` grows in place
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

/// A file that is unlinked right after it is created, so that it disappears when it is closed, even after a crash.
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
        // Maps from the start of the file, because a mapping must begin at a page.
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
