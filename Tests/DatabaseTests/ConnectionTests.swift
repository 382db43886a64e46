// Tests of `Connection`: its settings, errors, snapshots and transactions.

import Database
import Foundation
import Testing

struct ConnectionTests {
    @Test func `every connection has the required settings`() throws {
        let file = try ScratchFile()
        for mode in [Connection.Mode.readWrite, .readOnly] {
            let connection = try file.connect(mode)
            #expect(try connection.value("PRAGMA journal_mode") == "wal")
            #expect(try connection.value("PRAGMA synchronous") == 2)
            #expect(try connection.value("PRAGMA foreign_keys") == 1)
            #expect(try connection.value("PRAGMA recursive_triggers") == 1)
            #expect(try connection.value("PRAGMA trusted_schema") == 0)
        }
    }

    @Test func `double quotes never make a string`() throws {
        let connection = try ScratchFile().withRecipes()
        #expect(throws: DatabaseError.self) { try connection.run("SELECT \"no such column\"") }
        #expect(throws: DatabaseError.self) {
            try connection.script("CREATE TABLE t (a DEFAULT \"x\" CHECK (a <> \"y\"))")
        }
    }

    @Test func `a STRICT table refuses a text in an integer column`() throws {
        let connection = try ScratchFile().withRecipes()
        #expect(throws: DatabaseError.constraint("cannot store TEXT value in INTEGER column recipe.minutes")) {
            try connection.run("INSERT INTO recipe (title, minutes) VALUES ('a', \("long"))")
        }
    }

    @Test func `INSERT OR REPLACE fires the delete triggers`() throws {
        let connection = try ScratchFile().withRecipes()
        try connection.script(
            """
            CREATE TABLE deleted (title TEXT);
            CREATE TRIGGER recipe_deleted AFTER DELETE ON recipe BEGIN INSERT INTO deleted VALUES (old.title); END;
            """)
        try connection.run("INSERT INTO recipe (id, title) VALUES (1, 'soup')")
        try connection.run("INSERT OR REPLACE INTO recipe (id, title) VALUES (2, 'soup')")
        #expect(try connection.all("SELECT title FROM deleted") { row -> String in row[0] } == ["soup"])
    }

    @Test func `errors have their kind and quote no values`() throws {
        let connection = try ScratchFile().withRecipes()
        try connection.script("CREATE TABLE note (recipe INTEGER REFERENCES recipe, CHECK (recipe > 0)) STRICT")
        try connection.run("INSERT INTO recipe (title) VALUES (\("secret soup"))")
        #expect(throws: DatabaseError.constraint("UNIQUE constraint failed: recipe.title")) {
            try connection.run("INSERT INTO recipe (title) VALUES (\("secret soup"))")
        }
        #expect(throws: DatabaseError.constraint("FOREIGN KEY constraint failed")) {
            try connection.run("INSERT INTO note VALUES (\(99))")
        }
        #expect(throws: DatabaseError.constraint("CHECK constraint failed: recipe > 0")) {
            try connection.run("INSERT INTO note VALUES (\(-1))")
        }
    }

    @Test func `run counts only rows that changed`() throws {
        let connection = try ScratchFile().withRecipes()
        #expect(try connection.run("INSERT INTO recipe (title) VALUES ('a'), ('b')") == 2)
        #expect(connection.lastInsertID == 2)
        #expect(try connection.run("UPDATE recipe SET minutes = 5 WHERE title = 'a'") == 1)
        #expect(try connection.run("CREATE INDEX recipe_minutes ON recipe (minutes)") == 0)
        #expect(try connection.run("DELETE FROM recipe WHERE id > 100") == 0)
        #expect(try connection.run("INSERT INTO recipe (title) VALUES ('c') RETURNING id") == 1)
        #expect(try connection.exists("SELECT 1 FROM recipe WHERE title = 'c'"))
        #expect(try !connection.exists("SELECT 1 FROM recipe WHERE title = 'd'"))
    }

    @Test func `the same query may run inside itself`() throws {
        let connection = try ScratchFile().connect()
        let query: SQL = "SELECT value FROM json_each(\("[1,2,3]"))"
        let pairs = try connection.all(query) { outer in
            let first: Int = outer[0]
            return try connection.all(query) { inner in first * 10 + inner[0] }
        }
        #expect(pairs == [[11, 12, 13], [21, 22, 23], [31, 32, 33]])
    }

    @Test func `600 different statements and a changed schema work on one connection`() throws {
        let connection = try ScratchFile().withRecipes()
        for number in 0..<600 {
            #expect(try connection.value("SELECT \(raw: String(number)) + \(1)") == number + 1)
        }
        let all: SQL = "SELECT * FROM recipe"
        #expect(try connection.all(all) { _ in }.isEmpty)
        try connection.script("ALTER TABLE recipe ADD COLUMN servings INTEGER")
        try connection.run("INSERT INTO recipe (title, servings) VALUES ('a', 4)")
        #expect(try connection.first(all) { row -> Int? in row[3] } == 4)
    }

    @Test func `an error in the middle of a query leaves no lock`() throws {
        struct Stop: Error {}
        let file = try ScratchFile()
        let connection = try file.withRecipes()
        try connection.run("INSERT INTO recipe (title) VALUES ('a'), ('b')")
        #expect(throws: Stop.self) { try connection.all("SELECT id FROM recipe") { _ in throw Stop() } }
        try connection.script("DROP TABLE recipe")
    }

    @Test func `statements are counted, transactions are not`() throws {
        let connection = try ScratchFile().withRecipes()
        let before = connection.statementCount
        let answer: Int? = try connection.readNow { connection in
            try connection.exists("SELECT 1") ? connection.value("SELECT 2") : nil
        }
        #expect(answer == 2)
        #expect(connection.statementCount - before == 2)
    }

    @Test func `the plan shows a scan or the use of an index`() throws {
        let connection = try ScratchFile().withRecipes()
        #expect(try connection.plan("SELECT id FROM recipe WHERE title = \("a")").first?.contains("INDEX") == true)
        #expect(try connection.plan("SELECT id FROM recipe WHERE minutes = \(5)").first == "SCAN recipe")
    }

    @Test func `a read sees one snapshot, whatever is written in the meantime`() async throws {
        let file = try ScratchFile()
        let writer = try file.withRecipes()
        let reader = try file.connect(.readOnly)
        let count: SQL = "SELECT count(*) FROM recipe"
        try await reader.read { reader in
            #expect(try reader.value(count) == 0)
            try writer.run("INSERT INTO recipe (title) VALUES ('a')")
            #expect(try reader.value(count) == 0)
            let inner: Int? = try reader.readNow { try $0.value(count) }
            #expect(inner == 0)
            #expect(try reader.value(count) == 0)
        }
        #expect(try reader.value(count) == 1)
    }

    @Test func `a read that throws ends its snapshot`() async throws {
        struct Stop: Error {}
        let file = try ScratchFile()
        let writer = try file.withRecipes()
        let reader = try file.connect(.readOnly)
        await #expect(throws: Stop.self) {
            try await reader.read { reader in
                _ = try reader.exists("SELECT 1 FROM recipe")
                throw Stop()
            }
        }
        try writer.run("INSERT INTO recipe (title) VALUES ('a')")
        #expect(try reader.exists("SELECT 1 FROM recipe"))
    }

    @Test func `a transaction rolls back whole, and an inner one rolls back alone`() throws {
        struct Stop: Error {}
        let connection = try ScratchFile().withRecipes()
        try connection.transaction { connection in
            try connection.run("INSERT INTO recipe (title) VALUES ('kept')")
            #expect(throws: Stop.self) {
                try connection.transaction { connection in
                    try connection.run("INSERT INTO recipe (title) VALUES ('undone')")
                    throw Stop()
                }
            }
        }
        #expect(throws: Stop.self) {
            try connection.transaction { connection in
                try connection.run("DELETE FROM recipe")
                throw Stop()
            }
        }
        #expect(try connection.all("SELECT title FROM recipe") { row -> String in row[0] } == ["kept"])
    }

    @Test func `a read-only connection cannot write`() throws {
        let file = try ScratchFile()
        _ = try file.withRecipes()
        let reader = try file.connect(.readOnly)
        #expect(throws: DatabaseError.readOnly) { try reader.run("INSERT INTO recipe (title) VALUES ('a')") }
        #expect(throws: DatabaseError.readOnly) { try reader.script("DROP TABLE recipe") }
    }

    @Test(.enabled(if: geteuid() != 0, "root may write to every file"))
    func `opening a file without write permission for writing is an error`() throws {
        let file = try ScratchFile()
        try file.withRecipes().script("INSERT INTO recipe (title) VALUES ('soup')")
        try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: file.path)
        #expect(throws: DatabaseError.readOnly) { try file.connect() }
        #expect(try file.connect(.readOnly).value("SELECT title FROM recipe") == "soup")
    }

    @Test func `a read-only connection creates no file`() throws {
        let file = try ScratchFile()
        #expect(throws: DatabaseError.self) { try file.connect(.readOnly) }
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test func `a file that is not a database is refused`() throws {
        let file = try ScratchFile()
        try Data(repeating: 0x41, count: 8192).write(to: URL(filePath: file.path))
        #expect(throws: DatabaseError.corrupt) { try file.connect(.readOnly) }
        #expect(throws: DatabaseError.corrupt) { try file.connect(.readWrite) }
        #expect(throws: DatabaseError.corrupt) { try Writer(path: file.path) }
    }

    @Test func `a damaged page is reported as damage`() throws {
        let file = try ScratchFile()
        do {
            let connection = try file.withRecipes()
            for number in 0..<500 { try connection.run("INSERT INTO recipe (title) VALUES (\("recipe \(number)"))") }
        }
        let handle = try FileHandle(forUpdating: URL(filePath: file.path))
        try handle.seek(toOffset: 4096)
        try handle.write(contentsOf: Data(repeating: 0xAA, count: 8192))
        try handle.close()
        let connection = try file.connect(.readOnly)
        #expect(throws: DatabaseError.corrupt) { try connection.all("SELECT title FROM recipe") { _ in } }
    }

    @Test func `a locked database reports busy, a full one reports full`() throws {
        let file = try ScratchFile()
        let connection = try file.withRecipes()
        let other = try file.connect()
        try other.script("PRAGMA busy_timeout = 10")
        try connection.transaction { _ in
            #expect(throws: DatabaseError.busy) { try other.run("INSERT INTO recipe (title) VALUES ('a')") }
        }
        try connection.script("PRAGMA max_page_count = 8")
        #expect(throws: DatabaseError.full) {
            try connection.run("INSERT INTO recipe (title) VALUES (\(String(repeating: "x", count: 100_000)))")
        }
    }

    @Test func `SQL cannot change the internal tables of a search index`() throws {
        let connection = try ScratchFile().connect()
        try connection.script("CREATE VIRTUAL TABLE search USING fts5(title, tokenize = 'toque')")
        #expect(throws: DatabaseError.self) { try connection.run("DELETE FROM search_data") }
    }
}
