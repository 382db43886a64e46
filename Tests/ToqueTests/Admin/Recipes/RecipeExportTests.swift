// Tests of exporting found recipes to a file: logged, and without texts that only their authors have read.

import Database
import Foundation
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct RecipeExportTests {
    private func export(_ site: TestSite, _ format: String, _ filter: String = "") async throws -> (Response, String) {
        let answer = try await site.client(.ada).post(
            "/admin/recipes/export", [("format", format), ("filter", filter)])
        try answer.expect(.ok)
        guard case .stream(let stream) = answer.body else { throw StepFailed(description: "no stream") }
        var bytes: [UInt8] = []
        while let piece = try await stream.next() { bytes += piece }
        return (answer, String(decoding: bytes, as: UTF8.self))
    }

    @Test func `a table contains the recipes that the filter finds, and no formula`() async throws {
        let site = try TestSite()
        try site.plant("=HYPERLINK(1)", "1 onion", category: "soup")
        try site.plant("Plain, \"stew\"", "1 onion", category: "main")
        let (answer, text) = try await export(site, "csv", "category=soup")
        #expect(answer.headers["Content-Type"]?.hasPrefix("text/csv") == true)
        #expect(answer.headers["Content-Disposition"]?.contains(".csv") == true)
        let rows = try #require(CSVText.read(text))
        #expect(rows.map(\.cells.count) == [RecipeTable.columns.count, RecipeTable.columns.count])
        #expect(text.contains("'=HYPERLINK(1)") && !text.contains("stew"))
        let byTitle = try #require(CSVText.read(try await export(site, "csv", "sort=title").1))
        #expect(try await byTitle.dropFirst().map { Int($0.cells[0]) } == site.listed("sort=title"))
        let all = try #require(CSVText.read(try await export(site, "csv").1))
        #expect(all.count == 3 && all[1].cells[1] == "Plain, \"stew\"")
    }

    @Test func `JSON contains the whole text of recipes that may be read`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        _ = try await site.write(RecipeFields.honey.with("title", "Secret of mine"))
        let (_, text) = try await export(site, "json")
        #expect(!text.contains("Secret of mine"))
        let items = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
        #expect(items.count == 2)
        let item = try #require(items.first { $0["id"] as? Int == recipe })
        let body = try #require(item["text"] as? [String: Any])
        #expect(body["title"] as? String == "Lentil soup" && (body["lines"] as? [Any])?.count == 4)
        #expect(item["address"] as? String == site.site.configuration.baseURL + (try site.address(of: recipe)))
        #expect(try await export(site, "json", "q=nothing").1 == "[\n]\n")
        // Longer than an address may be.
        #expect(try await export(site, "json", String(repeating: "&", count: 8_001)).1 == "[\n]\n")
    }

    @Test func `an export is logged with the admin’s name`() async throws {
        let site = try TestSite()
        try site.plant("Onion soup", "1 onion")
        _ = try await export(site, "csv", "q=onion&author=alice&state=live")
        let row = try site.read {
            try $0.first("SELECT actor_name, to_state, detail FROM audit WHERE action = 'export-recipes'") {
                [$0[0] as String, $0[1], $0[2]]
            }
        }
        // Names and typed words could outlive an account.
        #expect(row == ["ada", "csv", "1 recipes q=%E2%80%A6&author=%E2%80%A6&state=live"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: site.site.settings.spoolPath) == [])
    }

    @Test func `only admins may export, and only in known formats`() async throws {
        let site = try TestSite()
        for person in [Person.alice, .bob] {
            try await site.client(person).post("/admin/recipes/export", [("format", "csv")]).expect(.forbidden)
        }
        try await site.client(.ada).post("/admin/recipes/export", [("format", "xls")]).expect(.notFound)
        #expect(try site.count("SELECT count(*) FROM audit WHERE action = 'export-recipes'") == 0)
    }
}
