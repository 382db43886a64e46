// Tests that no other person sees words or pictures of an unapproved text anywhere.

import Database
import HTTP
import Mail
import Testing

@testable import TestKit
@testable import Toque

/// The states of an unapproved text.
enum UnapprovedState: String, CaseIterable, Sendable {
    case draft, queued, withdrawn, changesRequested, rejected, deleted
    case edit, editQueued, editRejected, liveDeleted, unpublished, hidden
    case sharedWithBella, linked
}

@Suite struct CanaryTests {
    /// A unique word for every text field.
    static let words = [
        "title": "quazilorn", "description": "vextrubel", "ingredients": "mofligant", "note": "pruxilow",
        "unit": "dwenkits", "group": "harbolest", "step": "zintoffel", "tips": "yaxobrim", "source": "kolvandre",
        "credit": "wumbrelik", "original": "fandrogast", "originalAuthor": "tirkelmop",
    ]

    static func canary() -> RecipeFields {
        RecipeFields(
            "Soup \(words["title"]!)", ingredients: "1 \(words["ingredients"]!)", steps: ["Stir the \(words["step"]!)."]
        )
        .with("description", "With \(words["description"]!).").with("tips", words["tips"]!)
        .with("source", "https://\(words["source"]!).example").with("credit", words["credit"]!)
        .with("adapted_title", words["original"]!).with("adapted_author", words["originalAuthor"]!)
        .adding(
            ("amount", "2"), ("unit", words["unit"]!), ("ingredient", "onion"), ("note", words["note"]!),
            ("group", words["group"]!))
    }

    /// Creates a site with a recipe in the given state; returns the recipe's id and its photo.
    static func site(_ state: UnapprovedState) async throws -> (TestSite, Int, photo: String) {
        let site = try TestSite()
        let alice = try site.client(.alice)
        let isEdit = [.edit, .editQueued, .editRejected].contains(state)
        let recipe = isEdit ? try await site.publish(.vegan) : try await site.write(.vegan)
        let version = try site.count("SELECT version FROM recipe WHERE id = \(recipe)")
        let saved = try await alice.upload(
            "/recipes/\(recipe)", canary().with("version", String(version)).fields,
            file: ("photo", "a.png", TestPicture.png()))
        try saved.expect(.seeOther)
        switch state {
        case .draft, .edit: break
        case .queued, .editQueued: _ = try await site.submit(recipe)
        case .withdrawn:
            _ = try await site.submit(recipe)
            _ = try await alice.post("/recipes/\(recipe)/withdraw")
        case .changesRequested: try await site.requestChanges(site.submit(recipe))
        case .rejected, .editRejected: try await site.reject(site.submit(recipe))
        case .deleted: _ = try await alice.post("/recipes/\(recipe)/delete")
        case .liveDeleted:
            try await site.approve(site.submit(recipe))
            _ = try await alice.post("/recipes/\(recipe)/delete")
        case .unpublished:
            try await site.approve(site.submit(recipe))
            try await alice.post("/recipes/\(recipe)/unpublish").expect(.seeOther)
        case .hidden:
            try await site.approve(site.submit(recipe))
            try await site.report(recipe, as: .bella).expect(.seeOther)
            try await site.decide(1, "hide").expect(.seeOther)
        case .sharedWithBella, .linked:
            let fields = [("audience", state == .linked ? "link" : "people"), ("names", "bella")]
            try await alice.post("/recipes/\(recipe)/share", fields).expect(.seeOther)
        }
        let photo: String? = try site.value("SELECT id FROM photo")
        return (site, recipe, photo ?? "")
    }

