// Removes the names and networks of erased users from the audit log without breaking its hash chain: each redacted row
// keeps its old hash, and the row about the erasure contains a hash of what those rows now say.

import Bytes
import Database
import HTTP
import Security

extension AuditStore {
    /// The rows that name a user: their own actions, actions on their account, take-overs of their claims, and exports
    /// from before their rows were written without names. `isName` says whether a text is the user's name in any case.
    func rowsNaming(_ user: Int, _ name: String, isName: (String) -> Bool) throws -> [Int] {
        let exports = try db.all(
            """
            SELECT id, detail FROM audit
            WHERE redacted_for IS NULL AND action IN ('export-audit', 'export-recipes') AND detail <> ''
            """
        ) { (id: $0[0] as Int, detail: $0[1] as String) }
        let naming = exports.filter { Self.isNamed(in: $0.detail, isName) }.map(\.id)
        return try db.all(
            """
            SELECT id FROM audit WHERE redacted_for IS NULL AND actor_id = \(user)
            UNION SELECT id FROM audit
            WHERE redacted_for IS NULL AND object = 'user' AND object_id = \(user)
                AND (detail <> '' OR network <> '' OR actor_id IS NOT NULL)
            UNION SELECT id FROM audit
            WHERE redacted_for IS NULL AND action = 'claim-takeover' AND (from_state = \(name) OR to_state = \(name))
            """
        ) { $0[0] } + naming
    }

    /// Whether the filter of an export, the last word of its detail, names the user.
    private static func isNamed(in detail: String, _ isName: (String) -> Bool) -> Bool {
        guard let query = detail.split(bytes: " ").last,
            let filter = try? Parameters(parsing: String(query))
        else { return false }
        return filter.pairs.contains { field, value in
            switch field {
            case "person", "author": isName(value)
            case "q": value.split(bytes: " ").contains { isName(String($0)) }
            default: false
            }
        }
    }

    /// Removes all names, networks and free texts about users from the rows. The names of others become numbers too, so
    /// that a later erasure never changes a row that an earlier one has hashed.
    func redact(_ rows: [Int], for user: Int) throws {
        try db.run(
            """
            UPDATE audit SET redacted_for = \(user), network = '',
                actor_name = CASE WHEN actor_id IS NULL THEN actor_name ELSE 'account ' || actor_id END,
                from_state = CASE action WHEN 'claim-takeover' THEN '' ELSE from_state END,
                to_state = CASE action WHEN 'claim-takeover' THEN '' ELSE to_state END,
                detail = CASE WHEN object = 'user' OR action IN ('claim-takeover', 'export-audit', 'export-recipes')
                    THEN '' ELSE detail END
            WHERE id IN \(list: rows) AND redacted_for IS NULL
            """)
    }

    /// Whether a row is as `redact` leaves one that names the user. The names of take-overs and exports are gone by
    /// then, so any of those can be one.
    static func isRedacted(_ entry: AuditEntry, by actor: Actor, for user: Int) -> Bool {
        let isTakeover = entry.action == "claim-takeover"
        let isExport = ["export-audit", "export-recipes"].contains { entry.action.isSame(as: $0) }
        let isAboutUser = entry.object == .user
        guard actor.id == user || (isAboutUser && entry.id == user) || isTakeover || isExport else { return false }
        let hasNoActor = actor.network.isEmpty && actor.id.map { actor.name.isSame(as: "account \($0)") } ?? true
        let hasNoStates = !isTakeover || (entry.from.isEmpty && entry.to.isEmpty)
        let hasNoDetail = !(isAboutUser || isTakeover || isExport) || entry.detail.isEmpty
        return hasNoActor && hasNoStates && hasNoDetail
    }

    /// Appends the row about the erasure, with the hash of the redacted rows. A row that no erasure leaves so is not
    /// part of it, so that it stays a forged one.
    func tellErasure(of user: Int, now: Int) throws {
        var redactions = AuditRedactions()
        try db.each(
            """
            SELECT id, at, actor_id, actor_name, action, object, object_id, from_state, to_state, detail, previous,
                network
            FROM audit WHERE redacted_for = \(user) ORDER BY id
            """
        ) { row in
            let (entry, actor, hash) = Self.hashed(row)
            if Self.isRedacted(entry, by: actor, for: user) { redactions.add(row[0], hash, for: user, isRight: true) }
        }
        try append(
            .init(
                action: "erase", object: .user, id: user, from: "leaving", to: "erased",
                detail: redactions.voucher(for: user)), by: .system, at: now)
    }

    /// Whether the erasure has begun, so that rows may be redacted already without a hash.
    func isBeingErased(_ user: Int) throws -> Bool {
        try db.exists("SELECT 1 FROM leaving WHERE user_id = \(user) AND begun_at IS NOT NULL")
    }
}

/// The redacted rows of each user, and the hash that the row about the erasure contains.
struct AuditRedactions {
    private var hashes: [Int: [String]] = [:]
    private var first: [Int: Int] = [:]
    private var firstWrong: [Int: Int] = [:]
    private var vouchers: [Int: String] = [:]

    /// `isRight` says whether the row is as a redaction leaves it.
    mutating func add(_ row: Int, _ hash: String, for user: Int, isRight: Bool) {
        hashes[user, default: []].append(hash)
        first[user] = min(first[user] ?? row, row)
        if !isRight { firstWrong[user] = min(firstWrong[user] ?? row, row) }
    }

    mutating func vouch(_ voucher: String, for user: Int) { vouchers[user] = voucher }

    /// `3 rows HASH`: changes if any of the rows changes.
    func voucher(for user: Int) -> String {
        let all = hashes[user] ?? []
        return "\(all.count) rows \(SHA256.hex(all.joined(separator: "\n")))"
    }

    /// The first row of a user whose redacted rows do not match their hash. While the user is being erased there is no
    /// hash yet, and each row must be as a redaction leaves it.
    func firstForged(whileErasing isBeingErased: (Int) throws -> Bool) rethrows -> Int? {
        let unmatched = Set(first.keys).union(vouchers.keys).filter { vouchers[$0] != voucher(for: $0) }
        return try unmatched.compactMap { user -> Int? in
            if let wrong = firstWrong[user] { return wrong }
            return try isBeingErased(user) ? nil : first[user] ?? 1
        }.min()
    }
}
