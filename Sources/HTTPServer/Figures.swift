// Counters and histograms of a server, for its operator.

import Synchronization

/// Counts durations in buckets.
public struct Histogram: Sendable {
    /// The upper bounds of the buckets in seconds; one more bucket counts longer durations.
    public static let bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    /// The number of durations in each bucket, not cumulative.
    public private(set) var counts = [Int](repeating: 0, count: bounds.count + 1)
    /// The sum of all durations in seconds.
    public private(set) var sum = 0.0

    public var count: Int { counts.reduce(0, +) }

    public init() {}

    /// Adds up stored counts of buckets; `sum` stays 0. Counts beyond the last bucket are left out.
    public init(counts: [Int]) {
        for (index, count) in zip(self.counts.indices, counts) { self.counts[index] = count }
    }

    public mutating func add(_ seconds: Double) {
        counts[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
        sum += seconds
    }

    public mutating func add(_ other: Histogram) {
        for index in counts.indices { counts[index] += other.counts[index] }
        sum += other.sum
    }
}

/// The load of a server or of one of its loops.
public struct ServerFigures: Sendable {
    /// Connections that are open now.
    public internal(set) var connections = 0
    /// Requests that handlers work on now.
    public internal(set) var requests = 0
    /// Connections accepted since the start, and the number of them that were refused for lack of room.
    public internal(set) var accepted = 0
    public internal(set) var turnedAway = 0
    /// How long a loop worked before it checked for events again; other clients waited that long.
    public internal(set) var turns = Histogram()

    mutating func add(_ other: ServerFigures) {
        connections += other.connections
        requests += other.requests
        accepted += other.accepted
        turnedAway += other.turnedAway
        turns.add(other.turns)
    }
}
