// Hashes and checks passwords on threads of their own, so that the event loops stay free; counts the hashes.

import Foundation
import HTTPServer
import Security
import Synchronization

/// The stored form of a password: its hash, and whether it is long enough for every role.
struct HashedPassword: Sendable {
    let hash: String
    let isLong: Bool

    init(_ password: String, cost: PasswordCost) throws {
        self.init(hash: try PasswordHash.make(password, cost: cost), isLong: PasswordRules.isLong(password))
    }

    init(hash: String, isLong: Bool) { (self.hash, self.isLong) = (hash, isLong) }
}

/// The result of checking a password against a hash.
struct PasswordVerdict: Sendable {
    let isRight: Bool
    /// A hash of the same password at the current cost, if the stored one has another cost.
    var renewed: String?
}

final class Passwords: Sendable {
    private let cost: PasswordCost
    /// A pool of its own, so that a login never waits for an image, a form or an import.
    private let workers: WorkerPool
    /// The hash to compare with when no account has the name.
    private let decoy: String
    private let count = Atomic<Int>(0)

    init(cost: PasswordCost) {
        self.cost = cost
        workers = WorkerPool(threads: max(2, ProcessInfo.processInfo.activeProcessorCount), queueLimit: 256)
        decoy = PasswordHash.decoy(cost: cost)
    }

    /// The number of hashes computed since the start.
    var computed: Int { count.load(ordering: .relaxed) }

    /// The number of jobs that wait for a thread.
    var waiting: Int { workers.waiting }

    func hash(_ password: String) async throws -> HashedPassword {
        count.add(1, ordering: .relaxed)
        let cost = cost
        return try await workers.run { try HashedPassword(password, cost: cost) }
    }

    /// Computes one hash whether the account exists or not, so that timing reveals nothing; computes none for input too
    /// long to be a password.
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
