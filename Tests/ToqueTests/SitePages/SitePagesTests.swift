// Tests of the pages about the site: reading, editing, undoing, and what their texts may contain.

import Bytes
import Database
import HTTP
import Testing
import Words

@testable import TestKit
@testable import Toque

@Suite struct SitePagesTests {
    private let site: TestSite
    private let ada: TestClient

    init() throws {
        site = try TestSite()
        ada = try site.client(.ada)
    }

    private func save(_ text: String, version: Int, russian: String = "") async throws -> Response {
        try await ada.post(
            "/admin/pages/about", [("text_en", text), ("text_ru", russian), ("version", String(version))])
    }

    @Test(arguments: SitePage.allCases)
    func `each page has a first text in both languages, with headings and links`(page: SitePage) async throws {
        let visitor = try site.visitor()
        let english = try await visitor.get("/\(page.rawValue)")
        #expect(english.status == .ok && english.text.contains("<h2>") && english.text.contains("<a href=\"/"))
        let russian = try await visitor.get("/\(page.rawValue)", headers: ["Accept-Language": "ru"])
        #expect(russian.text.contains("lang=\"ru\"") && russian.text.contains("<h2>"))
        for text in page.firstTexts.values {
            #expect(!text.isEmpty && text.length <= SitePageRules.textLength)
            // Each link of the first texts leads to a page.
            for block in SitePageRules.blocks(text) {
                for line in [block.line].compactMap(\.self) + block.items {
                    for address in line.spans.compactMap(\.address) {
                        let path = address.split(separator: "/").map(String.init)
                        guard case .found = Routes.router().lookup(.get, path) else {
                            Issue.record("\(address)")
                            continue
                        }
                    }
                }
            }
        }
        #expect(try await visitor.get("/").text.contains("href=\"/\(page.rawValue)\""))
        #expect(try await visitor.get("/sitemaps/pages.xml").text.contains("/\(page.rawValue)</loc>"))
    }

    @Test func `an admin edits a page and undoes it, and both are in the log`() async throws {
        let saved = try await save("## Us\n\nWe <b>cook</b>.", version: 0)
        #expect(saved.location == "/admin/pages/about")
        let page = try await site.visitor().get("/about")
        #expect(page.text.contains("<h2>Us</h2>") && page.text.contains("We &lt;b&gt;cook&lt;/b&gt;."))
        try await site.pressUndo(saved, ada)
        #expect(try await site.visitor().get("/about").shows("How recipes become public"))
        let rows = try site.read {
            try $0.all("SELECT action, from_state, to_state, detail FROM audit WHERE detail = 'about' ORDER BY id") {
                [$0[0] as String, $0[1], $0[2], $0[3]]
            }
        }
        #expect(rows == [["edit-page", "0", "1", "about"], ["undo-page", "1", "2", "about"]])
        struct Saved: Decodable, Sendable {
            let version: Int
            let text: String
        }
        let json: Saved = try await site.visitor().json("/about")
        #expect(json.version == 2 && json.text == SitePage.about.firstTexts[.en])
        let list = try await ada.json("/admin/pages", as: ListAnswer<Saved>.self)
        #expect(list.total == 3)
    }

    @Test func `of two edits the second shows both texts, and an older save can no longer be undone`() async throws {
        let first = try await save("First.", version: 0)
        let second = try await save("Second.", version: 0)
        #expect(second.status == .conflict && second.shows("First.") && second.shows("Second."))
        #expect(second.text.contains(#"name="version" value="1""#))
        try await save("Second.", version: 1).expect(.seeOther)
        let step = try #require(first.cookie("toque_done")?.firstMatch(of: /:(\d+)/)?.1)
        #expect(try await ada.post("/admin/pages/undo/\(step)").status == .conflict)
        #expect(try await site.visitor().get("/about").shows("Second."))
        #expect(try await ada.post("/admin/pages/undo/99").status == .notFound)
    }

    @Test func `a text that is missing or too long keeps what was typed`() async throws {
        let empty = try await save("", version: 0, russian: " \n")
        #expect(empty.status == .unprocessable && empty.hasError(at: "text_en"))
        let longest = String(repeating: "ж", count: SitePageRules.textLength)
        let long = try await save("Kept.", version: 0, russian: longest + "ж")
        #expect(long.status == .unprocessable && long.hasError(at: "text_ru") && long.shows("Kept."))
        try await save("", version: 0, russian: longest).expect(.seeOther)
        // Without an English text, readers of English get the Russian one.
        #expect(try await site.visitor().get("/about").text.contains("lang=\"ru\""))
        #expect(try await ada.get("/admin/pages/other").status == .notFound)
    }

    @Test func `old versions of a page are deleted`() async throws {
        for version in 0...SitePageRules.versions { try await save("\(version)", version: version).expect(.seeOther) }
        #expect(try site.count("SELECT count(*) FROM site_page") == SitePageRules.versions)
    }

    @Test func `headings, paragraphs, lists and safe links are read, everything else stays text`() {
        let blocks = SitePageRules.blocks("## Head\none\ntwo [us](/about)\n\n- a\n- b [x](https://example.org)\nend")
        #expect(blocks.map(\.heading) == ["Head", nil, nil, nil])
        #expect(blocks[1].line?.spans == [PageSpan(text: "one two "), PageSpan(text: "us", address: "/about")])
        #expect(blocks[2].items.count == 2 && blocks[3].line?.spans == [PageSpan(text: "end")])
        for text in [
            "[x](javascript:alert(1))", "[x](//example.org)", "[x](data:text/html,x)", "[x]()", "[](/a)", "[x](/a b)",
            "[x] (/a)", "[x", "[x](/a", "[x](\"/a)", "<a href=\"/a\">x</a>", "[x](https://)",
        ] {
            #expect(SitePageRules.spans(text) == [PageSpan(text: text)], "\(text)")
        }
        #expect(SitePageRules.spans("[a[b](/c)") == [PageSpan(text: "[a"), PageSpan(text: "b", address: "/c")])
        #expect(SitePageRules.spans("[\u{301}a](/c)") == [PageSpan(text: "\u{301}a", address: "/c")])
        let brackets = String(repeating: "[", count: SitePageRules.textLength)
        #expect(SitePageRules.spans(brackets) == [PageSpan(text: brackets)])
    }
}
