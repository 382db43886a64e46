// Hashing passwords: off the event loops, on threads of their own, and counted.

import Foundation
import HTTPServer
import Security
import Synchronization

/// A password as it is kept: its hash, and whether it is long enough for every role.
struct HashedPassword: Sendable {
    let hash: String
    let isLong: Bool

    init(_ password: String, cost: PasswordCost) throws {
        self.init(hash: try PasswordHash.make(password, cost: cost), isLong: PasswordRules.isLong(password))
    }

    init(hash: String, isLong: Bool) { (self.hash, self.isLong) = (hash, isLong) }
}

/// What came of comparing a password with a hash.
struct PasswordVerdict: Sendable {
    let isRight: Bool
    /// A hash of the same password with the cost of today, where the old one was made with another.
    var renewed: String?
}

final class Passwords: Sendable {
    private let cost: PasswordCost
    /// No picture, form or import is waited for.
    private let workers: WorkerPool
    /// What a name that nobody has is compared with.
    private let decoy: String
    private let count = Atomic<Int>(0)

    init(cost: PasswordCost) {
        self.cost = cost
        workers = WorkerPool(threads: max(2, ProcessInfo.processInfo.activeProcessorCount), queueLimit: 256)
        decoy = PasswordHash.decoy(cost: cost)
    }

    /// How many hashes were computed since the start.
    var computed: Int { count.load(ordering: .relaxed) }

    /// How many wait for a thread.
    var waiting: Int { workers.waiting }

    func hash(_ password: String) async throws -> HashedPassword {
        count.add(1, ordering: .relaxed)
        let cost = cost
        return try await workers.run { try HashedPassword(password, cost: cost) }
    }

    /// One computation whether there is a hash or not, so that the time tells nothing; none for what is no password.
    func check(_ password: String, against hash: String?) async throws -> PasswordVerdict {
        guard PasswordRules.isPossible(password) else { return PasswordVerdict(isRight: false) }
        count.add(1, ordering: .relaxed)
        let (cost, known) = (cost, hash ?? decoy)
        let isRight = try await workers.run { PasswordHash.verify(password, against: known) } && hash != nil
        guard isRight, PasswordHash.isOutdated(known, cost: cost) else { return PasswordVerdict(isRight: isRight) }
        return PasswordVerdict(isRight: true, renewed: try? await self.hash(password).hash)
    }
}

extension Site {
    var passwords: Passwords { part() }
}
