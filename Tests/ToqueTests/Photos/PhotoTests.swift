// Tests of photos: kept when a form has an error, private until the recipe is public, usable only by their owner.

import Database
import Foundation
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct PhotoTests {
    static let file = (name: "photo", filename: "soup.png", bytes: TestPicture.png())

    private func photoID(_ site: TestSite) throws -> String { try found(site.value("SELECT id FROM photo")) }

    @Test func `a photo has every width and format and is private until the recipe is public`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        try await alice.upload("/recipes", RecipeFields.vegan.fields, file: Self.file).expect(.seeOther)
        let id = try photoID(site)
        #expect(try await alice.get("/recipes/1").text.contains("/media/\(id)/640.jpg"))
        for width in Photos.widths {
            for (type, start) in [("jpg", [0xFF, 0xD8] as [UInt8]), ("webp", Array("RIFF".utf8))] {
                let address = "/media/\(id)/\(width).\(type)"
                let own = try await alice.get(address)
                #expect(own.status == .ok)
                #expect(own.bytes.starts(with: start))
                #expect(own.headers["Content-Type"] == (type == "jpg" ? "image/jpeg" : "image/webp"))
                #expect(try await site.visitor().get(address).status == .notFound)
                #expect(try await site.client(.charlie).get(address).status == .notFound)
                #expect(try await site.client(.bob).get(address).status == .notFound)
            }
        }
        try await site.approve(site.submit(1))
        #expect(try await site.visitor().get("/media/\(id)/320.webp").status == .ok)
        #expect(try site.failures() == [])
    }

    @Test(arguments: ["original", "640.png", "641.jpg", "640.jpg.jpg", "..", "640.jpg%00", "%2e%2e%2f640.jpg"])
    func `no other file of the folder has an address`(name: String) async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        try await alice.upload("/recipes", RecipeFields.vegan.fields, file: Self.file).expect(.seeOther)
        let id = try photoID(site)
        let status = try? await alice.get("/media/\(id)/\(name)").status
        #expect(status == nil || status == .notFound)
    }

    @Test func `with low data use a photo loads after a tap, and lists show the drawing`() async throws {
        let site = try TestSite()
        try await site.client(.alice).upload("/recipes", RecipeFields.vegan.fields, file: Self.file).expect(.seeOther)
        let id = try photoID(site)
        try await site.approve(site.submit(1))
        let charlie = try site.client(.charlie)
        func pages() async throws -> (list: String, recipe: String) {
            (try await charlie.get("/recipes").text, try await charlie.get(site.address(of: 1)).text)
        }
        let before = try await pages()
        #expect(before.list.contains("/media/\(id)/640.jpg") && !before.recipe.contains("on-tap"))
        try await charlie.post("/settings/preferences", [("low_data", "on")]).expect(.seeOther)
        let saving = try await pages()
        #expect(!saving.list.contains("/media/\(id)") && saving.list.contains("/pictures/"))
        #expect(saving.recipe.contains(#"<details class="on-tap"><summary>Show the photo</summary><picture>"#))
        #expect(saving.recipe.contains(/<img class="picture" src="[^"]*640\.jpg"[^>]* loading="lazy">/))
        let drawing = try #require(saving.list.firstMatch(of: /\/pictures\/\d+\.svg/))
        #expect(try await charlie.get(String(drawing.0)).status == .ok)
    }

    @Test func `a photo is kept when the form has an error`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        let refused = try await alice.upload("/recipes", RecipeFields.vegan.with("title", "").fields, file: Self.file)
        #expect(refused.status == .unprocessable)
        let id = try photoID(site)
        let form = EditorPageFields(refused.text)
        #expect(form.first("photo_id") == id)
        #expect(refused.text.contains("/media/\(id)/"))
        #expect(try await alice.get("/media/\(id)/320.jpg").status == .ok)
        let fields = form.fields.map { $0.0 == "title" ? ("title", "Soup with a photo") : $0 }
        #expect(try await alice.post("/recipes", fields).status == .seeOther)
        #expect(try site.value("SELECT photo_id FROM revision") == id)
    }

    @Test func `a file that is not a picture shows an error at its field, and all else is kept`() async throws {
        let site = try TestSite()
        for bytes in [
            Array("GIF89a no".utf8), Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), [0],
            Array(TestPicture.png().dropLast(40)),
        ] {
            let answer = try await site.client(.alice).upload(
                "/recipes", RecipeFields.vegan.fields, file: ("photo", "a.png", bytes))
            #expect(answer.status == .unprocessable)
            #expect(answer.hasError(at: "photo"))
            #expect(EditorPageFields(answer.text).first("title") == "Lentil soup")
        }
        #expect(try site.count("SELECT count(*) FROM photo") == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: site.site.settings.mediaPath).isEmpty)
    }

    @Test func `a photo has at most 25 MiB, and a larger one keeps what was typed`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        // Readers of PNG ignore what follows the picture.
        func photo(_ count: Int) -> [UInt8] {
            TestPicture.png() + [UInt8](repeating: 0, count: count - TestPicture.png().count)
        }
        let refused = try await alice.upload(
            "/recipes", RecipeFields.vegan.fields, file: ("photo", "a.png", photo((25 << 20) + 1)))
        #expect(refused.status == .unprocessable && refused.hasError(at: "photo"))
        #expect(refused.shows("Choose one of at most 25 MB and 50 megapixels"))
        #expect(EditorPageFields(refused.text).first("title") == "Lentil soup")
        let taken = try await alice.upload(
            "/recipes", RecipeFields.vegan.fields, file: ("photo", "a.png", photo(25 << 20)))
        #expect(taken.status == .seeOther)
        #expect(try site.count("SELECT count(*) FROM photo") == 1)
    }

    @Test func `a photo stays when the text is edited, and can be replaced or removed`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        try await alice.upload("/recipes", RecipeFields.vegan.fields, file: Self.file).expect(.seeOther)
        func photo() throws -> String? {
            try site.value("SELECT v.photo_id FROM recipe r JOIN revision v ON v.id = r.head_revision_id")
        }
        let first = try #require(try photo())
        let form = try await EditorPageFields(alice.get("/recipes/1/edit").text)
        try await alice.post("/recipes/1", form.fields.map { $0.0 == "title" ? ("title", "Edited") : $0 }).expect(
            .seeOther)
        #expect(try photo() == first)
        let second = (name: "photo", filename: "b.png", bytes: TestPicture.png(red: 3))
        let again = try await EditorPageFields(alice.get("/recipes/1/edit").text)
        try await alice.upload("/recipes/1", again.fields, file: second).expect(.seeOther)
        #expect(try photo() != first)
        let last = try await EditorPageFields(alice.get("/recipes/1/edit").text)
        try await alice.post("/recipes/1", last.fields + [("remove_photo", "1")]).expect(.seeOther)
        #expect(try photo() == nil)
    }

    @Test func `a member cannot use another member’s photo by its id`() async throws {
        let site = try TestSite()
        try await site.client(.alice).upload("/recipes", RecipeFields.vegan.fields, file: Self.file).expect(.seeOther)
        let id = try photoID(site)
        let charlie = try site.client(.charlie)
        let answer = try await charlie.post("/recipes", RecipeFields.honey.with("photo_id", id).fields)
        #expect(answer.status == .unprocessable)
        #expect(answer.hasError(at: "photo"))
        #expect(!answer.text.contains(id))
        #expect(try site.count("SELECT count(*) FROM revision WHERE photo_id = \(id)") == 1)
    }

    @Test(arguments: ["unknown", "../../secret", "<x>", String(repeating: "a", count: 10_000)])
    func `an unknown photo id shows an error at the field`(id: String) async throws {
        let answer = try await TestSite().client(.alice).post(
            "/recipes", RecipeFields.vegan.with("photo_id", id).fields)
        #expect(answer.status == .unprocessable)
        #expect(answer.hasError(at: "photo"))
    }

    @Test func `without a form token no photo is stored`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        alice.cookies["toque_session"] = alice.cookies["toque_session"].map { $0 + "x" }
        _ = try await alice.upload("/recipes", RecipeFields.vegan.fields, file: Self.file)
        #expect(try site.count("SELECT count(*) FROM photo") == 0)
    }
}

@Suite struct PictureTests {
    @Test func `a public recipe without a photo has a drawing, a private one only for its author`() async throws {
        let site = try TestSite()
        _ = try await site.write(.vegan)
        #expect(try await site.visitor().get("/pictures/1.svg").status == .notFound)
        #expect(try await site.client(.bob).get("/pictures/1.svg").status == .notFound)
        #expect(try await site.client(.alice).get("/pictures/1.svg").status == .ok)
        try await site.approve(site.submit(1))
        let drawing = try await site.visitor().get("/pictures/1.svg")
        #expect(drawing.headers["Content-Type"] == "image/svg+xml")
        #expect(drawing.headers["Content-Security-Policy"] == "default-src 'none'; sandbox")
        #expect(drawing.text.hasPrefix("<svg"))
    }
}
