// Tests of the disk space page, the daily measurement, and the notifications when the disk fills up.

import Database
import Foundation
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct StorageTests {
    private static func day(_ number: Int, total: Int, free: Int, disk: Int = 1_000) -> StorageDay {
        StorageDay(measuredAt: number * 86_400_000, bytes: [.database: total], free: free, disk: disk)
    }

    @Test func `a threshold is crossed once`() {
        let (low, high, full) = (
            Self.day(1, total: 1, free: 300), Self.day(2, total: 2, free: 150), Self.day(3, total: 3, free: 20)
        )
        #expect(StorageRules.crossed(from: nil, to: low) == nil)
        #expect(StorageRules.crossed(from: low, to: high) == 80)
        #expect(StorageRules.crossed(from: high, to: high) == nil)
        #expect(StorageRules.crossed(from: low, to: full) == 95)
        #expect(StorageRules.crossed(from: nil, to: full) == 95)
    }

    @Test func `the days left follow from the growth`() {
        #expect(StorageRules.daysLeft([Self.day(11, total: 200, free: 500), Self.day(1, total: 100, free: 600)]) == 50)
        #expect(StorageRules.daysLeft([Self.day(1, total: 100, free: 600)]) == nil)
        #expect(StorageRules.daysLeft([Self.day(2, total: 100, free: 5), Self.day(1, total: 100, free: 5)]) == nil)
    }

    @Test func `backups do not count as growth`() {
        var (first, last) = (Self.day(1, total: 100, free: 600), Self.day(11, total: 200, free: 500))
        first.bytes[.backups] = 10
        last.bytes[.backups] = 10_000
        #expect(StorageRules.daysLeft([last, first]) == 50)
    }

    @Test func `admins are notified on the same day when the disk fills up`() throws {
        let site = try TestSite()
        func work(free: Int) throws -> Int {
            try StorageWork(
                settings: site.site.settings, writer: site.site.writer, reader: site.site.openReader(),
                mailer: site.site.mailer, disk: { _ in (free: free, size: 1_000) }
            ).run(now: site.now)
            return try site.count("SELECT count(*) FROM notification WHERE kind = 'disk-filling'")
        }
        #expect(try work(free: 300) == 0)
        let once = try work(free: 150)
        #expect(once > 0)
        #expect(try work(free: 140) == once, "once for each crossing")
        #expect(try work(free: 40) == once * 2)
        #expect(try site.count("SELECT count(*) FROM storage_day") == 1)
    }

    @Test func `an admin sees the space by kind and member, and cleans up`() async throws {
        let site = try TestSite()
        let photo = (name: "photo", filename: "photo.png", bytes: TestPicture.png())
        try await site.client(.alice).upload("/recipes", RecipeFields.vegan.fields, file: photo).expect(.seeOther)
        let orphan = site.site.settings.mediaPath + "/orphan"
        try FileManager.default.createDirectory(atPath: orphan, withIntermediateDirectories: true)
        try Data(repeating: 1, count: 5_000).write(to: URL(fileURLWithPath: orphan + "/a"))
        let old = Date(timeIntervalSince1970: Double(site.now) / 1_000 - 200_000)
        try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: orphan)
        func work() throws {
            try StorageWork(
                settings: site.site.settings, writer: site.site.writer, reader: site.site.openReader(),
                mailer: site.site.mailer
            ).run(now: site.now)
        }
        try work()
        try work()
        #expect(try site.count("SELECT count(*) FROM storage_day") == 1, "once a day")
        let ada = try site.client(.ada)
        let page = try await ada.get("/admin/storage")
        #expect(page.shows("alice") && page.shows("5 kB"))
        try await ada.post("/admin/storage").expect(.seeOther)
        #expect(!FileManager.default.fileExists(atPath: orphan))
        #expect(try site.count("SELECT orphan_bytes FROM storage_day") == 0)
        site.clock.advance(by: 86_400_000)
        try work()
        #expect(try await site.client(.ada).get("/admin/storage").text.contains("<rect"))
    }
}
