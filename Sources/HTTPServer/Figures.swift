// What a server counts about itself, for those who run it.

import Synchronization

/// How often something took how long.
public struct Histogram: Sendable {
    /// The upper bounds of the buckets in seconds; a last bucket holds what took longer.
    public static let bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    /// How many fell in each bucket, without those in smaller ones.
    public private(set) var counts = [Int](repeating: 0, count: bounds.count + 1)
    /// All durations together, in seconds.
    public private(set) var sum = 0.0

    public var count: Int { counts.reduce(0, +) }

    public init() {}

    public mutating func add(_ seconds: Double) {
        counts[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
        sum += seconds
    }

    public mutating func add(_ other: Histogram) {
        for index in counts.indices { counts[index] += other.counts[index] }
        sum += other.sum
    }
}

/// How busy a server, or one of its loops, is.
public struct ServerFigures: Sendable {
    /// Open now.
    public internal(set) var connections = 0
    /// Worked on by handlers now.
    public internal(set) var requests = 0
    /// Accepted since the start, and how many of them found no room.
    public internal(set) var accepted = 0
    public internal(set) var turnedAway = 0
    /// How long a loop worked before it looked again for what its clients want: others waited so long.
    public internal(set) var turns = Histogram()

    mutating func add(_ other: ServerFigures) {
        connections += other.connections
        requests += other.requests
        accepted += other.accepted
        turnedAway += other.turnedAway
        turns.add(other.turns)
    }
}
