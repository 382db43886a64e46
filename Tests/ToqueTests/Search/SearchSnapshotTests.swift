// Tests that the search index follows the database, also through restarts and damaged snapshots.

import Database
import Foundation
import SearchIndex
import Testing

@testable import TestKit
@testable import Toque

@Suite struct SearchSnapshotTests {
    /// An index on the site's database, as another process or a restart has it.
    private static func started(_ site: TestSite, works: Bool = true) throws -> RecipeSearchIndex {
        let index = RecipeSearchIndex(
            path: site.site.settings.searchIndexPath, catalogue: site.site.catalogue)
        if works { try index.work(site.site.openReader(), site.site.writer) { false } }
        return index
    }

    /// The number of recipes that the index, and not SQL, finds; `nil` if it cannot answer.
    private static func count(_ words: String, _ index: RecipeSearchIndex, _ site: TestSite) throws -> Int? {
        try site.read { db in
            try SearchStore(db, index).indexed(
                SearchQuery(typed: words, terms: [TypedSearch.Term(words: [words])]))?.count()
        }
    }

    private static func failures(_ site: TestSite) throws -> [String] {
        try site.read { try RecipeSearchIndex.failures(site.site.settings.searchIndexPath, $0) }
    }

    /// A site with one recipe and a snapshot of it.
    private static func site() throws -> TestSite {
        let site = try TestSite()
        try site.plant("Tomato soup", "1 kg tomatoes\n1 onion")
        try Self.started(site).save(site.site.writer)
        return site
    }

    @Test func `a new site needs no snapshot, and other processes see each change`() throws {
        let site = try TestSite()
        let (first, second) = (try Self.started(site, works: false), try Self.started(site, works: false))
        #expect(try Self.count("soup", first, site) == 0)
        let soup = try site.plant("Tomato soup", "1 kg tomatoes")
        #expect(try Self.count("soup", first, site) == 1 && Self.count("soup", second, site) == 1)
        try site.write { try PublicRecipeStore($0).remove(soup) }
        #expect(try Self.count("soup", first, site) == 0 && Self.count("soup", second, site) == 0)
    }

    @Test func `a restart loads the snapshot and adds what changed since`() throws {
        let site = try Self.site()
        #expect(try site.count("SELECT count(*) FROM search_change") == 0)
        try site.plant("Onion soup", "1 onion")
        #expect(try Self.count("soup", Self.started(site, works: false), site) == nil)
        #expect(try Self.count("soup", Self.started(site), site) == 2)
        #expect(try Self.failures(site) == [])
    }

    @Test func `a damaged snapshot is named and built again`() throws {
        let site = try Self.site()
        let file = URL(fileURLWithPath: site.site.settings.searchIndexPath)
        var bytes = try Data(contentsOf: file)
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: file)
        #expect(try Self.failures(site).count == 1)
        #expect(try Self.count("soup", Self.started(site), site) == 1)
    }

    @Test func `a snapshot of an older state of the database is not used`() throws {
        let site = try Self.site()
        let file = URL(fileURLWithPath: site.site.settings.searchIndexPath)
        let old = try Data(contentsOf: file)
        try site.plant("Onion soup", "1 onion")
        try Self.started(site).save(site.site.writer)
        try old.write(to: file)
        #expect(try Self.count("soup", Self.started(site), site) == 2)
    }

    @Test func `a recipe whose data differs from the snapshot is named`() throws {
        let site = try Self.site()
        try site.run("DROP TRIGGER public_recipe_changed_in_search")
        try site.run("UPDATE public_recipe SET total_minutes = 7")
        #expect(try Self.failures(site).count == 1)
    }

    @Test func `an index in use is built again when the database expects another snapshot`() throws {
        let site = try TestSite()
        try site.plant("Tomato soup", "1 kg tomatoes")
        let index = try Self.started(site)
        try index.save(site.site.writer)
        let before = try site.read { try index.current($0) }
        try site.write { try ErasureStore($0).forgetSearchSnapshot() }
        try index.work(site.site.openReader(), site.site.writer) { false }
        let after = try site.read { try index.current($0) }
        #expect(before !== after && after?.count == 1)
    }

    @Test func `an erasure while a snapshot is written removes it, also the first one`() throws {
        for isFirst in [true, false] {
            let site = try TestSite()
            try site.plant("Tomato soup", "1 kg tomatoes")
            let (index, path) = (try Self.started(site), site.site.settings.searchIndexPath)
            if !isFirst { try index.save(site.site.writer) }
            try site.plant("Onion soup", "1 onion")
            #expect(try Self.count("soup", index, site) == 2)
            try site.write { try ErasureStore($0).forgetSearchSnapshot() }
            let token = try site.count("SELECT token FROM search_snapshot")
            try index.save(site.site.writer)
            #expect(try site.count("SELECT token FROM search_snapshot") == token)
            let late = try site.write { try IndexedRecipeStore($0).record(7, insteadOf: nil, position: 9) }
            #expect(!late && (isFirst ? !FileManager.default.fileExists(atPath: path) : true))
            #expect(try Self.count("soup", Self.started(site), site) == 2)
        }
    }

    @Test func `an index that misses deleted changes does not answer, and is built again`() throws {
        let site = try Self.site()
        let (first, second) = (try Self.started(site), try Self.started(site))
        try site.plant("Onion soup", "1 onion")
        #expect(try Self.count("soup", second, site) == 2)
        try second.save(site.site.writer)
        #expect(try site.count("SELECT count(*) FROM search_change") == 0)
        #expect(try Self.count("soup", first, site) == nil)
        try first.work(site.site.openReader(), site.site.writer) { false }
        #expect(try Self.count("soup", first, site) == 2)
    }

    @Test func `a search adds few changes itself, and leaves many to the thread`() throws {
        let site = try Self.site()
        let index = try Self.started(site)
        for number in 0..<RecipeSearchIndex.mostChanges + 1 { try site.plant("Soup \(number)", "1 onion") }
        #expect(try Self.count("soup", index, site) == nil)
        // The search has added some of them, so that one is left.
        #expect(try Self.count("soup", index, site) == RecipeSearchIndex.mostChanges + 2)
    }

    @Test func `a search seals no full part, and leaves that to the thread`() throws {
        let site = try TestSite()
        let index = RecipeSearchIndex(
            path: site.site.settings.searchIndexPath, catalogue: site.site.catalogue, partSize: 4)
        for number in 0..<4 { try site.plant("Soup \(number)", "1 onion") }
        #expect(try Self.count("soup", index, site) == 4)
        try site.plant("Fifth soup", "1 onion")
        #expect(try Self.count("soup", index, site) == nil)
        try index.work(site.site.openReader(), site.site.writer) { false }
        #expect(try Self.count("soup", index, site) == 5)
    }

    @Test func `changes that a snapshot contains are deleted in steps`() throws {
        let site = try TestSite()
        for number in 0..<5 { try site.plant("Soup \(number)", "1 onion") }
        let last = try site.count("SELECT max(id) FROM search_change")
        var steps = 0
        while try site.write({ try IndexedRecipeStore($0).deleteChanges(to: last - 1, limit: 2) }) { steps += 1 }
        #expect(try steps == 2 && site.count("SELECT count(*) FROM search_change") == 1)
    }
}
