// Tests the public pages of tutorials, and the links to them from recipes, cook mode and the search.

import Database
import Foundation
import HTTP
import Testing
import Words

@testable import TestKit
@testable import Toque

struct TutorialsAnswer: Decodable {
    struct Item: Decodable {
        struct Cue: Decodable {
            let time: String
        }

        let id: Int
        let address: String
        let title: String
        let steps: [String]?
        let captions: [Cue]?
    }

    let total: Int
    let items: [Item]
}

extension TestSite {
    /// Adds a published tutorial of kneading and one that is hidden, both with an animation.
    func addTutorials() throws {
        let captions = "WEBVTT\n\n00:00.000 --> 00:02.000\nPush the dough."
        let knead = TutorialText(
            title: "Knead dough", summary: "Push and fold.", steps: "Push.\nFold.", techniques: "knead",
            captions: captions)
        let russian = TutorialText(title: "Вымесить тесто", steps: "Толкните.", techniques: "вымесить, вымесите")
        let hidden = TutorialText(title: "Fry", steps: "Fry it.", techniques: "stir")
        try write { db in
            _ = try TutorialStore(db).add(
                Tutorial(drawing: "knead", isPublished: true, texts: [.en: knead, .ru: russian]))
            _ = try TutorialStore(db).add(Tutorial(drawing: "dice", texts: [.en: hidden]))
        }
        site.tutorials.forget()
    }
}

@Suite struct TutorialsTests {
    private func site() throws -> TestSite {
        let site = try TestSite()
        try site.addTutorials()
        return site
    }

    @Test func `the list shows published tutorials and is searched in both languages`() async throws {
        let visitor = try site().visitor()
        let page = try await visitor.get("/tutorials")
        #expect(page.shows("Knead dough") && page.shows("Push and fold.") && !page.shows("Fry"))
        #expect(page.text.contains("#still"))
        for query in ["kneading", "dough", "тесто"] {
            let found: TutorialsAnswer = try await visitor.json("/tutorials?q=\(Percent.encode(query: query))")
            #expect(found.items.map(\.address) == ["/tutorials/1-knead-dough"], "\(query)")
        }
        let all: TutorialsAnswer = try await visitor.json("/tutorials")
        #expect(all.items.allSatisfy { $0.steps == nil && $0.captions == nil })
        let one: TutorialsAnswer.Item = try await visitor.json("/tutorials/1-knead-dough")
        #expect(one.steps == ["Push.", "Fold."] && one.captions?.map(\.time) == ["0:00"])
        let none = try await visitor.get("/tutorials?q=zebra")
        #expect(none.shows("No tutorial contains these words.") && none.text.contains("noindex"))
        let long = try await visitor.get("/tutorials?q=" + String(repeating: "a", count: 5_000))
        #expect(long.shows("No tutorial contains these words."))
    }

