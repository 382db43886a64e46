// Log-ins that failed, on their way to the audit log.

import Database

/// Whose log-in failed, from where. What was typed is no part of it: people type passwords into the wrong field.
struct FailedLogin: Hashable {
    /// Rows that one writing adds at most, beside one for all other networks together.
    static let most = 100

    let network: String
    let user: Int?
}

/// Counted until the time comes to write them down: nobody makes the log grow as fast as they can guess, and a guess
/// costs no write, whether the name is known or not.
typealias FailedLogins = BufferedCounter<FailedLogin, Int>

extension BufferedCounter where Kind == FailedLogin, Count == Int {
    convenience init() {
        self.init(most: FailedLogin.most, others: FailedLogin(network: "elsewhere", user: nil), sum: +)
    }

    /// Writes what was counted to this database every ten minutes from now on.
    func keep(in writer: Writer, clock: @escaping @Sendable () -> Int) {
        keep(in: writer, every: .seconds(600)) { try append($0, $1, clock()) }
    }

    func note(from origin: SessionOrigin, user: Int?) { add(1, to: FailedLogin(network: origin.network, user: user)) }
}

/// The most tries first.
private func append(_ counts: [FailedLogin: Int], _ db: Connection, _ now: Int) throws {
    for (kind, count) in counts.sorted(by: { ($0.value, $0.key.network) > ($1.value, $1.key.network) }) {
        try AuditStore(db).append(
            .init(
                action: "login-failed", object: kind.user == nil ? .site : .user, id: kind.user ?? 0, from: "",
                to: "", detail: "× \(count)"), by: Actor(id: nil, name: "visitor", network: kind.network), at: now)
    }
}

extension Site {
    var failedLogins: FailedLogins { part() }
}
