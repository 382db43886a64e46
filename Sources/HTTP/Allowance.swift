// Limits on what all clients together may use of the machine.

import Synchronization

/// A shared limit: bytes of memory, or bytes on disk.
public final class Allowance: Sendable {
    public let limit: Int
    private let taken = Atomic<Int>(0)

    public init(_ limit: Int) { self.limit = limit }

    /// The amount in use now.
    public var used: Int { taken.load(ordering: .relaxed) }

    /// Reserves an amount; false, and nothing reserved, if it is more than is left.
    public func take(_ amount: Int) -> Bool {
        let (_, after) = taken.add(amount, ordering: .relaxed)
        if after <= limit { return true }
        giveBack(amount)
        return false
    }

    public func giveBack(_ amount: Int) { taken.subtract(amount, ordering: .relaxed) }
}

/// The part of an allowance that one holder has reserved; released when the value is destroyed.
public struct Share: ~Copyable, Sendable {
    private let allowance: Allowance
    public private(set) var size = 0

    public init(of allowance: Allowance) { self.allowance = allowance }

    /// Changes the size of the share; false, and nothing changed, if the rest of the allowance is too small.
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
