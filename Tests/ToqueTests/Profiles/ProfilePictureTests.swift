// Tests of profile pictures: square, public, kept on errors, and deleted when replaced.

import Database
import Foundation
import HTTP
import Images
import Mail
import Testing

@testable import TestKit
@testable import Toque

@Suite struct ProfilePictureTests {
    private static let address = "/settings/profile"
    static let file = (name: "photo", filename: "me.png", bytes: TestPicture.png(width: 200, height: 100))

    private func photo(_ site: TestSite) throws -> String? {
        try site.value("SELECT photo_id FROM profile WHERE user_id = 1")
    }

    /// The picture id in the form after an error.
    private func kept(_ answer: Response) throws -> String {
        String(try found(answer.text.firstMatch(of: /name="photo_id" value="([^"]+)"/)).1)
    }

    private func folders(_ site: TestSite) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: site.site.settings.mediaPath)
    }

    @Test func `a picture is cut square, its original deleted, and everyone sees it`() async throws {
        let site = try TestSite()
        try await site.client(.alice).upload(Self.address, told, file: Self.file).expect(.seeOther)
        let id = try found(photo(site))
        #expect(try await site.visitor().get("/cooks/alice").text.contains("/media/\(id)/320.jpg"))
        for name in ["320.jpg", "640.webp"] {
            let answer = try await site.visitor().get("/media/\(id)/\(name)")
            #expect(answer.status == .ok)
            let made = try Images.renditions(of: answer.bytes)
            #expect(made.width == 100 && made.height == 100)
            #expect(answer.headers["Cache-Control"] == "public, max-age=86400")
            #expect(answer.headers["ETag"] != nil)
            #expect(answer.headers["Content-Security-Policy"] == "default-src 'none'; sandbox")
            #expect(answer.headers["X-Content-Type-Options"] == "nosniff")
        }
        let path = "\(site.site.settings.mediaPath)/\(id)/original"
        #expect(!FileManager.default.fileExists(atPath: path))
        let json: CookAnswer = try await site.visitor().json("/cooks/alice")
        #expect(json.picture == "/media/\(id)/320.jpg")
        #expect(try site.failures() == [])
    }

    @Test func `the chosen square is cut`() async throws {
        let site = try TestSite()
        let fields = told + [("x", "90"), ("y", "20"), ("side", "70")]
        try await site.client(.alice).upload(Self.address, fields, file: Self.file).expect(.seeOther)
        #expect(try site.count("SELECT width FROM photo") == 70)
        #expect(try site.count("SELECT height FROM photo") == 70)
    }

    @Test(arguments: [
        ("-1", "0", "80"), ("101", "0", "100"), ("0", "0", "101"), ("0", "0", "5"), ("x", "0", "80"), ("0", "", ""),
        ("9223372036854775807", "0", "80"), ("99999999999999999999", "0", "80"), ("0.5", "0", "80"),
    ])
    func `an invalid square shows an error, and the form keeps the picture`(x: String, y: String, side: String)
        async throws
    {
        let site = try TestSite()
        let alice = try site.client(.alice)
        let fields = told + [("x", x), ("y", y), ("side", side)]
        let answer = try await alice.upload(Self.address, fields, file: Self.file)
        #expect(answer.status == .unprocessable)
        #expect(answer.hasError(at: "photo"))
        let id = try kept(answer)
        #expect(try await alice.get("/media/\(id)/320.jpg").status == .ok)
        #expect(try await site.visitor().get("/media/\(id)/320.jpg").status == .notFound)
        try await alice.post(Self.address, told + [("photo_id", id)]).expect(.seeOther)
        #expect(try photo(site) == id)
    }

    @Test func `the picture is kept when another field has an error`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        let wrong = told.map { $0.0 == "phone" ? ("phone", "none") : $0 }
        let refused = try await alice.upload(Self.address, wrong, file: Self.file)
        #expect(refused.status == .unprocessable && !refused.hasError(at: "photo"))
        let id = try kept(refused)
        #expect(refused.text.contains("/media/\(id)/320.jpg"))
        try await alice.post(Self.address, told + [("photo_id", id)]).expect(.seeOther)
        #expect(try photo(site) == id)
        // A profile that is saved without a new file keeps its picture.
        try await alice.post(Self.address, told + [("photo_id", id)]).expect(.seeOther)
        #expect(try photo(site) == id)
    }

    @Test func `a file that is not a picture and another member’s picture are refused`() async throws {
        let site = try TestSite()
        let (alice, charlie) = (try site.client(.alice), try site.client(.charlie))
        let text = (name: "photo", filename: "me.png", bytes: Array("GIF89a no".utf8))
        let answer = try await alice.upload(Self.address, told, file: text)
        #expect(answer.status == .unprocessable && answer.hasError(at: "photo"))
        try await alice.upload(Self.address, told, file: Self.file).expect(.seeOther)
        let id = try found(photo(site))
        let stolen = try await charlie.post(Self.address, [("photo_id", id)])
        #expect(stolen.status == .unprocessable && stolen.hasError(at: "photo"))
        #expect(try site.count("SELECT count(*) FROM profile WHERE user_id = \(Person.charlie.id)") == 0)
    }

    @Test func `a replaced or removed picture is deleted with its files`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        try await alice.upload(Self.address, told, file: Self.file).expect(.seeOther)
        let first = try found(photo(site))
        let other = (name: "photo", filename: "b.png", bytes: TestPicture.png(red: 3))
        try await alice.upload(Self.address, told + [("photo_id", first)], file: other).expect(.seeOther)
        let second = try found(photo(site))
        #expect(second != first)
        #expect(try folders(site) == [second])
        #expect(try await alice.get("/media/\(first)/320.jpg").status == .notFound)
        try await alice.post(Self.address, told + [("photo_id", second), ("remove_photo", "1")]).expect(.seeOther)
        #expect(try photo(site) == nil)
        #expect(try folders(site) == [])
        #expect(try site.count("SELECT count(*) FROM photo") == 0)
        #expect(
            try await site.visitor().get("/cooks/alice").text.contains(
                #"<span class="avatar" aria-hidden="true">A</span>"#))
        #expect(try site.failures() == [])
    }

    @Test func `a photo that a recipe shows too stays when it is removed from the profile`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        let photo = (name: "photo", filename: "a.png", bytes: TestPicture.png())
        try await alice.upload("/recipes", RecipeFields.vegan.fields, file: photo).expect(.seeOther)
        let id: String = try found(site.value("SELECT id FROM photo"))
        try await alice.post(Self.address, told + [("photo_id", id)]).expect(.seeOther)
        try await alice.post(Self.address, told).expect(.seeOther)
        #expect(try self.photo(site) == nil)
        #expect(try folders(site) == [id])
        #expect(try site.failures() == [])
    }
}

