// What waits for the writer's thread, and how the thread commits it.

import Foundation
import Synchronization

/// One write: `run` does it and returns how to answer once it is on disk, `fail` answers with an error.
struct WriteJob: Sendable {
    let run: @Sendable (Connection) throws -> (() -> Void)
    let fail: @Sendable (any Error) -> Void
}

/// The bounded queue between those who write and the writer's thread.
final class WriterQueue: Sendable {
    /// How many writes share one commit at most, so that the first of them need not wait for ever.
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

    /// Adds a write; throws `busy` when the queue is full and `closed` when the writer is.
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

    /// Takes no more writes; those that wait are still written.
    func close() {
        let mustWake = state.withLock { state in
            state.isClosed = true
            defer { state.isAsleep = false }
            return state.isAsleep
        }
        if mustWake { wake.signal() }
    }

    /// Says that the thread is at its end.
    func finish() {
        close()
        finished.signal()
    }

    func waitUntilFinished() {
        finished.wait()
        // Whoever else closes the same writer may pass too.
        finished.signal()
    }

    /// Writes what comes until the queue is closed and empty: the whole life of the writer's thread.
    func serve(_ connection: Connection) {
        while let group = next() { commit(group, on: connection) }
    }

    /// The writes that wait, as many as may share a commit; sleeps while there are none, nil at the end.
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

    /// Writes a group in one transaction; one that fails undoes only its own savepoint.
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
                // The failure (a full disk, RAISE(ROLLBACK)) undid the whole transaction: those before it are
                // lost with it, those behind it begin anew.
                for lost in written { lost.job.fail(error) }
                for answer in failed { answer() }
                return commit(group[(index + 1)...], on: connection)
            }
        }
        // A failure is answered after the commit too: it may come from what a neighbour has just written.
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

    /// Without neighbours a write is undone with its transaction: a savepoint would copy each page that it touches.
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

    /// Foreign keys checked at COMMIT are checked here, or they would fail all.
    private func run(_ job: WriteJob, on connection: Connection) throws -> () -> Void {
        let answer = try job.run(connection)
        if connection.hasViolatedForeignKeys { throw DatabaseError.constraint("FOREIGN KEY constraint failed") }
        return answer
    }
}
