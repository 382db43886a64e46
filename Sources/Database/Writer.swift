// The one place that writes: a thread that commits together what waits together.

import Foundation
import Synchronization

/// The only writing connection of the process, on its own thread.
///
/// A commit waits for the disk. So whatever waits when the thread is free is written in one transaction, each
/// in its own savepoint, and each is answered only after the commit is on disk.
public final class Writer: Sendable {
    private let queue: WriterQueue

    /// Opens the file on a thread of its own, and creates it where it is missing.
    public convenience init(path: String) throws {
        try self.init(path: path, queueLimit: 1024)
    }

    /// `queueLimit` is how many writes may wait before further ones get `DatabaseError.busy`.
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

    /// Writes whole or not at all, and returns when it is on disk; throws `busy` where too many wait.
    ///
    /// The body runs on the writer's thread beside others' writes, so it asks and changes the database only.
    @discardableResult
    public func write<T: Sendable>(_ body: @escaping @Sendable (Connection) throws -> T) async throws -> T {
        // A throwing continuation would wrap the error anew, and where it was thrown be known of the old one only.
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

    /// Takes no more writes, and returns when those that wait are written and the file is closed.
    public func close() {
        queue.close()
        queue.waitUntilFinished()
    }

    /// Commits made so far; fewer than writes where writes came together.
    public var commits: Int { queue.commits }
    /// Writes that are in them.
    public var writes: Int { queue.writes }
    /// Writes that wait for the thread.
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

/// An answer that one thread waits for and another gives once.
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
