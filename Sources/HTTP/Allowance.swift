// Bounds on what all clients together may take of a machine.

import Synchronization

/// An amount that many share: bytes of memory, bytes on a disk.
public final class Allowance: Sendable {
    public let limit: Int
    private let taken = Atomic<Int>(0)

    public init(_ limit: Int) { self.limit = limit }

    /// How much is taken now.
    public var used: Int { taken.load(ordering: .relaxed) }

    /// Takes an amount; false, and nothing taken, where it is more than is left.
    public func take(_ amount: Int) -> Bool {
        let (_, after) = taken.add(amount, ordering: .relaxed)
        if after <= limit { return true }
        giveBack(amount)
        return false
    }

    public func giveBack(_ amount: Int) { taken.subtract(amount, ordering: .relaxed) }
}

/// What one holder has of an allowance; given back when the holder is gone.
public struct Share: ~Copyable, Sendable {
    private let allowance: Allowance
    public private(set) var size = 0

    public init(of allowance: Allowance) { self.allowance = allowance }

    /// Makes the share as large as told; false, and nothing changed, where the rest of the allowance is too small.
    public mutating func resize(to wanted: Int) -> Bool {
        if wanted > size {
            guard allowance.take(wanted - size) else { return false }
        } else if wanted < size {
            allowance.giveBack(size - wanted)
        }
        size = wanted
        return true
    }

    deinit { allowance.giveBack(size) }
}
