// Every answer of 500, gathered by kind in memory and written down a second later, never by a request that waits.

import Backtraces
import Bytes
import Database
import HTTP

/// What errors have in common that are one kind.
struct ErrorKind: Hashable, Sendable {
    let method: String
    /// The pattern, not the address: that may be private.
    let route: String
    let type: String
    /// The functions that it came through, the one that threw it first, one a line.
    let frames: String
    let message: String

    var functions: [String] { frames.split(bytes: "\n").map(String.init) }
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

    /// The one may have waited longer than the other.
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

    /// Writes what waits to this database every second from now on.
    func keep(in writer: Writer) { keep(in: writer, every: .seconds(1)) { try ErrorStore($1).add($0) } }

    /// Remembers that a request was answered with 500.
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
