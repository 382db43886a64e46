// Keeps the threads of a test's site busy, to show that work is done on one of them.

import Dispatch
import HTTPServer

@testable import Toque

extension TestSite {
    /// Calls `body` while all threads of the site's pool are busy and no more work may wait: a request that needs a
    /// thread is answered with 503, and one that works on the event loop succeeds. Afterwards the pool is free again.
    func withFullPool<Value>(_ body: () async throws -> Value) async throws -> Value {
        let (gate, pool, jobs) = (DispatchSemaphore(value: 0), site.workers, 400)
        for _ in 1...jobs { Task { try? await pool.run { gate.wait() } } }
        while pool.waiting < 256 { await Task.yield() }
        let result: Result<Value, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        for _ in 1...jobs { gate.signal() }
        while pool.waiting > 0 { await Task.yield() }
        return try result.get()
    }
}
