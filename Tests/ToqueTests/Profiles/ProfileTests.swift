// Tests of a member's profile: saved, kept on errors, and public only where the form says so.

import Database
import HTTP
import Testing
import Words

@testable import TestKit
@testable import Toque

/// The fields of Alice's profile in these tests.
let told: [(String, String)] = [
    ("display_name", "Alice Liddell"), ("bio", "Soups & stews."), ("first_name", "Alicia"), ("last_name", "Pleasance"),
    ("phone", "+44 20 7946 0000"),
]

@Suite struct ProfileTests {
    private static let address = "/settings/profile"

    private func with(_ field: String, _ value: String) -> [(String, String)] {
        told.map { $0.0 == field ? (field, value) : $0 }
    }

    @Test func `the reader's diets apply visibly to the recipes of a cook, and the page can lift them`() async throws {
        let site = try TestSite()
        try site.plant("Omelette", "3 eggs\n1 onion")
        try site.plant("Onion soup", "3 onions")
        let charlie = try site.client(.charlie)
        try await charlie.post("/settings/preferences", [("diet", "vegan")]).expect(.seeOther)
        let page = try await charlie.get("/cooks/alice")
        #expect(page.shows("Showing only recipes that fit you") && page.text.contains("/cooks/alice?all=1"))
        #expect(page.shows("Onion soup") && !page.shows("Omelette"))
        let all = try await charlie.get("/cooks/alice?all=1")
        #expect(all.shows("This page ignores your diets and allergens.") && all.shows("Omelette"))
        #expect(try await site.visitor().get("/cooks/alice").shows("Omelette"))
        try site.run("DELETE FROM public_recipe WHERE title = 'Onion soup'")
        #expect(try await charlie.get("/cooks/alice").shows("No recipe here is known to fit your diets and allergens."))
    }

    @Test func `a profile is saved and can be emptied again`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        let answer = try await alice.post(Self.address, told)
        #expect(answer.location == Self.address)
        let page = try await alice.get(Self.address)
        #expect(page.shows("Your profile is saved."))
        for (_, value) in told { #expect(page.shows(value), "\(value)") }
        #expect(try await alice.get("/settings/account").shows("Alice Liddell"))
        try await alice.post(Self.address, told.map { ($0.0, "") }).expect(.seeOther)
        #expect(try await site.visitor().get("/cooks/alice").shows("<h1>alice</h1>") == false)
        #expect(try await site.visitor().get("/cooks/alice").text.contains("<h1>alice</h1>"))
        #expect(try site.count("SELECT count(*) FROM user WHERE display_name IS NULL AND display_key IS NULL") == 5)
    }

    @Test(arguments: [
        ("display_name", String(repeating: "a", count: 41)), ("display_name", "Ali\u{202E}ce"), ("display_name", "Bоb"),
        ("bio", String(repeating: "b", count: 101)), ("bio", "b\u{202E}"),
        ("first_name", String(repeating: "c", count: 61)),
        ("last_name", String(repeating: "d", count: 61)), ("last_name", "d\u{200B}d"), ("phone", "no number"),
    ])
    func `an invalid value shows an error at its field and all is kept`(field: String, value: String) async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        let answer = try await alice.post(Self.address, with(field, value))
        #expect(answer.status == .unprocessable)
        #expect(answer.hasError(at: field))
        #expect(answer.text.contains(#"role="alert""#))
        for (name, value) in with(field, value) { #expect(answer.shows(value), "\(name)") }
        #expect(try site.count("SELECT count(*) FROM profile") == 0)
        let russian = try await alice.post(Self.address, with(field, value), headers: ["Accept-Language": "ru"])
        #expect(russian.text.contains("lang=\"ru\"") && russian.hasError(at: field))
    }

