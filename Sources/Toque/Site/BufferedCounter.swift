// What is counted by kind in memory and written down now and then: never by a request that waits, and never without bound.

import Database
import Synchronization

/// Counts that wait to be written; the database may be what is broken.
final class BufferedCounter<Kind: Hashable & Sendable, Count: Sendable>: Sendable {
    typealias Write = @Sendable ([Kind: Count], Connection) throws -> Void

    private struct Keeper {
        let writer: Writer
        let write: Write
        let task: Task<Void, Never>
    }

    private let most: Int
    private let others: Kind?
    private let sum: @Sendable (Count, Count) -> Count
    private let waiting = Mutex<[Kind: Count]>([:])
    private let keeper = Mutex<Keeper?>(nil)

    /// Kinds beyond `most` count as `others`, or not at all.
    init(most: Int, others: Kind? = nil, sum: @escaping @Sendable (Count, Count) -> Count) {
        self.most = most
        self.others = others
        self.sum = sum
    }

    /// Writes what waits to this database, again and again from now on.
    func keep(in writer: Writer, every pause: Duration, write: @escaping Write) {
        let task = Task.detached { [weak self] in
            while !Task.isCancelled {
                try? await Task.sleep(for: pause)
                await self?.flush()
            }
        }
        keeper.withLock { $0 = Keeper(writer: writer, write: write, task: task) }
    }

    func add(_ count: Count, to kind: Kind) {
        waiting.withLock { waiting in
            let hasRoom = waiting[kind] != nil || waiting.count < most
            guard let place = hasRoom ? kind : others else { return }
            waiting[place] = waiting[place].map { sum($0, count) } ?? count
        }
    }

    /// Writes what waits; where that fails it goes on waiting.
    func flush() async {
        guard let (keeper, counts) = take() else { return }
        do {
            try await keeper.writer.write { try keeper.write(counts, $0) }
        } catch {
            for (kind, count) in counts { add(count, to: kind) }
        }
    }

    /// Writes what waits for the last time.
    func close() {
        keeper.withLock { $0?.task.cancel() }
        guard let (keeper, counts) = take() else { return }
        _ = try? keeper.writer.writeNow { try keeper.write(counts, $0) }
    }

    private func take() -> (Keeper, [Kind: Count])? {
        guard let keeper = keeper.withLock({ $0 }) else { return nil }
        let counts = waiting.withLock { waiting in
            defer { waiting = [:] }
            return waiting
        }
        return counts.isEmpty ? nil : (keeper, counts)
    }
}