    /// Every address of the route table that visitors and members may open, with the values that its parameters may have, and queries
    /// that search for the words. A new route is here by itself.
    static func surfaces(_ recipe: Int) -> [String] {
        let values = [
            "recipe": ["\(recipe)", "\(recipe)-lentil-soup", "\(recipe)-soup-quazilorn"], "username": ["alice"],
            "part": ["1", "pages"], "about": ["decision", "measure"], "page": ["about"], "kind": ["category"],
            "term": ["soup"], "ingredient": ["onion"], "unit": ["cup"], "file": ["1.en.vtt", "320.webp"],
            "revision": ["1", "2", "1.svg", "2.svg"],
        ]
        let pages = Routes.all.filter { $0.method == .get && $0.access != .admin && $0.access != .moderator }.flatMap {
            route in
            route.address.pattern.split(separator: "/").reduce([""]) { paths, segment in
                guard segment.hasPrefix(":") else { return paths.map { "\($0)/\(segment)" } }
                let name = segment.dropFirst().prefix { $0 != "." }
                let ending = segment.drop { $0 != "." }
                return paths.flatMap { path in
                    (values[String(name)] ?? ["1", "2"]).map { "\(path)/\($0)\(ending)" }
                }
            }
        }
        let queries = [
            "/recipes?category=main", "/search?sort=newest&category=main", "/search?q=soup", "/search?with=onion",
            "/search/suggest?q=sou", "/my/recipes?deleted=1", "/ingredients/suggest?q=mofl", "/tutorials?q=soup",
            "/pantry/recipes?all=1",
        ]
        return pages.map { $0.isEmpty ? "/" : $0 } + queries + words.values.map { "/search/suggest?q=\($0.dropLast())" }
    }

    /// The words of the canary that an answer contains and that the address does not. Streams are files and events of
    /// the reader's own data.
    static func words(in answer: Response, of address: String) -> [String] {
        if case .stream = answer.body { return [] }
        let all = answer.text.lowercased() + answer.headers.map { "\($0.name): \($0.value)" }.joined().lowercased()
        return words.values.filter { all.contains($0) && !address.contains($0) }
    }

    /// Pages in every state, and JSON, which the same queries answer, in one state of each kind.
    private static func headers(_ state: UnapprovedState) -> [Headers] {
        let hasJSON = [.queued, .editQueued, .hidden, .sharedWithBella].contains(state)
        return hasJSON ? [[:], ["Accept": "application/json"]] : [[:]]
    }

    @Test(arguments: UnapprovedState.allCases)
    func `words of an unapproved text are on no public page`(state: UnapprovedState) async throws {
        let (site, recipe, _) = try await Self.site(state)
        for client in [try site.visitor(), try site.client(.charlie)] {
            for address in Self.surfaces(recipe) {
                for headers in Self.headers(state) {
                    let answer = try await client.get(address, headers: headers)
                    for word in Self.words(in: answer, of: address) {
                        Issue.record("\(word) on \(address) (\(answer.status.code))")
                    }
                }
            }
        }
    }

