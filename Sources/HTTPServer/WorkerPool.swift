// Threads for work that would block an event loop: hashing passwords, pictures, email.

import CLinux
import Foundation
import Synchronization

/// A fixed number of threads with a bounded queue. The threads start with the first work.
public final class WorkerPool: Sendable {
    /// The queue is full: the site is overloaded, and the client should try again later (503).
    public struct Full: Error, Sendable {
        public init() {}
    }

    private let queue: WorkQueue
    private let threads: Int
    private let queueLimit: Int
    private let isRunning = Mutex(false)

    /// At most `queueLimit` jobs wait for a thread.
    public init(threads: Int, queueLimit: Int) {
        (self.threads, self.queueLimit) = (max(1, threads), queueLimit)
        queue = WorkQueue(threads: self.threads)
    }

    private func start() {
        let isFirst = isRunning.withLock { isRunning in
            defer { isRunning = true }
            return !isRunning
        }
        if !isFirst { return }
        for index in 0..<threads {
            let thread = Thread { [queue] in
                toque_name_thread("worker \(index)")
                queue.work()
            }
            thread.stackSize = 8 << 20
            thread.start()
        }
    }

    deinit { queue.close() }

    /// The number of jobs that wait for a thread.
    public var waiting: Int { queue.length }

    /// Runs work on a thread of the pool and returns to the caller's executor; throws `Full` if too much is waiting.
    @discardableResult
    public func run<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
        start()
        // A throwing continuation would wrap the error in a new object, but the place of the throw is recorded for the
        // old one.
        let result = await withCheckedContinuation { continuation in
            let isTaken = queue.add(limit: queueLimit) { continuation.resume(returning: Result { try work() }) }
            if !isTaken { continuation.resume(returning: .failure(Full())) }
        }
        return try result.get()
    }
}

/// The waiting work, shared by the pool and its threads. Threads outlive the pool until the queue is empty.
private final class WorkQueue: Sendable {
    /// The waiting jobs, the oldest at index `first`.
    private struct Waiting {
        var work: [(@Sendable () -> Void)?] = []
        var first = 0
        /// Threads without work, also those that have not started.
        var idle: Int
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

    private let waiting: Mutex<Waiting>
    /// Counts waiting work: each addition signals once, and closing once for each thread.
    private let semaphore = DispatchSemaphore(value: 0)

    init(threads: Int) { waiting = Mutex(Waiting(idle: threads)) }

    var length: Int { waiting.withLock { $0.count } }

    /// Adds work unless `limit` jobs are waiting; jobs for which a thread is idle do not count.
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

    /// The main function of a thread.
    func work() {
        while true {
            semaphore.wait()
            let (work, isClosed) = waiting.withLock { waiting in
                waiting.idle -= 1
                return (waiting.next(), waiting.isClosed)
            }
            if let work {
                work()
                waiting.withLock { $0.idle += 1 }
            } else if isClosed {
                // Signals again, so that the next thread ends too.
                semaphore.signal()
                return
            }
        }
    }
}
