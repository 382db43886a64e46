// Tests folders of favourites: create, rename, delete, move and undo.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct FavouriteFolderTests {
    /// A site where Charlie has three favourites and the folders Winter (1) and Summer (2).
    private func start() async throws -> (site: TestSite, charlie: TestClient, recipes: [Int]) {
        let site = try TestSite()
        let charlie = try site.client(.charlie)
        var recipes: [Int] = []
        for number in 1...3 {
            site.clock.advance(by: 1)
            recipes.append(try site.plant("Soup \(number)", "1 onion"))
            try await charlie.post("/recipes/\(recipes[number - 1])/favourite").expect(.seeOther)
        }
        for name in ["Winter", "Summer"] {
            try await charlie.post("/favourites/folders", [("name", name)]).expect(.seeOther)
        }
        return (site, charlie, recipes)
    }

    private func marks(_ recipes: [Int]) -> [(String, String)] { recipes.map { ("recipe", String($0)) } }

    @Test func `selected favourites move into a folder and out of it, and that can be undone`() async throws {
        let (site, charlie, recipes) = try await start()
        let two = marks(Array(recipes.prefix(2)))
        let moved = try await charlie.post("/favourites", two + [("change", "move"), ("folder", "1")])
        #expect(try await site.favourites("?folder=1").items.map(\.id) == [recipes[1], recipes[0]])
        #expect(try await site.favourites("?folder=none").items.map(\.id) == [recipes[2]])
        #expect(
            try await site.favourites().folders == [
                FolderAnswer(id: 2, name: "Summer", count: 0), FolderAnswer(id: 1, name: "Winter", count: 2),
            ])
        let page = try await charlie.get("/favourites?folder=1")
        #expect(page.shows("Moved to the folder.") && page.text.contains(#"href="/favourites/folders/1""#))
        try await charlie.post("/favourites", two + [("change", "move"), ("folder", "2")]).expect(.seeOther)
        #expect(try await site.favourites("?folder=2").total == 2)
        let out = try await charlie.post("/favourites", two + [("change", "move"), ("folder", "none")])
        #expect(try await site.favourites("?folder=2").total == 0)
        try await site.pressUndo(out, charlie)
        #expect(try await site.favourites("?folder=2").total == 2)
        #expect(moved.location == "/favourites")
        #expect(try await site.favourites().total == 3)
    }

    @Test func `selected favourites are removed together, and that can be undone`() async throws {
        let (site, charlie, recipes) = try await start()
        let all = marks(recipes)
        try await charlie.post("/favourites", all + [("change", "move"), ("folder", "1")]).expect(.seeOther)
        let removed = try await charlie.post("/favourites", all + [("change", "remove")])
        #expect(try await site.favourites().total == 0)
        try await site.pressUndo(removed, charlie)
        #expect(try await site.favourites("?folder=1").items.map(\.id) == recipes.reversed())
        for fields in [[("change", "remove")], [("change", "remove"), ("recipe", "x")]] {
            #expect(try await charlie.post("/favourites", fields).location == "/favourites")
            #expect(try await charlie.get("/favourites").shows("Nothing was selected"))
        }
        let before = try site.digest()
        try await charlie.post("/favourites", marks([999]) + [("change", "remove")]).expect(.seeOther)
        #expect(try site.digest() == before)
    }

    @Test func `folders of others are not found, and their favourites stay`() async throws {
        let (site, _, recipes) = try await start()
        let alice = try site.client(.alice)
        try await alice.post("/recipes/\(recipes[0])/favourite").expect(.seeOther)
        let into = marks([recipes[0]]) + [("change", "move"), ("folder", "1")]
        #expect(try await alice.post("/favourites", into).status == .notFound)
        for path in ["/favourites?folder=1", "/favourites/folders/1", "/favourites?folder=x", "/favourites?folder=-1"] {
            #expect(try await alice.get(path).status == .notFound, "\(path)")
        }
        #expect(try await alice.post("/favourites/folders/1", [("name", "Mine")]).status == .notFound)
        #expect(try await alice.post("/favourites/folders/1/delete").status == .notFound)
        try await alice.post("/favourites", marks(recipes) + [("change", "remove")]).expect(.seeOther)
        #expect(try await site.favourites().total == 3)
    }

    @Test func `a wrong name is shown again with its problem`() async throws {
        let (_, charlie, _) = try await start()
        let long = String(repeating: "x", count: 61)
        for path in ["/favourites/folders", "/favourites/folders/1"] {
            for (name, problem) in [("  ", "Enter a name."), (long, "at most 60"), ("SUMMER", "already have a folder")]
            {
                let answer = try await charlie.post(path, [("name", name)])
                #expect(answer.status == .unprocessable, "\(path) \(name)")
                #expect(answer.hasError(at: "name") && answer.shows(problem), "\(path) \(name)")
                #expect(answer.text.contains(#"value="\#(name)""#), "\(path) \(name)")
            }
        }
        try await charlie.post("/favourites/folders/1", [("name", "WINTER")]).expect(.seeOther)
        #expect(try await charlie.get("/favourites/folders/1").shows("WINTER"))
    }

    @Test func `a folder is created and renamed, and each can be undone`() async throws {
        let (site, charlie, _) = try await start()
        let renamed = try await charlie.post("/favourites/folders/1", [("name", "Cold days")])
        #expect(renamed.location == "/favourites?folder=1")
        #expect(try await site.favourites().folders.map(\.name) == ["Cold days", "Summer"])
        try await site.pressUndo(renamed, charlie)
        #expect(try await site.favourites().folders.map(\.name) == ["Summer", "Winter"])
        let created = try await charlie.post("/favourites/folders", [("name", "  For\tguests ")])
        #expect(try await site.favourites().folders.map(\.name) == ["For guests", "Summer", "Winter"])
        try await site.pressUndo(created, charlie)
        #expect(try await site.favourites().folders.map(\.name) == ["Summer", "Winter"])
    }

    @Test func `the recipes of a deleted folder stay, and undoing brings the folder back`() async throws {
        let (site, charlie, recipes) = try await start()
        try await charlie.post("/favourites", marks(recipes) + [("change", "move"), ("folder", "1")]).expect(.seeOther)
        let deleted = try await charlie.post("/favourites/folders/1/delete")
        #expect(try await site.favourites().total == 3)
        #expect(try await site.favourites("?folder=none").total == 3)
        try await charlie.post("/favourites", marks([recipes[0]]) + [("change", "move"), ("folder", "2")])
            .expect(.seeOther)
        let step = try #require(deleted.cookie("toque_done")?.firstMatch(of: /:(\d+)/)?.1)
        try await charlie.post("/favourites/undo/\(step)").expect(.seeOther)
        let winter = try #require(try await site.favourites().folders.first { $0.name == "Winter" })
        #expect(winter.count == 2)
        #expect(try await site.favourites("?folder=\(winter.id)").items.map(\.id) == [recipes[2], recipes[1]])
    }

    @Test func `undoing a new name is refused if another folder has the old one`() async throws {
        let (site, charlie, _) = try await start()
        let renamed = try await charlie.post("/favourites/folders/1", [("name", "Cold days")])
        let step = try #require(renamed.cookie("toque_done")?.firstMatch(of: /:(\d+)/)?.1)
        try await charlie.post("/favourites/folders", [("name", "Winter")]).expect(.seeOther)
        #expect(try await charlie.post("/favourites/undo/\(step)").status == .conflict)
        #expect(try await site.favourites().folders.map(\.name) == ["Cold days", "Summer", "Winter"])
    }

    @Test func `undoing a new name does not say that it worked if the folder is gone`() async throws {
        let (_, charlie, _) = try await start()
        let renamed = try await charlie.post("/favourites/folders/1", [("name", "Cold days")])
        let step = try #require(renamed.cookie("toque_done")?.firstMatch(of: /:(\d+)/)?.1)
        try await charlie.post("/favourites/folders/1/delete").expect(.seeOther)
        #expect(try await charlie.post("/favourites/undo/\(step)").status == .notFound)
    }

    @Test func `there are at most 100 folders`() async throws {
        let (site, charlie, _) = try await start()
        for number in 3...FavouriteRules.folders {
            try await charlie.post("/favourites/folders", [("name", "Folder \(number)")]).expect(.seeOther)
        }
        let full = try await charlie.post("/favourites/folders", [("name", "One more")])
        #expect(full.status == .conflict && full.shows("You have 100 folders"))
        #expect(try await site.favourites().folders.count == FavouriteRules.folders)
    }
}
