// The only writer of the database: a thread that commits waiting writes together.

import Foundation
import Synchronization

/// The only writing connection of the process, on its own thread.
///
/// A commit waits for the disk. So all writes that are waiting when the thread is free go into one transaction, each in
/// its own savepoint, and each is answered only after the commit is on disk.
public final class Writer: Sendable {
    private let queue: WriterQueue

    /// Opens the file on a thread of its own; creates it if it is missing.
    public convenience init(path: String) throws {
        try self.init(path: path, queueLimit: 1024)
    }

    /// `queueLimit` is the number of writes that may wait; further ones get `DatabaseError.busy`.
    init(path: String, queueLimit: Int) throws {
        let queue = WriterQueue(limit: queueLimit)
        self.queue = queue
        let opened = Reply<Void>()
        let thread = Thread {
            do {
                let connection = try Connection(path: path, mode: .readWrite)
                opened.send(.success(()))
                queue.serve(connection)
            } catch {
                opened.send(.failure(error))
            }
            queue.finish()
        }
        thread.name = "writer"
        thread.start()
        try opened.wait()
    }

    deinit {
        queue.close()
    }

    /// Runs a write in full or not at all, and returns when it is on disk; throws `busy` if too many are waiting.
    ///
    /// The body runs on the writer's thread between the writes of others, so it must only query and change the
    /// database.
    @discardableResult
    public func write<T: Sendable>(_ body: @escaping @Sendable (Connection) throws -> T) async throws -> T {
        // A throwing continuation would wrap the error in a new object, but the place of the throw is recorded for the
        // old one.
        let result = await withCheckedContinuation { continuation in
            submit(body) { continuation.resume(returning: $0) }
        }
        return try result.get()
    }

    /// `write` that blocks the calling thread: for the command line, never on an event loop.
    @discardableResult
    public func writeNow<T: Sendable>(_ body: @escaping @Sendable (Connection) throws -> T) throws -> T {
        let reply = Reply<T>()
        submit(body) { reply.send($0) }
        return try reply.wait()
    }

    /// Accepts no more writes, and returns when the waiting ones are written and the file is closed.
    public func close() {
        queue.close()
        queue.waitUntilFinished()
    }

    /// The number of commits so far; smaller than `writes` where writes were committed together.
    public var commits: Int { queue.commits }
    /// The number of writes in these commits.
    public var writes: Int { queue.writes }
    /// The number of writes that wait for the thread.
    public var waiting: Int { queue.waiting }

    private func submit<T: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> T,
        answer: @escaping @Sendable (Result<T, any Error>) -> Void
    ) {
        let job = WriteJob(
            run: { connection in
                let value = try body(connection)
                return { answer(.success(value)) }
            },
            fail: { answer(.failure($0)) })
        do {
            try queue.add(job)
        } catch {
            answer(.failure(error))
        }
    }
}

/// A result that one thread waits for and another sends once.
private final class Reply<T: Sendable>: Sendable {
    private let result = Mutex<Result<T, any Error>?>(nil)
    private let arrived = DispatchSemaphore(value: 0)

    func send(_ result: Result<T, any Error>) {
        self.result.withLock { $0 = result }
        arrived.signal()
    }

    func wait() throws -> T {
        arrived.wait()
        guard let result = result.withLock({ $0 }) else { throw DatabaseError.closed }
        return try result.get()
    }
}
