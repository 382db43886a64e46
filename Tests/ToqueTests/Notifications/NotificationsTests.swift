// Tests of the page of notifications, the bell, and marking as read.

import Database
import HTTP
import Testing
import Words

@testable import TestKit
@testable import Toque

/// A notification in a JSON answer.
struct NotificationAnswer: Decodable, Sendable {
    let id: Int
    let kind: String
    let text: String
    let address: String
    let at: String
    let seen: Bool
}

extension TestSite {
    /// Adds `count` notifications of a person.
    func notify(_ person: Person, _ count: Int = 1) throws {
        let (mailer, now, start) = (site.mailer, now, try self.count("SELECT count(*) FROM notification"))
        try write { db in
            for number in 0..<count {
                try mailer.notify(
                    .licenceRevoked(user: person.id, at: start + number), by: nil, db: db, now: now)
            }
        }
    }

    func notifications(_ person: Person, _ query: String = "") async throws -> ListAnswer<NotificationAnswer> {
        try await client(person).json("/notifications" + query)
    }

    /// The number in the bell of a page.
    func bell(_ person: Person, _ path: String = "/") async throws -> String? {
        try await client(person).get(path).text.firstMatch(of: /data-unread="(\d+)"/).map { String($0.1) }
    }
}

@Suite struct NotificationsTests {
    @Test func `a decision is on the author’s page and in the bell, and on nobody else’s`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        try await site.requestChanges(site.submit(site.write(.honey)))
        let list = try await site.notifications(.alice)
        #expect(list.total == 2 && list.page == 1 && list.items.map(\.kind) == ["changes-requested", "approved"])
        let item = try #require(list.items.last)
        #expect(item.text == "Your recipe “Lentil soup” was approved and is public" && !item.seen)
        #expect(item.address == "/recipes/\(recipe)" && item.at == "2026-11-18T10:00:00Z")
        let page = try await site.client(.alice).get("/notifications")
        #expect(page.shows(item.text) && page.shows("Last 24 hours") && page.shows("2 unread notifications"))
        #expect(try await site.bell(.alice) == "2")
        for person in [Person.bob, .charlie, .ada] {
            #expect(try await site.notifications(person).total == 0)
            #expect(try await site.bell(person) == "0")
        }
    }

    @Test func `every page of a member has the bell, and no page of a visitor`() async throws {
        let site = try TestSite()
        try site.notify(.ada, 101)
        for path in ["/", "/recipes", "/search?q=x", "/settings/account", "/admin", "/nowhere", "/recipes/new"] {
            #expect(try await site.bell(.ada, path) == "101", "\(path)")
            #expect(try await !site.visitor().get(path).text.contains("data-unread"), "\(path)")
        }
        let page = try await site.client(.ada).get("/").text
        #expect(page.contains(">99+</span>") && page.contains("Notifications: 101 unread"))
        try site.run("UPDATE user SET language = 'ru' WHERE id = \(Person.ada.id)")
        let russian = try site.client(.ada)
        russian.cookies["toque_language"] = "ru"
        #expect(try await russian.get("/").text.contains("Уведомления: 101 непрочитанное"))
    }

    @Test func `without notifications the page says what will be there`() async throws {
        let site = try TestSite()
        let page = try await site.client(.charlie).get("/notifications")
        #expect(page.shows("No notifications yet.") && !page.text.contains(#"action="/notifications/read""#))
        let answer = try await site.visitor().get("/notifications")
        #expect(answer.location == "/login?next=%2Fnotifications")
    }

    @Test func `one notification is marked as read and as unread again`() async throws {
        let site = try TestSite()
        try site.notify(.alice, 2)
        let alice = try site.client(.alice)
        #expect(try await alice.post("/notifications/1/read").location == "/notifications")
        #expect(try await site.bell(.alice) == "1")
        #expect(try await site.notifications(.alice).items.map(\.seen) == [false, true])
        let page = try await alice.get("/notifications").text
        #expect(
            page.contains(#"action="/notifications/1/unread""#) && page.contains(#"data-reads="/notifications/2/read""#)
        )
        try await alice.post("/notifications/1/unread").expect(.seeOther)
        #expect(try await site.bell(.alice) == "2")
        let script = try site.client(.alice)
        let answer = try await script.post("/notifications/1/read", [], headers: ["Accept": "application/json"])
        #expect(answer.status == .ok && answer.text == #"{"id":1,"seen":true}"# && answer.cookie("toque_done") == nil)
    }

    @Test func `all are marked as read at once, and the button undoes exactly that`() async throws {
        let site = try TestSite()
        try site.notify(.alice, 3)
        let alice = try site.client(.alice)
        try await alice.post("/notifications/1/read").expect(.seeOther)
        site.clock.advance(by: 1)
        let answer = try await alice.post("/notifications/read")
        #expect(try await site.bell(.alice) == "0")
        #expect(try await site.client(.alice).get("/notifications").shows("You’ve read everything."))
        try await site.pressUndo(answer, alice)
        #expect(try await site.notifications(.alice).items.map(\.seen) == [false, false, true])
        try await alice.post("/notifications/read").expect(.seeOther)
        try await alice.post("/notifications/read").expect(.seeOther)
        #expect(try await alice.get("/notifications").shows("There was nothing to change."))
    }

    @Test func `another member’s notifications cannot be seen or marked`() async throws {
        let site = try TestSite()
        try site.notify(.alice)
        let charlie = try site.client(.charlie)
        for path in ["1/read", "1/unread", "9/read", "x/read", "undo/1", "undo/\(site.now)"] {
            #expect(try await charlie.post("/notifications/\(path)").status == .notFound, "\(path)")
        }
        try await charlie.post("/notifications/read").expect(.seeOther)
        try await site.client(.alice).post("/notifications/read").expect(.seeOther)
        #expect(try await charlie.post("/notifications/undo/\(site.now)").status == .notFound)
        #expect(try await site.notifications(.alice).items.map(\.seen) == [true])
    }

    @Test func `pages have 20 notifications, in groups by age`() async throws {
        let site = try TestSite()
        try site.notify(.alice)
        site.clock.advance(by: 6 * TestClock.day)
        try site.notify(.alice)
        site.clock.advance(by: TestClock.day)
        try site.notify(.alice, 20)
        let alice = try site.client(.alice)
        let first = try await alice.get("/notifications")
        #expect(first.shows("Last 24 hours") && !first.shows("Older") && first.text.contains(#"rel="next""#))
        let second = try await alice.get("/notifications?page=2")
        #expect(second.shows("Last 7 days") && second.shows("Older") && !second.shows("Last 24 hours"))
        let list = try await site.notifications(.alice, "?page=2")
        #expect(list.total == 22 && list.page == 2 && list.items.map(\.id) == [2, 1])
    }

    @Test func `a hostile title is only text`() async throws {
        let site = try TestSite()
        let title = #"<script>alert("1")</script> “soup”"#
        _ = try await site.publish(.vegan.with("title", title))
        let page = try await site.client(.alice).get("/notifications")
        #expect(page.shows(title) && !page.text.contains("<script>alert"))
    }

    @Test func `the newest 1,000 are kept, and what was read is deleted after 180 days`() async throws {
        let site = try TestSite()
        try site.notify(.alice, NotificationRules.most + 2)
        #expect(try site.count("SELECT count(*) FROM notification") == NotificationRules.most)
        #expect(try site.count("SELECT min(id) FROM notification") == 3)
        try await site.client(.alice).post("/notifications/3/read").expect(.seeOther)
        site.clock.advance(by: NotificationRules.kept - 1)
        site.site.backgroundWorker.work()
        #expect(try site.count("SELECT count(*) FROM notification WHERE id = 3") == 1)
        site.clock.advance(by: TestClock.day)
        site.site.backgroundWorker.work()
        #expect(try site.count("SELECT count(*) FROM notification WHERE id <= 4") == 1)
    }

    @Test func `every kind has a text in both languages and an address of the site`() {
        let subject = NotificationSubject(number: 7, titles: ["Soup", "Bread", "Tea"], amount: 5, until: 0)
        for kind in NotificationKind.allCases {
            for language in Language.allCases {
                let text = kind.text(subject, language)
                #expect(!text.isEmpty && !text.contains("{") && !text.hasSuffix("."), "\(kind)")
            }
            let path = kind.address(subject)
            guard case .found = Routes.router().lookup(.get, path.split(separator: "/").map(String.init)) else {
                Issue.record("\(kind): \(path)")
                continue
            }
        }
        #expect(NotificationKind.recipesTakenDown.text(subject, .en).hasSuffix("“Soup”, “Bread”, “Tea” and others"))
        #expect(
            NotificationKind.recipesTakenDown.text(subject, .ru).hasPrefix(
                "Снято с публикации 5 ваших рецептов: «Soup»"))
    }
}
