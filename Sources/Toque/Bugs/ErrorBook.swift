// Every answer of 500, gathered by kind in memory and written down a second later, never by a request that waits.

import Database
import HTTP
import Synchronization

/// What errors have in common that are one kind. Swift keeps no frames of a thrown error, so the place is the route
/// whose handler threw it, and the error's type.
struct ErrorKind: Hashable, Sendable {
    let method: String
    /// The pattern, not the address: that may be private.
    let route: String
    let type: String
    let message: String
}

/// One time that it happened: nothing of what was sent, and nobody's name.
struct ErrorSample: Sendable {
    let at: Int
    let status: Int
    let request: String
}

/// How often a kind was seen since it was last written down.
struct ErrorCount: Sendable {
    var count = 0
    var firstAt = 0
    /// The newest ones.
    var samples: [ErrorSample] = []
    var last: ErrorSample? { samples.last }

    mutating func add(_ sample: ErrorSample) {
        if count == 0 { firstAt = sample.at }
        count += 1
        samples.append(sample)
        if samples.count > ErrorRules.samples { samples.removeFirst() }
    }

    /// With what was seen before and could not be written.
    mutating func add(earlier: ErrorCount) {
        count += earlier.count
        firstAt = min(firstAt, earlier.firstAt)
        samples = Array((earlier.samples + samples).suffix(ErrorRules.samples))
    }
}

/// The errors that wait to be written, at most so many kinds; the database may be what is broken.
final class ErrorBook: Sendable {
    private let waiting = Mutex<[ErrorKind: ErrorCount]>([:])
    private let keeper = Mutex<(writer: Writer, task: Task<Void, Never>)?>(nil)

    /// Writes what waits to this database every second from now on.
    func keep(in writer: Writer) {
        let task = Task.detached { [weak self] in
            while !Task.isCancelled {
                try? await Task.sleep(for: .seconds(1))
                await self?.flush()
            }
        }
        keeper.withLock { $0 = (writer, task) }
    }

    /// Remembers that a request was answered with 500.
    func note(_ error: any Error, _ context: Context) {
        let kind = ErrorKind(
            method: context.request.method.rawValue, route: context.route?.address.pattern ?? "none",
            type: String(reflecting: type(of: error)), message: ErrorRules.normalised(String(describing: error)))
        let sample = ErrorSample(at: context.now, status: Status.internalError.code, request: context.requestID)
        waiting.withLock { waiting in
            guard waiting[kind] != nil || waiting.count < ErrorRules.waitingKinds else { return }
            waiting[kind, default: ErrorCount()].add(sample)
        }
    }

    /// Writes what waits; where that fails it goes on waiting.
    func flush() async {
        let (writer, all) = take()
        guard let writer, !all.isEmpty else { return }
        do { try await writer.write { try ErrorStore($0).add(all) } } catch { putBack(all) }
    }

    /// Writes what waits for the last time.
    func close() {
        keeper.withLock { $0?.task.cancel() }
        let (writer, all) = take()
        guard let writer, !all.isEmpty else { return }
        _ = try? writer.writeNow { try ErrorStore($0).add(all) }
    }

    private func take() -> (Writer?, [ErrorKind: ErrorCount]) {
        let all = waiting.withLock { waiting in
            defer { waiting = [:] }
            return waiting
        }
        return (keeper.withLock { $0?.writer }, all)
    }

    private func putBack(_ all: [ErrorKind: ErrorCount]) {
        waiting.withLock { waiting in
            for (kind, earlier) in all where waiting[kind] != nil || waiting.count < ErrorRules.waitingKinds {
                waiting[kind, default: ErrorCount(firstAt: earlier.firstAt)].add(earlier: earlier)
            }
        }
    }
}
