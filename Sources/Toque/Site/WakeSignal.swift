// A signal that ends the pause of a thread that waits for work.

import Dispatch

/// Several `wake` calls before a `wait` end only one pause.
final class WakeSignal: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func wake() { semaphore.signal() }

    /// Returns after this number of seconds, or earlier when `wake` is called.
    func wait(seconds: Int) { wait(milliseconds: seconds * Milliseconds.second) }

    /// The same for a number of milliseconds.
    func wait(milliseconds: Int) {
        _ = semaphore.wait(timeout: .now() + .milliseconds(milliseconds))
        while semaphore.wait(timeout: .now()) == .success {}
    }
}
