// Ends the pause of a thread that waits for work.

import Dispatch

/// Any number of `wake` calls before a `wait` end one pause.
final class WakeSignal: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func wake() { semaphore.signal() }

    /// Returns after so many seconds, or earlier when somebody calls `wake`.
    func wait(seconds: Int) {
        _ = semaphore.wait(timeout: .now() + .seconds(seconds))
        while semaphore.wait(timeout: .now()) == .success {}
    }
}
