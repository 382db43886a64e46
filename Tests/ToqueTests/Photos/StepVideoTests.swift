// Tests of videos of steps: checked on upload, converted in the background, then served.

import Database
import Foundation
import HTTP
import Testing
import Video

@testable import TestKit
@testable import Toque

@Suite(.enabled(if: TestVideo.isPossible, "ffmpeg is not installed"))
struct StepVideoTests {
    private func upload(_ client: TestClient, _ bytes: [UInt8], _ fields: RecipeFields = .vegan) async throws
        -> Response
    {
        try await client.upload("/recipes", fields.fields, file: ("step_file-1", "clip.mp4", bytes))
    }

    /// A recipe of Alice's whose first step has an unconverted video.
    private func waiting(
        change: (inout Configuration) -> Void = { _ in }
    ) async throws -> (site: TestSite, alice: TestClient, media: String) {
        let site = try TestSite(folder: .filled(), clock: TestClock(), change: change)
        let alice = try site.client(.alice)
        try await upload(alice, TestVideo.mp4()).expect(.seeOther)
        return (site, alice, try found(site.value("SELECT photo_id FROM video")))
    }

    private func state(_ site: TestSite) throws -> String? { try site.value("SELECT state FROM video") }

    private func files(_ site: TestSite, _ media: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(site.site.settings.mediaPath)/\(media)").sorted()
    }

