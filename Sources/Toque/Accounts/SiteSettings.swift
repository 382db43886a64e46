// Settings that admins change for the whole site, one row each; the operator's settings are elsewhere.

import Database
import HTTP

struct SiteSettings {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// A query condition: true if moderators and admins must use two-step login.
    static let asksForTwoStep: SQL = "EXISTS (SELECT 1 FROM site_setting WHERE name = 'two-step' AND is_on)"

    func asksForTwoStep() throws -> Bool { try db.value("SELECT \(sql: Self.asksForTwoStep)") ?? false }

    /// Whether two-step login is required, and how many moderators and admins do not have it.
    func twoStep() throws -> (isOn: Bool, missing: Int) {
        try db.first(
            """
            SELECT \(sql: Self.asksForTwoStep), (SELECT count(*) FROM user WHERE role IN ('moderator', 'admin')
                AND role <> 'member' AND totp_secret IS NULL AND erased_at IS NULL)
            """
        ) { ($0[0], $0[1]) } ?? (false, 0)
    }

    func askForTwoStep(_ isOn: Bool, by actor: Actor, now: Int) throws {
        let old = try asksForTwoStep()
        if old == isOn { return }
        try db.run(
            """
            INSERT INTO site_setting (name, is_on) VALUES ('two-step', \(isOn))
            ON CONFLICT (name) DO UPDATE SET is_on = excluded.is_on
            """)
        func word(_ isOn: Bool) -> String { isOn ? "on" : "off" }
        try AuditStore(db).append(
            .init(action: "two-step-rule", object: .site, id: 0, from: word(old), to: word(isOn)), by: actor, at: now)
    }
}
