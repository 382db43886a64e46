// Tests of full-text search with the tokenizer `toque`, in English and Russian.

import Database
import Testing

struct SearchTests {
    private static let titles = [
        "Carrots roasted with butter", "Crème brûlée", "Carrot cake", "Пироги с морковью", "Зелёные щи",
        "Butter roasted with carrots", "Caramel sauce",
    ]

    private func search(_ query: String) throws -> [Int] {
        let connection = try ScratchFile().connect()
        try connection.script("CREATE VIRTUAL TABLE search USING fts5(title, tokenize = 'toque', prefix = '2 3')")
        for title in Self.titles { try connection.run("INSERT INTO search (title) VALUES (\(title))") }
        return try connection.all("SELECT rowid FROM search WHERE search MATCH \(query) ORDER BY rowid") { $0[0] }
    }

    @Test(arguments: [
        ("carrot", [1, 3, 6]), ("CARROTS", [1, 3, 6]), ("roast", [1, 6]), ("roasting butter", [1, 6]),
        ("creme", [2]), ("crème", [2]), ("\"cre\u{300}me\"", [2]), ("brulee", [2]),
        ("морковь", [4]), ("морковка", []), ("пирог", [4]), ("пирогов", [4]), ("зеленые", [5]), ("ЗЕЛЁНЫЕ", [5]),
        ("щи", [5]), ("borscht", []),
    ])
    func `words are found in any grammatical form, case and accent`(query: String, rows: [Int]) throws {
        #expect(try search(query) == rows)
    }

    @Test(arguments: [
        ("carr*", [1, 3, 6]), ("car*", [1, 3, 6, 7]), ("carrots*", [1, 6]), ("roasted*", [1, 6]), ("морк*", [4]),
        ("зел*", [5]), ("brûl*", [2]), ("c*", [1, 2, 3, 6, 7]),
    ])
    func `a prefix is found as typed, not stemmed`(query: String, rows: [Int]) throws {
        #expect(try search(query) == rows)
    }

    @Test(arguments: [
        ("\"roasted with butter\"", [1]), ("\"roasting with carrot\"", [6]), ("\"carrot cakes\"", [3]),
        ("\"butter carrots\"", []), ("\"пирог с морковь\"", [4]), ("\"carrot ca\"*", [3]),
    ])
    func `a phrase is found with its words in order, in any form`(query: String, rows: [Int]) throws {
        #expect(try search(query) == rows)
    }

    @Test func `a match is highlighted in the text as it was written`() throws {
        let connection = try ScratchFile().connect()
        try connection.script("CREATE VIRTUAL TABLE search USING fts5(title, tokenize = 'toque')")
        try connection.run("INSERT INTO search VALUES (\("Две моркови, crème и carrots."))")
        let marked: (SQL) throws -> String? = { query in
            try connection.value("SELECT highlight(search, 0, '[', ']') FROM search WHERE search MATCH \(sql: query)")
        }
        #expect(try marked("\("морковь carrot")") == "Две [моркови], crème и [carrots].")
        #expect(try marked("\("creme")") == "Две моркови, [crème] и carrots.")
    }

    @Test func `a malformed search is an error that does not quote it`() throws {
        let connection = try ScratchFile().connect()
        try connection.script("CREATE VIRTUAL TABLE search USING fts5(title, tokenize = 'toque')")
        #expect {
            try connection.all("SELECT rowid FROM search WHERE search MATCH \("\"secret")") { _ in }
        } throws: { error in
            !String(describing: error).contains("secret")
        }
    }

    @Test func `an index over another table’s text stays correct through changes`() throws {
        let connection = try ScratchFile().withRecipes()
        try connection.script(
            "CREATE VIRTUAL TABLE search USING fts5(title, content = 'recipe', content_rowid = 'id', tokenize = 'toque')"
        )
        for title in Self.titles {
            try connection.run("INSERT INTO recipe (title) VALUES (\(title))")
            try connection.run("INSERT INTO search (rowid, title) VALUES (\(connection.lastInsertID), \(title))")
        }
        try connection.run("INSERT INTO search (search, rowid, title) VALUES ('delete', 1, \(Self.titles[0]))")
        try connection.run("UPDATE recipe SET title = \("Плов") WHERE id = 1")
        try connection.run("INSERT INTO search (rowid, title) VALUES (1, \("Плов"))")
        try connection.run("INSERT INTO search (search) VALUES ('integrity-check')")
        #expect(try connection.all("SELECT rowid FROM search WHERE search MATCH 'carrot'") { $0[0] } == [3, 6])
        #expect(try connection.value("SELECT rowid FROM search WHERE search MATCH 'плов'") == 1)
        try connection.run("INSERT INTO search (search) VALUES ('rebuild')")
        #expect(try connection.value("SELECT title FROM search WHERE search MATCH 'плов'") == "Плов")
    }

    @Test func `a trigger cannot write to a search index, so stores do`() throws {
        // SQLite 3.40 does not list FTS5 among the virtual tables that an untrusted schema may use.
        let connection = try ScratchFile().withRecipes()
        try connection.script(
            """
            CREATE VIRTUAL TABLE search USING fts5(title, tokenize = 'toque');
            CREATE TRIGGER recipe_added AFTER INSERT ON recipe BEGIN
              INSERT INTO search (rowid, title) VALUES (new.id, new.title);
            END;
            """)
        #expect(throws: DatabaseError.sqlite(code: 1, message: "unsafe use of virtual table \"search\"")) {
            try connection.run("INSERT INTO recipe (title) VALUES ('soup')")
        }
    }
}