@Suite struct ProfileRemovalTests {
    private static let clear = "/admin/users/1/profile/clear"
    private static let reason = ("reason", "It sells pans.")

    @Test func `an admin removes picture, name and bio, which is logged`() async throws {
        let site = try TestSite()
        let (alice, ada) = (try site.client(.alice), try site.client(.ada))
        let file = (name: "photo", filename: "me.png", bytes: TestPicture.png())
        try await alice.upload("/settings/profile", told, file: file).expect(.seeOther)
        let page = try await ada.get("/admin/users/1")
        for (_, value) in told where !["Alicia", "Pleasance"].contains(value) { #expect(page.shows(value)) }
        #expect(page.shows("Alicia Pleasance"))
        try site.run("UPDATE user SET email_confirmed_at = 1 WHERE id = 1")
        _ = try site.mails()
        let first = [("part", "name"), ("part", "x"), Self.reason]
        #expect(try await ada.post(Self.clear, first).location == "/admin/users/1")
        #expect(try site.value("SELECT display_name FROM user WHERE id = 1") as String? == nil)
        #expect(try site.value("SELECT bio FROM profile") == "Soups & stews.")
        try await ada.post(Self.clear, [("part", "picture"), ("part", "bio"), ("part", "name"), Self.reason])
            .expect(.seeOther)
        #expect(try site.value("SELECT bio || coalesce(photo_id, '') FROM profile") == "")
        #expect(try site.value("SELECT phone FROM profile") == "+44 20 7946 0000")
        #expect(try FileManager.default.contentsOfDirectory(atPath: site.site.settings.mediaPath).isEmpty)
        let details = try site.read {
            try $0.all("SELECT detail FROM audit WHERE action = 'clear-profile' AND object_id = 1 ORDER BY id") {
                $0[0] as String
            }
        }
        #expect(details == ["name: It sells pans.", "picture bio: It sells pans."])
        // The owner gets the reason, and the removed text only at a confirmed address.
        let mails = try site.mails()
        #expect(mails.count == 2 && mails.allSatisfy { $0.to.text == "alice@example.org" })
        #expect(mails.allSatisfy { $0.text.contains("It sells pans.") && $0.text.contains("/settings/profile") })
        #expect(mails.last?.text.contains("Picture") == true)
        #expect(mails.last?.text.contains("About: Soups & stews.") == true)
        // Removing nothing is not logged.
        try await ada.post(Self.clear, [("part", "bio"), Self.reason]).expect(.seeOther)
        try await ada.post(Self.clear).expect(.seeOther)
        #expect(try site.count("SELECT count(*) FROM audit WHERE action = 'clear-profile'") == 2)
        #expect(try site.failures() == [])
    }

    @Test func `removing needs a reason, and the form keeps its input`() async throws {
        let site = try TestSite()
        let ada = try site.client(.ada)
        try await site.client(.alice).post("/settings/profile", told).expect(.seeOther)
        for reason in [" ", String(repeating: "x", count: 501)] {
            let answer = try await ada.post(Self.clear, [("part", "bio"), ("reason", reason)])
            #expect(answer.status == .unprocessable && answer.hasError(at: "reason") && answer.shows(reason))
            #expect(answer.text.contains(#"value="bio" checked"#) && !answer.text.contains(#"value="name" checked"#))
        }
        #expect(try site.value("SELECT bio FROM profile") == "Soups & stews.")
        #expect(try site.mails().isEmpty)
    }

    @Test func `the removed text is not sent to an unconfirmed address`() async throws {
        let site = try TestSite()
        try await site.client(.alice).post("/settings/profile", told).expect(.seeOther)
        try site.run("UPDATE user SET email_confirmed_at = NULL WHERE id = 1")
        try await site.client(.ada).post(Self.clear, [("part", "bio"), Self.reason]).expect(.seeOther)
        let mail = try found(site.mails().first)
        #expect(mail.text.contains("It sells pans.") && !mail.text.contains("stews"))
    }

    @Test func `only admins remove profiles, and only of existing users`() async throws {
        let site = try TestSite()
        try await site.client(.alice).post("/settings/profile", told).expect(.seeOther)
        for person in [Person.alice, .bob, .charlie] {
            let answer = try await site.client(person).post(Self.clear, [("part", "bio"), Self.reason])
            #expect(answer.status == .forbidden)
        }
        #expect(
            try await site.client(.ada).post("/admin/users/99/profile/clear", [("part", "bio"), Self.reason]).status
                == .notFound)
        #expect(try site.value("SELECT bio FROM profile") == "Soups & stews.")
    }

    @Test func `users in JSON have their display names`() async throws {
        let site = try TestSite()
        try await site.client(.alice).post("/settings/profile", told).expect(.seeOther)
        let text = try await site.client(.ada).get("/admin/users", headers: ["Accept": "application/json"]).text
        #expect(text.contains(#""display_name":"Alice Liddell""#) && text.contains(#""display_name":"bob""#))
        #expect(try await site.client(.ada).get("/admin/users?q=liddell").shows("alice@example.org"))
    }
}
