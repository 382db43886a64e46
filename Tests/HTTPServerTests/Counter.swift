// A counter and a gate that tests and server threads share.

import Foundation
import Synchronization

/// A counter that several threads may change.
final class Counter: Sendable {
    private let number = Atomic<Int>(0)
    var value: Int { number.load(ordering: .sequentiallyConsistent) }
    func add(_ amount: Int) { number.add(amount, ordering: .sequentiallyConsistent) }
}

/// Blocks a handler until a test releases it.
final class Gate: Sendable {
    private let arrived = DispatchSemaphore(value: 0)
    private let opened = DispatchSemaphore(value: 0)

    func pass() {
        arrived.signal()
        opened.wait()
    }

    func waitForOne() { arrived.wait() }
    func open() { opened.signal() }
}
