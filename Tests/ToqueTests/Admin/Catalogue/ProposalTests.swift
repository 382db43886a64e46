// Tests of proposals: usable for their author immediately, for everyone after an admin's decision.

import Database
import HTTP
import Testing
import Texts
import Words

@testable import TestKit
@testable import Toque

@Suite struct ProposalTests {
    private static let brunch = RecipeFields.vegan.without("category").adding(
        ("new_category", "Brunch"), ("new_ingredient", "frobnium"))

    private func category(_ site: TestSite, _ recipe: Int) async throws -> String? {
        try await site.client(.alice).json("/recipes/\(recipe)", as: RecipeAnswer.self).category
    }

    @Test func `where no ingredient is found, members are offered to propose it`() async throws {
        let site = try TestSite()
        struct Answer: Decodable {
            struct Offer: Decodable {
                let label: String
                let address: String
            }
            let propose: Offer?
        }
        let charlie = try site.client(.charlie)
        let none = try await charlie.json("/ingredients/suggest?q=frobnium", as: Answer.self)
        let offer = try found(none.propose)
        #expect(offer.label.contains("frobnium") && offer.address == "/proposals?name=frobnium")
        let page = try await charlie.get(offer.address)
        #expect(page.text.contains(#"name="name" type="text" value="frobnium""#))
        #expect(try await charlie.json("/ingredients/suggest?q=onion", as: Answer.self).propose == nil)
        #expect(try await site.visitor().json("/ingredients/suggest?q=frobnium", as: Answer.self).propose == nil)
    }

