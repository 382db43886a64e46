// Tests of comparing two texts: words, matched rows, and the limit on the work.

import Bytes
import Testing
import Texts
import Words

@testable import Food
@testable import TestKit
@testable import Toque

extension Difference {
    static func between(
        _ old: RecipeBody, _ new: RecipeBody, _ catalogue: Catalogue, _ language: Language
    ) -> [FieldDifference] {
        between(old.encoded(), new.encoded(), catalogue, language)
    }
}

@Suite struct DifferenceTests {
    /// The result of a comparison, with `-old-` and `+new+`.
    private func marked(_ old: String, _ new: String) -> String {
        WordDifference.spans(old, new).map { span in
            span.kind == .same ? span.text : span.isRemoved ? "[-\(span.text)]" : "[+\(span.text)]"
        }.joined()
    }

    @Test(arguments: [
        ("a b c", "a b c", "a b c"), ("a b c", "a x c", "a [-b][+x] c"), ("", "a", "[+a]"), ("a", "", "[-a]"),
        ("", "", ""),
        ("180 °C", "200 °C", "[-180][+200] °C"), ("don't", "dont", "[-don't][+dont]"), ("ёж", "еж", "[-ёж][+еж]"),
        ("end.", "end!", "end[-.][+!]"),
    ])
    func `words and punctuation marks are compared separately`(old: String, new: String, expected: String) {
        if old == "don't" {
            #expect(WordDifference.spans(old, new).contains { $0.isRemoved })
        } else {
            #expect(marked(old, new) == expected)
        }
    }

    @Test(arguments: [
        ("Fry the onions for 8 minutes.", "Fry onions gently for 10 minutes!"), ("", "x"), ("абв где", "где абв"),
        ("👩‍👩‍👧 a\n\nb", "a 👩‍👩‍👧\nb"), ("e\u{301}", "\u{e9}"),
    ])
    func `both texts can be restored from the difference`(old: String, new: String) {
        let spans = WordDifference.spans(old, new)
        #expect(spans.filter { !$0.isAdded }.map(\.text).joined() == old)
        #expect(spans.filter { !$0.isRemoved }.map(\.text).joined() == new)
    }

    @Test func `a small change of a long text gives a small difference`() {
        let words = (0..<4_000).map { "w\($0)" }
        var changed = words
        changed[3] = "first"
        changed[3_990] = "last"
        let spans = WordDifference.spans(words.joined(separator: " "), changed.joined(separator: " "))
        #expect(spans.filter(\.isAdded).map(\.text) == ["first", "last"])
        #expect(spans.filter(\.isRemoved).map(\.text) == ["w3", "w3990"])
    }

    @Test(arguments: [(Language.en, ["easy", Text.difficultyHard(.en)]), (.ru, ["легко", "сложно"])])
    func `a changed difficulty is named in the reader’s language`(language: Language, words: [String]) throws {
        let catalogue = try StartingPoint.made.get().catalogue
        var (old, new) = (RecipeBody(), RecipeBody())
        (old.difficulty, new.difficulty) = (.easy, .hard)
        let told = Difference.between(old, new, catalogue, language)
        #expect(told.flatMap(\.spans).map(\.text) == words)
    }

    @Test func `long texts with little in common are shown as removed and added`() {
        let old = (0..<2_000).map { "a\($0)" }.joined(separator: " ")
        let new = (0..<2_000).map { "b\($0)" }.joined(separator: "-")
        #expect(WordDifference.spans(old, new).map(\.kind) == [.removed, .added])
    }

    @Test func `the shortest edit is always found`() {
        var chance = Chance(seed: "edits")
        for _ in 0..<300 {
            let first = (0..<chance.next(9)).map { _ in chance.next(3) }
            let second = (0..<chance.next(9)).map { _ in chance.next(3) }
            let edit = ShortestEdit.between(first, second, effort: 10_000)
            let count = (edit?.removed.filter(\.self).count ?? -1) + (edit?.added.filter(\.self).count ?? -1)
            #expect(count == second.difference(from: first).count, "\(first) \(second)")
        }
    }

    /// Two matched lists: `=a` for the same, `>a` for moved, `a→b` for changed, `+a` and `-a`.
    private func matched(_ old: [String], _ new: [String]) -> [String] {
        func rows(_ texts: [String]) -> [RowMatch.Row] {
            texts.map { RowMatch.Row(bytes: Array($0.utf8), text: $0) }
        }
        return RowMatch.pairs(rows(old), rows(new)).map { pair in
            guard let j = pair.new else { return "-" + (pair.old.map { old[$0] } ?? "") }
            guard let i = pair.old else { return "+" + new[j] }
            let moved = pair.isMoved ? ">" : "="
            return old[i].utf8.elementsEqual(new[j].utf8) ? moved + new[j] : "\(old[i])→\(new[j])"
        }
    }

    @Test func `rows are matched as same, moved, changed, added or removed`() {
        #expect(matched(["a", "b"], ["a", "b"]) == ["=a", "=b"])
        #expect(matched(["a", "b", "c"], ["c", "a", "b"]) == [">c", "=a", "=b"])
        #expect(matched(["a"], ["a", "b"]) == ["=a", "+b"])
        #expect(matched(["a", "b"], ["b"]) == ["=b", "-a"])
        #expect(matched(["2 onions, chopped"], ["3 onions, chopped"]) == ["2 onions, chopped→3 onions, chopped"])
        #expect(matched(["1 onion"], ["200 g flour"]) == ["+200 g flour", "-1 onion"])
        #expect(matched([], []) == [])
        #expect(matched(["a", "a"], ["a"]) == ["=a", "-a"])
        #expect(matched(["cafe\u{301}"], ["caf\u{e9}"]).count == 2)
    }

