// The names of somebody who left go from the log, and the networks with them, and the log stays a chain: each row that
// lost them keeps its hash, and the row that tells of the erasure holds a hash of what those rows say since.

import Database
import Security

extension AuditStore {
    /// The rows that name a person: what they did, what was done to their account, whose claims were taken over.
    func rowsNaming(_ user: Int, _ name: String) throws -> [Int] {
        try db.all(
            """
            SELECT id FROM audit WHERE redacted_for IS NULL AND actor_id = \(user)
            UNION SELECT id FROM audit
            WHERE redacted_for IS NULL AND object = 'user' AND object_id = \(user)
                AND (detail <> '' OR network <> '' OR actor_id IS NOT NULL)
            UNION SELECT id FROM audit
            WHERE redacted_for IS NULL AND action = 'claim-takeover' AND (from_state = \(name) OR to_state = \(name))
            """
        ) { $0[0] }
    }

    /// Takes every name, every network and every word typed about somebody from rows. Once: so that nobody's erasure has to change what
    /// another's vouched for, names of others become numbers as well.
    func redact(_ rows: [Int], for user: Int) throws {
        try db.run(
            """
            UPDATE audit SET redacted_for = \(user), network = '',
                actor_name = CASE WHEN actor_id IS NULL THEN actor_name ELSE 'account ' || actor_id END,
                from_state = CASE action WHEN 'claim-takeover' THEN '' ELSE from_state END,
                to_state = CASE action WHEN 'claim-takeover' THEN '' ELSE to_state END,
                detail = CASE WHEN object = 'user' OR action = 'claim-takeover' THEN '' ELSE detail END
            WHERE id IN \(list: rows) AND redacted_for IS NULL
            """)
    }

    /// Tells of the erasure and vouches for the rows that lost a name by it.
    func tellErasure(of user: Int, now: Int) throws {
        var redactions = AuditRedactions()
        try db.each(
            """
            SELECT id, at, actor_id, actor_name, action, object, object_id, from_state, to_state, detail, previous,
                network
            FROM audit WHERE redacted_for = \(user) ORDER BY id
            """
        ) { row in
            redactions.add(row[0], Self.hashed(row).hash, for: user)
        }
        try append(
            .init(
                action: "erase", object: .user, id: user, from: "leaving", to: "erased",
                detail: redactions.voucher(for: user)), by: .system, at: now)
    }

    /// Whether rows may have lost names already and nothing vouches for them yet.
    func isBeingErased(_ user: Int) throws -> Bool {
        try db.exists("SELECT 1 FROM leaving WHERE user_id = \(user) AND begun_at IS NOT NULL")
    }
}

/// The rows that lost names, by person, and what vouches for them.
struct AuditRedactions {
    private var hashes: [Int: [String]] = [:]
    private var first: [Int: Int] = [:]
    private var vouchers: [Int: String] = [:]

    mutating func add(_ row: Int, _ hash: String, for user: Int) {
        hashes[user, default: []].append(hash)
        first[user] = min(first[user] ?? row, row)
    }

    mutating func vouch(_ voucher: String, for user: Int) { vouchers[user] = voucher }

    /// `3 rows HASH`: changes with every letter of them.
    func voucher(for user: Int) -> String {
        let all = hashes[user] ?? []
        return "\(all.count) rows \(SHA256.hex(all.joined(separator: "\n")))"
    }

    /// The first row of somebody whose rows are not as they were left.
    func firstForged(unless isAllowed: (Int) throws -> Bool) rethrows -> Int? {
        let known = Set(first.keys).union(vouchers.keys)
        return try known.filter { try vouchers[$0] != voucher(for: $0) && !isAllowed($0) }
            .map { first[$0] ?? 1 }.min()
    }
}
