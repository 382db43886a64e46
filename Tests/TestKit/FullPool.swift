// Keeps the threads of a test's site busy, to show that work is done on one of them.

import Dispatch
import HTTPServer

@testable import Toque

extension TestSite {
    /// Calls `body` while all threads of the site's pool are busy and no more work may wait: a request that needs a
    /// thread is answered with 503, and one that works on the event loop succeeds.
    func withFullPool<Result>(_ body: () async throws -> Result) async throws -> Result {
        let (gate, pool) = (DispatchSemaphore(value: 0), site.workers)
        defer { for _ in 1...400 { gate.signal() } }
        for _ in 1...400 { Task { try? await pool.run { gate.wait() } } }
        while pool.waiting < 256 { await Task.yield() }
        return try await body()
    }
}
