// Tests of comparing the texts of two editor windows, and of merging the chosen parts.

import Database
import HTTP
import Testing
import Texts
import Words

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct ComparisonTests {
    private static func form(_ title: String, _ ingredients: [String], _ steps: [String] = ["Stir."]) -> RecipeForm {
        var form = RecipeForm(language: .en)
        form.title = title
        form.rows = ingredients.map {
            var row = RowForm()
            row.ingredient = $0
            return row
        }
        form.steps = steps.map(RecipeStep.init(text:))
        return form
    }

    private static func aligned(_ mine: [String], _ theirs: [String]) -> [String] {
        Comparison.pairs(mine, theirs).map { pair in
            "\(pair.mine.map { mine[$0] } ?? "-")|\(pair.theirs.map { theirs[$0] } ?? "-")"
        }
    }

    @Test func `equal rows are paired, then similar ones between them, others are alone`() {
        #expect(Self.aligned(["a", "b"], ["a", "b"]) == ["a|a", "b|b"])
        #expect(Self.aligned(["a", "b", "c"], ["a", "x", "c"]) == ["a|a", "b|-", "-|x", "c|c"])
        #expect(
            Self.aligned(["red lentils", "salt"], ["red lentils washed", "salt"])[0] == "red lentils|red lentils washed"
        )
        #expect(Self.aligned([], ["a"]) == ["-|a"])
        #expect(Self.aligned(["a"], []) == ["a|-"])
        #expect(Self.aligned([], []) == [])
        #expect(Self.aligned(["one egg", "salt"], ["salt", "one egg"]).joined(separator: " ").contains("|-"))
    }

    @Test func `every row of both lists is in exactly one pair`() {
        let words = ["salt", "red lentils", "red onion", "olive oil", "oil", "pepper", "salt and pepper"]
        var seed: UInt64 = 7
        func random(_ most: Int) -> Int {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(seed >> 33) % most
        }
        for _ in 0..<500 {
            let lists = (0..<2).map { _ in (0..<random(8)).map { _ in words[random(words.count)] } }
            let pairs = Comparison.pairs(lists[0], lists[1])
            #expect(pairs.compactMap(\.mine) == Array(lists[0].indices))
            #expect(pairs.compactMap(\.theirs) == Array(lists[1].indices))
        }
    }

    @Test func `the chosen fields and rows are merged`() {
        let mine = Self.form("Mine", ["salt", "2 onions"], ["Stir."])
        let theirs = Self.form("Theirs", ["salt", "3 onions", "oil"], ["Stir well."])
        let comparison = Comparison(mine: mine, theirs: theirs)
        #expect(comparison.texts == ["title"] && !comparison.isSame)
        #expect(comparison.merged { _ in false }.rows == mine.rows)
        #expect(comparison.merged { _ in true }.rows == theirs.rows)
        let mixed = comparison.merged { ["row-2", "row-3"].contains($0) }
        #expect(mixed.title == "Mine" && mixed.steps == ["Stir."])
        #expect(mixed.rows.map(\.ingredient) == ["salt", "3 onions", "oil"])
        #expect(Comparison(mine: mine, theirs: mine).isSame)
    }

    @Test func `the later of two windows shows both texts and saves the chosen parts`() async throws {
        let site = try TestSite()
        let id = try await site.write(.vegan)
        let alice = try site.client(.alice)
        let theirs = RecipeFields.vegan.with("title", "Their soup").with("tips", "Their tip")
        #expect(try await alice.post("/recipes/\(id)", theirs.with("version", "1").fields).status == .seeOther)
        let mine = RecipeFields.vegan.with("title", "My soup").with("version", "1")
        let conflict = try await alice.post("/recipes/\(id)", mine.fields)
        #expect(conflict.status == .conflict)
        #expect(conflict.shows("Their tip") && conflict.text.contains(#"name="pick-title""#))
        #expect(!conflict.text.contains(#"name="pick-row-1""#), "equal rows leave no choice")
        let kept = EditorPageFields(conflict.text).fields.filter { !$0.0.hasPrefix("pick-") && $0.0 != "against" }
        let choice = [("pick-title", "mine"), ("pick-tips", "theirs"), ("against", "saved"), ("arrange", "merge")]
        let merged = try await alice.post("/recipes/\(id)", kept + choice)
        let form = EditorPageFields(merged.text)
        #expect(merged.status == .ok && form.first("title") == "My soup" && form.first("tips") == "Their tip")
        #expect(try site.count("SELECT count(*) FROM revision") == 2, "choosing saves nothing")
        #expect(try await alice.post("/recipes/\(id)", form.fields).status == .seeOther)
        let later = try await alice.post("/recipes/\(id)", kept + [("against", "saved"), ("arrange", "theirs")])
        #expect(later.status == .conflict, "the other is what is saved now")
        let again = EditorPageFields(later.text).fields.filter { !$0.0.hasPrefix("pick-") && $0.0 != "against" }
        let all = try await alice.post("/recipes/\(id)", again + [("against", "saved"), ("arrange", "theirs")])
        #expect(EditorPageFields(all.text).first("title") == "My soup")
    }

    /// Alice's answer if she compares rows that she typed with those of another window.
    private static func compare(
        _ field: String, typed: Int, kept: Int, _ arrange: String, on site: TestSite
    ) async throws -> Response {
        func rows(_ count: Int, _ word: String) -> [(String, String)] { (1...count).map { (field, "\(word) \($0)") } }
        let alice = try site.client(.alice)
        let draft = [("title", "Theirs"), ("window", "two")] + rows(kept, "theirs")
        try await alice.post("/recipes/drafts", draft).expect(.ok)
        let mark = [("draft", "1"), ("draft_version", "1"), ("against", "draft"), ("arrange", arrange)]
        return try await alice.post("/recipes", [("title", "Mine")] + rows(typed, "mine") + mark)
    }

    @Test(arguments: [("ingredient", RecipeLimits.lines), ("step", RecipeLimits.steps)])
    func `a text with more rows or steps than a recipe may have is not compared`(field: String, most: Int) async throws
    {
        for arrange in ["compare", "merge"] {
            let largest = try await Self.compare(field, typed: most, kept: most, arrange, on: TestSite())
            #expect(largest.status == .ok)
            #expect(largest.text.contains(#"name="pick-title""#) == (arrange == "compare"))
            for (typed, kept) in [(most + 1, 1), (1, most + 1)] {
                let refused = try await Self.compare(field, typed: typed, kept: kept, arrange, on: TestSite())
                #expect(refused.status == .unprocessable && refused.hasError(at: "ingredient"))
                #expect(refused.shows(Text.conflictTooMany(.en, rows: "150", steps: "100")))
                let form = EditorPageFields(refused.text)
                #expect(form.first("title") == "Mine" && form.all(field).contains("mine \(typed)"))
            }
        }
        let theirs = try await Self.compare(field, typed: 1, kept: most + 1, "theirs", on: TestSite())
        #expect(theirs.status == .ok && EditorPageFields(theirs.text).first("title") == "Theirs")
    }

    @Test func `two texts are compared on a worker`() async throws {
        let site = try TestSite()
        for arrange in ["compare", "merge"] {
            let answer = try await site.withFullPool {
                try await Self.compare("step", typed: 1, kept: 1, arrange, on: site)
            }
            #expect(answer.status == .unavailable)
        }
    }

    @Test func `the choices between two long texts compare a limited number of words`() throws {
        func form(_ seed: String) -> RecipeForm {
            var chance = Chance(seed: seed)
            func words(_ count: Int) -> String { (0..<count).map { _ in "w\(chance.next(40))" }.joined(separator: " ") }
            let rows = (0..<RecipeLimits.lines).map { _ in words(200) }
            return Self.form(words(40), rows, (0..<RecipeLimits.steps).map { _ in words(1_000) })
        }
        let (comparison, work) = (Comparison(mine: form("mine"), theirs: form("theirs")), WorkCounter())
        let sections = try ChoiceSections(comparison, StartingPoint.made.get().catalogue, .en, work: work).all
        #expect(sections.flatMap(\.choices).count > RecipeLimits.lines + RecipeLimits.steps)
        #expect((1..<20_000_000).contains(work.count))
    }

    @Test func `a save from a third window is shown before it is overwritten`() async throws {
        let site = try TestSite()
        let id = try await site.write(.vegan)
        let alice = try site.client(.alice)
        try await site.save(id, RecipeFields.vegan.with("tips", "Second"))
        let mine = RecipeFields.vegan.with("title", "My soup").with("version", "1")
        let conflict = try await alice.post("/recipes/\(id)", mine.fields)
        #expect(conflict.status == .conflict)
        let third = RecipeFields("Lentil soup", ingredients: "300 g red lentils\n1 egg\n50 g butter")
        try await site.save(id, third)
        func choose(_ page: Response) async throws -> Response {
            let kept = EditorPageFields(page.text).fields.filter { !$0.0.hasPrefix("pick-") && $0.0 != "against" }
            let choice = [("pick-title", "mine"), ("against", "saved"), ("arrange", "merge")]
            return try await alice.post("/recipes/\(id)", kept + choice)
        }
        let again = try await choose(conflict)
        #expect(again.status == .conflict && again.shows("butter"))
        let merged = try await choose(again)
        #expect(merged.status == .ok && EditorPageFields(merged.text).first("version") == "3")
    }

    @Test func `an autosave that changed while choosing is compared again`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        func keep(_ title: String) async throws {
            try await alice.post("/recipes/drafts", [("title", title), ("window", "two")]).expect(.ok)
        }
        try await keep("Second")
        let mine = [("title", "Mine"), ("draft", "1"), ("draft_version", "1"), ("against", "draft")]
        try await keep("Third")
        let merged = try await alice.post("/recipes", mine + [("pick-title", "theirs"), ("arrange", "merge")])
        #expect(merged.status == .conflict && merged.shows("Third"))
        #expect(EditorPageFields(merged.text).first("draft_version") == "2")
    }
}
