// Tests that every changed value of a stored text is shown, whatever it is.

import Foundation
import Testing
import Words

@testable import Food
@testable import TestKit
@testable import Toque

/// A JSON value that can be changed anywhere, read and written without code of the site.
indirect enum AnyJSON: Codable {
    case nothing
    case flag(Bool)
    case number(Double)
    case text(String)
    case list([AnyJSON])
    case object([String: AnyJSON])

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .nothing
        } else if let flag = try? value.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let items = try? value.decode([AnyJSON].self) {
            self = .list(items)
        } else {
            self = .object(try value.decode([String: AnyJSON].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .nothing: try container.encodeNil()
        case .flag(let flag): try container.encode(flag)
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        case .list(let items): try container.encode(items)
        case .object(let members): try container.encode(members)
        }
    }

    init(_ json: String) throws { self = try JSONDecoder().decode(AnyJSON.self, from: Data(json.utf8)) }

    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }

    /// The paths of all values that are not objects or arrays.
    var leaves: [[String]] {
        switch self {
        case .list(let items):
            items.enumerated().flatMap { index, item in item.leaves.map { [String(index)] + $0 } }
        case .object(let members):
            members.sorted { $0.key < $1.key }.flatMap { name, member in member.leaves.map { [name] + $0 } }
        default: [[]]
        }
    }

    /// Changes the value at a path.
    mutating func change(_ path: [String], _ change: (inout AnyJSON) -> Void) {
        guard let name = path.first else { return change(&self) }
        let rest = Array(path.dropFirst())
        switch self {
        case .list(var items):
            if let index = Int(name), items.indices.contains(index) { items[index].change(rest, change) }
            self = .list(items)
        case .object(var members):
            members[name, default: .nothing].change(rest, change)
            self = .object(members)
        default: return
        }
    }
}

@Suite struct StoredDifferenceTests {
    private let catalogue: Catalogue

    init() throws { catalogue = try StartingPoint.made.get().catalogue }

    /// A body with a value in every field.
    static func whole() -> RecipeBody {
        var body = RecipeBody()
        (body.title, body.description, body.language) = ("Onion soup", "Warm and plain.", "ru")
        (body.category, body.cuisine, body.difficulty) = ("soup", "french", .medium)
        (body.servings, body.prepMinutes, body.cookMinutes) = (4, 15, 40)
        (body.notInDish, body.tags) = ("honey", "winter, quick")
        (body.tips, body.source, body.photo) = ("Better the day after.", "https://example.org/soup", "photo1")
        (body.licence, body.credit) = (.bySA, "Photo by Ann")
        body.adaptedFrom = AdaptedFrom(
            recipe: 7, address: "https://example.org/old-soup", title: "Old soup", author: "Olga", licence: .by)
        body.figures = FigureTextTests.figures([.energy: 240, .fat: 1.5, .sodium: 1])
        body.lines = [
            RecipeLine(amount: 2, amountMax: 3, unit: "g", ingredient: "onions", note: "sliced", group: "For the soup"),
            RecipeLine(amount: 1, unit: "tbsp", ingredient: "butter", note: "soft", group: "For the soup"),
            RecipeLine(amount: 4, unit: "slice", ingredient: "bread", note: "old", group: "For the top"),
            RecipeLine(amount: 50, unit: "g", ingredient: "cheese", note: "grated", group: "For the top"),
        ]
        body.steps = ["Fry the onions slowly.", "Add the water and cook.", "Serve with bread and cheese."]
        body.steps[0].media = "media1"
        (body.steps[0].isVideo, body.steps[0].alt, body.steps[0].timer) = (true, "Onions in a pan", .seconds(600))
        body.steps[0].subtitles = .init(
            en: "WEBVTT\n\n00:00.000 --> 00:01.000\nOne", ru: "WEBVTT\n\n00:00.000 --> 00:01.000\nРаз")
        (body.steps[1].media, body.steps[1].alt) = ("media2", "A pot")
        return body
    }

    private func differences(_ old: String, _ new: String) -> [FieldDifference] {
        Difference.between(old, new, catalogue, .en)
    }

    @Test func `the sample has a value in every field of a body`() throws {
        func same(_ first: Any, _ second: Any) -> [String] {
            zip(Mirror(reflecting: first).children, Mirror(reflecting: second).children)
                .filter { String(describing: $0.value) == String(describing: $1.value) }.compactMap(\.0.label)
                // Stored next to the text, not in it.
                .filter { $0 != "understanding" }
        }
        let whole = Self.whole()
        #expect(same(whole, RecipeBody()).isEmpty)
        #expect(same(whole.lines[0], RecipeLine()).isEmpty)
        #expect(same(whole.steps[0], RecipeStep()).isEmpty)
    }

