// Tests the admin pages of tutorials: every change, wrong input, videos, and two admins at the same time.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct TutorialAdminTests {
    private let fields = [
        ("title_en", "Fry an egg"), ("summary_en", "In butter."), ("steps_en", "Melt.\r\nFry."),
        ("techniques_en", "fry egg, fried egg"), ("captions_en", "WEBVTT\r\n\r\n00:00.000 --> 00:01.000\r\nMelt."),
    ]

    private func titles(_ site: TestSite) async throws -> [String] {
        let answer: TutorialsAnswer = try await site.visitor().json("/tutorials")
        return answer.items.map(\.title)
    }

    @Test func `an admin adds, publishes, changes, moves, hides and deletes a tutorial, and undoes the deletion`()
        async throws
    {
        let site = try TestSite()
        try site.addTutorials()
        let ada = try site.client(.ada)
        let added = try await ada.post("/admin/tutorials", fields)
        #expect(added.location == "/admin/tutorials/3")
        #expect(try await ada.get("/admin/tutorials/3").shows("Fry an egg"))
        #expect(try await titles(site) == ["Knead dough"])
        try await ada.post("/admin/tutorials/3/publish").expect(.seeOther)
        #expect(try await titles(site) == ["Knead dough", "Fry an egg"])
        try await ada.post("/admin/tutorials/3/move", [("direction", "up")]).expect(.seeOther)
        try await ada.post("/admin/tutorials/3/move", [("direction", "up")]).expect(.seeOther)
        #expect(try await titles(site) == ["Fry an egg", "Knead dough"])
        let renamed = [("title_en", "Fry eggs"), ("steps_en", "Fry."), ("version", "2")]
        try await ada.post("/admin/tutorials/3", renamed).expect(.seeOther)
        #expect(try await titles(site) == ["Fry eggs", "Knead dough"])
        let deleted = try await ada.post("/admin/tutorials/3/delete")
        #expect(try await titles(site) == ["Knead dough"])
        try await site.pressUndo(deleted, ada)
        #expect(try await !ada.get("/admin/tutorials").shows("Deleted in the last day"))
        #expect(try await titles(site) == ["Fry eggs", "Knead dough"])
        try await ada.post("/admin/tutorials/3/hide").expect(.seeOther)
        #expect(try await titles(site) == ["Knead dough"])
        #expect(try site.count("SELECT count(*) FROM audit WHERE action LIKE '%-tutorial'") == 6)
        try await ada.post("/admin/tutorials/3/delete").expect(.seeOther)
        let list = try await ada.get("/admin/tutorials")
        #expect(list.shows("Deleted in the last day") && list.text.contains("/admin/tutorials/3/restore"))
        try Retention(writer: site.site.writer, settings: site.site.settings).sweep(now: site.now + TestClock.day)
        #expect(try await !ada.get("/admin/tutorials").shows("Deleted in the last day"))
        #expect(try await ada.post("/admin/tutorials/3/restore").status == .notFound)
        #expect(try site.count("SELECT count(*) FROM tutorial_text WHERE tutorial_id = 3") == 0)
    }

    @Test func `an edit is undone, unless the tutorial was changed since or a day has passed`() async throws {
        let site = try TestSite()
        let ada = try site.client(.ada)
        try await ada.post("/admin/tutorials", fields).expect(.seeOther)
        func edit(_ title: String, version: Int) async throws -> Response {
            let saved = try await ada.post(
                "/admin/tutorials/1", [("title_en", title), ("steps_en", "Fry."), ("version", String(version))])
            try saved.expect(.seeOther)
            return saved
        }
        let saved = try await edit("Fry eggs", version: 1)
        try await site.pressUndo(saved, ada)
        let page = try await ada.get("/admin/tutorials/1")
        #expect(page.shows("Fry an egg") && page.shows("In butter.") && !page.shows("Fry eggs"))
        #expect(try site.count("SELECT count(*) FROM audit WHERE action = 'undo-tutorial'") == 1)
        let older = try await edit("Fry two eggs", version: 3)
        _ = try await edit("Fry three eggs", version: 4)
        let step = try #require(older.cookie("toque_done")?.firstMatch(of: /:(\d+)/)?.1)
        #expect(try await ada.post("/admin/tutorials/undo/\(step)").status == .conflict)
        #expect(try await ada.get("/admin/tutorials/1").shows("Fry three eggs"))
        site.clock.advance(by: TestClock.day)
        #expect(try await site.client(.ada).post("/admin/tutorials/undo/\(step)").status == .notFound)
    }

    @Test(arguments: ["publish", "hide", "move", "delete"])
    func `a change of a tutorial that somebody changed since is refused`(change: String) async throws {
        let site = try TestSite()
        let ada = try site.client(.ada)
        for _ in 1...2 { try await ada.post("/admin/tutorials", fields).expect(.seeOther) }
        try await ada.post("/admin/tutorials/1", fields + [("version", "1")]).expect(.seeOther)
        let list = try await ada.get("/admin/tutorials")
        #expect(list.text.contains(#"name="version" value="2""#))
        #expect(try await ada.post("/admin/tutorials/1/\(change)", [("version", "1")]).status == .conflict)
        try await ada.post("/admin/tutorials/1/\(change)", [("version", "2")]).expect(.seeOther)
        #expect(
            try site.count("SELECT count(*) FROM audit WHERE action = '\(raw: change)-tutorial'")
                == (change == "move" ? 0 : 1))
    }

    @Test func `a mistake keeps what was typed`() async throws {
        let site = try TestSite()
        let ada = try site.client(.ada)
        let wrong: [(field: String, value: String)] = [
            ("title_en", ""), ("steps_en", ""), ("title_en", String(repeating: "x", count: 101)),
            ("summary_en", String(repeating: "x", count: 301)), ("steps_en", String(repeating: "x", count: 10_001)),
            ("techniques_en", String(repeating: "x", count: 61)), ("techniques_en", "cut, --"),
            ("techniques_en", String(repeating: "x,", count: 41)),
            ("techniques_en", String(repeating: "x", count: 9_999)),
            ("captions_en", "no captions"), ("captions_en", "WEBVTT\n\n00:00.000 --> 99:00.000\nLate."),
        ]
        for (field, value) in wrong {
            let answer = try await ada.post(
                "/admin/tutorials", fields.filter { $0.0 != field } + [(field, value), ("title_ru", "Яичница")])
            #expect(answer.status == .unprocessable && answer.hasError(at: field), "\(field)")
            #expect(answer.hasError(at: "steps_ru") && answer.shows("Яичница"))
        }
        #expect(try await ada.post("/admin/tutorials", []).hasError(at: "title_en"))
        #expect(try site.count("SELECT count(*) FROM tutorial") == 0)
    }

    @Test func `the second of two admins is warned before replacing what the first saved`() async throws {
        let site = try TestSite()
        let ada = try site.client(.ada)
        try await ada.post("/admin/tutorials", fields).expect(.seeOther)
        try await ada.post("/admin/tutorials/1", fields + [("version", "1")]).expect(.seeOther)
        let late = [("title_en", "Late"), ("steps_en", "Fry.")]
        let answer = try await ada.post("/admin/tutorials/1", late + [("version", "1")])
        #expect(answer.status == .conflict && answer.shows("Late") && answer.text.contains(#"value="2""#))
        try await ada.post("/admin/tutorials/1", late + [("version", "2")]).expect(.seeOther)
        #expect(try await ada.get("/admin/tutorials/1").shows("Late"))
    }

    @Test func `a video replaces the animation once it is ready, and is kept from the sweep`() async throws {
        let site = try TestSite()
        try site.addTutorials()
        try site.plantVideo("a-video")
        let ada = try site.client(.ada)
        let video = fields + [("video_id", "a-video"), ("version", "1")]
        #expect(try await ada.post("/admin/tutorials/1", video).hasError(at: "video"))
        try site.run("UPDATE photo SET owner_id = \(Person.ada.id)")
        try await ada.post("/admin/tutorials/1", video).expect(.seeOther)
        let page = try await site.visitor().get("/tutorials/1-fry-an-egg")
        #expect(page.text.contains("/media/a-video/video.mp4") && !page.text.contains("tutorial-knead"))
        #expect(page.text.contains("/tutorials/1-fry-an-egg/captions/en.vtt"))
        try await site.visitor().get("/media/a-video/video.mp4").expect(.ok)
        #expect(try site.write { try MediaSweep.forget("a-video", $0) } == false)
        try await ada.post("/admin/tutorials/1/hide").expect(.seeOther)
        #expect(try await site.visitor().get("/media/a-video/video.mp4").status == .notFound)
        try await ada.post("/admin/tutorials/1", video + [("remove_video", "1"), ("version", "2")]).expect(.conflict)
        let removed = fields + [("video_id", "a-video"), ("version", "3"), ("remove_video", "1")]
        try await ada.post("/admin/tutorials/1", removed).expect(.seeOther)
        // It could still be put back.
        #expect(try site.write { try MediaSweep.forget("a-video", $0) } == false)
        try site.run("DELETE FROM tutorial_undo")
        #expect(try site.write { try MediaSweep.forget("a-video", $0) })
    }

    @Test func `a video that another admin replaced meanwhile gives way to theirs`() async throws {
        let site = try TestSite()
        try site.addTutorials()
        try site.plantVideo("a-video")
        try site.run("UPDATE tutorial SET video_id = 'a-video' WHERE id = 1")
        let answer = try await site.client(.ada).post(
            "/admin/tutorials/1", fields + [("video_id", "another"), ("version", "1")])
        #expect(answer.hasError(at: "video") && answer.text.contains(#"name="video_id" value="a-video""#))
    }

    @Test func `an upload that is not a video is refused beside its field`() async throws {
        let site = try TestSite()
        let picture = (name: "video", filename: "photo.png", bytes: TestPicture.png())
        let answer = try await site.client(.ada).upload("/admin/tutorials", fields, file: picture)
        #expect(answer.status == .unprocessable && answer.hasError(at: "video") && answer.shows("Fry an egg"))
    }
}
