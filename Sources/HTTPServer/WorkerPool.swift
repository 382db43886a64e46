// Threads for what would hold up a loop: hashing passwords, pictures, mail.

import CLinux
import Foundation
import Synchronization

/// A fixed number of threads with a bounded queue before them.
public final class WorkerPool: Sendable {
    /// The queue is full: the site is busier than it can bear, and the client should come back later (503).
    public struct Full: Error, Sendable {}

    private let queue: WorkQueue
    private let queueLimit: Int

    /// Starts the threads; at most `queueLimit` pieces of work wait for one.
    public init(threads: Int, queueLimit: Int) {
        queue = WorkQueue()
        self.queueLimit = queueLimit
        for index in 0..<max(1, threads) {
            let thread = Thread { [queue] in
                toque_name_thread("worker \(index)")
                queue.work()
            }
            thread.stackSize = 8 << 20
            thread.start()
        }
    }

    deinit { queue.close() }

    /// How much waits for a thread.
    public var waiting: Int { queue.length }

    /// Runs work on a thread of the pool and comes back to where the caller was; throws `Full` when too much waits.
    @discardableResult
    public func run<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
        // A throwing continuation would wrap the error anew, and where it was thrown be known of the old one only.
        let result = await withCheckedContinuation { continuation in
            let isTaken = queue.add(limit: queueLimit) { continuation.resume(returning: Result { try work() }) }
            if !isTaken { continuation.resume(returning: .failure(Full())) }
        }
        return try result.get()
    }
}

/// The work that waits, shared by the pool and its threads. Threads outlive the pool until the queue is empty.
private final class WorkQueue: Sendable {
    /// What waits, oldest at `first`.
    private struct Waiting {
        var work: [(@Sendable () -> Void)?] = []
        var first = 0
        var idle = 0
        var isClosed = false
        var count: Int { work.count - first }

        mutating func next() -> (@Sendable () -> Void)? {
            guard count > 0 else { return nil }
            defer {
                work[first] = nil
                first += 1
                if first > 64, first * 2 > work.count {
                    work.removeFirst(first)
                    first = 0
                }
            }
            return work[first]
        }
    }

    private let waiting = Mutex(Waiting())
    /// Counts what waits: every addition signals once, and closing once a thread.
    private let semaphore = DispatchSemaphore(value: 0)

    var length: Int { waiting.withLock { $0.count } }

    /// Adds work unless `limit` pieces wait already; work that an idle thread is about to take does not count.
    func add(limit: Int, _ work: @escaping @Sendable () -> Void) -> Bool {
        let isTaken = waiting.withLock { waiting in
            guard waiting.count < limit + waiting.idle else { return false }
            waiting.work.append(work)
            return true
        }
        if isTaken { semaphore.signal() }
        return isTaken
    }

    func close() {
        waiting.withLock { $0.isClosed = true }
        semaphore.signal()
    }

    /// Is the life of a thread.
    func work() {
        while true {
            waiting.withLock { $0.idle += 1 }
            semaphore.wait()
            let (work, isClosed) = waiting.withLock { waiting in
                waiting.idle -= 1
                return (waiting.next(), waiting.isClosed)
            }
            if let work {
                work()
            } else if isClosed {
                // Passed on, so that the next thread learns it too.
                semaphore.signal()
                return
            }
        }
    }
}
