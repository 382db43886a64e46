// Tests of the filters by language and time, and of the counts beside filters by rating and licence.

import Bytes
import Database
import HTTP
import Testing
import Words

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct OtherFilterTests {
    private func titles(_ site: TestSite, _ query: String) async throws -> Set<String> {
        Set(try await site.visitor().json("/search?\(query)", as: ListAnswer<CardAnswer>.self).items.map(\.title))
    }

    @Test func `recipes are found by their language, with counts`() async throws {
        let site = try TestSite()
        try site.plant("Borscht", "1 beetroot\n1 onion", minutes: 30)
        try site.plant("Борщ", "1 свёкла\n1 луковица", minutes: 60, language: "ru")
        try site.plant("Щи", "300 г капусты\n1 луковица", minutes: 60, language: "ru")
        #expect(try await titles(site, "language=ru") == ["Борщ", "Щи"])
        #expect(try await titles(site, "with=onion&language=en") == ["Borscht"])
        // Only SQL can answer this one.
        #expect(try await titles(site, "language=ru&sort=popular") == ["Борщ", "Щи"])
        #expect(try await titles(site, "language=") == ["Borscht", "Борщ", "Щи"])
        for query in ["language=ru&max_minutes=60", "language=ru&max_minutes=60&sort=popular"] {
            let page = try await site.visitor().get("/search?\(query)")
            #expect(page.shows("English (1)") && page.shows("Русский (2)") && page.shows("written in: Русский"))
            #expect(page.text.contains("/search?max_minutes=60"))
        }
    }

    @Test(arguments: ["0", "-5", "soon", "1.5"])
    func `a time in which nothing can be cooked is refused with a reason`(_ time: String) async throws {
        let site = try TestSite()
        try site.plant("Salad", "1 lettuce", minutes: 5)
        let page = try await site.visitor().get("/search?max_minutes=\(time)")
        #expect(page.text.contains("<li>\(time)</li>"))
        #expect(page.shows("at least 1") && !page.text.contains("recipe-card"))
        #expect(try PantryQuery(Parameters([("max_minutes", time)]), site.catalogue()).unknown == [time])
        let minute = try await site.visitor().get("/search?max_minutes=1")
        #expect(!minute.shows("at least 1"))
    }

    @Test func `ratings and licensed authors have counts`() async throws {
        let site = try TestSite()
        let recipes = try ["Leek soup", "Leek pie", "Leek salad"].map { try site.plant($0, "2 leeks", minutes: 20) }
        let now = site.now
        try site.write { db in
            for (recipe, stars) in zip(recipes, [5, 3]) {
                try db.run(
                    """
                    INSERT INTO review (recipe_id, user_id, stars, text, created_at, changed_at)
                    VALUES (\(recipe), \(Person.bob.id), \(stars), '', \(now), \(now))
                    """)
            }
        }
        let all = try await site.visitor().get("/search?q=leek")
        #expect(all.shows("3 stars (2)") && all.shows("4 stars (1)"))
        // SQL answers this one; the other averages are counted without it.
        let rated = try await site.visitor().get("/search?q=leek&min_rating=4")
        #expect(rated.shows("3 stars (2)") && rated.shows("4 stars (1)") && rated.shows("1 recipe found"))
        let licensed = try await titles(site, "q=leek&licensed=1").count
        #expect(all.shows("By licensed authors (\(licensed))"))
    }

    @Test(arguments: [("with=cheese", "“cheese” also finds "), ("q=soup+with+poultry", "“poultry” also finds ")])
    func `a wanted name says what else it finds`(_ query: String, _ sentence: String) async throws {
        let site = try SearchFilterTests.site()
        let page = try await site.visitor().get("/search?\(query)")
        #expect(page.shows(sentence) && page.shows(" others."))
    }

    @Test func `what a wanted name also finds is what its filter accepts`() throws {
        let groups = try RealData.catalogue().groups
        for name in ["cheese", "nuts", "chicken", "орехи"] {
            let also = groups.alsoWanted(by: name)
            let wanted = try #require(groups.wanted(by: name))
            #expect(!also.isEmpty && wanted.isSuperset(of: also), "\(name)")
            #expect(Set(also).count == also.count && wanted.count - also.count <= 1, "\(name)")
        }
        #expect(groups.alsoWanted(by: "unicorn dust").isEmpty)
    }

    @Test func `the order is chosen over the results, in the form with the filters`() async throws {
        let site = try SearchFilterTests.site()
        let text = try await site.visitor().get("/search?q=salt&sort=time").text
        let order = try #require(text.split(bytes: #"<select id="sort" name="sort" form="filters">"#).last)
        #expect(!order.contains(bytes: "</form>\n<script") && order.contains(bytes: "recipe-card"))
        #expect(order.contains(bytes: #"value="time" selected"#))
        #expect(text.contains(#"<form class="filters" id="filters""#))
        #expect(text.contains(#"form="filters">Sort</button>"#))
        // Without results there is nothing to put in order.
        #expect(try await !site.visitor().get("/search?q=zzzz").text.contains(#"name="sort""#))
    }
}
