// Tests of loading a newer program's starter files into a catalogue that admins have changed.

import Database
import HTTP
import Testing

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct StarterUpdateTests {
    private func changed(
        _ entry: IngredientEntry, _ fact: DietFact, _ answer: Fact
    ) -> IngredientEntry {
        var facts = entry.facts
        facts[fact] = answer
        return IngredientEntry(
            key: entry.key, english: entry.english, russian: entry.russian, aisle: entry.aisle, facts: facts,
            usda: entry.usda, density: entry.density, portions: entry.portions, colour: entry.colour)
    }

    /// The files of a newer program, in which honey and onions have another vegan fact.
    private func newer(with more: [IngredientEntry] = []) throws -> StarterCatalogue {
        var starter = try StarterCatalogue()
        starter.entries = starter.entries.map {
            switch $0.key {
            case "honey": changed($0, .vegan, .yes)
            case "onion": changed($0, .vegan, .unknown)
            default: $0
            }
        }
        starter.entries += more
        return starter
    }

    private func stardust(also: [String] = []) -> IngredientEntry {
        IngredientEntry(
            key: "stardust", english: .init(singular: "stardust", synonyms: also),
            russian: .init(singular: "звёздная пыль"), aisle: "baking", facts: .unknown)
    }

    @discardableResult
    private func update(_ site: TestSite, _ starter: StarterCatalogue) throws -> StarterChanges {
        let now = site.now
        return try site.write { db in
            let changes = try #require(try StarterUpdate.run(db, edition: "newer", now: now) { starter })
            try DerivationStore(db).mark(after: changes)
            return changes
        }
    }

    private func row(_ site: TestSite, _ key: String) throws -> IngredientEntry? { try site.catalogue().entry(key) }

    private func waiting(_ site: TestSite) throws -> Int { try site.read { try DerivationStore($0).waiting() } }

    @Test func `new entries are added, changed ones updated, and those an admin changed stay`() async throws {
        let site = try TestSite()
        try await site.change("/admin/ingredients/onion", ("fact.vegan", "no"))
        let changes = try update(site, newer(with: [stardust()]))
        #expect(changes.new == 1 && changes.changed == 1 && changes.leftOut == [])
        #expect(changes.kept == ["ingredient onion"])
        #expect(try row(site, "onion")?.facts[.vegan] == .no)
        #expect(try row(site, "honey")?.facts[.vegan] == .yes)
        #expect(try row(site, "stardust")?.text == stardust().text)
        #expect(
            try site.value("SELECT detail FROM audit ORDER BY id DESC LIMIT 1")
                == "1 new, 1 changed, 1 kept as admins changed them, 0 left out")
    }

    @Test func `files that were loaded already are not read again`() throws {
        let site = try TestSite()
        let now = site.now
        let before = try site.count("SELECT count(*) FROM audit")
        let again = try site.write { db in
            try StarterUpdate.run(db, now: now) {
                Issue.record("the files were read")
                return try StarterCatalogue()
            }
        }
        #expect(again == nil)
        try update(site, newer())
        let edition = try site.count("SELECT number FROM edition WHERE name = 'catalogue'")
        #expect(try site.write { try StarterUpdate.run($0, edition: "newer", now: now) } == nil)
        #expect(try site.count("SELECT number FROM edition WHERE name = 'catalogue'") == edition)
        #expect(try site.count("SELECT count(*) FROM audit") == before + 1)
    }

    @Test func `a site without the record keeps its admins’ changes and updates the rest`() async throws {
        let site = try TestSite()
        try await site.change("/admin/ingredients/onion", ("fact.vegan", "no"))
        try site.run("DELETE FROM starter_entry")
        let changes = try update(site, newer(with: [stardust()]))
        #expect(changes.new == 1 && changes.changed == 1)
        #expect(changes.kept == ["ingredient onion"])
        // From now on the record is complete, so that the next update works too.
        let third = site.now
        let starter = try newer()
        let next = try site.write { try StarterUpdate.run($0, edition: "third", now: third) { starter } }
        #expect(next?.kept == ["ingredient onion"] && next?.changed == 0)
    }

    @Test func `an ingredient that an admin removed is not added again`() throws {
        let site = try TestSite()
        try site.run("DELETE FROM ingredient WHERE key = 'zefir'")
        let changes = try update(site, newer())
        #expect(try site.count("SELECT count(*) FROM ingredient WHERE key = 'zefir'") == 0)
        #expect(changes.new == 0 && changes.kept == [])
    }

    @Test func `a name that another entry has is left out, an entry without its own name entirely`() throws {
        let site = try TestSite()
        try site.run("UPDATE ingredient SET also_en = 'Glitter powder' WHERE key = 'sugar'")
        let changes = try update(site, newer(with: [stardust(also: ["glitter-powder", "sparkle"])]))
        #expect(changes.leftOut == ["“glitter-powder” of ingredient stardust"])
        #expect(try row(site, "stardust")?.english.synonyms == ["sparkle"])
        let other = try TestSite()
        try other.run("UPDATE ingredient SET also_en = 'stardust' WHERE key = 'sugar'")
        #expect(try update(other, newer(with: [stardust()])).leftOut == ["ingredient stardust"])
        #expect(try row(other, "stardust") == nil)
    }

    @Test func `only recipes with changed ingredients are recalculated, and claim nothing before`() throws {
        let site = try TestSite()
        let tea = try site.plant("Tea", "1 tsp honey\n1 lemon")
        let soup = try site.plant("Lentil soup", "300 g red lentils")
        var starter = try StarterCatalogue()
        starter.entries = starter.entries.map { $0.key == "honey" ? changed($0, .kosher, .unknown) : $0 }
        try update(site, starter)
        #expect(try waiting(site) == 1)
        let claims = "SELECT diet_yes + allergen_no FROM public_recipe WHERE recipe_id = "
        #expect(try site.count("\(raw: claims)\(tea)") == 0)
        #expect(try site.count("\(raw: claims)\(soup)") > 0)
        #expect(try site.failures() == [])
        site.site.backgroundWorker.work()
        #expect(try waiting(site) == 0)
        #expect(try site.count("\(raw: claims)\(tea)") > 0)
        #expect(try site.failures() == [])
    }

    @Test func `an unreadable recipe does not block others and keeps claiming nothing`() throws {
        let site = try TestSite()
        let tea = try site.plant("Tea", "1 tsp honey")
        let soup = try site.plant("Onion soup", "1 onion")
        try update(site, newer())
        #expect(try waiting(site) == 2 && tea < soup)
        try site.run("DROP TRIGGER revision_is_never_changed")
        try site.run("UPDATE revision SET body = '{' WHERE recipe_id = \(tea)")
        site.site.backgroundWorker.work()
        #expect(try waiting(site) == 0)
        let claims = "SELECT diet_yes + allergen_no FROM public_recipe WHERE recipe_id = "
        #expect(try site.count("\(raw: claims)\(tea)") == 0)
        #expect(try site.count("\(raw: claims)\(soup)") > 0)
    }

    @Test func `a new name can concern any recipe`() throws {
        let site = try TestSite()
        let drink = try site.plant("Drink", "1 tsp stardust")
        try site.plant("Lentil soup", "300 g red lentils")
        try update(site, newer(with: [stardust()]))
        #expect(try waiting(site) == 2)
        site.site.backgroundWorker.work()
        let used = try site.count("SELECT count(*) FROM public_recipe_ingredient WHERE recipe_id = \(drink)")
        #expect(used == 1)
        #expect(try site.failures() == [])
    }

    @Test func `a failed update changes nothing`() throws {
        struct Stop: Error {}
        let site = try TestSite()
        let (starter, now) = (try newer(with: [stardust()]), site.now)
        #expect(throws: Stop.self) {
            try site.write { db in
                _ = try StarterUpdate.run(db, edition: "newer", now: now) { starter }
                throw Stop()
            }
        }
        #expect(try row(site, "stardust") == nil)
        #expect(try update(site, starter).new == 1)
    }

    @Test func `starting the program loads the files and marks the recipes`() throws {
        let site = try TestSite()
        try site.plant("Tea", "1 tsp honey\n1 lemon")
        // As an older program left it: another fact of honey, recorded as loaded.
        let older = changed(try #require(try row(site, "honey")), .vegan, .unknown)
        try site.write { db in
            try StarterStore(db).write(older, now: 0)
            try StarterStore(db).record(.ingredient, older)
            try StarterStore(db).setEdition("older")
            try CatalogueStore(db).moveEdition()
        }
        _ = try DataFolder.prepare(site.site.configuration, now: site.now)
        #expect(try row(site, "honey")?.facts[.vegan] == .no)
        #expect(try waiting(site) == 1)
        site.site.backgroundWorker.work()
        #expect(try site.failures() == [])
    }
}

