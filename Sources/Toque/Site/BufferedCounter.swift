// Counts events in memory and writes them to the database now and then, so that no request waits for it.

import Database
import Synchronization

/// Counts that wait to be written; the number of kinds is bounded. If a write fails, they are kept, since the database
/// may be what is failing.
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

    /// Kinds beyond `most` are counted as `others`, or not at all.
    init(most: Int, others: Kind? = nil, sum: @escaping @Sendable (Count, Count) -> Count) {
        self.most = most
        self.others = others
        self.sum = sum
    }

    /// Starts writing the counts to this database at this interval.
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

    /// Whether a count of such a kind waits to be written.
    func isWaiting(where isMeant: (Kind) -> Bool) -> Bool { waiting.withLock { $0.keys.contains(where: isMeant) } }

    /// Writes the waiting counts; if that fails, they keep waiting.
    func flush() async {
        guard let (keeper, counts) = take() else { return }
        do {
            try await keeper.writer.write { try keeper.write(counts, $0) }
        } catch {
            for (kind, count) in counts { add(count, to: kind) }
        }
    }

    /// Stops the task and writes the waiting counts for the last time.
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
