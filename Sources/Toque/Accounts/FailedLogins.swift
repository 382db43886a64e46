// Counts failed logins and writes them to the audit log every ten minutes.

import Database

/// The network and account of a failed login. What was typed is left out, because people type passwords into the wrong
/// field.
struct FailedLogin: Hashable {
    /// The most rows that one write adds, besides one for all other networks together.
    static let most = 100

    let network: String
    let user: Int?
}

/// Counts in memory between writes, so that guessing cannot make the log grow quickly and a guess costs no write,
/// whether the name exists or not.
typealias FailedLogins = BufferedCounter<FailedLogin, Int>

extension BufferedCounter where Kind == FailedLogin, Count == Int {
    convenience init() {
        self.init(most: FailedLogin.most, others: FailedLogin(network: "elsewhere", user: nil), sum: +)
    }

    /// Starts writing the counts to this database every ten minutes.
    func keep(in writer: Writer, clock: @escaping @Sendable () -> Int) {
        keep(in: writer, every: .seconds(600)) { try append($0, $1, clock()) }
    }

    func note(from origin: SessionOrigin, user: Int?) { add(1, to: FailedLogin(network: origin.network, user: user)) }
}

/// Appends the counts to the audit log, the largest first.
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