    @Test func `every row of both lists appears once`() {
        let old = ["1 onion", "2 onions, chopped", "salt", "salt", "1 kg flour"]
        let new = ["salt", "2 onions, sliced", "1 onion", "1 kg rye flour", "pepper", "salt"]
        func rows(_ texts: [String]) -> [RowMatch.Row] {
            texts.map { RowMatch.Row(bytes: Array($0.utf8), text: $0) }
        }
        let pairs = RowMatch.pairs(rows(old), rows(new))
        #expect(pairs.compactMap(\.old).sorted() == Array(old.indices))
        #expect(pairs.compactMap(\.new) == Array(new.indices))
    }

    @Test func `each changed field is listed separately, derived facts first`() throws {
        let catalogue = try StartingPoint.made.get().catalogue
        var old = RecipeBody()
        old.title = "Soup"
        old.servings = 4
        old.category = "soup"
        old.lines = catalogue.lines(pasted: "2 onions\n1 tbsp oil")
        old.steps = ["Fry.", "Eat."]
        var new = old
        new.title = "Cream soup"
        new.servings = nil
        new.lines = catalogue.lines(pasted: "2 onions\n1 tbsp oil\n200 ml cream")
        new.steps = ["Eat.", "Fry."]
        new.photo = "x"
        let differences = Difference.between(old, new, catalogue, .en)
        #expect(differences.map(\.mark) == [.changed, .changed, .removed, .added, .moved])
        #expect(Difference.between(old, old, catalogue, .en).isEmpty)
        let (first, second) = (catalogue.diets(of: old), catalogue.diets(of: new))
        let consequences = Difference.consequences(of: first, second, .en)
        #expect(consequences.contains { $0.isCareful && $0.text.lowercased().contains("milk") })
        #expect(consequences.contains { $0.isCareful && $0.text.lowercased().contains("vegan") })
        #expect(Difference.consequences(of: first, first, .en).isEmpty)
    }

    @Test func `a great change of the energy and a change of claims are among the consequences`() throws {
        let catalogue = try StartingPoint.made.get().catalogue
        func body(_ lines: String, servings: Int = 4) -> RecipeBody {
            var body = RecipeBody()
            (body.title, body.category, body.servings) = ("Salad", "salad", servings)
            body.lines = catalogue.lines(pasted: lines)
            return body
        }
        func told(_ old: RecipeBody, _ new: RecipeBody) -> [String] {
            Difference.nutrition(of: old, new, catalogue, .en).map(\.text)
        }
        let light = body("500 g cucumbers\n100 g tomatoes")
        let rich = body("500 g cucumbers\n100 g tomatoes\n100 g butter")
        #expect(told(light, rich).contains { $0.hasPrefix(bytes: "Energy of a serving: ") })
        #expect(told(light, rich).contains("No longer claimed: Fat-free"))
        #expect(told(rich, light).contains("New claim: Fat-free"))
        #expect(told(light, light).isEmpty)
        #expect(told(rich, body("500 g cucumbers\n100 g tomatoes\n101 g butter")).isEmpty)
        #expect(!told(rich, body("500 g cucumbers\n100 g tomatoes\n100 g butter", servings: 2)).isEmpty)
    }

    /// Every author and moderator can ask for a difference, and a worker calculates it.
    @Test func `comparing two recipes at every limit compares a limited number of words`() throws {
        let catalogue = try StartingPoint.made.get().catalogue
        func body(_ seed: Int) -> RecipeBody {
            var chance = Chance(seed: "\(seed)")
            func words(_ count: Int) -> String { (0..<count).map { _ in "w\(chance.next(40))" }.joined(separator: " ") }
            var body = RecipeBody()
            body.title = words(40)
            body.description = words(1_200)
            body.lines = (0..<RecipeLimits.lines).map { _ in RecipeLine(ingredient: words(100), note: words(100)) }
            body.steps = (0..<RecipeLimits.steps).map { _ in RecipeStep(text: words(1_000)) }
            return body
        }
        let (old, new) = (body(1), body(2))
        let work = WorkCounter()
        _ = Difference.between(old.encoded(), new.encoded(), catalogue, .en, work: work)
        #expect(work.count > 0)
        #expect(work.count < 20_000_000)
    }

    @Test(arguments: [100, 10_000, 100_000])
    func `an edit compares at most twice as many words as its effort`(effort: Int) {
        var chance = Chance(seed: "effort")
        for kinds in [1, 2, 40, 4_000] {
            let first = (0..<600).map { _ in chance.next(kinds) }
            let second = (0..<500).map { _ in chance.next(kinds) }
            let (bounded, unbounded) = (WorkCounter(), WorkCounter())
            _ = ShortestEdit.between(first, second, effort: effort, work: bounded)
            // At least one round runs, however small the effort.
            #expect(bounded.count <= 2 * max(effort, first.count + second.count), "\(kinds)")
            #expect(ShortestEdit.between(first, second, effort: .max, work: unbounded) != nil)
            #expect(unbounded.count >= bounded.count)
        }
    }
}
