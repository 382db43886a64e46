// Tests of deleting unused pictures: reported by `toque check`, deleted after a day, and never while in use.

import Database
import Foundation
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct MediaSweepTests {
    private func media(_ site: TestSite) -> String { site.site.settings.mediaPath }

    private func sweep(_ site: TestSite) throws -> Int {
        try MediaSweep.run(site.site.writer, site.site.openReader(), mediaPath: media(site), now: site.now)
    }

    private func folders(_ site: TestSite) throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: media(site)))
    }

    /// Sets the modification time of every media folder.
    private func date(_ site: TestSite, _ milliseconds: Int) throws {
        let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
        for folder in try folders(site) {
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: "\(media(site))/\(folder)")
        }
    }

    /// A site with photos of a public recipe, a draft, a profile and an unsaved form (returned in this order), a
    /// screenshot, and a folder of an interrupted upload.
    private func filled() async throws -> (site: TestSite, photos: [String]) {
        let site = try TestSite()
        let alice = try site.client(.alice)
        let file = (name: "photo", filename: "a.png", bytes: TestPicture.png())
        try await alice.upload("/recipes", RecipeFields.vegan.fields, file: file).expect(.seeOther)
        try await site.approve(site.submit(1))
        try await alice.upload("/recipes", RecipeFields.honey.fields, file: file).expect(.seeOther)
        try await alice.upload("/settings/profile", [], file: file).expect(.seeOther)
        #expect(try await alice.upload("/settings/profile", [("phone", "x")], file: file).status == .unprocessable)
        let shot = (name: "screenshot", filename: "a.png", bytes: TestPicture.png())
        try await alice.upload("/bugs", [("what", "Broken")], file: shot).expect(.seeOther)
        try FileManager.default.createDirectory(atPath: media(site) + "/left-behind", withIntermediateDirectories: true)
        try Data("x".utf8).write(to: URL(fileURLWithPath: media(site) + "/left-behind/320.jpg"))
        let photos = try site.read {
            try $0.all(
                """
                SELECT id FROM photo p ORDER BY id = (SELECT photo_id FROM public_recipe) DESC,
                    id IN (SELECT photo_id FROM revision) DESC, id = (SELECT photo_id FROM profile) DESC
                """
            ) { $0[0] as String }
        }
        return (site, photos)
    }

    @Test func `unused pictures are deleted after a day, others stay`() async throws {
        let (site, photos) = try await filled()
        #expect(photos.count == 4)
        let before = try folders(site)
        try date(site, site.now)
        // Pictures less than a day old may belong to an open form or a running upload.
        #expect(try sweep(site) == 0)
        #expect(try folders(site) == before)
        site.clock.advance(by: TestClock.day + 1)
        #expect(try sweep(site) == 2)
        #expect(try folders(site) == before.subtracting([photos[3], "left-behind"]))
        #expect(try site.count("SELECT count(*) FROM photo") == 3)
        #expect(try site.failures() == [])
        #expect(try sweep(site) == 0)
    }

    @Test func `a new folder stays although no row names it yet`() async throws {
        let (site, _) = try await filled()
        try date(site, site.now)
        site.clock.advance(by: TestClock.day + 1)
        let upload = media(site) + "/on-its-way"
        try FileManager.default.createDirectory(atPath: upload, withIntermediateDirectories: true)
        let now = Date(timeIntervalSince1970: Double(site.now) / 1000)
        try FileManager.default.setAttributes([.modificationDate: now], ofItemAtPath: upload)
        _ = try sweep(site)
        #expect(try folders(site).contains("on-its-way"))
    }

    @Test func `a photo whose row was deleted before a crash is deleted by the next sweep`() async throws {
        let (site, photos) = try await filled()
        // As after a crash between the transaction and the deletion of the files.
        try site.run("DELETE FROM photo WHERE id = \(photos[3])")
        try date(site, site.now)
        site.clock.advance(by: TestClock.day + 1)
        #expect(try sweep(site) == 2)
        #expect(try !folders(site).contains(photos[3]))
    }

    @Test func `the background worker deletes unused pictures once a day`() async throws {
        let (site, _) = try await filled()
        try date(site, site.now)
        site.site.backgroundWorker.work()
        #expect(try folders(site).count == 6)
        site.clock.advance(by: TestClock.day + 1)
        site.site.backgroundWorker.work()
        #expect(try folders(site).count == 4)
    }

    @Test func `check finds unused pictures older than a day, and missing files of a profile`() async throws {
        let (site, photos) = try await filled()
        #expect(try site.failures() == [])
        try site.run("DELETE FROM photo WHERE id = \(photos[3])")
        try date(site, Site.systemClock() - 2 * TestClock.day)
        let orphans = [photos[3], "left-behind"].sorted().map {
            CheckFailure(check: "media", finding: "\($0) is used by nothing")
        }
        #expect(try site.failures() == orphans)
        try FileManager.default.removeItem(atPath: "\(media(site))/\(photos[2])/640.webp")
        try date(site, Site.systemClock())
        #expect(try site.failures() == [CheckFailure(check: "media", finding: "\(photos[2])/640.webp is missing")])
    }
}
