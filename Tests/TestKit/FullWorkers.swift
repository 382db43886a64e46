// A site whose workers accept no more work, to show what needs them.

import Foundation

@testable import Toque

extension TestSite {
    /// Runs `body` while all workers are busy and their queue is full.
    func withFullWorkers(_ body: () async throws -> Void) async throws {
        let (gate, jobs) = (DispatchSemaphore(value: 0), 400)
        for _ in 1...jobs { Task { try? await site.workers.run { gate.wait() } } }
        while site.workers.waiting < 256 { await Task.yield() }
        let result: Result<Void, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        for _ in 1...jobs { gate.signal() }
        while site.workers.waiting > 0 { await Task.yield() }
        try result.get()
    }
}