    @Test(arguments: UnapprovedState.allCases)
    func `no sitemap, feed or email leads others to words of an unapproved text`(state: UnapprovedState) async throws {
        let (site, _, _) = try await Self.site(state)
        let (visitor, base) = (try site.visitor(), site.site.settings.baseURL)
        var addresses = ["/sitemap.xml", "/feed.atom", "/robots.txt"]
        var seen: Set<String> = []
        // The author and the moderators may read the text, and nobody else gets an email about it.
        let staff = [Person.alice, .bob, .bella, .ada].map(\.email)
        for mail in try site.mails() {
            let isForOthers = !staff.contains(mail.to.text)
            let found = Self.words.values.filter {
                mail.text.lowercased().contains($0) || mail.subject.text.lowercased().contains($0)
            }
            #expect(!isForOthers || found.isEmpty, "\(found)")
            addresses += mail.text.matches(of: /https?:\/\/[^\s\/]+(\/[^\s]*)/).map { String($0.1) }
        }
        while let address = addresses.popLast() {
            guard seen.insert(address).inserted else { continue }
            let answer = try await visitor.get(address)
            #expect(Self.words(in: answer, of: address).isEmpty, "\(address)")
            guard address.hasPrefix("/sitemap") || address == "/feed.atom" else { continue }
            addresses += answer.text.matches(of: /(?:<loc>|<uri>|href=")([^<"]+)/).map { String($0.1) }
                .filter { $0.hasPrefix(base) }.map { String($0.dropFirst(base.count)) }
        }
        #expect(seen.count > 8)
    }

    @Test(arguments: UnapprovedState.allCases)
    func `no search finds or suggests words of an unapproved text`(state: UnapprovedState) async throws {
        let (site, recipe, _) = try await Self.site(state)
        let visitor = try site.visitor()
        for word in Self.words.values {
            for query in ["q=\(word)", "q=\(word.dropLast())", "with=\(word)"] {
                let found = try await visitor.json("/search?\(query)", as: ListAnswer<CardAnswer>.self)
                #expect(found.total == 0, "\(query)")
            }
            // The other word finds the same as beside a word that no text has.
            let (beside, nobody) = try await (
                visitor.json("/search?q=soup+\(word)", as: ListAnswer<CardAnswer>.self),
                visitor.json("/search?q=soup+qqxxqqxx", as: ListAnswer<CardAnswer>.self)
            )
            #expect(beside.items.map(\.id) == nobody.items.map(\.id) && beside.total == nobody.total, "\(word)")
            // With a misspelt word "did you mean" must not suggest the real one.
            let typo = word.dropLast() + "qq"
            let page = try await visitor.get("/search?q=\(typo)")
            #expect(!page.text.contains(word))
        }
        let isPublic = [.edit, .editQueued, .editRejected].contains(state)
        let statuses = try await [
            visitor.send(.get, "/recipes/\(recipe)").status,
            site.client(.charlie).send(.get, "/recipes/\(recipe)").status,
        ]
        #expect(statuses.allSatisfy { $0 == (isPublic ? .movedPermanently : .notFound) })
    }

    @Test(arguments: UnapprovedState.allCases)
    func `other members cannot see pictures of an unapproved text`(state: UnapprovedState) async throws {
        let (site, recipe, photo) = try await Self.site(state)
        let head = try site.count("SELECT head_revision_id FROM recipe WHERE id = \(recipe)")
        let pictures = ["/pictures/\(head).svg"] + ["320.jpg", "640.webp", "1280.jpg"].map { "/media/\(photo)/\($0)" }
        for client in [try site.visitor(), try site.client(.charlie)] {
            for picture in pictures { #expect(try await client.get(picture).status == .notFound, "\(picture)") }
        }
        let alice = try site.client(.alice)
        for picture in pictures {
            let answer = try await alice.get(picture)
            #expect(answer.status == .ok)
            #expect(answer.headers["Cache-Control"] == "private, no-store")
        }
        // Moderators see the pictures only after the text was submitted.
        let wasSubmitted = ![.draft, .edit, .deleted, .sharedWithBella, .linked].contains(state)
        for picture in pictures {
            #expect(try await site.client(.bob).get(picture).status == (wasSubmitted ? .ok : .notFound), "\(picture)")
        }
    }

    @Test func `named people and the link show a private text with its pictures`() async throws {
        for state in [UnapprovedState.sharedWithBella, .linked] {
            let (site, recipe, photo) = try await Self.site(state)
            let bella = try site.client(.bella)
            let address = try await bella.get("/recipes/\(recipe)-soup-quazilorn")
            for word in Self.words.values { #expect(address.text.contains(word), "\(word) for bella") }
            #expect(try await bella.get("/media/\(photo)/640.jpg").status == .ok)
            guard state == .linked else { continue }
            let seal: String = try found(site.value("SELECT seal FROM recipe_sharing"))
            let token = SecretLink("recipe-link", seal: seal, site.site).token
            let visitor = try site.visitor()
            let page = try await visitor.get("/recipes/link/\(token)")
            for word in Self.words.values { #expect(page.text.contains(word), "\(word) with the link") }
            #expect(try await visitor.get("/media/\(photo)/640.jpg?link=\(token)").status == .ok)
        }
    }

    @Test func `only author and moderators see an unapproved text, all see it once it is approved`() async throws {
        let (site, recipe, photo) = try await Self.site(.queued)
        let own = try await site.client(.alice).get("/recipes/\(recipe)")
        for word in Self.words.values { #expect(own.text.contains(word), "\(word)") }
        let submission = try #require(try site.submission(of: recipe))
        let read = try await site.client(.bob).get("/moderation/submissions/\(submission)")
        for word in Self.words.values { #expect(read.text.contains(word), "\(word)") }
        try await site.approve(submission)
        let page = try await site.visitor().get(site.address(of: recipe))
        for word in Self.words.values { #expect(page.text.contains(word), "\(word)") }
        let shown = try await site.visitor().get("/media/\(photo)/640.jpg")
        #expect(shown.status == .ok)
        #expect(shown.headers["Cache-Control"] == "public, max-age=86400")
        for field in ["title", "description", "ingredients"] {
            let found = try await site.visitor().json(
                "/search?q=\(Self.words[field]!)", as: ListAnswer<CardAnswer>.self)
            #expect(found.total == 1, "\(field)")
        }
    }
}