    @Test func `a provider’s picture is fetched on request and converted like an upload`() async throws {
        let address = "https://pictures.example/alice.png"
        let png = TestPicture.png(width: 150, height: 100)
        let site = try TestSite(folder: .filled(), clock: TestClock(), web: FakeWeb(pages: [address: png]))
        for (user, issuer, picture) in [
            (1, "https://issuer.example", address), (1, "https://gone.example", "https://gone.example/x.png"),
            (2, "https://bobs.example", address),
        ] {
            try site.run(
                """
                INSERT INTO provider_link (user_id, issuer, subject, email, name, picture, linked_at, last_used_at)
                VALUES (\(user), \(issuer), 's', '', '', \(picture), 1, 1)
                """)
        }
        let alice = try site.client(.alice)
        let page = try await alice.get(Self.address)
        #expect(page.text.contains(#"name="picture_of" value="https://issuer.example""#))
        #expect(!page.text.contains("bobs.example") && !page.text.contains(address))
        try await alice.post(Self.address, told).expect(.seeOther)
        // The picture of another member's account is not fetched.
        try await alice.post(Self.address, told + [("picture_of", "https://bobs.example")]).expect(.seeOther)
        #expect(try site.count("SELECT count(*) FROM photo") == 0)
        let refused = try await alice.post(Self.address, told + [("picture_of", "https://gone.example")])
        #expect(refused.status == .unprocessable && refused.hasError(at: "photo") && refused.shows("Alice Liddell"))
        try await alice.post(Self.address, told + [("picture_of", "https://issuer.example")]).expect(.seeOther)
        #expect(try site.count("SELECT count(*) FROM photo WHERE width = height AND owner_id = 1") == 1)
        #expect(try await site.visitor().get("/cooks/alice").text.contains("/320.jpg"))
    }

    @Test func `a display name cannot equal or resemble another name`() async throws {
        let site = try TestSite()
        let (alice, charlie) = (try site.client(.alice), try site.client(.charlie))
        try await alice.post(Self.address, [("display_name", "Coco Poppy")]).expect(.seeOther)
        for name in ["bob", "BOB", "ｂｏｂ", "вов", "Coco Poppy", "COCO  poppy", "Сосо Рорру", "alice", "admin"] {
            let answer = try await charlie.post(Self.address, [("display_name", name)])
            #expect(answer.status == .unprocessable, "\(name)")
            #expect(answer.hasError(at: "display_name"), "\(name)")
        }
        // Members may use their own names.
        try await alice.post(Self.address, [("display_name", "COCO POPPY")]).expect(.seeOther)
        try await charlie.post(Self.address, [("display_name", "Charlie")]).expect(.seeOther)
    }

