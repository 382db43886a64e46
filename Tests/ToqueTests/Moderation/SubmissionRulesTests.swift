// Tests of due dates, hints and blocked words.

import Testing
import Texts
import Words

@testable import Food
@testable import Toque

@Suite struct SubmissionRulesTests {
    /// Monday, 16 November 2026, 00:00 UTC.
    static let monday = 1_794_787_200_000

    @Test(arguments: [(0, 2), (1, 3), (2, 4), (3, 7), (4, 8), (5, 8), (6, 8)])
    func `a submission is due two working days later at the same hour`(day: Int, due: Int) {
        for hour in [0, 1, 23] {
            let now = Self.monday + day * Milliseconds.day + hour * 3_600_000
            #expect(SubmissionRules.dueDate(from: now) == Self.monday + due * Milliseconds.day + hour * 3_600_000)
        }
    }

    @Test func `hints read back as they were stored`() {
        let hints: [Hint] = [
            .unknownIngredient("dried frobnium"), .likelyIngredient("brocoli"), .noPhoto, .noCategory, .noTime,
        ]
        #expect(Hint.decode(Hint.encode(hints)) == hints)
        #expect(Hint.decode("") == [])
        #expect(Hint.decode("something else\nno-photo") == [.noPhoto])
    }

    @Test func `a line break in an ingredient cannot add another hint`() {
        let unknown = UnderstoodLine.Candidate(name: "a\nno-photo", entry: nil)
        let line = UnderstoodLine(parsed: ParsedLine(line: "a"), alternatives: [[unknown]], mentions: [])
        let hints = SubmissionRules.hints(RecipeBody(), [line])
        #expect(Hint.decode(Hint.encode(hints)).first == .unknownIngredient("a no-photo"))
    }

    @Test func `blocked phrases match whole and in order, also at the ends`() {
        func blocked(_ phrases: [[String]], _ text: String) -> [String] {
            SubmissionRules.blocked(
                phrases, in: text.split(separator: "|").map { $0.split(separator: " ").map(String.init) })
        }
        #expect(blocked([["a", "b"]], "x a b") == ["a b"])
        #expect(blocked([["a", "b"]], "b a") == [])
        #expect(blocked([["a", "b"]], "a x b") == [])
        #expect(blocked([["a", "b"]], "a") == [])
        #expect(blocked([["a"], ["b"]], "b a") == ["a", "b"])
        #expect(blocked([], "a") == [])
        #expect(blocked([["a"]], "") == [])
        #expect(blocked([["a", "b"]], "a|b") == [], "a phrase does not reach from one field into the next")
    }

    @Test func `a thousand blocked phrases with the same first words cost no more than one`() {
        let start = Array(repeating: "a", count: 20)
        func steps(_ phrases: Int) -> Int {
            let work = WorkCounter()
            let list = (0..<phrases).map { start + ["b\($0)"] }
            let text = Array(repeating: "a", count: 1_000) + ["b0", "c"]
            #expect(SubmissionRules.blocked(list, in: [text], work: work).count == 1)
            return work.count
        }
        #expect(steps(1) == steps(1_000))
        #expect(steps(1_000) <= 1_002 * (start.count + 1))
    }

    @Test func `every reason allows changes or rejects, and has texts in both languages`() {
        #expect(ModerationReason.fixable.count + ModerationReason.terminal.count == ModerationReason.allCases.count)
        for reason in ModerationReason.allCases {
            for language in Language.allCases {
                #expect(Text.dynamic("reason.\(reason.rawValue)", language) != nil, "\(reason)")
                #expect(Text.dynamic("reason.template.\(reason.rawValue)", language) != nil, "\(reason)")
            }
        }
        #expect(Set(DecisionKind.reject.reasons).isDisjoint(with: DecisionKind.requestChanges.reasons))
        #expect(DecisionKind.approve.reasons.isEmpty)
    }
}
