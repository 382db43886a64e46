// Tests of the terms of a text: its licence, the credit, the original, and copies of other members' recipes.

import Database
import Foundation
import HTTP
import Testing

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct TextTermsTests {
    private let site: TestSite

    init() throws { site = try TestSite() }

    private func with(_ licence: String, _ more: (String, String)...) -> RecipeFields {
        more.reduce(RecipeFields.vegan.with("text_licence", licence)) { $0.with($1.0, $1.1) }
    }

    private func body(_ recipe: Int) throws -> RecipeBody {
        let stored: String? = try site.value(
            "SELECT v.body FROM recipe r JOIN revision v ON v.id = r.head_revision_id WHERE r.id = \(recipe)")
        return try RecipeBody(encoded: found(stored))
    }

    /// The copy that a person made of a recipe.
    private func copy(_ recipe: Int, as person: Person = .charlie) async throws -> Int {
        let answer = try await site.client(person).post("/recipes/\(recipe)/copy")
        try answer.expect(.seeOther)
        return try found(answer.location.flatMap { $0.split(separator: "/").dropLast().last }.flatMap { Int($0) })
    }

    // MARK: The text

    @Test func `a text without terms is stored as before`() throws {
        var body = RecipeBody()
        body.title = "Soup"
        for key in ["licence", "credit", "adaptedFrom"] { #expect(!body.encoded().contains(key)) }
        body.licence = .by
        body.credit = "Ann"
        body.adaptedFrom = AdaptedFrom(recipe: 7, title: "Old soup", author: "Olga", licence: .bySA)
        #expect(try RecipeBody(encoded: body.encoded()) == body)
        #expect(
            body.encoded().hasSuffix(
                #""licence":"cc-by-4.0","credit":"Ann","adaptedFrom":{"recipe":7,"title":"Old soup","author":"Olga","licence":"cc-by-sa-4.0"}}"#
            ))
    }

    @Test(arguments: [
        ("CC BY 4.0", TextLicence.by), ("cc-by-sa-4.0", .bySA), ("CC0", .cc0), ("All rights reserved.", .reserved),
        ("https://creativecommons.org/licenses/by/4.0/", .by), ("http://creativecommons.org/licenses/by-sa/4.0", .bySA),
        ("https://creativecommons.org/publicdomain/zero/1.0/", .cc0),
    ])
    func `licences are recognised by name and address`(name: String, licence: TextLicence) {
        #expect(TextLicence(named: name) == licence)
    }

    @Test(arguments: [
        "", "CC BY 3.0", "CC BY-NC 4.0", "https://creativecommons.org/licenses/by-nd/4.0/", "MIT",
        "https://example.org/licenses/by/4.0/",
    ])
    func `other licences are not taken for one of these`(name: String) { #expect(TextLicence(named: name) == nil) }

    @Test func `the terms are on the page, in JSON-LD, Cooklang and JSON`() async throws {
        let recipe = try await site.publish(
            with(
                "cc-by-sa-4.0", ("credit", "Photo by Ann"), ("adapted_from", "https://example.org/old"),
                ("adapted_title", "Old <soup>"), ("adapted_author", "Olga")))
        let page = try await site.visitor().get(site.address(of: recipe))
        #expect(
            page.text.contains(
                #"<a href="https://creativecommons.org/licenses/by-sa/4.0/" rel="license noopener">CC BY-SA 4.0</a>"#))
        #expect(
            page.text.contains(#"<a href="https://example.org/old" rel="ugc nofollow noopener">Old &lt;soup&gt;</a>"#))
        #expect(page.shows("Olga") && page.shows("Photo by Ann"))
        let file = try await site.visitor().get("/recipes/\(recipe).jsonld").text
        let data = try #require(try JSONSerialization.jsonObject(with: Data(file.utf8)) as? [String: Any])
        #expect(data["license"] as? String == "https://creativecommons.org/licenses/by-sa/4.0/")
        #expect(data["creditText"] as? String == "Photo by Ann")
        let original = try #require(data["isBasedOn"] as? [String: Any])
        #expect(original["name"] as? String == "Old <soup>" && original["url"] as? String == "https://example.org/old")
        #expect((original["author"] as? [String: Any])?["name"] as? String == "Olga")
        let cooklang = try await site.visitor().get("/recipes/\(recipe).cook").text
        for line in [
            #"license: "CC BY-SA 4.0""#, #"credit: "Photo by Ann""#, #"adapted from: "Old <soup>""#,
            #"adapted from author: "Olga""#, #"adapted from url: "https://example.org/old""#,
        ] {
            #expect(cooklang.contains(line), "\(line)")
        }
        let json = try await site.visitor().get(site.address(of: recipe), headers: ["Accept": "application/json"]).text
        #expect(json.contains(#""text_licence":"cc-by-sa-4.0""#) && json.contains(#""credit":"Photo by Ann""#))
    }

    @Test func `reserved rights are shown without a link, and nothing stated shows nothing`() async throws {
        let reserved = try await site.publish(with("all-rights-reserved"))
        #expect(try await site.visitor().get(site.address(of: reserved)).shows("All rights reserved"))
        let plain = try await site.publish(.honey)
        #expect(try await !site.visitor().get(site.address(of: plain)).shows("Licence of the text"))
    }

    @Test(arguments: [
        ("text_licence", "cc-by-nc-4.0", "text_licence"), ("credit", String(repeating: "a", count: 301), "credit"),
        ("adapted_from", "example.org/soup", "adapted_from"), ("adapted_from", "https://a b", "adapted_from"),
        ("adapted_from", "https://" + String(repeating: "a", count: 500), "adapted_from"),
        ("adapted_title", String(repeating: "a", count: 151), "adapted_title"),
        ("adapted_author", String(repeating: "a", count: 151), "adapted_author"),
        ("adapted_author", "Olga", "adapted_title"), ("adapted_from", "/recipes/99", "adapted_from"),
    ])
    func `a mistake is shown at its field, with everything typed`(field: String, value: String, at: String) async throws
    {
        let answer = try await site.client(.alice).post("/recipes", RecipeFields.vegan.with(field, value).fields)
        #expect(answer.status == .unprocessable && answer.hasError(at: at))
        #expect(field == "text_licence" || answer.shows(value))
    }

    @Test func `moderators see changed terms word by word`() async throws {
        let recipe = try await site.publish(with("cc-by-4.0", ("credit", "Photo by Ann")))
        try await site.save(
            recipe, with("cc0-1.0", ("credit", "Photo by Boris"), ("adapted_title", "Grandmother’s book")))
        let page = try await site.client(.bob).get("/moderation/submissions/\(site.submit(recipe))")
        for words in ["Licence of the text", "CC0 1.0", "Credit", "Boris", "Title of the original", "Grandmother’s"] {
            #expect(page.shows(words), "\(words)")
        }
        try await site.client(.ada).post("/admin/blocked-words", [("words", "unicorn")]).expect(.seeOther)
        let other = try await site.write(with("cc0-1.0", ("credit", "The unicorn")))
        #expect(try await site.client(.alice).post("/recipes/\(other)/submit").status == .conflict)
    }

    // MARK: Files

    @Test func `an exported file reads back with its terms, the original by its address`() async throws {
        let original = try await site.publish(with("cc-by-4.0"))
        let copied = try await copy(original)
        let charlie = try site.client(.charlie)
        for ending in ["jsonld", "cook"] {
            let file = try await charlie.get("/recipes/\(copied).\(ending)").text
            let address = try await found(charlie.post("/recipes/import", [("text", file)]).location)
            let preview = try await charlie.get(address + "?recipe=1")
            #expect(preview.shows("CC BY 4.0") && preview.shows("Lentil soup"), "\(ending)")
            try await charlie.post(address, [("recipe", "1")]).expect(.seeOther)
            let read = try body(site.count("SELECT max(id) FROM recipe"))
            #expect(read.licence == .by && read.credit == "alice", "\(ending)")
            let adapted = try #require(read.adaptedFrom)
            #expect(adapted.recipe == nil && adapted.title == "Lentil soup" && adapted.author == "alice", "\(ending)")
            #expect(adapted.address == site.site.settings.baseURL + "/recipes/\(original)" && adapted.licence == .by)
        }
    }

    @Test func `a licence changed by hand in a file counts`() async throws {
        let recipe = try await site.write(with("cc-by-4.0"))
        let file = try await site.client(.alice).get("/recipes/\(recipe).jsonld").text
        let changed = file.replacing(
            #""license":"https://creativecommons.org/licenses/by/4.0/""#, with: #""license":"CC0""#)
        #expect(changed != file)
        let address = try await found(site.client(.alice).post("/recipes/import", [("text", changed)]).location)
        try await site.client(.alice).post(address, [("recipe", "1")]).expect(.seeOther)
        #expect(try body(site.count("SELECT max(id) FROM recipe")).licence == .cc0)
    }

    // MARK: Copies

    @Test func `a copy is private and keeps the original, its credit and its licence`() async throws {
        let recipe = try await site.publish(with("cc-by-sa-4.0"))
        let page = try await site.client(.charlie).get(site.address(of: recipe))
        #expect(page.shows("Adapt this recipe"))
        let copied = try await copy(recipe)
        let body = try body(copied)
        #expect(
            body.adaptedFrom == AdaptedFrom(recipe: recipe, title: "Lentil soup", author: "alice", licence: .bySA))
        #expect(body.licence == .bySA && body.credit == "alice")
        #expect(try await site.visitor().get("/recipes/\(copied)-lentil-soup").status == .notFound)
        let own = try await site.client(.charlie).get("/recipes/\(copied)-lentil-soup")
        #expect(own.text.contains(#"<a href="/recipes/\#(recipe)">Lentil soup</a>"#))
    }

    @Test func `a copy under CC BY-SA keeps the licence and the original, and gets its credit back`() async throws {
        let copied = try await copy(site.publish(with("cc-by-sa-4.0")))
        let charlie = try site.client(.charlie)
        let kept = ("adapted_from", "/recipes/1")
        func save(_ fields: RecipeFields) async throws -> Response {
            let version = try site.count("SELECT version FROM recipe WHERE id = \(copied)")
            return try await charlie.post("/recipes/\(copied)", fields.with("version", String(version)).fields)
        }
        let other = try await save(with("cc0-1.0", kept))
        #expect(other.status == .unprocessable && other.hasError(at: "text_licence") && other.shows("CC BY-SA 4.0"))
        let without = try await save(with("cc-by-sa-4.0"))
        #expect(without.status == .unprocessable && without.hasError(at: "adapted_from"))
        let elsewhere = try await save(
            with("cc-by-sa-4.0", ("adapted_from", "https://example.org"), ("adapted_title", "Other")))
        #expect(elsewhere.hasError(at: "adapted_from"))
        try await save(with("cc-by-sa-4.0", kept)).expect(.seeOther)
        #expect(try body(copied).credit == "alice")
        #expect(try body(copied).adaptedFrom?.licence == .bySA)
    }

    @Test func `a copy under CC BY may have another licence, one under CC0 is free`() async throws {
        let (by, free) = (try await site.publish(with("cc-by-4.0")), try await site.publish(with("cc0-1.0")))
        let (copied, freed) = (try await copy(by), try await copy(free))
        try await site.save(copied, with("all-rights-reserved", ("adapted_from", "/recipes/\(by)")), as: .charlie)
        #expect(try body(copied).licence == .reserved && body(copied).credit == "alice")
        try await site.save(freed, .vegan, as: .charlie)
        #expect(try body(freed).adaptedFrom == nil && body(freed).licence == nil)
    }

    @Test(arguments: ["", "all-rights-reserved"])
    func `a text without such a licence cannot be copied, and the page says why`(licence: String) async throws {
        let recipe = try await site.publish(with(licence))
        let charlie = try site.client(.charlie)
        let page = try await charlie.get(site.address(of: recipe))
        #expect(!page.shows("Adapt this recipe") && page.shows("all rights to its text are reserved"))
        let answer = try await charlie.post("/recipes/\(recipe)/copy")
        #expect(answer.status == .forbidden && answer.shows("All rights to this text are reserved"))
        let stated = try await charlie.post("/recipes", with("", ("adapted_from", "/recipes/\(recipe)")).fields)
        #expect(stated.status == .unprocessable && stated.hasError(at: "adapted_from"))
        let hidden = try await site.write(with("cc0-1.0"))
        #expect(try await charlie.post("/recipes/\(hidden)/copy").status == .notFound)
    }

    @Test func `authors copy their own recipes as they are, with the photo`() async throws {
        let photo = (name: "photo", filename: "a.png", bytes: TestPicture.png())
        try await site.client(.alice).upload("/recipes", RecipeFields.vegan.fields, file: photo).expect(.seeOther)
        let copied = try await copy(1, as: .alice)
        #expect(try body(copied) == body(1))
        // A copy of a copy is bound as well.
        let bound = try await copy(copy(site.publish(with("cc-by-4.0"))), as: .charlie)
        let answer = try await site.client(.charlie).post(
            "/recipes/\(bound)", RecipeFields.vegan.with("version", "1").fields)
        #expect(answer.hasError(at: "adapted_from"))
    }

    @Test func `a form sent twice makes one copy, without the photos of others`() async throws {
        let photo = (name: "photo", filename: "a.png", bytes: TestPicture.png())
        try await site.client(.alice).upload("/recipes", with("cc-by-4.0").fields, file: photo).expect(.seeOther)
        try await site.approve(site.submit(1))
        let charlie = try site.client(.charlie)
        let token = try await charlie.token()
        for _ in 1...2 {
            try await charlie.postAsIs("/recipes/1/copy", [("csrf", token)]).expect(.seeOther)
        }
        #expect(try site.count("SELECT count(*) FROM recipe WHERE author_id = \(Person.charlie.id)") == 1)
        #expect(try body(site.count("SELECT max(id) FROM recipe")).photo == nil)
    }

    @Test func `a stated original on this site takes its title, author and licence, and keeps them`() async throws {
        let original = try await site.publish(with("cc-by-4.0"))
        let address = site.site.settings.baseURL + "/recipes/\(original)-lentil-soup?servings=2"
        let recipe = try await site.write(RecipeFields.honey.with("adapted_from", address), as: .charlie)
        let stated = AdaptedFrom(recipe: original, title: "Lentil soup", author: "alice", licence: .by)
        #expect(try body(recipe).adaptedFrom == stated && body(recipe).credit == "alice")
        // A licence that was given stays given.
        try await site.save(original, with("all-rights-reserved"))
        try await site.approve(site.submit(original))
        let honey = RecipeFields.honey.with("description", "New.").with("adapted_from", "/recipes/\(original)")
        try await site.save(recipe, honey, as: .charlie)
        #expect(try body(recipe).adaptedFrom == stated)
        // What was stated by hand can be taken back.
        try await site.save(recipe, .honey, as: .charlie)
        #expect(try body(recipe).adaptedFrom == nil)
    }
}