    @Test(arguments: Language.allCases)
    func `a change of any single value is shown with its new text`(language: Language) throws {
        let old = try AnyJSON(Self.whole().encoded())
        let paths = old.leaves
        #expect(paths.count > 50)
        for path in paths {
            var new = old
            new.change(path) { leaf in
                leaf =
                    switch leaf {
                    case .text(let text): .text(text + " brimborion")
                    case .number(let number): .number(number + 1_001)
                    case .flag(let flag): .flag(!flag)
                    default: .text("brimborion")
                    }
            }
            let shown = Difference.between(try old.json, try new.json, catalogue, language)
            #expect(!shown.isEmpty, "\(path)")
            #expect(try !Difference.isUnexplained(old.json, new.json), "\(path)")
            let texts = shown.flatMap(\.spans).filter(\.isAdded).map(\.text).joined(separator: " ")
            let isMedia = path.last == "photo" || path.last == "media"
            let isNumber = texts.contains { $0.isNumber }
            #expect(texts.contains("brimborion") || isNumber || isMedia || path.last == "video", "\(path): \(shown)")
            #expect(!isMedia || shown.flatMap(\.pictures).count == 2, "\(path)")
        }
    }

    @Test func `an added or removed value is shown`() throws {
        let whole = try AnyJSON(Self.whole().encoded())
        for path in whole.leaves {
            var without = whole
            without.change(path) { $0 = .nothing }
            let (more, fewer) = (try whole.json, try without.json)
            if more == fewer { continue }
            #expect(!differences(more, fewer).isEmpty, "\(path) went")
            #expect(!differences(fewer, more).isEmpty, "\(path) came")
        }
    }

    @Test func `of several changes at the same time every new word is shown`() throws {
        var chance = Chance(seed: "leaves")
        let whole = try AnyJSON(Self.whole().encoded())
        for round in 0..<300 {
            var new = whole
            var words: [String] = []
            for number in 0...chance.next(6) {
                let path = whole.leaves[chance.next(whole.leaves.count)]
                let kind = chance.next(6)
                new.change(path) { leaf in
                    switch (leaf, kind) {
                    case (.text, 0): leaf = .text("")
                    case (.text(let text), 1): leaf = .text(String(text.reversed()))
                    case (.text(let text), 2): leaf = .text(text + ["\u{200b}", "e\u{301}", "\u{e9}", " "][number % 4])
                    case (.text, _) where !["photo", "media"].contains(path.last):
                        words.append("word\(round)x\(number)")
                        leaf = .text("word\(round)x\(number)")
                    case (.number, _): leaf = .number(Double(chance.next(1_000)) / 7)
                    case (.flag(let flag), _): leaf = .flag(!flag)
                    default: leaf = .nothing
                    }
                }
            }
            for list in ["lines", "steps"] where chance.next(3) == 0 {
                new.change([list]) { value in
                    guard case .list(var items) = value else { return }
                    if chance.next(2) == 0 { items.swapAt(chance.next(items.count), chance.next(items.count)) }
                    if chance.next(4) == 0 { items.insert(items[chance.next(items.count)], at: 0) }
                    value = .list(items)
                }
            }
            let (first, second) = (try whole.json, try new.json)
            for (old, new) in [(first, second), (second, first)] where old != new {
                #expect(!differences(old, new).isEmpty, "\(round): \(new)")
            }
            let texts = differences(first, second).flatMap(\.spans).filter(\.isAdded).map(\.text)
            // Words that a later change of the same value replaced are not in the text.
            for word in words where second.contains("\"\(word)\"") {
                #expect(texts.contains { $0.contains(word) }, "\(round): \(word)")
            }
        }
    }

