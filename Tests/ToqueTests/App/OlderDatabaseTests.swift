// Tests of migrating databases of older programs to the newest schema.

import Content
import Database
import Foundation
import Security
import Testing

@testable import TestKit
@testable import Toque

@Suite struct OlderDatabaseTests {
    /// Rows in which `toque check` finds nothing wrong, by the name of the migration that makes their tables.
    private static let rows: [String: String] = [
        "accounts": """
        INSERT INTO user (id, username, username_key, username_likeness, email, email_key, created_at)
        VALUES (1, 'alice', 'alice', 'alice', 'alice@example.org', 'alice@example.org', 1);
        INSERT INTO session (id, secret_hash, user_id, created_at, expires_at) VALUES ('s', x'00', 1, 1, 2);
        INSERT INTO licence_grant (user_id, until, granted_at, revoked_at) VALUES (1, 2, 1, 1);
        """,
        "audit": """
        INSERT INTO audit (id, at, actor_id, actor_name, action, object, object_id, from_state, to_state, detail,
            previous, hash)
        VALUES (1, 5, 1, 'alice', 'role', 'user', 1, 'admin', 'member', '', '',
            '\(SHA256.hex("1:11:51:15:alice4:role4:user1:15:admin6:member0:0:"))')
        """,
        "catalogue": "INSERT INTO category (id, key, name_en, name_ru, position) VALUES (1, 'soup', 'Soup', 'Суп', 1)",
        "recipes": """
        INSERT INTO recipe (id, author_id, created_at, updated_at) VALUES (1, 1, 1, 1);
        INSERT INTO revision (id, recipe_id, n, title, slug, body, sha256, author_id, created_at)
        VALUES (1, 1, 1, 'Soup', 'soup', '{}', '\(SHA256.hex("{}"))', 1, 1);
        INSERT INTO revision_lines (revision_id, lines, edition) VALUES (1, '', -1);
        UPDATE recipe SET head_revision_id = 1;
        """,
        "moderation": "INSERT INTO moderation_case (id, recipe_id, opened_at) VALUES (1, 1, 1)",
        "editor": "INSERT INTO draft (author_id, recipe_id, window, fields, updated_at) VALUES (1, 1, 'w', '', 1)",
        "importing":
            "INSERT INTO recipe_import (user_id, name, document, unread, created_at) VALUES (1, '', 'Soup', '', 1)",
        "profiles": "INSERT INTO profile (user_id, bio) VALUES (1, 'I cook.')",
    ]

    private static let tables = [
        "user", "session", "licence_grant", "audit", "category", "recipe", "revision", "moderation_case", "draft",
        "recipe_import", "profile",
    ]

    /// A folder with a database that has only the first migrations, and their rows.
    private func older(_ newest: Int) throws -> Configuration {
        var configuration = Configuration()
        configuration.data = folder.path
        let connection = try Connection(path: configuration.databasePath, mode: .readWrite)
        for (index, migration) in DataFolder.migrations.prefix(newest).enumerated() {
            try Migrator.migrate(connection, Array(DataFolder.migrations.prefix(index + 1)))
            if let rows = Self.rows[migration.name] { try connection.script(rows) }
        }
        return configuration
    }

    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    /// The number of rows in each existing table.
    private func counts(_ db: Connection) throws -> [String: Int] {
        var counts: [String: Int] = [:]
        for table in Self.tables where try db.exists("SELECT 1 FROM sqlite_schema WHERE name = \(table)") {
            counts[table] = try db.value("SELECT count(*) FROM \(raw: table)")
        }
        return counts
    }

    @Test(arguments: 1..<EmbeddedMigrations.all.count)
    func `every older schema migrates with its rows and then equals a new one`(newest: Int) throws {
        let configuration = try older(newest)
        let before = try counts(Connection(path: configuration.databasePath, mode: .readOnly))
        #expect(try DataFolder.migrate(configuration) == EmbeddedMigrations.all.count - newest)
        let db = try Connection(path: configuration.databasePath, mode: .readWrite)
        try Migrator.verify(db, DataFolder.migrations)
        #expect(try counts(db).filter { before[$0.key] != nil } == before && !before.isEmpty)
        #expect(try Check(db: db, mediaPath: configuration.site.mediaPath).run() == [])
        #expect(try schema(db) == TestSite().read(schema))
    }

    private func schema(_ db: Connection) throws -> [String] {
        try db.all("SELECT coalesce(sql, name) FROM sqlite_schema ORDER BY name") { $0[0] }
    }

    @Test func `every row of these tests has its migration`() {
        #expect(Set(Self.rows.keys).isSubset(of: DataFolder.migrations.map(\.name)))
    }

    @Test func `an older database is not used before it is migrated`() throws {
        let configuration = try older(EmbeddedMigrations.all.count - 1)
        let count = EmbeddedMigrations.all.count
        #expect(throws: DatabaseError.olderSchema(found: count - 1, known: count)) {
            try DataFolder.requireDatabase(configuration)
        }
        #expect(try DataFolder.migrate(configuration) == 1)
        try DataFolder.requireDatabase(configuration)
    }
}
