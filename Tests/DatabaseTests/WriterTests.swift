// Tests of `Writer`, which puts many writes into one commit and answers only after it is on disk.

import CSQLite
import Foundation
import Synchronization
import Testing

@testable import Database

/// A flag that one thread sets and others read.
private final class Flag: Sendable {
    private let state = Mutex(false)
    var isSet: Bool { state.withLock { $0 } }
    func set() { state.withLock { $0 = true } }
}

struct WriterTests {
    typealias Write = @Sendable (Connection) throws -> Int

    private let file: ScratchFile
    private let writer: Writer

    init() throws {
        file = try ScratchFile()
        _ = try file.withRecipes()
        writer = try Writer(path: file.path)
    }

    private func titles() throws -> [String] {
        try file.connect(.readOnly).all("SELECT title FROM recipe ORDER BY id") { $0[0] }
    }

    /// Keeps the writer's thread busy until the gate is signalled.
    private func hold(_ writer: Writer) async throws -> (gate: DispatchSemaphore, end: Task<Void, any Error>) {
        let gate = DispatchSemaphore(value: 0)
        let began = Flag()
        let end = Task {
            try await writer.write { _ in
                began.set()
                gate.wait()
            }
        }
        while !began.isSet { try await Task.sleep(for: .milliseconds(1)) }
        return (gate, end)
    }

    /// Queues a write and waits until `place` writes are waiting.
    private func queue<T: Sendable>(
        _ write: @escaping @Sendable (Connection) throws -> T, on writer: Writer, place: Int
    ) async throws -> Task<T, any Error> {
        let task = Task { try await writer.write(write) }
        while writer.waiting < place { try await Task.sleep(for: .milliseconds(1)) }
        return task
    }

    /// Passes the writes to the writer as one group, in order.
    private func group(_ writes: [Write]) async throws -> [Result<Int, any Error>] {
        let (gate, end) = try await hold(writer)
        var tasks: [Task<Int, any Error>] = []
        for (index, write) in writes.enumerated() {
            tasks.append(try await queue(write, on: writer, place: index + 1))
        }
        gate.signal()
        _ = await end.result
        var answers: [Result<Int, any Error>] = []
        for task in tasks { answers.append(await task.result) }
        return answers
    }

    /// A write that adds a recipe.
    private static func add(_ title: String) -> Write {
        { try $0.run("INSERT INTO recipe (title) VALUES (\(title))") }
    }

    @Test func `a write is on disk when it returns`() async throws {
        let id = try await writer.write { connection in
            try connection.run("INSERT INTO recipe (title) VALUES (\("soup"))")
            return connection.lastInsertID
        }
        #expect(id == 1)
        #expect(try titles() == ["soup"])
    }

    @Test func `writes that wait share one commit`() async throws {
        let before = writer.commits
        let answers = try await group(
            (0..<50).map { Self.add("recipe \($0)") })
        #expect(try answers.map { try $0.get() } == Array(repeating: 1, count: 50))
        // One commit for the write that blocked the thread, one for the fifty.
        #expect(writer.commits - before == 2)
        #expect(try titles() == (0..<50).map { "recipe \($0)" })
    }

    @Test func `a failing write does not affect others in its commit`() async throws {
        struct Stop: Error {}
        try await writer.write { connection in
            try connection.script(
                """
                CREATE TABLE note (recipe INTEGER REFERENCES recipe DEFERRABLE INITIALLY DEFERRED) STRICT
                """)
        }
        let before = writer.commits
        let answers = try await group([
            Self.add("a"),
            { connection in
                try connection.run("INSERT INTO recipe (title) VALUES ('undone')")
                throw Stop()
            },
            Self.add("a"),
            { try $0.run("INSERT INTO note VALUES (99)") },
            Self.add("b"),
        ])
        #expect(try answers[0].get() == 1)
        #expect(throws: Stop.self) { try answers[1].get() }
        #expect(throws: DatabaseError.constraint("UNIQUE constraint failed: recipe.title")) { try answers[2].get() }
        #expect(throws: DatabaseError.constraint("FOREIGN KEY constraint failed")) { try answers[3].get() }
        #expect(try answers[4].get() == 1)
        #expect(writer.commits - before == 2)
        #expect(try titles() == ["a", "b"])
    }

    @Test func `an error that ends the transaction fails only the writes it rolled back`() async throws {
        let answers = try await group([
            Self.add("a"),
            { try $0.run("INSERT OR ROLLBACK INTO recipe (title) VALUES (NULL)") },
            Self.add("b"),
        ])
        #expect(throws: DatabaseError.constraint("NOT NULL constraint failed: recipe.title")) { try answers[0].get() }
        #expect(throws: DatabaseError.self) { try answers[1].get() }
        #expect(try answers[2].get() == 1)
        #expect(try titles() == ["b"])
    }

    @Test func `before the commit no write is answered and none is visible`() async throws {
        let answered = Flag()
        let path = file.path
        let writer = writer
        let (gate, end) = try await hold(writer)
        let first = Task {
            try await writer.write(Self.add("first"))
            answered.set()
        }
        while writer.waiting < 1 { try await Task.sleep(for: .milliseconds(1)) }
        let look: @Sendable (Connection) throws -> [Bool] = { connection in
            let isWritten = try connection.exists("SELECT 1 FROM recipe WHERE title = 'first'")
            Thread.sleep(forTimeInterval: 0.05)
            let reader = try Connection(path: path, mode: .readOnly)
            return [isWritten, try reader.exists("SELECT 1 FROM recipe"), answered.isSet]
        }
        let second = try await queue(look, on: writer, place: 2)
        gate.signal()
        try await end.value
        #expect(try await second.value == [true, false, false])
        try await first.value
        #expect(try titles() == ["first"])
    }

