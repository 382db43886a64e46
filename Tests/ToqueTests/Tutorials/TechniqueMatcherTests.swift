// Tests in which steps a technique is found, and how captions and search words are read.

import Testing
import Words

@testable import TestKit
@testable import Toque

@Suite struct TechniqueMatcherTests {
    private let english = TechniqueMatcher([
        (1, ["dice", "finely chop onion"]), (2, ["knead"]), (3, ["fold whites"]), (4, ["simmer"]),
    ])
    private let russian = TechniqueMatcher([(1, ["нарежьте кубиками"]), (2, ["вымесить", "вымесите"])])

    @Test func `a technique is found in other forms of its words and with words between`() {
        #expect(english.tutorials(in: "Add the diced carrots.") == [1])
        #expect(english.tutorials(in: "Finely chop the red onion.") == [1])
        #expect(english.tutorials(in: "Fold in the beaten egg whites.") == [3])
        #expect(english.tutorials(in: "Keep KNEADING, then simmer.") == [2, 4])
        #expect(russian.tutorials(in: "Нарежьте лук и морковь кубиками. Вымесите тесто.") == [1, 2])
    }

    @Test func `a technique is not found across sentences, far apart, in another order or where it is ruled out`() {
        #expect(english.tutorials(in: "Fold the napkins. Beat the whites.").isEmpty)
        #expect(english.tutorials(in: "Fold the dough over itself three more times before whites.").isEmpty)
        #expect(english.tutorials(in: "Beat the whites and fold.").isEmpty)
        #expect(english.tutorials(in: "This is a no-knead dough. Do not simmer it.").isEmpty)
        #expect(russian.tutorials(in: "Положите кубики льда.").isEmpty)
        #expect(english.tutorials(in: "").isEmpty && TechniqueMatcher([]).tutorials(in: "dice").isEmpty)
    }

    @Test func `a technique that is ruled out two words before does not count, but not across a comma`() {
        for text in ["Don't knead.", "Don’t knead.", "Do not over-knead.", "It doesn't need kneading."] {
            #expect(english.tutorials(in: text).isEmpty, "\(text)")
        }
        let russian = TechniqueMatcher([(1, ["месить"])])
        #expect(russian.tutorials(in: "Тесто не нужно месить.").isEmpty)
        #expect(english.tutorials(in: "Do not stir, simmer.") == [4])
        #expect(english.tutorials(in: "Do not boil. Simmer.") == [4])
    }

    @Test func `a point within a number does not end a sentence`() {
        let cubes = TechniqueMatcher([(1, ["cut into cubes"])])
        #expect(cubes.tutorials(in: "Cut into 1.5 cm cubes.") == [1])
        #expect(cubes.tutorials(in: "Cut into halves. Add cubes.").isEmpty)
    }

    @Test func `starter tutorials are not linked from other uses of their words`() throws {
        let files = try StarterTutorial.all()
        func names(_ text: String, _ language: Language) -> [String] {
            let matcher = TechniqueMatcher(files.enumerated().map { ($0, $1.texts[language]?.phrases ?? []) })
            return matcher.tutorials(in: text).map { files[$0].key }
        }
        #expect(names("Fold in the sides of the parchment.", .en).isEmpty)
        #expect(names("Fold in the flour and salt.", .en) == ["fold"])
        #expect(names("Обжаривайте лук на слабом огне.", .ru).isEmpty)
        #expect(names("Снимите пену и варите без крышки на слабом огне 30 минут.", .ru) == ["simmer"])
    }

    @Test func `each tutorial is linked once, at the first step that uses it`() {
        let tutorial = Tutorial(id: 7, isPublished: true, texts: [.en: TutorialText(title: "Dice", techniques: "dice")])
        let list = TutorialList([tutorial], edition: 0)
        let links = list.links(["Peel.", "Dice it.", "Dice more."], revision: 1, written: "en", .ru)
        #expect(links.map { $0.map(\.address) } == [[], ["/tutorials/7-dice"], []])
        #expect(list.links(["Dice it."], revision: 2, written: "ru", .en).flatMap { $0 }.isEmpty)
    }

    @Test func `a search finds words of both languages, stems and beginnings, and techniques first`() {
        let texts: [Language: TutorialText] = [
            .en: TutorialText(title: "Dice an onion", steps: "Peel it. Never knead it.", techniques: "dice"),
            .ru: TutorialText(title: "Нарезать кубиками"),
        ]
        let knead = TutorialText(title: "Knead dough", techniques: "knead")
        let list = TutorialList([Tutorial(id: 1, texts: texts), Tutorial(id: 2, texts: [.en: knead])], edition: 0)
        for query in ["onions", "dic", "кубик", "dice peel"] {
            #expect(list.search(query).map(\.id) == [1], "\(query)")
        }
        #expect(list.search("kneading").map(\.id) == [2, 1])
        #expect(list.search("onion dough").isEmpty)
        #expect(list.search("!!!").isEmpty)
        let most = String(repeating: "onion ", count: TutorialRules.searchWords)
        #expect(list.search(most + "zebra").map(\.id) == [1])
    }

    @Test func `captions become lines with times`() {
        let file = "WEBVTT\n\n00:00.000 --> 00:02.000\n<b>Cut</b>\nit.\n\n2\n01:01:05.500 --> 01:01:06.000\nDone."
        #expect(
            TutorialRules.cues(file) == [Caption(time: "0:00", text: "Cut it."), Caption(time: "61:05", text: "Done.")])
        #expect(TutorialRules.cues("").isEmpty && TutorialRules.cues("WEBVTT\n\n00:00.000 --> 00:01.000\n").isEmpty)
    }
}
