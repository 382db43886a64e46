// The queue of the writer's thread, and how the thread commits its writes.

import Foundation
import Synchronization

/// One write: `run` executes it and returns a closure that answers after the commit; `fail` answers with an error.
struct WriteJob: Sendable {
    let run: @Sendable (Connection) throws -> (() -> Void)
    let fail: @Sendable (any Error) -> Void
}

/// The bounded queue between the callers and the writer's thread.
final class WriterQueue: Sendable {
    /// The maximum number of writes in one commit, so that the first of them does not wait too long.
    static let groupLimit = 256

    private struct State {
        var jobs: [WriteJob] = []
        var isAsleep = false
        var isClosed = false
        var commits = 0
        var writes = 0
    }

    private let limit: Int
    private let state = Mutex(State())
    private let wake = DispatchSemaphore(value: 0)
    private let finished = DispatchSemaphore(value: 0)

    init(limit: Int) {
        self.limit = limit
    }

    var commits: Int { state.withLock { $0.commits } }
    var writes: Int { state.withLock { $0.writes } }
    var waiting: Int { state.withLock { $0.jobs.count } }

    /// Adds a write; throws `busy` if the queue is full and `closed` if the writer is closed.
    func add(_ job: WriteJob) throws {
        let mustWake = try state.withLock { state in
            if state.isClosed { throw DatabaseError.closed }
            if state.jobs.count >= limit { throw DatabaseError.busy }
            state.jobs.append(job)
            defer { state.isAsleep = false }
            return state.isAsleep
        }
        if mustWake { wake.signal() }
    }

    /// Accepts no more writes; the waiting ones are still written.
    func close() {
        let mustWake = state.withLock { state in
            state.isClosed = true
            defer { state.isAsleep = false }
            return state.isAsleep
        }
        if mustWake { wake.signal() }
    }

    /// Signals that the thread has ended.
    func finish() {
        close()
        finished.signal()
    }

    func waitUntilFinished() {
        finished.wait()
        // Another caller of `close` may be waiting too.
        finished.signal()
    }

    /// The main function of the writer's thread: writes until the queue is closed and empty.
    func serve(_ connection: Connection) {
        while let group = next() { commit(group, on: connection) }
    }

    /// The next group of waiting writes. Sleeps while there are none; `nil` when the queue is closed.
    private func next() -> ArraySlice<WriteJob>? {
        while true {
            let group: ArraySlice<WriteJob>? = state.withLock { state in
                if state.jobs.isEmpty {
                    state.isAsleep = !state.isClosed
                    return state.isClosed ? nil : []
                }
                let group = state.jobs.prefix(Self.groupLimit)
                state.jobs.removeFirst(group.count)
                return group
            }
            guard let group else { return nil }
            if !group.isEmpty { return group }
            wake.wait()
        }
    }

    /// Commits a group in one transaction; a write that fails undoes only its own savepoint.
    private func commit(_ group: ArraySlice<WriteJob>, on connection: Connection) {
        do {
            try connection.control("BEGIN IMMEDIATE")
        } catch {
            for job in group { job.fail(error) }
            return
        }
        if group.count == 1, let job = group.first { return commitAlone(job, on: connection) }
        var written: [(job: WriteJob, answer: () -> Void)] = []
        var failed: [() -> Void] = []
        for (index, job) in zip(group.indices, group) {
            do {
                written.append((job, try write(job, on: connection)))
            } catch {
                failed.append { job.fail(error) }
                if connection.isInTransaction { continue }
                // The error (a full disk, RAISE(ROLLBACK)) undid the whole transaction: the writes before this one are
                // lost, the writes after it start again.
                for lost in written { lost.job.fail(error) }
                for answer in failed { answer() }
                return commit(group[(index + 1)...], on: connection)
            }
        }
        // A failed write is answered after the commit too: its error may depend on what another write of the group
        // stored.
        defer { for answer in failed { answer() } }
        do {
            try connection.control("COMMIT")
        } catch {
            if connection.isInTransaction { try? connection.control("ROLLBACK") }
            for lost in written { lost.job.fail(error) }
            return
        }
        noteCommit(of: written.count)
        for done in written { done.answer() }
    }

    /// Commits a single write. Its transaction is rolled back as a whole, because a savepoint would copy each page that
    /// it changes.
    private func commitAlone(_ job: WriteJob, on connection: Connection) {
        do {
            let answer = try run(job, on: connection)
            try connection.control("COMMIT")
            noteCommit(of: 1)
            answer()
        } catch {
            if connection.isInTransaction { try? connection.control("ROLLBACK") }
            job.fail(error)
        }
    }

    private func noteCommit(of writes: Int) {
        state.withLock { state in
            state.commits += 1
            state.writes += writes
        }
    }

    /// Runs one write in a savepoint.
    private func write(_ job: WriteJob, on connection: Connection) throws -> () -> Void {
        try connection.transaction { try run(job, on: $0) }
    }

    /// Runs one write and checks the foreign keys that would be checked at COMMIT, where a violation would fail the
    /// whole group.
    private func run(_ job: WriteJob, on connection: Connection) throws -> () -> Void {
        let answer = try job.run(connection)
        if connection.hasViolatedForeignKeys { throw DatabaseError.constraint("FOREIGN KEY constraint failed") }
        return answer
    }
}