    @Test func `a tutorial has steps, captions and an animation that can be stopped`() async throws {
        let site = try site()
        let visitor = try site.visitor()
        #expect(try await visitor.send(.get, "/tutorials/1").location == "/tutorials/1-knead-dough")
        let page = try await visitor.get("/tutorials/1-knead-dough")
        for text in ["Push.", "Fold.", "0:00", "Push the dough.", "Stop animation"] { #expect(page.shows(text)) }
        #expect(page.text.contains("/static/tutorial-knead") && stills(page) == 1)
        #expect(page.text.contains(#"<source media="(prefers-reduced-motion: reduce)" srcset="/static/tutorial-knead"#))
        let still = try await visitor.get("/tutorials/1-knead-dough?motion=off")
        #expect(still.shows("Play animation") && stills(still) == 2)
        let captions = try await visitor.get("/tutorials/1-knead-dough/captions/en.vtt")
        #expect(captions.text.hasPrefix("WEBVTT") && captions.headers["Content-Type"]?.hasPrefix("text/vtt") == true)
        #expect(try await visitor.get("/tutorials/1-knead-dough/captions/ru.vtt").status == .notFound)
        #expect(try await visitor.get("/tutorials/2-fry").status == .notFound)
        #expect(try await site.client(.bob).get("/tutorials/2-fry").status == .notFound)
        #expect(try await site.client(.ada).get("/tutorials/2-fry").shows("isn’t published"))
    }

    /// How often a page shows a drawing that does not move: once for less motion, and once more if it is stopped.
    private func stills(_ page: Response) -> Int { page.text.components(separatedBy: "#still").count - 1 }

    @Test func `an animation starts stopped for members with low data use`() async throws {
        let charlie = try site().client(.charlie)
        #expect(try await stills(charlie.get("/tutorials/1-knead-dough")) == 1)
        try await charlie.post("/settings/preferences", [("low_data", "on")]).expect(.seeOther)
        let page = try await charlie.get("/tutorials/1-knead-dough")
        #expect(stills(page) == 2 && page.text.contains("/tutorials/1-knead-dough?motion=on"))
        #expect(try await stills(charlie.get("/tutorials/1-knead-dough?motion=on")) == 1)
    }

    @Test func `the list shows the animation until a video is ready`() async throws {
        let site = try site()
        try site.plantVideo("a-video")
        try site.run("UPDATE tutorial SET video_id = 'a-video' WHERE id = 1")
        site.site.tutorials.forget()
        for state in ["waiting", "refused"] {
            try site.run("UPDATE video SET state = \(state)")
            let page = try await site.visitor().get("/tutorials")
            #expect(page.text.contains("#still") && !page.text.contains("/media/a-video"), "\(state)")
        }
        try site.run("UPDATE video SET state = 'ready'")
        let page = try await site.visitor().get("/tutorials")
        #expect(!page.text.contains("#still") && page.text.contains("/media/a-video/640.jpg"))
    }

    @Test func `steps of a recipe and of cook mode link to the tutorial once`() async throws {
        let site = try site()
        let steps = ["Mix.", "Knead the dough.", "Knead it again and stir."]
        let recipe = try site.plant("Bread", "500 g flour", steps: steps)
        let visitor = try site.visitor()
        let link = #"href="/tutorials/1-knead-dough""#
        for address in [try site.address(of: recipe), "/recipes/\(recipe)/cook"] {
            let page = try await visitor.get(address)
            #expect(page.text.components(separatedBy: link).count == 2, "\(address)")
            #expect(!page.text.contains("/tutorials/2"))
        }
        try await site.client(.ada).post("/admin/tutorials/1/hide").expect(.seeOther)
        #expect(try await !visitor.get(site.address(of: recipe)).text.contains(link))
    }

    @Test func `a search for a technique shows its tutorial`() async throws {
        let visitor = try site().visitor()
        #expect(try await visitor.get("/search?q=kneaded").text.contains("/tutorials/1-knead-dough"))
        #expect(try await !visitor.get("/search?q=soup").text.contains("/tutorials/1"))
    }

    @Test func `words that name a tutorial are found as they are typed, not corrected`() async throws {
        let site = try site()
        let (english, russian) = (
            TutorialText(title: "Dice an onion", techniques: "dice"),
            TutorialText(title: "Нарезать лук кубиками", techniques: "нарезать кубиками")
        )
        try site.write { db in
            _ = try TutorialStore(db).add(Tutorial(isPublished: true, texts: [.en: english, .ru: russian]))
        }
        site.site.tutorials.forget()
        _ = try site.plant("Rice pudding", "100 g rice")
        let visitor = try site.visitor()
        for words in ["dice", "dicing", "dice an onion", "an onion", "нарезать лук", "how to dice an onion"] {
            let query = Percent.encode(query: words)
            let page = try await visitor.get("/search?q=\(query)")
            #expect(page.text.contains("/tutorials/3-dice-an-onion"), "\(words)")
            #expect(!page.shows("Rice pudding"), "\(words)")
            let found: TutorialsAnswer = try await visitor.json("/tutorials?q=\(query)")
            #expect(found.items.map(\.id) == [3], "\(words)")
        }
        // One word of a title alone is no sign of it.
        #expect(try await !visitor.get("/search?q=onion").text.contains("/tutorials/3"))
    }
}