    @Test func `readers see each write whole or not at all, whatever shares its commit`() async throws {
        struct Stop: Error {}
        let (writer, path, isOver) = (writer, file.path, Flag())
        let reading = Task.detached {
            let reader = try Connection(path: path, mode: .readOnly)
            var seen: [Int] = []
            while !isOver.isSet { seen.append(try reader.value("SELECT count(*) FROM recipe") ?? 0) }
            return seen
        }
        // Each write adds two rows, or none if it fails between or after them.
        await withTaskGroup { tasks in
            for number in 0..<400 {
                tasks.addTask {
                    _ = try? await writer.write { connection in
                        _ = try Self.add("\(number) first")(connection)
                        if number % 7 == 0 { throw Stop() }
                        _ = try Self.add(number % 5 == 0 ? "\(number) first" : "\(number) second")(connection)
                    }
                }
            }
        }
        isOver.set()
        let seen = try await reading.value
        #expect(seen.allSatisfy { $0.isMultiple(of: 2) } && seen == seen.sorted())
        let whole = (0..<400).filter { !$0.isMultiple(of: 7) && !$0.isMultiple(of: 5) }.count
        #expect(try titles().count == whole * 2)
        #expect(writer.commits < whole)
    }

    @Test func `every write gets the error when its group fails to begin, and the next group works`() async throws {
        let other = try Connection(path: file.path, mode: .readWrite)
        // Keeps the lock longer than the writer's busy timeout of 20 ms.
        _ = try await writer.write { sqlite3_busy_timeout($0.handle, 20) }
        try other.control("BEGIN IMMEDIATE")
        let writes = [Self.add("a"), Self.add("b"), Self.add("c")]
        let tasks = writes.map { write in Task { [writer] in try await writer.write(write) } }
        for task in tasks {
            await #expect(throws: DatabaseError.busy) { try await task.value }
        }
        try other.control("ROLLBACK")
        #expect(try await group(writes).map { try $0.get() } == [1, 1, 1])
        #expect(try titles() == ["a", "b", "c"])
    }

    @Test func `a failed commit fails the whole group, and the next group works`() async throws {
        _ = try? await writer.write { sqlite3_commit_hook($0.handle, { _ in 1 }, nil) == nil }
        let answers = try await group([
            Self.add("a"),
            Self.add("b"),
        ])
        for answer in answers { #expect(throws: DatabaseError.self) { try answer.get() } }
        _ = try? await writer.write { sqlite3_commit_hook($0.handle, nil, nil) == nil }
        #expect(try titles().isEmpty)
        try await writer.write(Self.add("c"))
        #expect(try titles() == ["c"])
    }

    @Test func `the number of writes in a group is limited`() async throws {
        let before = writer.commits
        let answers = try await group(
            (0..<WriterQueue.groupLimit + 1).map { Self.add("recipe \($0)") })
        #expect(answers.allSatisfy { (try? $0.get()) == 1 })
        #expect(writer.commits - before == 3)
    }

    @Test func `a write to a full queue reports busy`() async throws {
        let small = try Writer(path: file.path, queueLimit: 1)
        let (gate, end) = try await hold(small)
        let waits = try await queue(Self.add("a"), on: small, place: 1)
        await #expect(throws: DatabaseError.busy) { try await small.write(Self.add("b")) }
        gate.signal()
        try await end.value
        #expect(try await waits.value == 1)
        #expect(try titles() == ["a"])
    }

    @Test func `closing finishes the waiting writes and refuses new ones`() async throws {
        let (gate, end) = try await hold(writer)
        let waits = try await queue(Self.add("last"), on: writer, place: 1)
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: 0.02)
            gate.signal()
        }
        writer.close()
        writer.close()
        try await end.value
        #expect(try await waits.value == 1)
        await #expect(throws: DatabaseError.closed) { try await writer.write(Self.add("late")) }
        #expect(!FileManager.default.fileExists(atPath: file.path + "-wal"))
        #expect(try titles() == ["last"])
    }

    @Test func `the command line can wait for a write`() throws {
        #expect(try writer.writeNow { try $0.run("INSERT INTO recipe (title) VALUES ('soup')") } == 1)
        #expect(throws: DatabaseError.constraint("UNIQUE constraint failed: recipe.title")) {
            try writer.writeNow { try $0.run("INSERT INTO recipe (title) VALUES ('soup')") }
        }
    }

    @Test func `500 concurrent writers each get their own answer`() async throws {
        let writer = writer
        try await withThrowingTaskGroup(of: (Int, Int).self) { tasks in
            for number in 0..<500 {
                tasks.addTask {
                    let id = try await writer.write { connection in
                        try connection.run("INSERT INTO recipe (title, minutes) VALUES (\("\(number)"), \(number))")
                        return connection.lastInsertID
                    }
                    return (number, id)
                }
            }
            let reader = try file.connect(.readOnly)
            for try await (number, id) in tasks {
                #expect(try reader.value("SELECT minutes FROM recipe WHERE id = \(id)") == number)
            }
        }
        #expect(writer.commits <= 500)
    }
}