    @Test func `a proposed category applies to the recipe immediately and is in no list`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(Self.brunch)
        let address = try site.address(of: recipe)
        #expect(try await category(site, recipe) == "brunch")
        #expect(try await site.visitor().get(address).shows("Brunch"))
        #expect(try await !site.visitor().get("/search").shows("Brunch"))
        #expect(try await !site.client(.charlie).get("/recipes/new").text.contains(#"value="brunch""#))
        let editor = try await site.client(.alice).get("/recipes/\(recipe)/edit")
        #expect(editor.text.contains(#"<option value="brunch" selected>Brunch</option>"#))
        let own = try await site.client(.alice).get("/proposals")
        #expect(own.shows("Brunch") && own.shows("frobnium"))
        #expect(try await !site.client(.charlie).get("/proposals").shows("Brunch"))
        #expect(try await site.client(.ada).get("/admin/proposals").shows("Brunch"))
        #expect(try site.failures() == [])
    }

    @Test func `the recipe follows when its proposed category is approved and merged`() async throws {
        let site = try TestSite()
        let (ada, recipe) = (try site.client(.ada), try await site.publish(Self.brunch))
        let names = [("name_en", "Late breakfast"), ("name_ru", "Поздний завтрак")]
        try await ada.post("/admin/proposals/1/approve", names).expect(.seeOther)
        #expect(try await site.visitor().get("/search").shows("Late breakfast"))
        #expect(try await site.client(.alice).get("/proposals").shows("In the catalogue"))
        #expect(try site.failures() == [])
        try await ada.post("/admin/proposals/1/merge", [("into", "breakfast")]).expect(.seeOther)
        #expect(
            try await site.visitor().json("/recipes?category=breakfast", as: ListAnswer<CardAnswer>.self).items.map(
                \.id)
                == [recipe])
        #expect(try await !site.visitor().get("/search").shows("Late breakfast"))
        #expect(try site.failures() == [])
        let used = try await ada.post("/admin/proposals/1/refuse", [("reason", "It is <b>none</b>.")])
        #expect(used.status == .unprocessable && used.hasError(at: "reason") && used.shows("It is <b>none</b>."))
        #expect(used.shows("1 recipe uses it, including drafts and deleted ones."))
        #expect(
            try await site.visitor().json("/recipes?category=breakfast", as: ListAnswer<CardAnswer>.self).total == 1)
        #expect(try site.failures() == [])
        let log = try site.count("SELECT count(*) FROM audit WHERE action LIKE 'proposal-%' AND actor_name = 'ada'")
        #expect(log == 2)
    }

    @Test func `a listed category that recipes use cannot be refused`() async throws {
        let site = try TestSite()
        let (ada, recipe) = (try site.client(.ada), try await site.publish(Self.brunch))
        let names = [("name_en", "Late breakfast"), ("name_ru", "Поздний завтрак")]
        let refusal = [("reason", "It is <b>none</b>.")]
        try await ada.post("/admin/proposals/1/refuse", refusal).expect(.seeOther)
        let told = try await site.client(.alice).get("/proposals")
        #expect(told.shows(Text.proposalStateRefused(.en)) && told.shows("It is <b>none</b>."))
        try await ada.post("/admin/proposals/1/approve", names).expect(.seeOther)
        #expect(try await ada.post("/admin/proposals/1/refuse", refusal).hasError(at: "reason"))
        #expect(try await site.visitor().get("/search").shows("Late breakfast"))
        #expect(try await category(site, recipe) == "brunch")
        #expect(try site.failures() == [])
        try await site.client(.charlie).post("/proposals", [("kind", "category"), ("name", "Elevenses")])
            .expect(.seeOther)
        let other: Int = try found(site.value("SELECT max(id) FROM proposal"))
        let unused = [("name_en", "Elevenses"), ("name_ru", "Второй завтрак")]
        try await ada.post("/admin/proposals/\(other)/approve", unused).expect(.seeOther)
        try await ada.post("/admin/proposals/\(other)/refuse", refusal).expect(.seeOther)
        #expect(try await !site.visitor().get("/search").shows("Elevenses"))
        #expect(try site.failures() == [])
    }

    @Test func `a proposed ingredient is unknown until it is added, then every recipe finds it`() async throws {
        let site = try TestSite()
        let ada = try site.client(.ada)
        let tea = try await site.publish(
            RecipeFields("Tea", ingredients: "2 g frobnium").adding(("new_ingredient", "frobnium")))
        #expect(try await site.vegan() == [])
        let form = try await ada.get("/admin/catalogue/new?proposal=1")
        #expect(form.text.contains(#"name="proposal" value="1""#) && form.text.contains(#"value="frobnium""#))
        try await site.change(
            "/admin/catalogue/new", ("proposal", "1"), ("name_en", "frobnium"), ("name_ru", "фробний"),
            ("aisle", "drinks"), ("fact.vegan", "yes"))
        #expect(try await site.vegan() == [tea])
        #expect(try await site.client(.alice).get("/proposals").shows("In the catalogue"))
        #expect(try await ada.post("/admin/proposals/1/refuse", [("reason", "Late")]).status == .conflict)
        #expect(try site.failures() == [])
    }

    @Test func `a proposal can become another name of an ingredient`() async throws {
        let site = try TestSite()
        try await site.client(.alice).post("/proposals", [("kind", "ingredient"), ("name", "frobnium")])
            .expect(.seeOther)
        let change = try await site.change("/admin/proposals/1/merge", ("into", "onion"))
        #expect(try site.key(of: "frobnium") == "onion")
        #expect(try await site.client(.alice).get("/proposals").shows(Text.proposalStateMerged(.en)))
        try await site.undo(change)
        #expect(try site.key(of: "frobnium") == nil)
        #expect(try await !site.client(.alice).get("/proposals").shows(Text.proposalStateMerged(.en)))
    }

    private static let wrong: [(String, String)] = [
        ("name", ""), ("name", String(repeating: "x", count: 101)), ("name", "Onion"), ("kind", "unicorn"),
        ("note", String(repeating: "x", count: 501)),
    ]

    @Test(arguments: wrong)
    func `an invalid proposal shows an error at its field and keeps all input`(
        field: String, value: String
    ) async throws {
        let fields = [("kind", "ingredient"), ("name", "kept name"), ("note", "kept note")]
        let answer = try await TestSite().client(.alice).post(
            "/proposals", fields.filter { $0.0 != field } + [(field, value)])
        #expect(answer.status == .unprocessable && answer.hasError(at: field))
        #expect(field == "name" || answer.shows("kept name"))
        #expect(field == "note" || answer.shows("kept note"))
    }

    @Test(arguments: ["new_category", "new_cuisine", "new_ingredient"])
    func `an invalid proposal in the editor shows an error at its field`(field: String) async throws {
        let site = try TestSite()
        let long = RecipeFields.vegan.adding((field, String(repeating: "x", count: 101)))
        let answer = try await site.client(.alice).post("/recipes", long.fields)
        #expect(answer.status == .unprocessable && answer.hasError(at: field) && answer.shows("Lentil soup"))
        #expect(try site.count("SELECT count(*) FROM recipe") == 0)
        let known = RecipeFields.vegan.adding(
            (field, ["new_category": "Soups", "new_cuisine": "Greek"][field] ?? "onion"))
        _ = try await site.write(known)
        #expect(try site.count("SELECT count(*) FROM proposal") == 0)
    }

    @Test func `proposals are kept in drafts and conflicts, and sent only with a saved recipe`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        try await alice.post("/recipes/drafts", [("title", "Half a soup"), ("new_category", "Brunch")]).expect(.ok)
        #expect(try await alice.get("/recipes/new?draft=1").text.contains(#"value="Brunch""#))
        for _ in 0..<2 { try await alice.post("/recipes", Self.brunch.fields).expect(.seeOther) }
        #expect(try site.count("SELECT count(*) FROM proposal") == 2)
        let recipe = try await site.write(.vegan)
        let stale = RecipeFields.vegan.adding(("new_cuisine", "Glorb"), ("version", "0"))
        let conflict = try await alice.post("/recipes/\(recipe)", stale.fields)
        #expect(conflict.status == .conflict && conflict.text.contains(#"name="new_cuisine""#))
        #expect(conflict.shows("Glorb"))
        #expect(try site.count("SELECT count(*) FROM proposal") == 2)
    }

    @Test func `the number of open proposals per member is limited`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        for number in 0..<ProposalRules.open {
            try await alice.post("/proposals", [("kind", "ingredient"), ("name", "thing \(number)")]).expect(.seeOther)
        }
        let more = try await alice.post(
            "/proposals", [("kind", "ingredient"), ("name", "more"), ("note", "kept note")])
        #expect(more.status == .unprocessable && more.hasError(at: "name") && more.shows("kept note"))
        let answer = try await alice.post("/recipes", RecipeFields.vegan.adding(("new_cuisine", "Glorb")).fields)
        #expect(answer.status == .unprocessable && answer.hasError(at: "new_cuisine"))
        #expect(answer.shows("Lentil soup") && answer.shows("red lentils") && answer.shows("Glorb"))
        #expect(try site.count("SELECT count(*) FROM recipe") == 0)
        // A proposal that is open already is not made a second time.
        _ = try await site.write(RecipeFields.vegan.adding(("new_ingredient", "thing 1")))
        try await site.client(.charlie).post("/proposals", [("kind", "cuisine"), ("name", "Glorb")]).expect(.seeOther)
    }

    @Test func `a decision without names or target shows an error`() async throws {
        let site = try TestSite()
        let ada = try site.client(.ada)
        try await site.client(.alice).post("/proposals", [("kind", "category"), ("name", "Brunch")]).expect(.seeOther)
        let unnamed = try await ada.post("/admin/proposals/1/approve", [("name_en", ""), ("name_ru", "Супы")])
        #expect(unnamed.status == .unprocessable && unnamed.hasError(at: "name_en") && unnamed.hasError(at: "name_ru"))
        let nowhere = try await ada.post("/admin/proposals/1/merge", [("into", "unicorn")])
        #expect(nowhere.status == .unprocessable && nowhere.hasError(at: "into") && nowhere.shows("unicorn"))
        for reason in ["", String(repeating: "x", count: 501)] {
            let refusal = try await ada.post("/admin/proposals/1/refuse", [("reason", reason)])
            #expect(refusal.status == .unprocessable && refusal.hasError(at: "reason"))
        }
        #expect(try await ada.get("/admin/proposals/2").status == .notFound)
        #expect(try await ada.get("/admin/proposals?state=refused").status == .ok)
        for person in [Person.alice, .bob] {
            #expect(try await site.client(person).get("/admin/proposals/1").status == .forbidden)
            #expect(try await site.client(person).post("/admin/proposals/1/approve").status == .forbidden)
        }
        #expect(try await ada.postAsIs("/admin/proposals/1/refuse", [("reason", "x")]).status == .forbidden)
    }
}
