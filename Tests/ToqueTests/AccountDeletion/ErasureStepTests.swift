// Tests of single steps of an erasure: the write-ahead log and pictures.

import Database
import Foundation
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct ErasureStepTests {
    @Test func `a log that somebody reads is emptied in the next round`() async throws {
        let site = try TestSite()
        let reader = try site.site.openReader()
        try reader.script("BEGIN; SELECT count(*) FROM user")
        try await site.leave(.charlie)
        site.clock.advance(by: 14 * TestClock.day)
        site.site.backgroundWorker.work()
        #expect(try size(of: site) > 0)
        try reader.script("COMMIT")
        site.site.backgroundWorker.work()
        #expect(try size(of: site) == 0)
    }

    /// The bytes in the database's log.
    private func size(of site: TestSite) throws -> Int {
        let path = site.site.settings.databasePath + "-wal"
        return try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? -1
    }

    @Test func `pictures of unsaved recipes and of reviews are deleted with the account`() async throws {
        let site = try TestSite()
        let recipe = try site.plant("Onion soup", "1 onion")
        let charlie = try site.client(.charlie)
        let photo = (name: "photo", filename: "a.png", bytes: TestPicture.png())
        try await charlie.upload("/recipes/drafts", [("title", "Soup"), ("window", "one")], file: photo).expect(.ok)
        let review = [("stars", "4"), ("text", "Good."), ("cooked", "changed"), ("changes", "Less salt.")]
        try await charlie.upload("/recipes/\(recipe)/review", review, file: photo).expect(.seeOther)
        func pictures() throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: site.site.settings.mediaPath).count
        }
        try await site.leave(.charlie)
        site.clock.advance(by: 14 * TestClock.day - 1)
        site.site.backgroundWorker.work()
        #expect(try pictures() == 2)
        site.clock.advance(by: 1)
        site.site.backgroundWorker.work()
        #expect(try pictures() == 0)
        #expect(try site.count("SELECT count(*) FROM photo") == 0)
    }
}
