// Log-ins that failed, on their way to the audit log.

import Database
import Synchronization

/// Log-ins that failed, counted by network and account until the time comes to write them down: nobody makes the log
/// grow as fast as they can guess, and a guess costs no write, whether the name is known or not.
final class FailedLogins: Sendable {
    /// What was typed is no part of it: people type passwords into the wrong field.
    struct Kind: Hashable {
        let network: String
        let user: Int?
    }

    /// Rows that one writing adds at most, beside one for all other networks together.
    static let most = 100
    static let minutes = 10
    private static let elsewhere = Kind(network: "elsewhere", user: nil)

    private let waiting = Mutex<[Kind: Int]>([:])
    private let keeper = Mutex<(writer: Writer, clock: @Sendable () -> Int, task: Task<Void, Never>)?>(nil)

    /// Writes what was counted to this database every ten minutes from now on.
    func keep(in writer: Writer, clock: @escaping @Sendable () -> Int) {
        let task = Task.detached { [weak self] in
            while !Task.isCancelled {
                try? await Task.sleep(for: .seconds(60 * Self.minutes))
                await self?.write()
            }
        }
        keeper.withLock { $0 = (writer, clock, task) }
    }

    func note(from origin: SessionOrigin, user: Int?) { add(1, to: Kind(network: origin.network, user: user)) }

    /// Writes what waits; where that fails it goes on waiting.
    func write() async {
        guard let (writer, now, counts) = take() else { return }
        do { try await writer.write { try Self.append(counts, $0, now) } } catch { putBack(counts) }
    }

    /// Writes what waits for the last time.
    func close() {
        keeper.withLock { $0?.task.cancel() }
        guard let (writer, now, counts) = take() else { return }
        _ = try? writer.writeNow { try Self.append(counts, $0, now) }
    }

    private func take() -> (Writer, now: Int, counts: [Kind: Int])? {
        let counts = waiting.withLock { waiting in
            defer { waiting = [:] }
            return waiting
        }
        guard !counts.isEmpty, let (writer, clock, _) = keeper.withLock({ $0 }) else { return nil }
        return (writer, clock(), counts)
    }

    private func putBack(_ counts: [Kind: Int]) {
        for (kind, count) in counts { add(count, to: kind) }
    }

    private func add(_ count: Int, to kind: Kind) {
        waiting.withLock { waiting in
            let hasRoom = waiting[kind] != nil || waiting.count < Self.most
            waiting[hasRoom ? kind : Self.elsewhere, default: 0] += count
        }
    }

    /// The most tries first.
    private static func append(_ counts: [Kind: Int], _ db: Connection, _ now: Int) throws {
        for (kind, count) in counts.sorted(by: { ($0.value, $0.key.network) > ($1.value, $1.key.network) }) {
            try AuditStore(db).append(
                .init(
                    action: "login-failed", object: kind.user == nil ? .site : .user, id: kind.user ?? 0, from: "",
                    to: "", detail: "\(kind.network) × \(count)"), by: .visitor, at: now)
        }
    }
}

extension Actor {
    /// Whoever it was.
    fileprivate static let visitor = Actor(id: nil, name: "visitor")
}
