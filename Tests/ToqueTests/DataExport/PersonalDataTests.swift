// Checks that every table and column is exported or has a written reason, so that new ones need a decision.

import Database
import HTTP
import Testing
import Texts
import Words

@testable import TestKit
@testable import Toque

@Suite struct PersonalDataTests {
    @Test func `every table and column of the schema has a decision, and no other`() throws {
        let site = try TestSite()
        try site.read { db in
            let tables = try db.all(
                """
                SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
                    AND name NOT LIKE 'recipe_text_%'
                """
            ) { $0[0] as String }
            let known = PersonalData.tables.map(\.name)
            #expect(Set(tables) == Set(known + PersonalData.others.keys))
            #expect(known.count + PersonalData.others.count == tables.count)
            for table in PersonalData.tables {
                let columns = try db.all("PRAGMA table_info(\(raw: table.name))") { $0[1] as String }
                #expect(Set(columns) == Set(table.columns + table.leftOut.keys), "\(table.name)")
                #expect(table.columns.isEmpty == (table.file == nil), "\(table.name)")
                #expect(table.leftOut.values.allSatisfy { !$0.isEmpty })
                // The condition for a person's rows is valid SQL.
                _ = try db.value("SELECT count(*) FROM \(raw: table.name) WHERE \(sql: table.whose(1))") as Int?
            }
        }
    }

    @Test func `authors get admins’ changes to their recipes, but not drafts and refused changes`() async throws {
        let site = try TestSite()
        let recipe = try site.plant("Onion soup", "1 onion")
        func rows(_ name: String, _ person: Person) throws -> Int {
            let table = try #require(PersonalData.tables.first { $0.name == name })
            return try site.read {
                try $0.value("SELECT count(*) FROM \(raw: name) WHERE \(sql: table.whose(person.id))") ?? 0
            }
        }
        let draft = try await site.draftRecipes("take-down", [recipe])
        let late = try await site.draftRecipes("take-down", [recipe, site.write(.honey, as: .charlie)])
        for name in ["recipe_change", "recipe_change_row"] { #expect(try rows(name, .alice) == 0, "\(name)") }
        #expect(try rows("recipe_change", .ada) == 2)
        for address in [draft, late] { try await site.client(.ada).post("\(address)/confirm").expect(.seeOther) }
        for name in ["recipe_change", "recipe_change_row"] { #expect(try rows(name, .alice) == 1, "\(name)") }
    }

    @Test func `no table without personal data refers to users or recipes`() throws {
        let site = try TestSite()
        try site.read { db in
            for table in PersonalData.others.keys where !table.hasPrefix("recipe_") {
                let parents = try db.all("PRAGMA foreign_key_list(\(raw: table))") { $0[2] as String }
                #expect(!parents.contains("user") && !parents.contains("recipe"), "\(table)")
            }
        }
    }

    @Test func `every file of an archive is explained in both languages`() {
        for table in PersonalData.tables {
            guard let file = table.file else { continue }
            for language in Language.allCases {
                #expect(Text.dynamic("export.file.\(file)", language) != nil, "\(file) \(language)")
            }
        }
        let files = PersonalData.tables.compactMap(\.file)
        #expect(Set(files).count == files.count)
    }
}
