// Tests of the actions that an admin may apply to a recipe in each state, and of filters.

import HTTP
import Testing
import Texts
import Words

@testable import TestKit
@testable import Toque

@Suite struct RecipeAdminRulesTests {
    private static let admin = 9

    private static func target(_ change: (inout ActionTarget) -> Void = { _ in }) -> ActionTarget {
        var target = ActionTarget(id: 1, author: 1)
        change(&target)
        return target
    }

    /// By state: why each action of `RecipeAction.allCases`, in this order, is refused; a dash where it is allowed.
    private static let table: [(name: String, target: ActionTarget, refusals: String)] = [
        (
            "a draft that nobody has read", target(),
            "not-public not-public not-public same unread same"
        ),
        (
            "in the queue", target { $0.shown = 1 },
            "not-public not-public not-public same - same"
        ),
        (
            "public",
            target {
                $0.shown = 1
                $0.isPublic = true
            }, "- - - same - same"
        ),
        (
            "taken down",
            target {
                $0.shown = 1
                $0.takenDownBy = 1
            }, "not-public not-public same - - same"
        ),
        (
            "deleted by its author",
            target {
                $0.shown = 1
                $0.isDeleted = true
            }, "not-public not-public not-public same same by-author"
        ),
        (
            "deleted by an admin",
            target {
                $0.shown = 1
                $0.isDeleted = true
                $0.deletedBy = 1
            }, "not-public not-public not-public same same -"
        ),
        (
            "of somebody who is leaving",
            target {
                $0.shown = 1
                $0.isPublic = true
                $0.isAuthorBeingDeleted = true
            }, "- - - leaving - same"
        ),
        (
            "the admin's own",
            target {
                $0 = ActionTarget(id: 1, author: admin)
                $0.shown = 1
                $0.isPublic = true
            }, "own own own own own own"
        ),
    ]

    @Test(arguments: table.indices)
    func `each action is allowed or refused as in the table`(row: Int) {
        let (name, target, expected) = Self.table[row]
        let refusals = RecipeAction.allCases.map {
            $0.refusal(target, value: "soup", by: Self.admin)?.rawValue ?? "-"
        }
        #expect(refusals.joined(separator: " ") == expected, "\(name)")
    }

    @Test func `a value that is set already is not set again, and only a set value can be reset`() {
        let soup = Self.target {
            $0.isPublic = true
            $0.category = .init(key: "soup")
        }
        #expect(RecipeAction.category.refusal(soup, value: "soup", by: 9) == .same)
        #expect(RecipeAction.category.refusal(soup, value: "main", by: 9) == nil)
        #expect(RecipeAction.category.refusal(soup, value: nil, by: 9) == .same)
        var set = soup
        set.category.setBy = 1
        #expect(RecipeAction.category.refusal(set, value: nil, by: 9) == nil)
    }

    @Test func `only a value that is still as the change left it can be undone`() {
        let recipe = Self.target {
            $0.takenDownBy = 3
            $0.deletedBy = 4
            $0.category = .init(key: "soup", setBy: 5)
            $0.cuisine = .init(key: "greek")
        }
        func undoable(_ action: RecipeAction, _ set: String? = nil) -> [Int] {
            (3...6).filter { action.isAsLeft(recipe, by: $0, set: set) }
        }
        #expect(undoable(.putBack) == [3] && undoable(.restore) == [4] && undoable(.category, "soup") == [5])
        // No value is set, so this is the state after a reset, or after setting the text's own value.
        #expect(undoable(.cuisine).count == 4 && undoable(.cuisine, "greek").count == 4)
        #expect(undoable(.cuisine, "french") == [])
    }

    @Test func `every action has an opposite`() {
        for action in RecipeAction.allCases { #expect(action.reversed.reversed == action) }
        #expect(RecipeAction.takeDown.reversed == .putBack && RecipeAction.delete.reversed == .restore)
    }

    @Test func `a filter is the same in an address and in a form`() throws {
        let query =
            "q=red+soup&author=alice&state=live&category=soup&with=no-photo&from=2026-11-01&to=2026-11-30&sort=title"
        let filter = RecipeFilter(try Parameters(parsing: query))
        #expect(RecipeFilter(encoded: filter.encoded()).encoded() == filter.encoded())
        #expect(filter.address(page: 2).hasSuffix("&sort=title&page=2"))
        #expect(filter.address(state: "").contains("state") == false)
        #expect(filter.state == .live && filter.trait == .noPhoto && filter.sort == .title && !filter.isWrong)
        #expect(try #require(filter.until) - #require(filter.since) == 30 * Milliseconds.day - 1)
    }

    @Test(arguments: ["state=king", "with=luck", "from=tomorrow", "to=2026-02-30"])
    func `an invalid filter finds nothing`(query: String) throws {
        #expect(RecipeFilter(try Parameters(parsing: query)).isWrong)
    }

    @Test func `a broken filter in a form is invalid`() {
        #expect(RecipeFilter(encoded: "%zz").isWrong)
        #expect(!RecipeFilter(encoded: "").isWrong)
    }

    @Test func `search words are cut at their limit`() {
        let filter = RecipeFilter(Parameters([("q", String(repeating: "x", count: 101))]))
        #expect(filter.words.count == RecipeAdminLimits.wordsLength)
    }

    @Test func `the label of a change with several values names none of them`() throws {
        let catalogue = try TestSite().catalogue()
        #expect(RecipeAction.category.label(["soup"], catalogue, .en) == "Set course: Soups")
        #expect(RecipeAction.category.label(["soup", nil], catalogue, .en) == Text.recipeActionCategory(.en))
        #expect(RecipeAction.category.label([nil], catalogue, .en) == "Set course: as the text says")
        #expect(RecipeAction.takeDown.label([nil], catalogue, .ru) == "Снять с публикации")
    }
}
