// Tests of sending files of Public/, photos and pages: caching, ranges and compression.

import Compression
import Database
import Foundation
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct AssetTests {
    private func styleSheet(_ site: TestSite) -> String { site.site.assets.address("site.css") }
    private func original() throws -> [UInt8] {
        Array(try #require(FileManager.default.contents(atPath: TestSite.root + "/Public/site.css")))
    }

    @Test func `a file is sent plain, as gzip or as brotli, each with its own tag`() async throws {
        let site = try TestSite()
        let visitor = try site.visitor()
        let original = try original()
        let plain = try await visitor.get(styleSheet(site))
        let gzip = try await visitor.get(styleSheet(site), headers: ["Accept-Encoding": "gzip"])
        let brotli = try await visitor.get(styleSheet(site), headers: ["Accept-Encoding": "gzip, deflate, br"])
        #expect(plain.bytes == original)
        #expect(try Gzip.decompress(gzip.bytes) == original)
        #expect(Brotli.decompress(brotli.bytes, limit: 1 << 20) == original)
        #expect([plain, gzip, brotli].map { $0.headers["Content-Encoding"] } == [nil, "gzip", "br"])
        #expect(Set([plain, gzip, brotli].map { $0.headers["ETag"] }).count == 3)
        for answer in [plain, gzip, brotli] {
            #expect(answer.headers["Vary"] == "Accept-Encoding")
            #expect(answer.headers["Cache-Control"] == "public, max-age=31536000, immutable")
            #expect(answer.headers["Last-Modified"].flatMap(HTTPDate.parse) != nil)
        }
    }

    @Test func `a cached file is answered with 304 and a range with that part`() async throws {
        let site = try TestSite()
        let visitor = try site.visitor()
        let tag = try #require(try await visitor.get(styleSheet(site)).headers["ETag"])
        let known = try await visitor.get(styleSheet(site), headers: ["If-None-Match": tag])
        #expect(known.status == .notModified)
        #expect(known.headers["X-Content-Type-Options"] == "nosniff")
        let part = try await visitor.get(styleSheet(site), headers: ["Range": "bytes=5-14", "If-Range": tag])
        #expect(part.status == .partialContent)
        #expect(part.bytes == Array(try original()[5..<15]))
    }

    @Test func `pages are compressed when the client accepts it, small answers never`() async throws {
        let site = try TestSite()
        let visitor = try site.visitor()
        let plain = try await visitor.get("/", headers: ["Accept-Encoding": "br"])
        let gzip = try await visitor.get("/", headers: ["Accept-Encoding": "gzip"])
        #expect(plain.headers["Content-Encoding"] == nil)
        #expect(plain.headers["Vary"]?.contains("Accept-Encoding") == true)
        #expect(gzip.headers["Content-Encoding"] == "gzip")
        #expect(gzip.bytes.count < plain.bytes.count / 2)
        #expect(String(decoding: try Gzip.decompress(gzip.bytes), as: UTF8.self).contains("</html>"))
        let small = try await visitor.get("/healthz", headers: ["Accept-Encoding": "gzip"])
        #expect(small.headers["Content-Encoding"] == nil)
    }

    @Test func `a photo can be resumed by range and has a tag`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        try await alice.upload("/recipes", RecipeFields.vegan.fields, file: PhotoTests.file).expect(.seeOther)
        let address = "/media/\(try found(site.value("SELECT id FROM photo")) as String)/640.jpg"
        let whole = try await alice.get(address)
        let parts = try await alice.get(address, headers: ["Range": "bytes=0-9,-5"])
        #expect(parts.status == .partialContent)
        #expect(parts.contentLength == parts.bytes.count)
        #expect(parts.text.contains("bytes 0-9/\(whole.bytes.count)"))
        let rest = try await alice.get(address, headers: ["Range": "bytes=10-"])
        #expect(whole.bytes == whole.bytes.prefix(10) + rest.bytes)
        let tag = try #require(whole.headers["ETag"])
        #expect(try await alice.get(address, headers: ["If-None-Match": tag]).status == .notModified)
        #expect(try await site.visitor().get(address, headers: ["If-None-Match": tag]).status == .notFound)
    }

    @Test func `form tokens differ on every page, and all are valid`() throws {
        let site = try TestSite().site
        let tokens = (1...20).map { _ in site.formToken(for: "someone") }
        #expect(Set(tokens).count == 20)
        #expect(tokens.allSatisfy { site.isFormToken($0, for: "someone") })
        #expect(!site.isFormToken(tokens[0], for: "another"))
        for wrong in ["", "x", tokens[0] + "A", String(tokens[0].dropLast(2)), String(tokens[0].reversed())] {
            #expect(!site.isFormToken(wrong, for: "someone"))
        }
    }
}