    @Test func `an unknown field is shown with its raw name`() {
        let old =
            #"{"title":"Soup","colour":"red","lines":[{"ingredient":"rice","spice":{"level":1}}],"steps":["Mix."]}"#
        let new =
            #"{"title":"Soup","colour":"blue","lines":[{"ingredient":"rice","spice":{"level":2}}],"steps":[{"text":"Mix.","outside":["egg"]}],"tags":["cheap"]}"#
        let shown = differences(old, new)
        let told = shown.map { "\($0.field) \($0.mark): \($0.spans.map(\.text).joined())" }
        #expect(
            told == [
                "Ingredient 1 changed: rice\nlines.spice.level: 12", "Step 1 changed: Mix.\nsteps.outside.1: egg",
                "Tags 1 added: cheap", "colour changed: redblue",
            ])
    }

    @Test func `differences that look the same are shown, and invisible characters made visible`() {
        func spans(_ old: String, _ new: String) -> [TextSpan] {
            var (first, second) = (RecipeBody(), RecipeBody())
            (first.description, second.description) = (old, new)
            return Difference.between(first, second, catalogue, .en).flatMap(\.spans)
        }
        #expect(spans("caf\u{e9}", "cafe\u{301}").map(\.kind) == [.removed, .added])
        #expect(spans("Soup", "Soup\u{202e}").last?.text.contains("[U+202E]") ?? false)
        #expect(spans("So up", "So\u{200b} up").contains { $0.isAdded && $0.text.contains("[U+200B]") })
        #expect(spans("A b", "A  b").contains { $0.isAdded && $0.text == "␣" })
        #expect(spans("A b", "A\n\nb").contains { $0.isAdded && $0.text.contains("↵") })
    }

    @Test func `a heading is shown once, not at every line below it`() {
        var (old, new) = (Self.whole(), Self.whole())
        for index in new.lines.indices { new.lines[index].group = "For everything" }
        let shown = Difference.between(old, new, catalogue, .en)
        #expect(shown.map(\.mark).filter { $0 != .moved }.count == 3, "\(shown)")
        #expect(shown.flatMap(\.spans).contains { $0.isAdded && $0.text.contains("everything") })
        old.lines[3].group = ""
        let ended = Difference.between(Self.whole(), old, catalogue, .en)
        #expect(ended.flatMap(\.spans).contains { $0.isAdded && $0.text == "(no heading)" })
    }

    @Test func `texts that differ only in formatting are reported as different`() {
        let (old, new) = (#"{"title":"Soup"}"#, #"{ "title":"Soup"}"#)
        let texts = TextComparison(old, new, catalogue, .en)
        #expect(texts.isUnexplained && !texts.isSame && Difference.isUnexplained(old, new))
        #expect(!Difference.isUnexplained(old, old) && TextComparison(old, old, catalogue, .en).isSame)
        #expect(!Difference.isUnexplained(old, #"{"title":"Stew"}"#))
    }

    @Test(arguments: [
        (#"{"steps":["a","b"]}"#, #"{"steps":["b","a"]}"#, false),
        (#"{"steps":["a"]}"#, #"{"steps":["a","a"]}"#, false),
        (#"{"steps":["a"]}"#, #"{"steps":[{"text":"a"}]}"#, true), (#"{"steps":[]}"#, "{}", true),
        (#"{"tips":"a"}"#, #"{"source":"a"}"#, false), (#"{"tips":null}"#, "{}", true), ("{}", "[]", true),
        (#"{"lines":[{"group":"a"}]}"#, #"{"lines":[{}]}"#, false),
    ])
    func `texts are unexplained exactly if no difference is shown`(old: String, new: String, isUnexplained: Bool) {
        #expect(Difference.isUnexplained(old, new) == isUnexplained)
        #expect(Difference.isUnexplained(new, old) == isUnexplained)
        #expect(TextComparison(old, new, catalogue, .en).isUnexplained == isUnexplained)
    }

    @Test func `exactly the values that are not on the page are listed next to it`() {
        let beside = Difference.besidePage(Self.whole().encoded(), catalogue, .en)
        #expect(
            beside.map(\.field) == [
                "Written in", "Step 1", "Step 2", "Address of the original", "Number of the original on this site",
                "Named, but not part of the dish",
            ])
        let text = beside.flatMap(\.spans).map(\.text).joined(separator: "\n")
        for words in ["Русский", "Onions in a pan", "One", "Раз", "A pot"] { #expect(text.contains(words)) }
        #expect(Difference.besidePage(#"{"title":"x","colour":"red"}"#, catalogue, .en).map(\.field) == ["colour"])
        // The page leaves out a tag that states a diet, but programs read it.
        let tags = { (text: String) in Difference.besidePage(#"{"tags":"\#(text)"}"#, catalogue, .en).map(\.field) }
        #expect(tags("picnic").isEmpty && tags("picnic, gluten free, buy here") == ["Tags"])
    }
}
