// The data folder: created, migrated and filled on the first start, opened on all others.

import Content
import Database
import Foundation
import Security

/// What opening the data folder did, to print on the terminal.
public struct Preparation: Sendable {
    public let migrations: Int
    /// A one-time link for the first admin, as long as no admin has a password.
    public let signInAddress: String?
}

public enum DataFolder {
    /// There is no database where one was expected.
    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    static let firstAdmin = "chef"

    /// Every migration in the program, with a hash that reveals later changes to its file.
    static var migrations: [Migration] {
        EmbeddedMigrations.all.map { (file: MigrationFile) in
            Migration(number: file.number, name: file.name, sql: file.sql, checksum: SHA256.hex(file.sql))
        }
    }

    /// Migrates the database to the current version; returns the number of migrations that ran.
    @discardableResult
    public static func migrate(_ configuration: Configuration) throws -> Int {
        try FileManager.default.createDirectory(atPath: configuration.data, withIntermediateDirectories: true)
        let connection = try Connection(path: configuration.databasePath, mode: .readWrite)
        return try Migrator.migrate(connection, migrations)
    }

    /// Throws if the folder contains no database, so that a mistyped name does not create one, or if the database has
    /// another version.
    static func requireDatabase(_ configuration: Configuration) throws {
        guard FileManager.default.fileExists(atPath: configuration.databasePath) else {
            throw Missing(
                description: "no database in \(configuration.data); name the data folder with --data")
        }
        try Migrator.verify(Connection(path: configuration.databasePath, mode: .readWrite), migrations)
    }

    /// Migrates, adds what is new in the starter files, and creates the first accounts in an empty database.
    public static func prepare(_ configuration: Configuration, now: Int) throws -> Preparation {
        let count = try migrate(configuration)
        let connection = try Connection(path: configuration.databasePath, mode: .readWrite)
        let token = try connection.transaction { db in
            try bringStarter(db, now: now)
            try StarterTutorial.load(db, StarterTutorial.all())
            if try DerivationStore(db).mark(rules: RuleSources.digest), try DerivationStore(db).waiting() > 0 {
                Log.notice("this program has other rules: all public recipes are derived anew")
            }
            try makeFirstAccounts(db, now: now)
            return try firstAdminToken(db, now: now)
        }
        return Preparation(
            migrations: count, signInAddress: token.map { configuration.baseURL + Address.signIn($0) })
    }

    /// Updates the catalogue from the starter files. Marks affected recipes in the same transaction, so that none keeps
    /// an answer of the older catalogue.
    private static func bringStarter(_ db: Connection, now: Int) throws {
        let isFirst = try CatalogueStore(db).isEmpty()
        guard let changes = try StarterUpdate.run(db, now: now), !isFirst else { return }
        try DerivationStore(db).mark(after: changes)
        Log.notice("the catalogue follows this program: \(changes.summary)")
        if !changes.kept.isEmpty { Log.notice("kept as admins changed them: \(changes.kept.joined(separator: ", "))") }
        if !changes.leftOut.isEmpty {
            Log.notice("left out, since others are called so: \(changes.leftOut.joined(separator: ", "))")
        }
    }

    private static func makeFirstAccounts(_ db: Connection, now: Int) throws {
        guard try !db.exists("SELECT 1 FROM user") else { return }
        try makeAccount(firstAdmin, .admin, db, now: now)
        try makeAccount(AccountRules.houseAccount, .member, db, now: now)
    }

    private static func makeAccount(_ name: String, _ role: Role, _ db: Connection, now: Int) throws {
        let id = try AccountStore(db).add(
            username: name, email: "\(name)@localhost", password: nil, role: role, now: now)
        try AuditStore(db).append(
            .init(action: "first-start", object: .user, id: id, from: "", to: role.rawValue), by: .system, at: now)
    }

    /// Makes the site's own account if it is missing: the first start makes none where `toque user add` came before it.
    static func makeHouseAccount(_ configuration: Configuration, now: Int) throws {
        let connection = try Connection(path: configuration.databasePath, mode: .readWrite)
        try connection.transaction { db in
            guard try AccountStore(db).id(username: AccountRules.houseAccount) == nil else { return }
            try makeAccount(AccountRules.houseAccount, .member, db, now: now)
        }
    }

    /// Makes a new link, as long as no admin has a password.
    private static func firstAdminToken(_ db: Connection, now: Int) throws -> String? {
        guard try !db.exists("SELECT 1 FROM user WHERE role = 'admin' AND password_hash IS NOT NULL"),
            let admin: Int = try db.value("SELECT min(id) FROM user WHERE role = 'admin'")
        else { return nil }
        return try SessionStore(db).makeSignInLink(user: admin, now: now)
    }
}