    @Test func `a video is converted in the background, then served whole and in part`() async throws {
        let (site, alice, media) = try await waiting()
        #expect(try state(site) == "waiting")
        #expect(try await alice.get("/recipes/1").text.contains("The video is being processed: 0%"))
        #expect(try await alice.get("/media/\(media)/video.mp4").status == .notFound)
        #expect(try site.failures() == [])
        site.site.backgroundWorker.work()
        #expect(try state(site) == "ready")
        #expect(try !files(site, media).contains("upload"))
        let whole = try await alice.get("/media/\(media)/video.mp4")
        #expect(whole.status == .ok && whole.headers["Content-Type"] == "video/mp4")
        #expect(whole.headers["X-Content-Type-Options"] == "nosniff")
        #expect(whole.headers["Content-Security-Policy"] == "default-src 'none'; sandbox")
        #expect(whole.headers["Cross-Origin-Resource-Policy"] == "same-origin")
        #expect(whole.headers["Accept-Ranges"] == "bytes")
        let page = try await alice.get("/recipes/1").text
        #expect(
            page.contains("<video") && page.contains("preload=\"none\"") && page.contains("/media/\(media)/640.jpg"))
        #expect(try await alice.get("/media/\(media)/640.jpg").status == .ok)
        let counted = try site.count("SELECT bytes FROM photo")
        #expect(counted == MediaFolder.bytes("\(site.site.settings.mediaPath)/\(media)"))
        #expect(try site.failures() == [])
    }

    @Test func `only the owner sees the progress of a conversion`() async throws {
        let (site, alice, media) = try await waiting()
        let address = "/my/videos/\(media)"
        #expect(try await alice.get(address).text.contains("waiting"))
        #expect(try await site.client(.charlie).get(address).status == .notFound)
        #expect(try await site.client(.bob).get(address).status == .notFound)
        #expect(try await site.visitor().get(address).status == .seeOther)
        #expect(try await alice.get("/my/videos/none").status == .notFound)
        site.site.backgroundWorker.work()
        #expect(try await alice.get(address).text.contains("ready"))
    }

    @Test func `a recipe can be submitted only with converted videos, and moderators see them first`() async throws {
        let (site, alice, media) = try await waiting()
        let early = try await alice.post("/recipes/1/submit")
        #expect(early.status == .conflict && early.shows("isn’t ready yet"))
        site.site.backgroundWorker.work()
        let submission = try await site.submit(1)
        let address = "/media/\(media)/video.mp4"
        #expect(try await site.client(.bob).get("/moderation/submissions/\(submission)").text.contains(address))
        #expect(try await site.client(.bob).get(address).status == .ok)
        #expect(try await site.client(.charlie).get(address).status == .notFound)
        #expect(try await site.visitor().get(address).status == .notFound)
        try await site.approve(submission)
        #expect(try await site.visitor().get(address).status == .ok)
        let data = try await site.visitor().get("/recipes/1.jsonld").text
        #expect(data.contains("VideoObject") && data.contains(address))
    }

    @Test func `an animated GIF becomes a video, one with a single frame a picture`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        try await upload(alice, TestVideo.gif()).expect(.seeOther)
        #expect(try site.count("SELECT count(*) FROM video") == 1)
        try await upload(alice, TestVideo.gif(seconds: 0.04), .honey).expect(.seeOther)
        #expect(try site.count("SELECT count(*) FROM video") == 1)
        #expect(try site.count("SELECT count(*) FROM photo") == 2)
        #expect(try FileManager.default.contentsOfDirectory(atPath: site.site.settings.mediaPath).count == 2)
        site.site.backgroundWorker.work()
        #expect(try site.failures() == [])
    }

    @Test func `a long or broken video shows an error at its step and leaves no file`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        for (bytes, text) in [
            (try TestVideo.mp4(seconds: 10.2), "longer than 10 seconds"),
            (Array(try TestVideo.mp4().prefix(3_000)), "isn’t a video we can read"),
            (Array("GIF89a".utf8) + Array(repeating: 0, count: 40), "isn’t a video we can read"),
        ] {
            let answer = try await upload(alice, bytes)
            #expect(answer.status == .unprocessable && answer.hasError(at: "step_file-1") && answer.shows(text))
            #expect(EditorPageFields(answer.text).first("title") == "Lentil soup")
        }
        #expect(try site.count("SELECT count(*) FROM photo") == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: site.site.settings.mediaPath).isEmpty)
    }

    @Test func `without ffmpeg the form accepts only pictures and says so`() async throws {
        let video = try TestVideo.mp4()
        let site = try TestSite(folder: .filled(), clock: TestClock()) { $0.video = nil }
        let alice = try site.client(.alice)
        let form = try await alice.get("/recipes/new").text
        #expect(form.contains("this site runs without ffmpeg") && !form.contains("video/mp4"))
        let answer = try await upload(alice, video)
        #expect(answer.status == .unprocessable && answer.hasError(at: "step_file-1"))
        #expect(answer.shows("You can’t use videos and GIFs here"))
        #expect(try site.count("SELECT count(*) FROM photo") == 0)
    }

    @Test func `a conversion that was killed starts again, and fails after three times`() async throws {
        let (site, alice, media) = try await waiting()
        try site.run("UPDATE video SET state = 'working', progress = 40, tries = 1")
        try site.write { try VideoStore($0).resume() }
        site.site.backgroundWorker.work()
        #expect(try state(site) == "ready")
        try site.run("UPDATE video SET state = 'waiting', tries = 3")
        site.site.backgroundWorker.work()
        #expect(try state(site) == "refused")
        #expect(try files(site, media).isEmpty)
        #expect(try await alice.get("/recipes/1/edit").shows("The video couldn’t be processed"))
        #expect(try await alice.post("/recipes/1/submit").status == .conflict)
        #expect(try site.failures() == [])
    }

    @Test func `the upload of a finished video is deleted by the next sweep, also after a crash`() async throws {
        let (site, _, media) = try await waiting()
        let folder = "\(site.site.settings.mediaPath)/\(media)"
        func sweep() throws {
            try MediaSweep.run(
                site.site.writer, site.site.openReader(), mediaPath: site.site.settings.mediaPath, now: site.now)
        }
        try sweep()
        #expect(try files(site, media) == ["upload"])
        site.site.backgroundWorker.work()
        let finished = try files(site, media)
        for file in ["upload", "made.mp4", "first.png"] {
            try Data("left".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(file)"))
        }
        try sweep()
        #expect(try state(site) == "ready" && files(site, media) == finished)
        #expect(try site.failures() == [])
    }

    @Test func `a file that fails during conversion is refused with the reason`() async throws {
        let (site, alice, media) = try await waiting()
        let path = "\(site.site.settings.mediaPath)/\(media)/upload"
        try Data("no video".utf8).write(to: URL(fileURLWithPath: path))
        site.site.backgroundWorker.work()
        #expect(try state(site) == "refused")
        #expect(try await alice.get("/recipes/1/edit").shows("isn’t a video we can read"))
        #expect(try site.count("SELECT bytes FROM photo") == 0)
    }

    @Test func `a video is in its recipe’s archive and is deleted with its owner`() async throws {
        let (site, alice, media) = try await waiting()
        site.site.backgroundWorker.work()
        guard case .stream(let stream) = try await alice.get("/my/recipes/all.zip").body else {
            throw StepFailed(description: "no stream")
        }
        var archive: [UInt8] = []
        while let piece = try await stream.next() { archive += piece }
        let charlie = try site.client(.charlie)
        let read = try await charlie.upload("/recipes/import", [], file: ("file", "all.zip", archive))
        try await charlie.post(found(read.location), [("recipe", "1")]).expect(.seeOther)
        let back = try RecipeBody(encoded: found(site.value("SELECT body FROM revision ORDER BY id DESC LIMIT 1")))
        #expect(back.steps[0].isVideo && back.steps[0].media != media)
        site.site.backgroundWorker.work()
        #expect(try site.count("SELECT count(*) FROM video WHERE state = 'ready'") == 2)
        #expect(try site.failures() == [])
    }

    static let subtitles = "WEBVTT\n\n00:00.000 --> 00:00.900\nStir <b>slowly</b>."

    @Test func `subtitles are part of the text and visible to those who may read it`() async throws {
        let (site, alice, media) = try await waiting()
        site.site.backgroundWorker.work()
        func save(_ text: String, as name: String = "subtitles_en-1") async throws -> Response {
            let version = try site.count("SELECT version FROM recipe")
            return try await alice.post(
                "/recipes/1",
                RecipeFields.vegan.adding(
                    ("version", String(version)), ("step_media-1", media + ".mp4"), (name, text)
                ).fields)
        }
        let wrong = try await save("WEBVTT\n\n00:00.000 --> 00:12.000\nToo late")
        #expect(wrong.status == .unprocessable && wrong.hasError(at: "subtitles_en-1") && wrong.shows("Line 3"))
        #expect(EditorPageFields(wrong.text).first("subtitles_en-1")?.contains("Too late") == true)
        try await save(Self.subtitles).expect(.seeOther)
        let revision = try site.count("SELECT max(id) FROM revision")
        let address = "/subtitles/\(revision)/1.en.vtt"
        let own = try await alice.get(address)
        #expect(own.text == Self.subtitles + "\n" && own.headers["Content-Type"] == "text/vtt; charset=utf-8")
        #expect(own.headers["X-Content-Type-Options"] == "nosniff")
        #expect(try await alice.get("/recipes/1").text.contains("src=\"\(address)\" srclang=\"en\""))
        for other in ["1.ru.vtt", "2.en.vtt", "0.en.vtt", "1.en.txt", "999.en.vtt", "1.de.vtt"] {
            #expect(try await alice.get("/subtitles/\(revision)/\(other)").status == .notFound, "\(other)")
        }
        #expect(try await site.visitor().get(address).status == .notFound)
        #expect(try await site.client(.charlie).get(address).status == .notFound)
        let submission = try await site.submit(1)
        #expect(try await site.client(.bob).get(address).status == .ok)
        try await site.approve(submission)
        let visitor = try site.visitor()
        #expect(try await visitor.get(address).status == .ok)
        #expect(try await visitor.get("/recipes/1").text.contains(" default></video>"))
        let chosen = [("language", "en"), ("units", "written"), ("theme", "system"), ("low_data", "1")]
        let charlie = try site.client(.charlie)
        try await charlie.post("/settings/preferences", chosen).expect(.seeOther)
        let page = try await charlie.get("/recipes/1").text
        #expect(!page.contains(" default></video>") && page.contains("data-still"))
    }

    @Test func `members’ videos are converted in turn`() throws {
        let site = try TestSite()
        let video = ProbedVideo(format: .mp4, milliseconds: 1_000, frames: 25)
        let waiting: [(id: String, owner: Person)] = [("z", .alice), ("a", .alice), ("m", .charlie)]
        for (index, row) in waiting.enumerated() {
            try site.write { db in
                try VideoStore(db).insert(row.id, video, bytes: 1, owner: row.owner.id, now: index)
            }
        }
        var order: [String] = []
        while let next = try VideoStore(site.site.openReader()).next(now: 3) {
            order.append(next.id)
            _ = try site.write { try $0.run("UPDATE video SET state = 'refused' WHERE photo_id = \(next.id)") }
        }
        #expect(order == ["z", "m", "a"])
    }
}
