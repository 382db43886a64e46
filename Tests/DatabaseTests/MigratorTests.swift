// Tests of `Migrator`: order, checksums, rollback and refusal of newer databases.

import Database
import Testing

struct MigratorTests {
    private static let first = Migration(
        number: 1, name: "recipe", sql: "CREATE TABLE recipe (id INTEGER PRIMARY KEY) STRICT", checksum: "a")
    private static let second = Migration(
        number: 2, name: "title", sql: "ALTER TABLE recipe ADD COLUMN title TEXT", checksum: "b")
    private static let third = Migration(
        number: 5, name: "index", sql: "CREATE INDEX recipe_again ON recipe (id)", checksum: "c")

    @Test func `migrations are applied in the order of their numbers, each once`() throws {
        let connection = try ScratchFile().connect()
        #expect(try Migrator.migrate(connection, [Self.second, Self.first]) == 2)
        #expect(try Migrator.migrate(connection, [Self.first, Self.second]) == 0)
        #expect(try Migrator.migrate(connection, [Self.third, Self.first, Self.second]) == 1)
        let applied = try connection.all(
            "SELECT number, name, checksum FROM schema_migration ORDER BY applied_at, number"
        ) {
            row -> String in "\(row[0] as Int) \(row[1] as String) \(row[2] as String)"
        }
        #expect(applied == ["1 recipe a", "2 title b", "5 index c"])
        #expect(try connection.exists("SELECT 1 FROM schema_migration WHERE applied_at > 1700000000000"))
    }

    @Test func `a migration that was edited after it was applied is refused`() throws {
        let connection = try ScratchFile().connect()
        _ = try Migrator.migrate(connection, [Self.first, Self.second])
        let edited = Migration(number: 1, name: "recipe", sql: "", checksum: "other")
        #expect(throws: DatabaseError.changedMigration(number: 1, name: "recipe")) {
            try Migrator.migrate(connection, [edited, Self.second])
        }
    }

    @Test func `a migration that was only renamed opens the databases made before`() throws {
        let connection = try ScratchFile().connect()
        _ = try Migrator.migrate(connection, [Self.first, Self.second])
        let renamed = Migration(number: 2, name: "heading", sql: Self.second.sql, checksum: Self.second.checksum)
        #expect(try Migrator.migrate(connection, [Self.first, renamed, Self.third]) == 1)
        try Migrator.verify(connection, [Self.first, renamed, Self.third])
    }

    @Test func `a migration inserted before the applied ones or missing is refused`() throws {
        let connection = try ScratchFile().connect()
        _ = try Migrator.migrate(connection, [Self.first, Self.third])
        #expect(throws: DatabaseError.changedMigration(number: 2, name: "title")) {
            try Migrator.migrate(connection, [Self.first, Self.second, Self.third])
        }
        #expect(throws: DatabaseError.changedMigration(number: 1, name: "recipe")) {
            try Migrator.migrate(connection, [Self.second, Self.third])
        }
    }

    @Test func `a database newer than the program is refused and stays unchanged`() throws {
        let connection = try ScratchFile().connect()
        _ = try Migrator.migrate(connection, [Self.first, Self.second])
        #expect(throws: DatabaseError.newerSchema(found: 2, known: 1)) {
            try Migrator.migrate(connection, [Self.first])
        }
        #expect(throws: DatabaseError.newerSchema(found: 2, known: 0)) { try Migrator.migrate(connection, []) }
    }

    @Test func `a failing migration is rolled back whole, those before it stay`() throws {
        let connection = try ScratchFile().connect()
        let failing = Migration(
            number: 3, name: "broken", sql: "CREATE TABLE half (a); INSERT INTO nowhere VALUES (1)", checksum: "x")
        #expect(throws: DatabaseError.self) { try Migrator.migrate(connection, [Self.first, Self.second, failing]) }
        #expect(try connection.value("SELECT max(number) FROM schema_migration") == 2)
        #expect(try !connection.exists("SELECT 1 FROM sqlite_schema WHERE name = 'half'"))
        #expect(try connection.value("PRAGMA foreign_keys") == 1)
        let mended = Migration(number: 3, name: "broken", sql: "CREATE TABLE half (a INTEGER) STRICT", checksum: "y")
        #expect(try Migrator.migrate(connection, [Self.first, Self.second, mended]) == 1)
    }

    @Test(arguments: ["COMMIT", "COMMIT; CREATE TABLE t (a); BEGIN; DROP TABLE nowhere"])
    func `a migration that ends its own transaction fails`(sql: String) throws {
        let connection = try ScratchFile().connect()
        #expect(throws: DatabaseError.self) {
            try Migrator.migrate(connection, [Migration(number: 1, name: "commit", sql: sql, checksum: "x")])
        }
        #expect(try !connection.exists("SELECT 1 FROM schema_migration"))
    }

    @Test func `rebuilding a table keeps rows that refer to it and fails if it leaves them without a parent`() throws {
        let connection = try ScratchFile().connect()
        let base = Migration(
            number: 1, name: "base",
            sql: """
                CREATE TABLE recipe (id INTEGER PRIMARY KEY);
                CREATE TABLE note (id INTEGER PRIMARY KEY, recipe INTEGER REFERENCES recipe ON DELETE CASCADE);
                INSERT INTO recipe VALUES (1);
                INSERT INTO note VALUES (1, 1);
                """, checksum: "a")
        let rebuild = Migration(
            number: 2, name: "rebuild",
            sql: """
                CREATE TABLE fresh (id INTEGER PRIMARY KEY, title TEXT) STRICT;
                INSERT INTO fresh (id) SELECT id FROM recipe;
                DROP TABLE recipe;
                ALTER TABLE fresh RENAME TO recipe;
                """, checksum: "b")
        let orphan = Migration(number: 3, name: "orphan", sql: "DELETE FROM recipe", checksum: "c")
        #expect(try Migrator.migrate(connection, [base, rebuild]) == 2)
        #expect(try connection.value("SELECT count(*) FROM note") == 1)
        #expect(throws: DatabaseError.self) { try Migrator.migrate(connection, [base, rebuild, orphan]) }
        #expect(try connection.value("SELECT count(*) FROM recipe") == 1)
    }
}
