// Tests of the SQL literal, which binds every interpolated value, and of reading columns.

import Database
import Testing

struct SQLTests {
    @Test func `interpolated values are bound in order`() {
        let none: Int? = nil
        let sql: SQL = "SELECT \(1), \("two"), \(3.5), \(true), \(none), \([4, 5] as [UInt8])"
        #expect(sql.text == "SELECT ?, ?, ?, ?, ?, ?")
        #expect(sql.values == [.integer(1), .text("two"), .real(3.5), .integer(1), .null, .blob([4, 5])])
    }

    @Test(arguments: [
        "'; DROP TABLE recipe; --", "\" OR 1=1", "?1", "\\", "a\0b", "", "ё́🥕", "%_*", "NULL", "1e999",
        String(repeating: "'", count: 300),
    ])
    func `a hostile text stays a value`(text: String) throws {
        let file = try ScratchFile()
        let connection = try file.withRecipes()
        try connection.run("INSERT INTO recipe (title) VALUES (\(text))")
        #expect(try connection.value("SELECT title FROM recipe WHERE title = \(text)") == text)
        #expect(try connection.value("SELECT count(*) FROM recipe WHERE title = \(text + "x")") == 0)
    }

    @Test func `raw text becomes SQL and is not bound`() throws {
        let sql: SQL = "SELECT \(raw: "1 + 1")"
        #expect(sql.text == "SELECT 1 + 1")
        #expect(sql.values.isEmpty)
        #expect(try ScratchFile().connect().value(sql) == 2)
    }

    @Test func `joined pieces keep the order of their values`() throws {
        let conditions: [SQL] = ["a < \(10)", "b = \("x")"]
        let sql: SQL = "SELECT \(0) WHERE \(sql: conditions.joined(separator: " AND ")) LIMIT \(5)" + " OFFSET \(7)"
        #expect(sql.text == "SELECT ? WHERE a < ? AND b = ? LIMIT ? OFFSET ?")
        #expect(sql.values == [.integer(0), .integer(10), .text("x"), .integer(5), .integer(7)])
    }

    @Test func `a list binds each value, and an empty one contains nothing`() throws {
        let connection = try ScratchFile().connect()
        let listed: SQL = "SELECT 2 IN \(list: [1, 2, 3])"
        #expect(listed.text == "SELECT 2 IN (?,?,?)")
        #expect(try connection.value(listed) == true)
        #expect(try connection.value("SELECT 'b' IN \(list: ["a", "') OR ('b'='b"])") == false)
        #expect(try connection.value("SELECT 2 IN \(list: [Int]())") == false)
        #expect(try connection.value("SELECT 2 NOT IN \(list: [Int]())") == true)
    }

    @Test func `a list can have thousands of values`() throws {
        let connection = try ScratchFile().connect()
        #expect(try connection.value("SELECT 9999 IN \(list: Array(0..<10_000))") == true)
    }

    @Test func `a parameter without a value is refused`() throws {
        let connection = try ScratchFile().connect()
        #expect(throws: DatabaseError.self) { try connection.value("SELECT ?") as Int? }
        #expect(throws: DatabaseError.self) { try connection.value("SELECT ?2, \(1)") as Int? }
    }

    @Test(arguments: ["SELECT 1; SELECT 2", "SELECT 1; DROP TABLE recipe", "SELECT 1\0SELECT 2", "", " -- nothing"])
    func `a query is exactly one statement`(text: String) throws {
        let connection = try ScratchFile().connect()
        #expect {
            try connection.run("\(raw: text)")
        } throws: {
            if case .misuse = $0 as? DatabaseError { true } else { false }
        }
    }

    @Test func `a query may end with a semicolon and spaces`() throws {
        #expect(try ScratchFile().connect().value("SELECT 1 ;\n ") == 1)
    }
}

struct ColumnTests {
    enum Course: String, CaseIterable, ColumnValue { case soup, dessert }

    @Test func `values read back as they were written`() throws {
        let connection = try ScratchFile().connect()
        try connection.script("CREATE TABLE t (i INTEGER, r REAL, s TEXT, b BLOB, o INTEGER, y INTEGER, e TEXT) STRICT")
        let bytes: [UInt8] = [0, 255, 7]
        try connection.run(
            """
            INSERT INTO t VALUES (\(Int.max), \(0.1), \("é\0я"), \(bytes), \(nil as Int?), \(true), \(Course.dessert))
            """)
        let isRight = try connection.first("SELECT i, r, s, b, o, y, e FROM t") { row in
            row[0] == Int.max && row[1] == 0.1 && row[2] == "é\0я" && row[3] == bytes && row[4] == nil as Int?
                && row[5] == true && row[6] == Course.dessert
        }
        #expect(isRight == true)
    }

    @Test func `an empty text and an empty blob are not NULL`() throws {
        let connection = try ScratchFile().connect()
        #expect(try connection.value("SELECT typeof(\(""))") == "text")
        #expect(try connection.value("SELECT typeof(\([] as [UInt8]))") == "blob")
        #expect(try connection.value("SELECT \("")") == "")
        #expect(try connection.value("SELECT \([] as [UInt8])") == [UInt8]())
    }

    @Test func `NULL into a non-optional fails the whole query`() throws {
        let connection = try ScratchFile().connect()
        #expect(throws: DatabaseError.unexpectedNull(column: "minutes")) {
            try connection.all("SELECT 1 AS n, NULL AS minutes") { row -> (Int, Int) in (row[0], row[1]) }
        }
        #expect(throws: DatabaseError.unexpectedNull(column: "7")) {
            try connection.first("SELECT 1") { row -> String in row[7] }
        }
        // The same statement works again afterwards.
        #expect(try connection.all("SELECT 1 AS n, NULL AS minutes") { row -> Int? in row[1] } == [nil])
    }

    @Test func `an unknown case of an enumeration fails the query`() throws {
        let connection = try ScratchFile().connect()
        #expect(throws: DatabaseError.unexpectedValue(column: "course")) {
            try connection.all("SELECT 'salad' AS course") { row -> Course in row[0] }
        }
        #expect(throws: DatabaseError.unexpectedValue(column: "course")) {
            try connection.all("SELECT 'salad' AS course") { row -> Course? in row[0] }
        }
    }

    @Test func `value is nil for no row and for NULL`() throws {
        let connection = try ScratchFile().withRecipes()
        #expect(try connection.value("SELECT id FROM recipe") as Int? == nil)
        #expect(try connection.value("SELECT max(id) FROM recipe") as Int? == nil)
    }

    @Test func `the bytes of a column can be read in place`() throws {
        let connection = try ScratchFile().connect()
        let sum = try connection.first("SELECT \([1, 2, 3] as [UInt8])") { row in
            row.column(0).withBytes { $0.reduce(0) { $0 + Int($1) } }
        }
        #expect(sum == 6)
    }
}