/// Tests of recalculating recipes after a change of facts, in short transactions.
@Suite struct DerivationTests {
    @Test func `after a reindex with the new program its start recalculates nothing`() throws {
        let site = try TestSite()
        _ = try site.plant("Tea", "1 tsp honey\n1 lemon")
        try site.write { db in
            try db.run("UPDATE edition SET number = number + 1 WHERE name = 'rules'")
            _ = try Reindex(db: db).run()
        }
        _ = try DataFolder.prepare(site.site.configuration, now: site.now)
        #expect(try site.read { try DerivationStore($0).waiting() } == 0)
    }

    @Test func `a program with new rules recalculates every recipe, the same program none`() async throws {
        let site = try TestSite()
        let recipe = try site.plant("Tea", "1 tsp honey\n1 lemon")
        _ = try DataFolder.prepare(site.site.configuration, now: site.now)
        site.site.backgroundWorker.work()
        // An answer of older rules that does not follow from the text.
        try site.write { db in
            try db.run("UPDATE edition SET number = number + 1 WHERE name = 'rules'")
            try db.run("UPDATE public_recipe SET diet_yes = -1, diet_no = 0 WHERE recipe_id = \(recipe)")
        }
        #expect(try await vegan(site) == 1)
        _ = try DataFolder.prepare(site.site.configuration, now: site.now)
        #expect(try await vegan(site) == 0)
        site.site.backgroundWorker.work()
        #expect(try await vegan(site) == 0)
        #expect(try site.failures() == [])
        _ = try DataFolder.prepare(site.site.configuration, now: site.now)
        #expect(try site.read { try DerivationStore($0).waiting() } == 0)
    }

