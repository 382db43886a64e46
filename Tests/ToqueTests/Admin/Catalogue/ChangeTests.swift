// Tests of catalogue changes: preview, confirm, undo, and recalculated recipes.

import Database
import HTTP
import Testing

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct ChangeTests {
    @Test func `a change has no effect before it is confirmed`() async throws {
        let site = try TestSite()
        let porridge = try site.plant("Porridge", "100 g rolled oats\n1 tbsp honey")
        let soup = try site.plant("Lentil soup", "300 g red lentils\n1 onion")
        let ada = try site.client(.ada)
        let answer = try await ada.post("/admin/ingredients/onion", [("fact.vegan", "no"), ("allergen.celery", "yes")])
        let address = try found(answer.location)
        let waiting = try await ada.get(address)
        #expect(waiting.headers["Refresh"] == "2" && !waiting.text.contains("\(address)/confirm"))
        #expect(try await ada.post("/admin/catalogue/changes/1/confirm").status == .conflict)
        site.site.backgroundWorker.work()
        let page = try await ada.get(address)
        #expect(page.headers["Refresh"] == nil && page.text.contains(#"action="\#(address)/confirm""#))
        #expect(page.shows("1 recipe is affected.") && page.shows("Lentil soup") && !page.shows("Porridge"))
        #expect(page.shows("no longer: Vegan") && page.shows("now contains: Celery"))
        #expect(try await site.vegan() == [soup])
        try await site.confirm(address)
        #expect(try await site.vegan() == [])
        let done = try await ada.get(address)
        #expect(done.shows("no longer: Vegan") && !done.text.contains("\(address)/confirm"))
        #expect(try await ada.post("\(address)/confirm").status == .notFound)
        #expect(try site.failures() == [] && porridge > 0)
    }

    @Test func `each change of an ingredient is listed on its page and can be undone`() async throws {
        let site = try TestSite()
        let soup = try site.plant("Lentil soup", "300 g red lentils\n1 onion")
        let before = try site.catalogue().record("onion")
        site.clock.advance(by: TestClock.hour)
        let address = try await site.change(
            "/admin/ingredients/onion", ("fact.vegan", "no"), ("also_en", "bulb of tears"), ("density", "0,5"),
            ("portions", "piece 99, slice 9"), ("colour", "red"))
        #expect(try site.key(of: "bulb of tears") == "onion")
        #expect(try site.catalogue().entry("onion")?.portions.count == 2)
        let page = try await site.client(.ada).get("/admin/ingredients/onion")
        #expect(page.shows("bulb of tears") && page.text.contains(#"href="\#(address)""#) && page.shows("ada"))
        #expect(page.text.contains("<del>yes</del> <ins>no</ins>"))
        try await site.undo(address)
        #expect(try site.catalogue().record("onion") == before)
        #expect(try await site.vegan() == [soup])
        #expect(try site.failures() == [])
        let undone = try await site.client(.ada).get(address)
        #expect(undone.shows("Undone") && !undone.text.contains("\(address)/undo"))
    }

    @Test func `a change cannot be undone after a later change of the same ingredient`() async throws {
        let site = try TestSite()
        let first = try await site.change("/admin/ingredients/onion", ("density", "0.5"))
        let second = try await site.change("/admin/ingredients/onion", ("density", "0.6"))
        let refused = try await site.client(.ada).post("\(first)/undo")
        #expect(refused.status == .conflict && refused.shows("This can’t be undone right now"))
        try await site.undo(second)
        #expect(try site.catalogue().entry("onion")?.density == 0.5)
        try await site.undo(first)
        #expect(
            try site.catalogue().entry("onion")?.density == StartingPoint.made.get().catalogue.entry("onion")?.density)
    }

    @Test func `a draft is previewed again or refused after another change`() async throws {
        let site = try TestSite()
        let (ada, soup) = (try site.client(.ada), try site.plant("Lentil soup", "300 g red lentils\n1 onion"))
        let facts = try await site.draft("/admin/ingredients/onion", [("fact.vegan", "no")])
        let rival = try await site.draft("/admin/ingredients/onion", [("density", "0.5")])
        let other = try await site.draft("/admin/ingredients/honey", [("fact.vegan", "yes")])
        try await site.confirm(facts)
        #expect(try await ada.post("\(rival)/confirm").status == .conflict)
        #expect(try site.catalogue().entry("onion")?.facts[.vegan] == .no)
        // Honey did not change, but the preview compared with an older catalogue.
        try await ada.post("\(other)/confirm").expect(.seeOther)
        #expect(try site.catalogue().entry("honey")?.facts[.vegan] == .no)
        site.site.backgroundWorker.work()
        try await site.confirm(other)
        #expect(try site.catalogue().entry("honey")?.facts[.vegan] == .yes)
        #expect(try await site.vegan() == [] && soup > 0)
        #expect(try site.failures() == [])
    }

    @Test func `a recipe published after the preview is recalculated too`() async throws {
        let site = try TestSite()
        let address = try await site.draft("/admin/ingredients/onion", [("also_en", "frobnium")])
        let late = try site.plant("Tea of frobnium", "2 g frobnium\n1 tsp salt")
        try await site.confirm(address)
        #expect(try site.ingredients(of: late) == ["onion", "salt"])
        #expect(try site.failures() == [])
    }

    @Test func `a name, aisle or fact that changes which ingredient lines match affects every recipe`() async throws {
        let site = try TestSite()
        let stew = try site.plant("Stew", "2 red onions\n1 yellow frobnium")
        let known = try site.ingredients(of: stew)
        let hidden = try await site.change("/admin/ingredients/carrot", ("fact.vegan", "no"), ("aisle", "ready-made"))
        #expect(try site.failures() == [])
        try await site.undo(hidden)
        #expect(try site.failures() == [])
        let named = try await site.change("/admin/ingredients/carrot", ("also_en", "frobnium"))
        #expect(try site.ingredients(of: stew) == known.union(["carrot"]))
        try await site.undo(named)
        #expect(try site.ingredients(of: stew) == known)
        #expect(try site.failures() == [])
    }

    @Test func `a plain plant whose facts change and change back matches “dried” lines as before`() async throws {
        let site = try TestSite()
        let stew = try site.plant("Stew", "20 g dried carrot\n1 tsp salt")
        #expect(try site.ingredients(of: stew) == ["carrot", "salt"])
        try await site.change("/admin/ingredients/carrot", ("fact.vegan", "no"))
        #expect(try site.ingredients(of: stew) == ["salt"])
        try await site.change("/admin/ingredients/carrot", ("fact.vegan", "yes"))
        #expect(try site.ingredients(of: stew) == ["carrot", "salt"])
        #expect(try site.failures() == [])
    }

    @Test func `a preview continues after a restart, and confirming is atomic`() async throws {
        let folder = try TestFolder.filled()
        let first = try TestSite(folder: folder, clock: TestClock())
        for number in 1...(ImpactPreview.step + 5) { try first.plant("Tea number \(number)", "1 lemon\n100 ml water") }
        let answer = try await first.client(.ada).post("/admin/ingredients/lemon", [("fact.vegan", "no")])
        let address = try found(answer.location)
        var steps = 0
        try ImpactPreview(writer: first.site.writer, reader: first.site.openReader(), catalogue: first.site.catalogue)
            .run {
                steps += 1
                return steps < 3
            }
        let half = try await first.client(.ada).json(address, as: ChangeAnswer.self)
        #expect(half.state == "calculating" && half.percent > 0)
        first.site.close()
        let second = try TestSite(folder: folder, clock: TestClock())
        second.site.backgroundWorker.work()
        #expect(try await second.client(.ada).json(address, as: ChangeAnswer.self).state == "ready")
        let page = try await second.client(.ada).get(address)
        #expect(page.shows("\(ImpactPreview.step + 5) recipes are affected."))
        try await second.confirm(address)
        #expect(try await second.vegan() == [])
        #expect(try second.failures() == [])
    }

    @Test func `a draft can be discarded and expires when it is not used`() async throws {
        let site = try TestSite()
        let ada = try site.client(.ada)
        let address = try await site.draft("/admin/ingredients/onion", [("density", "0.5")])
        #expect(try await ada.get("/admin/catalogue/changes").text.contains(#"href="\#(address)""#))
        try await ada.post("/admin/catalogue/changes/1/discard").expect(.seeOther)
        #expect(try await ada.get(address).status == .notFound)
        #expect(try await ada.post("/admin/catalogue/changes/1/undo").status == .notFound)
        _ = try await site.draft("/admin/ingredients/onion", [("density", "0.5")])
        site.clock.advance(by: 31 * TestClock.day)
        site.site.backgroundWorker.work()
        #expect(try site.count("SELECT count(*) FROM catalogue_change") == 0)
        let done = try await site.change("/admin/ingredients/onion", ("density", "0.5"))
        let later = try site.client(.ada)
        try await later.post("\(done)/discard").expect(.seeOther)
        #expect(try site.catalogue().entry("onion")?.density == 0.5)
        #expect(try await later.get(done).status == .ok)
    }

    @Test func `the number of waiting drafts is limited`() async throws {
        let site = try TestSite()
        let ada = try site.client(.ada)
        for _ in 0..<CatalogueLimits.drafts {
            try await ada.post("/admin/ingredients/onion", [("density", "0.5")]).expect(.seeOther)
        }
        let more = try await ada.post("/admin/ingredients/onion", [("density", "0.5"), ("also_en", "kept name")])
        #expect(more.status == .unprocessable && more.hasError(at: "name_en") && more.shows("kept name"))
        for (path, field) in [
            ("/admin/units/cup", "forms_en"), ("/admin/categories/category/soup", "name_en"),
            ("/admin/ingredients/onion/split", "name_en"),
        ] {
            let fields = [("forms_en", "cup, kept word"), ("name_en", "kept word"), ("name_ru", "слово")]
            let answer = try await ada.post(path, fields)
            #expect(
                answer.status == .unprocessable && answer.hasError(at: field) && answer.shows("kept word"), "\(path)")
        }
        #expect(try await ada.post("/admin/ingredients/onion/merge", [("into", "carrot")]).status == .conflict)
    }

    @Test func `own nutrition values have a source and apply until a USDA food replaces them`() async throws {
        let site = try TestSite()
        let usda = try #require(try site.catalogue().entry("onion")?.usda)
        try await site.change(
            "/admin/ingredients/onion", ("usda", ""), ("kcal", "41,5"), ("protein_g", "1.2"), ("source", "a packet"))
        let catalogue = try site.catalogue()
        let own = try #require(catalogue.nutrition(of: found(catalogue.entry("onion"))))
        #expect(own.isOwn && own.name == "a packet" && own.figures[0] == 41.5 && own.figures[2] == nil)
        try await site.change(
            "/admin/ingredients/onion", ("usda", String(usda)), ("kcal", ""), ("protein_g", ""), ("source", ""))
        #expect(try site.catalogue().entry("onion")?.usda == usda)
        #expect(try site.failures() == [])
    }

    @Test func `recipes find a new ingredient, and undoing removes it`() async throws {
        let site = try TestSite()
        let tea = try site.plant("Tea of frobnium", "2 g frobnium\n1 tsp salt")
        let address = try await site.change(
            "/admin/catalogue/new", ("name_en", "frobnium"), ("name_ru", "фробний"), ("aisle", "drinks"),
            ("fact.vegan", "yes"))
        #expect(try site.ingredients(of: tea) == ["frobnium", "salt"])
        #expect(try site.catalogue().entry("frobnium")?.facts[.halal] == .unknown)
        try await site.undo(address)
        #expect(try site.key(of: "frobnium") == nil)
        #expect(try site.ingredients(of: tea) == ["salt"])
        #expect(try await site.client(.ada).get("/admin/ingredients/frobnium").status == .notFound)
        #expect(try site.failures() == [])
    }
}

struct ChangeAnswer: Decodable, Sendable {
    let state: String
    let percent: Int
}
