// Tests that texts with much in common are found by the few numbers that are stored for each.

import Testing

@testable import TestKit
@testable import Toque

@Suite struct LikenessTests {
    /// A text of so many words, always the same for a seed.
    private func text(_ seed: Int, words: Int) -> String {
        var random = SeededNumbers(seed: UInt64(seed))
        return (0..<words).map { _ in "w\(Int.random(in: 0..<5_000, using: &random))" }.joined(separator: " ")
    }

    private func likeness(_ steps: String...) -> Likeness {
        var body = RecipeBody()
        body.title = "Soup"
        body.steps = steps.map { RecipeStep(text: $0) }
        return Likeness(body)
    }

    private func areCompared(_ one: Likeness, _ other: Likeness) -> Bool {
        Set(one.bandNumbers).intersection(other.bandNumbers).count >= 2
    }

    @Test func `a copy with as much text added is found`() {
        let found = (0..<200).count { seed in
            let copied = text(seed, words: 150)
            return areCompared(likeness(copied), likeness(copied, text(seed + 10_000, words: 150)))
        }
        #expect(found >= 190)
    }

    @Test func `texts with nothing in common are not compared`() {
        let all = (0..<60).map { likeness(text($0, words: 150)) }
        let compared = all.indices.reduce(0) { sum, one in
            sum + all.indices.count { $0 < one && areCompared(all[one], all[$0]) }
        }
        #expect(compared == 0)
    }
}
