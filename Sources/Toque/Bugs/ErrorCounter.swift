// Counts answers of 500 by kind in memory and writes them to the database a second later, so that no request waits for
// it.

import Backtraces
import Bytes
import Database
import HTTP

/// The properties that errors of one kind have in common.
struct ErrorKind: Hashable, Sendable {
    let method: String
    /// The pattern of the route, because the address itself may be private.
    let route: String
    let type: String
    /// The functions that the error passed through, one per line, beginning with the one that threw it.
    let frames: String
    let message: String

    var functions: [String] { frames.split(bytes: "\n").map(String.init) }
}

/// One occurrence of an error, without the request's content and without a name.
struct ErrorSample: Sendable {
    let at: Int
    let status: Int
    let request: String
}

/// The occurrences of a kind since it was last written.
struct ErrorCount: Sendable {
    var count = 0
    var firstAt = 0
    /// The newest occurrences.
    var samples: [ErrorSample] = []
    var last: ErrorSample? { samples.last }

    mutating func add(_ sample: ErrorSample) {
        if count == 0 { firstAt = sample.at }
        count += 1
        samples.append(sample)
        if samples.count > ErrorRules.samples { samples.removeFirst() }
    }

    /// Merges two counts; either of them may be the older one.
    static func + (one: Self, other: Self) -> Self {
        ErrorCount(
            count: one.count + other.count, firstAt: min(one.firstAt, other.firstAt),
            samples: Array((one.samples + other.samples).sorted { $0.at < $1.at }.suffix(ErrorRules.samples)))
    }
}

/// The errors that wait to be written.
typealias ErrorCounter = BufferedCounter<ErrorKind, ErrorCount>

extension BufferedCounter where Kind == ErrorKind, Count == ErrorCount {
    convenience init() { self.init(most: ErrorRules.waitingKinds, sum: +) }

    /// Writes the waiting errors to this database every second from now on. With `forwards`, new kinds wait for the
    /// webhook too.
    func keep(in writer: Writer, forwards: Bool = false, clock: @escaping @Sendable () -> Int) {
        keep(in: writer, every: .seconds(1)) { seen, db in
            let new = try ErrorStore(db).add(seen)
            guard forwards else { return }
            let now = clock()
            for kind in new { try WebhookStore(db).add(.error, number: kind, now: now) }
        }
    }

    /// Counts a request that was answered with 500.
    func note(_ error: any Error, _ context: Context) {
        let kind = ErrorKind(
            method: context.request.method.rawValue, route: context.route?.address.pattern ?? "none",
            type: String(reflecting: type(of: error)),
            frames: ThrownErrors.frames(of: error, most: ErrorRules.frames).joined(separator: "\n"),
            message: ErrorRules.normalised(String(describing: error)))
        var seen = ErrorCount()
        seen.add(ErrorSample(at: context.now, status: Status.internalError.code, request: context.requestID))
        add(seen, to: kind)
    }
}

extension Site {
    var errors: ErrorCounter { part() }
}
