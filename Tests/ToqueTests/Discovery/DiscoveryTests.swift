// Tests of the files for programs: robots.txt, sitemap, feed, security.txt.

import Database
import Foundation
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct DiscoveryTests {
    private let site: TestSite

    init() throws { site = try TestSite() }

    private func get(_ path: String) async throws -> Response { try await site.visitor().send(.get, path) }

    /// Reads XML as another program does: one line for each element, with its attributes and text.
    private func read(_ xml: Response) throws -> [String] {
        let folder = try TestFolder()
        try Data(xml.bytes).write(to: URL(fileURLWithPath: folder.path + "/a.xml"))
        let script = """
            import sys, json, xml.etree.ElementTree as tree
            print(json.dumps([[e.tag.split('}')[1], e.attrib.get('href', ''), (e.text or '').strip()]
                for e in tree.parse(sys.argv[1]).iter()]))
            """
        let json = try SystemProgram.run("/usr/bin/python3", ["-c", script, folder.path + "/a.xml"])
        let rows = try JSONDecoder().decode([[String]].self, from: Data(json))
        return rows.map { $0.filter { !$0.isEmpty }.joined(separator: " ") }
    }

    @Test func `robots txt names the sitemap and the pages that are closed`() async throws {
        let answer = try await get("/robots.txt")
        #expect(answer.headers["Content-Type"] == "text/plain; charset=utf-8")
        #expect(answer.text.hasPrefix("User-agent: *\nDisallow: /admin\n"))
        #expect(answer.text.hasSuffix("\nSitemap: http://127.0.0.1:8080/sitemap.xml\n"))
    }

    @Test func `the sitemap lists exactly the public recipes, with the time of their texts`() async throws {
        let soup = try site.plant("Onion soup", "1 onion")
        _ = try await site.write(.honey)
        site.clock.advance(by: TestClock.day)
        let bread = try site.plant("Bread", "500 g flour")
        let index = try await get("/sitemap.xml")
        #expect(index.headers["Content-Type"] == "application/xml")
        #expect(
            try read(index).filter { $0.hasPrefix("loc") } == [
                "loc http://127.0.0.1:8080/sitemaps/pages.xml", "loc http://127.0.0.1:8080/sitemaps/1.xml",
            ])
        #expect(
            try await read(get("/sitemaps/1.xml")) == [
                "urlset", "url", "loc http://127.0.0.1:8080/recipes/\(soup)-onion-soup", "lastmod 2026-11-18T10:00:00Z",
                "url", "loc http://127.0.0.1:8080/recipes/\(bread)-bread", "lastmod 2026-11-19T10:00:00Z",
            ])
        #expect(try await read(get("/sitemaps/pages.xml")).contains("loc http://127.0.0.1:8080/recipes"))
        for part in ["2", "0", "-1", "x", "1000001", "99999999999999999999"] {
            #expect(try await get("/sitemaps/\(part).xml").status == .notFound, "\(part)")
        }
    }

    @Test func `a part with recipes is made by the workers`() async throws {
        try site.plant("Onion soup", "1 onion")
        let statuses = try await site.withFullPool {
            try await [get("/sitemaps/1.xml").status, get("/sitemaps/pages.xml").status]
        }
        #expect(statuses == [.unavailable, .ok])
    }

    @Test func `parts without recipes are left out`() throws {
        let folder = try TestFolder()
        let db = try Connection(path: folder.path + "/a.sqlite", mode: .readWrite)
        try db.script("CREATE TABLE public_recipe (recipe_id INTEGER PRIMARY KEY)")
        #expect(try DiscoveryStore(db).parts() == [])
        try db.script("INSERT INTO public_recipe VALUES (1), (5000), (40001), (40002), (50000), (50001)")
        #expect(try DiscoveryStore(db).parts() == [1, 9, 10, 11])
    }

    @Test func `the feed has the 20 newest recipes as other programs read it`() async throws {
        for number in 0..<22 {
            site.clock.advance(by: TestClock.minute)
            try site.plant("Soup \(number)", "1 onion")
        }
        let answer = try await get("/feed.atom")
        #expect(answer.headers["Content-Type"] == "application/atom+xml")
        let rows = try read(answer)
        #expect(rows.filter { $0 == "entry" }.count == 20)
        #expect(rows.contains("id tag:127.0.0.1,2026:recipe-22") && rows.contains("title Soup 21"))
        #expect(!rows.contains("title Soup 1") && rows.contains("name alice"))
        #expect(rows.contains("link http://127.0.0.1:8080/recipes/22-soup-21"))
        #expect(rows.contains("updated 2026-11-18T10:22:00Z"))
    }

    @Test func `an empty feed is valid`() async throws {
        let rows = try await read(get("/feed.atom"))
        #expect(rows.contains("updated 1970-01-01T00:00:00Z") && !rows.contains("entry"))
    }

    @Test(arguments: [
        "</title><script>alert(1)</script>", "a & b \"c\" 'd'", "]]>", "<\u{0301}b>", "\u{0600}<i>", "&amp;", "🍲 борщ",
    ])
    func `a hostile text stays text in the feed`(text: String) async throws {
        try site.plant("Soup \(text)", "1 onion", description: "With \(text).")
        let rows = try await read(get("/feed.atom"))
        #expect(rows.contains("title Soup \(text)") && rows.contains("summary With \(text)."))
        #expect(rows.filter { $0.hasPrefix("script") || $0 == "i" || $0 == "b" }.isEmpty)
    }

    @Test func `characters that XML cannot contain are replaced`() throws {
        var xml = XMLText()
        xml.element("a", "x\u{0}\u{8}\u{FFFF}\ty\r\n")
        #expect(
            String(decoding: xml.bytes, as: UTF8.self).hasSuffix("<a>x\u{FFFD}\u{FFFD}\u{FFFD}&#9;y&#13;&#10;</a>\n"))
        xml.element("a", "\u{FFFE}🍲борщ & \u{FFFD}\u{FFFC}\u{FB00}'\u{10FFFF}\u{FFFF}")
        #expect(
            String(decoding: xml.bytes, as: UTF8.self).hasSuffix(
                "<a>\u{FFFD}🍲борщ &amp; \u{FFFD}\u{FFFC}\u{FB00}&#39;\u{10FFFF}\u{FFFD}</a>\n"))
    }

    @Test func `security txt names the contact and expires within a year`() async throws {
        let text = try await get("/.well-known/security.txt").text
        #expect(text.contains("Contact: http://127.0.0.1:8080/bugs/new\n"))
        #expect(text.contains("Expires: 2027-05-17T00:00:00Z\n"))
        #expect(text.contains("Canonical: http://127.0.0.1:8080/.well-known/security.txt\n"))
    }

    @Test(arguments: [
        ("security@example.org", "mailto:security@example.org"), ("mailto:a@example.org", "mailto:a@example.org"),
        ("https://example.org/security", "https://example.org/security"),
    ])
    func `the contact is an address or a page`(value: String, contact: String) throws {
        #expect(try Configuration.load(environment: ["TOQUE_SECURITY_CONTACT": value]).securityContact == contact)
    }

    @Test(arguments: ["someone", "http://example.org", "https://a b", "a@example.org\nExpires: never"])
    func `any other contact is refused`(value: String) {
        #expect(throws: (any Error).self) {
            try Configuration.load(environment: ["TOQUE_SECURITY_CONTACT": value])
        }
    }

    @Test func `a tag has the host without its port`() {
        #expect(AtomID.authority("https://toque.example:8443") == "toque.example")
        #expect(AtomID.authority("http://[::1]:8080") == "localhost")
    }
}
