// Tests of the searches that members sent: what is stored, what is suggested, removing, and switching it off.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct EarlierSearchTests {
    private struct Suggestions: Decodable, Sendable {
        struct Item: Decodable, Sendable { let kind, label, address: String }
        let items: [Item]
        var searches: [Item] { items.filter { $0.kind == "search" } }
    }

    private static let charlie = Person.charlie.id

    /// Charlie sends searches, one after the other, and they are written.
    private func search(_ words: [String], _ site: TestSite, _ more: String = "", headers: Headers = [:]) async throws {
        let client = try site.client(.charlie)
        for typed in words {
            site.clock.advance(by: 1_000)
            try await client.get("/search?q=\(Percent.encode(query: typed))\(more)", headers: headers).expect(.ok)
        }
        await site.site.earlierSearches.flush()
    }

    private func stored(_ site: TestSite) throws -> [String] {
        try site.read { try EarlierSearchStore($0).all(user: Self.charlie).map(\.words) }
    }

    private func suggested(
        _ typed: String, _ site: TestSite, _ person: Person? = .charlie
    ) async throws -> [Suggestions.Item] {
        let client = try person.map(site.client) ?? site.visitor()
        let answer: Suggestions = try await client.json("/search/suggest?q=\(Percent.encode(query: typed))")
        return answer.searches
    }

    @Test(arguments: [
        ("Onion Soup", "  onion   soup "), ("crème brûlée", "Creme Brulee"), ("щи с грибами", "ЩИ  с грибами"),
        ("мёд", "мед"),
    ])
    func `capitals, accents and spaces make no other search`(_ one: String, _ other: String) {
        #expect(Array(EarlierSearch.key(one).utf8) == Array(EarlierSearch.key(other).utf8))
    }

    @Test(arguments: [
        ("cake -chocolate", "cake chocolate"), (#""layer cake""#, "layer cake"), ("soup", "soups"),
        ("low-fat milk", "low fat milk"),
    ])
    func `signs and endings make another search`(_ one: String, _ other: String) {
        #expect(Array(EarlierSearch.key(one).utf8) != Array(EarlierSearch.key(other).utf8))
    }

    @Test func `searches are stored once, as typed the last time, the latest first`() async throws {
        let site = try TestSite()
        try site.plant("Onion soup", "1 onion")
        try await search(["Onion soup", "no such dish at all", "pancakes", " ONION  soup "], site)
        #expect(try stored(site) == ["ONION  soup", "pancakes", "no such dish at all"])
        #expect(try site.count("SELECT max(searched_at) FROM earlier_search") == site.now)
    }

    @Test func `searches in quick succession are stored as typed the last time`() throws {
        let (site, user) = (try TestSite(), Self.charlie)
        try site.write { db in
            try EarlierSearchStore(db).add([
                EarlierSearch(user: user, words: "stew"): 3, EarlierSearch(user: user, words: "STEW"): 5,
                EarlierSearch(user: user, words: "Stew"): 4,
            ])
        }
        #expect(try stored(site) == ["STEW"])
    }

    @Test func `only first pages with words that a member opens count`() async throws {
        let site = try TestSite()
        try await search(["", "   "], site)
        try await search(["stew"], site, "&page=2")
        try await search(["stew"], site, headers: ["Accept": "application/json"])
        for purpose in ["prefetch", "prefetch;prerender"] {
            try await search(["stew"], site, headers: ["Sec-Purpose": purpose])
        }
        try await site.client(.charlie).send(.head, "/search?q=stew").expect(.ok)
        try await site.client(.charlie).get("/search?with=onion&diet=vegan").expect(.ok)
        try await site.client(.charlie).get("/search/suggest?q=stew").expect(.ok)
        try await site.visitor().get("/search?q=stew").expect(.ok)
        await site.site.earlierSearches.flush()
        #expect(try site.count("SELECT count(*) FROM earlier_search") == 0)
        try await search(["stew"], site, "&diet=vegan&page=1")
        #expect(try stored(site) == ["stew"])
    }

    @Test func `a search page writes nothing itself and runs no other query`() async throws {
        let site = try TestSite()
        let client = try site.client(.charlie)
        // On a busy machine the search may have been written already, but not by the page.
        _ = try await client.get("/search?q=pie")
        let isWaiting = site.site.earlierSearches.isWaiting { $0.user == Self.charlie }
        #expect(try isWaiting != (site.count("SELECT count(*) FROM earlier_search") > 0))
        let (one, other) = (try site.client(.charlie), try site.client(.charlie))
        _ = try await one.get("/search?q=pie")
        try await client.post("/history/switch", [("on", "0")]).expect(.seeOther)
        _ = try await other.get("/search?q=pie")
        #expect(one.reader.statementCount == other.reader.statementCount)
    }

    @Test func `a long search is stored up to the limit of the search`() async throws {
        let site = try TestSite()
        try await search([String(repeating: "stew ", count: 60)], site)
        #expect(try stored(site).map(\.count) == [SearchForm.wordsLimit])
    }

    @Test func `at most 30 searches are kept, and the oldest are dropped`() async throws {
        let site = try TestSite()
        let user = Self.charlie
        try site.write { db in
            for number in 1...HistoryRules.searches {
                try EarlierSearchStore(db).add([EarlierSearch(user: user, words: "pie \(number)"): number])
            }
            try EarlierSearchStore(db).add([EarlierSearch(user: Person.bob.id, words: "stew"): 0])
        }
        try await search(["Pie 1", "cake"], site)
        let words = try stored(site)
        #expect(words.count == HistoryRules.searches && words.starts(with: ["cake", "Pie 1", "pie 30"]))
        #expect(!words.contains("pie 2") && words.last == "pie 3")
        #expect(try site.count("SELECT count(*) FROM earlier_search WHERE user_id = \(Person.bob.id)") == 1)
    }

    @Test func `at most three that begin with the typed text are suggested, before everything else`() async throws {
        let site = try TestSite()
        try site.plant("Dessert wine jelly", "1 l wine")
        try await search(["desserts & ice", "dessert one", "Dessert two", "my dessert", "DESSERT three"], site)
        let found = try await suggested("des", site)
        #expect(found.map(\.label) == ["DESSERT three", "Dessert two", "dessert one"])
        #expect(found.first?.address == "/search?q=DESSERT%20three")
        let all: Suggestions = try await site.client(.charlie).json("/search/suggest?q=des")
        #expect(all.items.map(\.kind).starts(with: ["search", "search", "search", "course"]))
        #expect(try await suggested("desserts &", site).map(\.address) == ["/search?q=desserts%20%26%20ice"])
        #expect(try await suggested("Déssert  ONE", site).map(\.label) == ["dessert one"])
        #expect(try await suggested("essert", site).isEmpty)
    }

    @Test func `nobody else is suggested them, and a member costs three more queries than a visitor`() async throws {
        let site = try TestSite()
        try await search(["pancakes"], site)
        for other in [nil, Person.alice, .bob, .ada] { #expect(try await suggested("panc", site, other).isEmpty) }
        let (visitor, charlie) = (try site.visitor(), try site.client(.charlie))
        _ = try await visitor.get("/search/suggest?q=panc")
        _ = try await charlie.get("/search/suggest?q=panc")
        // The session and the preferences are the other two.
        #expect(charlie.reader.statementCount <= visitor.reader.statementCount + 3)
    }

    @Test func `the history lists them as links, and only to their member`() async throws {
        let site = try TestSite()
        try await search([#"<b>"pie" & cake"#], site)
        let page = try await site.client(.charlie).get("/history")
        #expect(page.shows("Earlier searches") && page.shows(#"<b>"pie" & cake"#))
        #expect(page.text.contains(#"href="/search?q=%3Cb%3E%22pie%22%20%26%20cake""#))
        #expect(page.text.contains(#"action="/history/clear""#))
        #expect(try await !site.client(.charlie).get("/history?page=2").shows("Earlier searches"))
        #expect(try await !site.client(.alice).get("/history").shows("Earlier searches"))
        #expect(try await site.visitor().get("/history").location == "/login?next=%2Fhistory")
        let russian = try await site.client(.charlie).get("/history", headers: ["Accept-Language": "ru"])
        #expect(russian.shows("Прошлые запросы"))
    }

    @Test func `searches are removed one by one, selected or all, and that can be undone`() async throws {
        let site = try TestSite()
        let soup = try site.plant("Onion soup", "1 onion")
        try await search(["pie", "cake", "stew", "bread"], site)
        let charlie = try site.client(.charlie)
        try await charlie.get(site.address(of: soup)).expect(.ok)
        let marked = [("search", "cake"), ("search", "stew")]
        let one = try await charlie.post("/history", marked + [("one_search", "pie")])
        #expect(try stored(site) == ["bread", "stew", "cake"])
        let two = try await charlie.post("/history", marked)
        #expect(try stored(site) == ["bread"])
        try await site.pressUndo(two, charlie)
        let step = try #require(one.cookie("toque_done")?.firstMatch(of: /:(\d+)/)?.1)
        try await charlie.post("/history/undo/\(step)").expect(.seeOther)
        #expect(try stored(site) == ["bread", "stew", "cake", "pie"])
        let all = try await charlie.post("/history/clear")
        #expect(try stored(site) == [])
        #expect(try site.count("SELECT count(*) FROM seen_recipe") == 0)
        try await site.pressUndo(all, charlie)
        #expect(try stored(site) == ["bread", "stew", "cake", "pie"])
        #expect(try site.count("SELECT count(*) FROM seen_recipe") == 1)
        try await charlie.post("/history", [("recipe", String(soup)), ("search", "pie")]).expect(.seeOther)
        #expect(try stored(site) == ["bread", "stew", "cake"])
        #expect(try site.count("SELECT count(*) FROM seen_recipe") == 0)
    }

    @Test func `others, visitors and forms of other sites remove nothing`() async throws {
        let site = try TestSite()
        try await search(["pie"], site)
        let (fields, charlie) = ([("search", "pie")], try site.client(.charlie))
        try await site.client(.alice).post("/history", fields).expect(.seeOther)
        try await site.client(.alice).post("/history/clear").expect(.seeOther)
        _ = try await site.visitor().post("/history", fields)
        for path in ["/history", "/history/clear"] {
            let foreign = try await charlie.post(path, fields, headers: ["Sec-Fetch-Site": "cross-site"])
            #expect(foreign.status == .forbidden)
            #expect(try await charlie.postAsIs(path, fields).status == .forbidden)
        }
        #expect(try stored(site) == ["pie"])
    }

    @Test func `what waits in memory does not appear after clearing`() async throws {
        let site = try TestSite()
        let charlie = try site.client(.charlie)
        _ = try await charlie.get("/search?q=pie")
        #expect(try await charlie.get("/history").shows("Earlier searches"))
        _ = try await charlie.get("/search?q=cake")
        try await charlie.post("/history/clear").expect(.seeOther)
        await site.site.earlierSearches.flush()
        #expect(try stored(site) == [])
    }

    @Test func `while the history is off, nothing is stored or suggested, and what is there stays`() async throws {
        let site = try TestSite()
        let charlie = try site.client(.charlie)
        try await search(["pancakes"], site)
        site.clock.advance(by: 1_000)
        _ = try await charlie.get("/search?q=panforte")
        try await charlie.post("/history/switch", [("on", "0")]).expect(.seeOther)
        try await search(["panettone"], site)
        #expect(try stored(site) == ["panforte", "pancakes"])
        #expect(try await suggested("pan", site).isEmpty)
        let page = try await charlie.get("/history")
        #expect(page.shows("your searches are not recorded") && page.shows("pancakes"))
        try await charlie.post("/history/switch", [("on", "1")]).expect(.seeOther)
        #expect(try await suggested("pan", site).map(\.label) == ["panforte", "pancakes"])
        try await search(["panettone"], site)
        #expect(try stored(site) == ["panettone", "panforte", "pancakes"])
    }

    @Test func `account data contains searches, and erasing deletes them`() async throws {
        let site = try TestSite()
        try await search(["pie"], site)
        let table = try #require(PersonalData.tables.first { $0.name == "earlier_search" })
        #expect(try site.count("SELECT count(*) FROM earlier_search WHERE \(sql: table.whose(Self.charlie))") == 1)
        #expect(try site.count("SELECT count(*) FROM earlier_search WHERE \(sql: table.whose(1))") == 0)
        try site.write { try ErasureStore($0).eraseRows(of: Person.charlie.id) }
        #expect(try stored(site) == [])
        // A search of an erased or unknown account keeps no other from being written.
        try site.run("UPDATE user SET erased_at = 1 WHERE id = \(Self.charlie)")
        try site.write { db in
            try EarlierSearchStore(db).add([
                EarlierSearch(user: Person.charlie.id, words: "pie"): 1, EarlierSearch(user: 999, words: "pie"): 1,
                EarlierSearch(user: Person.alice.id, words: "pie"): 1,
            ])
        }
        #expect(try site.count("SELECT count(*) FROM earlier_search") == 1)
    }
}
