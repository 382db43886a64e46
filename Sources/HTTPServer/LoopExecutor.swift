// The thread of an event loop as an executor of Swift concurrency.

import CLinux
import Foundation
import Synchronization

/// Runs the jobs of one loop on one thread, which sleeps in epoll between them. It is the executor of the actor and the
/// preferred executor of its tasks, so that the work of a request leaves the thread only explicitly.
final class LoopExecutor: SerialExecutor, TaskExecutor {
    /// The state that other threads may access.
    private struct Queue {
        var jobs: [UnownedJob] = []
        var isSleeping = false
        var isStopped = false
    }

    private let queue = Mutex(Queue())
    private let thread = Atomic<UInt>(0)
    private let epoll: Int32
    private let wakeUp: Int32

    init() throws(ServerError) {
        epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard epoll >= 0 else { throw ServerError("epoll_create1") }
        wakeUp = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard wakeUp >= 0 else {
            let error = ServerError("eventfd")
            close(epoll)
            throw error
        }
        watch(wakeUp, for: EPOLLIN.rawValue)
    }

    deinit {
        close(wakeUp)
        close(epoll)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let mustWake = queue.withLock { queue in
            queue.jobs.append(job)
            defer { queue.isSleeping = false }
            return queue.isSleeping
        }
        if mustWake { wake() }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
    func asUnownedTaskExecutor() -> UnownedTaskExecutor { UnownedTaskExecutor(ordinary: self) }

    func checkIsolated() { precondition(isOnThread, "not on the loop's thread") }
    func isIsolatingCurrentContext() -> Bool? { isOnThread }

    private var isOnThread: Bool { thread.load(ordering: .relaxed) == UInt(pthread_self()) }

    /// Makes the calling thread the loop's thread.
    func adoptThread() { thread.store(UInt(pthread_self()), ordering: .relaxed) }

    /// Ends the thread's work when no job is left.
    func stop() {
        queue.withLock { $0.isStopped = true }
        wake()
    }

    /// Sleeps until a watched descriptor has an event, a job arrives, or `timeout` milliseconds pass (-1: never).
    /// Returns the number of events.
    func wait(_ events: inout [epoll_event], timeout: Int32) -> Int {
        let mayIdle = queue.withLock { queue in
            queue.isSleeping = timeout != 0 && queue.jobs.isEmpty && !queue.isStopped
            return queue.isSleeping
        }
        let count = epoll_wait(epoll, &events, Int32(events.count), mayIdle ? timeout : 0)
        queue.withLock { $0.isSleeping = false }
        return max(0, Int(count))
    }

    /// Runs the queued jobs; false when the thread should end.
    func runJobs() -> Bool {
        let (jobs, isStopped) = queue.withLock { queue in
            let jobs = queue.jobs
            queue.jobs = []
            return (jobs, queue.isStopped)
        }
        for job in jobs {
            job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
        }
        return !(isStopped && jobs.isEmpty)
    }

    /// Handles a wake-up event; false if the event is for another descriptor.
    func isWakeUp(_ descriptor: Int32) -> Bool {
        guard descriptor == wakeUp else { return false }
        var count = eventfd_t()
        eventfd_read(wakeUp, &count)
        return true
    }

    /// Subscribes to events of a descriptor; false if the system has no room for it.
    @discardableResult
    func watch(_ descriptor: Int32, for events: UInt32) -> Bool {
        var event = epoll_event(events: events, data: epoll_data_t(fd: descriptor))
        return epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0
    }

    func unwatch(_ descriptor: Int32) {
        var event = epoll_event()
        epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, &event)
    }

    private func wake() { eventfd_write(wakeUp, 1) }
}
