// What tests and servers share across threads.

import Foundation
import Synchronization

/// A counter shared by tests and what they watch.
final class Counter: Sendable {
    private let number = Atomic<Int>(0)
    var value: Int { number.load(ordering: .sequentiallyConsistent) }
    func add(_ amount: Int) { number.add(amount, ordering: .sequentiallyConsistent) }
}

/// Holds up a handler until a test lets it go.
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
