// What administrators decide for the whole site, beside what its operator sets: one row each.

import Database
import HTTP

struct SiteSettings {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// True where moderators and administrators have to log in in two steps; a condition for queries.
    static let asksForTwoStep: SQL = "EXISTS (SELECT 1 FROM site_setting WHERE name = 'two-step' AND is_on)"

    func asksForTwoStep() throws -> Bool { try db.value("SELECT \(sql: Self.asksForTwoStep)") ?? false }

    /// Whether it is asked, and how many moderators and administrators have no second step.
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