    private func vegan(_ site: TestSite) async throws -> Int {
        try await site.visitor().json("/search?diet=vegan", as: ListAnswer<CardAnswer>.self).total
    }

    @Test func `no waiting recipe passes a filter, and a restart continues recalculating`() async throws {
        let folder = try TestFolder.filled()
        let first = try TestSite(folder: folder, clock: TestClock())
        let count = 2 * Derivation.step + 5
        for number in 1...count { try first.plant("Tea number \(number)", "1 lemon\n100 ml water") }
        #expect(try await vegan(first) == count)
        try await first.change("/admin/ingredients/lemon", ("fact.vegan", "no"))
        #expect(try await vegan(first) == 0)
        let back = try await first.draft("/admin/ingredients/lemon", [("fact.vegan", "yes")])
        try await first.client(.ada).post("\(back)/confirm").expect(.seeOther)
        #expect(try await vegan(first) == 0)
        #expect(try first.failures() == [])
        let page = try await first.client(.ada).get("/admin/ingredients")
        #expect(page.text.contains("\(count) recipes are still being recalculated"))
        #expect(page.headers["Refresh"] == "3")
        let form = try await first.client(.ada).get("/admin/ingredients/lemon")
        #expect(form.text.contains("\(count) recipes are still being recalculated"))
        #expect(form.headers["Refresh"] == nil)
        // One step, then the process ends.
        let catalogue = try first.catalogue()
        #expect(
            try first.write { try DerivationStore($0).deriveNext(Derivation.step, catalogue: catalogue) }
                == Derivation.step)
        #expect(try await vegan(first) == Derivation.step)
        #expect(try first.failures() == [])
        first.site.close()
        let second = try TestSite(folder: folder, clock: TestClock())
        second.site.backgroundWorker.work()
        #expect(try await vegan(second) == count)
        #expect(try await second.client(.ada).get("/admin/ingredients").headers["Refresh"] == nil)
        #expect(try second.failures() == [])
    }

    @Test func `check finds a waiting recipe that claims a diet`() async throws {
        let site = try TestSite()
        let tea = try site.plant("Tea", "1 lemon")
        try site.run("INSERT INTO derivation (recipe_id) VALUES (\(tea))")
        #expect(try site.failures().map(\.check) == ["diets"])
    }

    @Test func `a deleted recipe no longer waits`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.honey)
        let change = try await site.draft("/admin/ingredients/honey", [("fact.vegan", "yes")])
        try await site.client(.ada).post("\(change)/confirm").expect(.seeOther)
        try await site.client(.alice).post("/recipes/\(recipe)/delete").expect(.seeOther)
        #expect(try site.count("SELECT count(*) FROM derivation") == 0)
        #expect(try site.failures() == [])
    }
}