    @Test func `a new username cannot equal or resemble a display name`() async throws {
        let site = try TestSite()
        try await site.client(.alice).post(Self.address, [("display_name", "Poppy")]).expect(.seeOther)
        for name in ["poppy", "POPPY", "рорру"] {
            let answer = try await site.visitor().post(
                "/register",
                [
                    ("username", name), ("email", "p@example.org"), ("password", "wry kettle mist"),
                    ("password_again", "wry kettle mist"),
                ])
            #expect(answer.status == .unprocessable, "\(name)")
            #expect(answer.hasError(at: "username"), "\(name)")
        }
        // The database refuses it too, for example when both come at the same time.
        #expect(throws: DatabaseError.self) {
            try site.write {
                try AccountStore($0).add(username: "Poppy", email: "p@x.org", password: nil, role: .member, now: 1)
            }
        }
        // A name that was taken after the check is refused when it is saved.
        let saved = try site.write { try ProfileStore($0).save(Profile(displayName: "poppy"), user: Person.bob.id) }
        #expect(saved == .nameTaken)
        #expect(try site.count("SELECT count(*) FROM profile WHERE user_id = \(Person.bob.id)") == 0)
    }

    @Test func `the page of a cook shows name, bio and licence badge, and nothing private`() async throws {
        let site = try TestSite()
        _ = try await site.publish(.honey)
        try await site.client(.alice).post(Self.address, told).expect(.seeOther)
        let page = try await site.visitor().get("/cooks/alice")
        #expect(page.text.contains("<h1>Alice Liddell</h1>"))
        #expect(page.shows("@alice") && page.shows("Soups & stews.") && page.shows("Licensed"))
        let json: CookAnswer = try await site.visitor().json("/cooks/alice")
        #expect(json.display_name == "Alice Liddell" && json.username == "alice" && json.bio == "Soups & stews.")
        #expect(json.total == 1 && json.items.first?.author_name == "Alice Liddell" && json.licensed)
        #expect(try await site.visitor().get("/cooks/nobody").status == .notFound)
    }

    @Test func `only the owner and admins see phone, first and last name`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.honey)
        let queued = try await site.submit(site.write(.vegan))
        try await site.client(.alice).post(Self.address, told).expect(.seeOther)
        let address = try site.address(of: recipe)
        let pages = [
            "/", "/recipes", address, "/recipes/\(recipe)/print", "/cooks/alice", "/search?q=porridge", "/moderation",
            "/moderation/submissions/\(queued)", "/admin/users", "/admin", "/my/recipes", "/settings/account",
        ]
        for person in [nil, .charlie, .bob, .ada] as [Person?] {
            let client = try person.map(site.client) ?? site.visitor()
            for page in pages {
                for headers in [[:], ["Accept": "application/json"]] as [Headers] {
                    let text = try await client.get(page, headers: headers).text
                    for secret in ["7946", "Alicia", "Pleasance"] {
                        #expect(!text.contains(secret), "\(secret) at \(page) for \(person?.name ?? "visitors")")
                    }
                }
            }
        }
        #expect(try await site.client(.ada).get("/admin/users/1").shows("+44 20 7946 0000"))
        #expect(try await site.client(.alice).get(Self.address).shows("+44 20 7946 0000"))
    }

    @Test func `a new name is shown immediately wherever the person is named`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.honey)
        let queued = try await site.submit(site.write(.vegan))
        let (visitor, alice, bob) = (try site.visitor(), try site.client(.alice), try site.client(.bob))
        let address = try site.address(of: recipe)
        let places: [(TestClient, String)] = [
            (visitor, "/"), (visitor, "/recipes"), (visitor, address), (visitor, "/recipes/\(recipe)/print"),
            (visitor, "/cooks/alice"), (alice, "/settings/account"), (alice, "/my/recipes"),
            (try site.client(.ada), "/admin/users"), (try site.client(.ada), "/admin/users/1"),
        ]
        for name in ["Alice Liddell", "Queen of Soups"] {
            // Opens each page before the change, so that caches are filled.
            for (client, page) in places { _ = try await client.get(page) }
            try await alice.post(Self.address, [("display_name", name)]).expect(.seeOther)
            for (client, page) in places { #expect(try await client.get(page).shows(name), "\(name) at \(page)") }
            for page in ["/moderation", "/moderation/submissions/\(queued)"] {
                #expect(try await bob.get(page).shows("\(name) (alice)"), "\(page)")
            }
        }
    }

    @Test func `the page of a suspended member stays, that of a deleted one does not`() async throws {
        let site = try TestSite()
        _ = try await site.publish(.honey)
        let alice = try site.client(.alice)
        try await alice.post(Self.address, told).expect(.seeOther)
        try await site.client(.ada).post("/admin/users/1/suspend", [("until", "2099-12-31"), ("reason", "spam")])
            .expect(.seeOther)
        #expect(try await site.visitor().get("/cooks/alice").status == .ok)
        #expect(try await alice.post(Self.address, told).status == .forbidden)
        let charlie = Person.charlie.id
        try await site.client(.charlie).post(Self.address, [("bio", "Here.")]).expect(.seeOther)
        try site.run("DELETE FROM user WHERE id = \(charlie)")
        #expect(try await site.visitor().get("/cooks/charlie").status == .notFound)
        #expect(try site.count("SELECT count(*) FROM profile WHERE user_id = \(charlie)") == 0)
    }

    @Test func `visitors must log in, and forms of other sites change nothing`() async throws {
        let site = try TestSite()
        #expect(try await site.visitor().get(Self.address).location == "/login?next=%2Fsettings%2Fprofile")
        #expect(try await site.visitor().post(Self.address, told).status == .seeOther)
        let alice = try site.client(.alice)
        #expect(
            try await alice.post(Self.address, told, headers: ["Origin": "https://evil.example"]).status == .forbidden)
        #expect(try await alice.postAsIs(Self.address, told + [("csrf", "x")]).status == .forbidden)
        #expect(try site.count("SELECT count(*) FROM profile") == 0)
    }

    @Test func `every settings page links to all others`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        // Intermediate steps are not in the menu.
        let steps = ["/settings/delete/confirm", "/settings/providers/link", "/settings/export/:token"]
        let pages = Routes.all.filter {
            $0.method == .get && $0.address.pattern.hasPrefix("/settings/") && !steps.contains($0.address.pattern)
        }
        for route in pages {
            let text = try await alice.get(route.address()).text
            #expect(text.contains(#"<nav class="settings""#), "\(route.address.pattern)")
            for other in pages.map({ $0.address() }) {
                #expect(text.contains("class=\"chip\" href=\"\(other)\""), "\(route.address.pattern): \(other)")
            }
        }
        #expect(try await alice.get("/my/recipes").text.contains(#"class="settings""#) == false)
    }
}

/// A cook in JSON.
struct CookAnswer: Decodable, Sendable {
    struct Card: Decodable, Sendable {
        // swift-format-ignore: AlwaysUseLowerCamelCase
        let author_name: String
    }

    let username: String
    // swift-format-ignore: AlwaysUseLowerCamelCase
    let display_name: String
    let bio: String
    let picture: String?
    let licensed: Bool
    let total: Int
    let items: [Card]
}
