// Tests the starter tutorials: complete files, and how they are loaded and updated.

import Bytes
import Database
import Food
import HTTP
import Testing
import Words

@testable import TestKit
@testable import Toque

@Suite struct StarterTutorialTests {
    @Test func `each starter tutorial is complete in both languages and has a drawing`() throws {
        let files = try StarterTutorial.all()
        #expect(files.count == 6)
        let assets = try TestSite().site.assets
        for file in files {
            #expect(!assets.address("tutorial-\(file.drawing).svg").contains("missing"), "\(file.key)")
            #expect(Set(file.texts.keys) == Set(Language.allCases))
            for text in file.texts.values {
                #expect(
                    text.summary.count > 20 && text.steps.lines.count >= 6 && text.phrases.count >= 2, "\(file.key)")
                #expect(text.cues.count >= 2, "\(file.key)")
            }
            var form = TutorialForm()
            form.texts = file.texts
            #expect(form.errors(milliseconds: 15_000, .en).all.map(\.message) == [], "\(file.key)")
        }
        #expect(throws: StarterTutorial.Problem.self) { try StarterTutorial(parsing: "titel: x", key: "x") }
    }

    private func load(_ site: TestSite, _ title: String) throws -> [Tutorial] {
        let file = try StarterTutorial(parsing: "drawing: dice\n[en]\ntitle: \(title)\nsteps:\nCut.", key: "dice")
        try site.write { try StarterTutorial.load($0, [file]) }
        return try site.read { try TutorialStore($0).all() }
    }

    @Test func `a newer file replaces a tutorial only if no admin changed it`() throws {
        let site = try TestSite()
        #expect(try load(site, "One").map(\.isPublished) == [true])
        #expect(try load(site, "Two").map { $0.text(.en).text.title } == ["Two"])
        var tutorial = try #require(try load(site, "Two").first)
        tutorial.texts[.en]?.title = "By an admin"
        let changed = tutorial
        #expect(try site.write { try TutorialStore($0).save(changed) })
        #expect(try load(site, "Three").map { $0.text(.en).text.title } == ["By an admin"])
    }

    @Test func `a deleted starter tutorial does not come back`() throws {
        let site = try TestSite()
        let id = try #require(try load(site, "One").first).id
        let now = site.now
        #expect(try site.write { try TutorialStore($0).delete(id, now: now) })
        #expect(try load(site, "Two").isEmpty)
        try site.write { try TutorialStore($0).tidy(before: now) }
        #expect(try load(site, "Three").isEmpty)
    }
}
