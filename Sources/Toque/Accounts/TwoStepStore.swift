// Stores the secrets of authenticator apps, recovery codes, and the count of wrong codes.

import Bytes
import Database
import Security

/// The result of checking a code.
enum CodeVerdict: Sendable {
    case right, wrong
    /// Refused because of too many wrong codes before.
    case tooMany
}

struct TwoStepStore {
    /// Binds the sealed secret to its account, so that it cannot be copied to another one.
    private static func context(_ user: Int) -> String { "totp|\(user)" }

    let db: Connection
    let key: [UInt8]

    init(_ db: Connection, key: [UInt8]) {
        self.db = db
        self.key = key
    }

    /// Creates a secret that waits for its first code, replacing an earlier one that waited.
    func begin(user: Int) throws {
        let sealed = Sealed.seal(Random.bytes(OneTimeCode.secretLength), key: key, context: Self.context(user))
        try db.run("UPDATE user SET totp_pending = \(sealed) WHERE id = \(user) AND totp_secret IS NULL")
    }

    /// The secret that waits for its first code.
    func pendingSecret(user: Int) throws -> [UInt8]? {
        let sealed: [UInt8]? = try db.value(
            "SELECT totp_pending FROM user WHERE id = \(user) AND totp_secret IS NULL")
        return sealed.flatMap { Sealed.open($0, key: key, context: Self.context(user)) }
    }

    /// Turns two-step login on and returns the recovery codes; `nil` if the code does not match the waiting secret.
    func confirm(_ code: String, user: Int, by actor: Actor, now: Int) throws -> [String]? {
        guard let secret = try pendingSecret(user: user),
            let step = OneTimeCode.step(of: Self.bare(code), secret: secret, now: now, after: 0)
        else { return nil }
        try db.run(
            """
            UPDATE user SET totp_secret = totp_pending, totp_pending = NULL, totp_step = \(step), code_failures = 0
            WHERE id = \(user)
            """)
        try record("on", user, by: actor, now: now)
        return try makeRecoveryCodes(user: user)
    }

    func turnOff(user: Int, by actor: Actor, now: Int) throws -> Bool {
        let changed = try db.run(
            """
            UPDATE user SET totp_secret = NULL, totp_pending = NULL, totp_step = 0, code_failures = 0
            WHERE id = \(user) AND totp_secret IS NOT NULL
            """)
        guard changed > 0 else { return false }
        try db.run("DELETE FROM recovery_code WHERE user_id = \(user)")
        try record("off", user, by: actor, now: now)
        return true
    }

    func renewRecoveryCodes(user: Int, by actor: Actor, now: Int) throws -> [String] {
        try record("new-codes", user, by: actor, now: now)
        return try makeRecoveryCodes(user: user)
    }

    func recoveryCodesLeft(user: Int) throws -> Int {
        try db.value("SELECT count(*) FROM recovery_code WHERE user_id = \(user)") ?? 0
    }

    /// Uses up an app code or a recovery code. One transaction, so that of two simultaneous attempts only one counts.
    func use(_ code: String, user: Int, now: Int) throws -> CodeVerdict {
        let found = try db.first(
            "SELECT totp_secret, totp_step, code_failures, code_failures_since FROM user WHERE id = \(user)"
        ) { row in
            (sealed: row[0] as [UInt8]?, last: row[1] as Int, failures: row[2] as Int, since: row[3] as Int)
        }
        guard let found, let sealed = found.sealed else { return .wrong }
        let isWindowOver = now - found.since >= SessionRules.codeWindow
        if !isWindowOver, found.failures >= SessionRules.codeTries { return .tooMany }
        if let secret = Sealed.open(sealed, key: key, context: Self.context(user)),
            let step = OneTimeCode.step(of: Self.bare(code), secret: secret, now: now, after: found.last)
        {
            try db.run("UPDATE user SET totp_step = \(step), code_failures = 0 WHERE id = \(user)")
            return .right
        }
        let hash = recoveryHash(code, user: user)
        if try db.run("DELETE FROM recovery_code WHERE user_id = \(user) AND code_hash = \(hash)") > 0 {
            try db.run("UPDATE user SET code_failures = 0 WHERE id = \(user)")
            return .right
        }
        try db.run(
            """
            UPDATE user SET code_failures = \(isWindowOver ? 1 : found.failures + 1),
                code_failures_since = \(isWindowOver ? now : found.since) WHERE id = \(user)
            """)
        return .wrong
    }

    /// Creates ten codes such as `k7f2-mq4d-x3yt-b6hn`, 80 bits each; stores only their hashes.
    private func makeRecoveryCodes(user: Int) throws -> [String] {
        try db.run("DELETE FROM recovery_code WHERE user_id = \(user)")
        let codes = (0..<10).map { _ in Array(Base32.encode(Random.bytes(10)).lowercased()) }
        for code in codes {
            try db.run(
                "INSERT INTO recovery_code (user_id, code_hash) VALUES (\(user), \(recoveryHash(String(code), user: user)))"
            )
        }
        return codes.map { code in
            stride(from: 0, to: code.count, by: 4).map { String(code[$0..<$0 + 4]) }.joined(separator: "-")
        }
    }

    /// The hash is keyed, so that the codes cannot be guessed from the database alone.
    private func recoveryHash(_ code: String, user: Int) -> [UInt8] {
        HMAC.sha256(key: key, Array("recovery|\(user)|\(Self.bare(code).lowercased())".utf8))
    }

    /// Removes the spaces and hyphens with which apps group codes.
    private static func bare(_ code: String) -> String { code.removing(anyOf: " -") }

    private func record(_ state: String, _ user: Int, by actor: Actor, now: Int) throws {
        try AuditStore(db).append(
            .init(action: "two-step", object: .user, id: user, from: "", to: state), by: actor, at: now)
    }
}
