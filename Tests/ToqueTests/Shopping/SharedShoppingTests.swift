// Tests the link for the household: who opens a list with it, what they may do, and how pages follow changes.

import Bytes
import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct SharedShoppingTests {
    /// A list of Charlie's with a link, and the path of the link.
    private func shared(_ site: TestSite) async throws -> String {
        let charlie = try site.client(.charlie)
        try await site.want("2 l milk\nnapkins")
        try await charlie.post("/shopping/link").expect(.seeOther)
        let page = try await charlie.get("/shopping").text
        let link = try #require(page.firstMatch(of: /value="[^"]*(\/shopping\/shared\/[^"]+)"/)?.1)
        return String(link)
    }

    @Test func `whoever has the link sees, ticks and extends the list without an account`() async throws {
        let site = try TestSite()
        let link = try await shared(site)
        let visitor = try site.visitor()
        let page = try await visitor.get(link)
        #expect(page.status == .ok && page.shows("milk") && page.text.contains(#"content="noindex""#))
        let milk = try #require(try await site.shopping().first { $0.title == "milk" })
        try await visitor.post("\(link)/items/\(milk.id)/tick").expect(.seeOther)
        #expect(try await site.shopping().filter(\.ticked).map(\.title) == ["milk"])
        try await visitor.post("\(link)/items/\(milk.id)/untick").expect(.seeOther)
        try await visitor.post("\(link)/items", [("text", "1 l milk")]).expect(.seeOther)
        #expect(try await site.shoppingLines() == ["3 l milk", "napkins"])
        let wrong = try await visitor.post("\(link)/items", [("text", "")])
        #expect(wrong.status == .unprocessable && wrong.hasError(at: "text"))
        for path in ["delete", "clear"] { #expect(try await visitor.post("\(link)/\(path)").status != .seeOther) }
        #expect(!page.text.contains("/delete") && !page.text.contains("/shopping/bought"))
    }

    @Test func `a new link ends the old one, and a wrong one opens nothing`() async throws {
        let site = try TestSite()
        let old = try await shared(site)
        let new = try await shared(site)
        let visitor = try site.visitor()
        #expect(old != new)
        #expect(try await visitor.get(old).status == .notFound)
        #expect(try await visitor.get(new).status == .ok)
        try await site.client(.charlie).post("/shopping/link/end").expect(.seeOther)
        let item = try #require(try await site.shopping().first?.id)
        #expect(try await visitor.get(new).status == .notFound)
        #expect(try await visitor.post("/shopping/shared/x/items", [("text", "y")]).status == .notFound)
        #expect(try await visitor.post("/shopping/shared/x/items/\(item)/tick").status == .notFound)
        #expect(try await visitor.post("/shopping/shared/x/items/\(item)/untick").status == .notFound)
        #expect(try await visitor.get("/shopping/shared/x/events").status == .notFound)
        let stored = try site.count("SELECT count(*) FROM shopping_link")
        #expect(stored == 0)
    }

    @Test func `the link opens only its own list, and no private titles`() async throws {
        let site = try TestSite()
        let secret = try await site.write(RecipeFields("Secret soup", ingredients: "1 onion"))
        let alice = try site.client(.alice)
        try await alice.post("/recipes/\(secret)/shopping").expect(.seeOther)
        let onion = try #require(try await site.shopping(of: .alice).first)
        let link = try await shared(site)
        let visitor = try site.visitor()
        #expect(try await visitor.post("\(link)/items/\(onion.id)/tick").status == .notFound)
        try await alice.post("/shopping/link").expect(.seeOther)
        let page = try await alice.get("/shopping").text
        let own = try #require(page.firstMatch(of: /value="[^"]*(\/shopping\/shared\/[^"]+)"/)?.1)
        #expect(try await alice.get(String(own)).shows("Secret soup"))
        let seen = try await visitor.get(String(own))
        #expect(seen.shows("onion") && !seen.shows("Secret soup"))
    }

    @Test func `additions with the link leave the member’s undo steps, and end those before them`() async throws {
        let site = try TestSite()
        let charlie = try site.client(.charlie)
        let soup = try site.plant("Soup", "1 onion")
        try await charlie.post("/recipes/\(soup)/favourite").expect(.seeOther)
        let removed = try await charlie.post("/recipes/\(soup)/unfavourite")
        func step(_ answer: Response) throws -> Substring {
            try found(answer.cookie("toque_done")?.firstMatch(of: /:(\d+)/)?.1)
        }
        let link = try await shared(site)
        let before = try await charlie.post("/shopping/items", [("text", "1 l milk")])
        let visitor = try site.visitor()
        for number in 0..<FavouriteRules.undoSteps + 5 {
            let text = "item \(number % 9)\n1 l milk"
            try await visitor.post("\(link)/items", [("text", text)]).expect(.seeOther)
        }
        let steps = try site.count("SELECT count(*) FROM undo_step WHERE list = 'shopping'")
        #expect(steps == 3, "two of the member, and one mark")
        #expect(try await charlie.post("/shopping/undo/\(step(before))").status == .conflict)
        try await charlie.post("/favourites/undo/\(step(removed))").expect(.seeOther)
        #expect(try await site.favourites().items.map(\.id) == [soup])
        let eggs = try await charlie.post("/shopping/items", [("text", "eggs")])
        try await site.pressUndo(eggs, charlie)
    }

    @Test func `the site remembers a limited number of additions of a list`() async throws {
        let site = try TestSite()
        let (user, now) = (Person.charlie.id, site.now)
        let count = ShoppingRules.changes + 10
        try site.write { db in
            for number in 0..<count {
                _ = try ShoppingStore(db).isNew("change-\(number)", user: user, now: now + number)
            }
        }
        #expect(try site.count("SELECT count(*) FROM shopping_change") == ShoppingRules.changes)
        let results = try site.write { db in
            try [count - 1, 10, 9].map { try ShoppingStore(db).isNew("change-\($0)", user: user, now: now + count) }
        }
        #expect(results == [false, false, true])
    }

    @Test func `an open page is told about changes, and pages are limited`() async throws {
        let site = try TestSite()
        let charlie = try site.client(.charlie)
        let answer = try await charlie.get("/shopping/events")
        #expect(answer.headers["Content-Type"] == "text/event-stream")
        guard case .stream(let stream) = answer.body else { throw SiteError.notFound }
        #expect(try await stream.next() == Array("retry: 2000\n\n".utf8))
        try await site.want("2 l milk")
        #expect(try await stream.next() == Array("data: changed\n\n".utf8))
        var pages: [ShoppingSignals.Page] = []
        let signals = site.site.shoppingSignals
        while let page = signals.page(of: Person.charlie.id), pages.count < 1_000 { pages.append(page) }
        #expect(pages.count == ShoppingRules.pages - 1)
        #expect(try await charlie.get("/shopping/events").status == .unavailable)
        pages = []
        #expect(signals.page(of: Person.charlie.id) != nil)
    }
}
