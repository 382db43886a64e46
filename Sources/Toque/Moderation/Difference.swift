// Compares two stored texts of a recipe value by value, with the effects on diets and allergens first.

import Bytes
import Food
import Texts
import Words

/// A piece of a text that is unchanged, removed or added.
struct TextSpan: Equatable, Sendable {
    enum Kind: Sendable { case same, removed, added }

    let kind: Kind
    let text: String
    var isRemoved: Bool { kind == .removed }
    var isAdded: Bool { kind == .added }
}

/// One field or row that differs.
struct FieldDifference: Sendable {
    enum Mark: String, Sendable { case changed, added, removed, moved }

    let field: String
    let mark: Mark
    /// The mark in words.
    let label: String
    var spans: [TextSpan] = []
    /// The photos or step media of both texts.
    var pictures: [DifferentPicture] = []
    /// The text before and the text now.
    var before: [TextSpan] { spans.filter { $0.kind != .added } }
    var now: [TextSpan] { spans.filter { $0.kind != .removed } }
}

/// A photo, a picture of a step or the first frame of its video.
struct DifferentPicture: Sendable {
    /// Says whether the picture was added or removed.
    let caption: String
    let picture: ResponsiveImage
    /// The address of the video.
    let video: String?
}

/// A diet or allergen answer that the change alters.
struct Consequence: Sendable {
    let text: String
    /// Whether a moderator should look twice: a diet is lost, or an allergen is added or no longer known.
    let isCareful: Bool
}

/// The comparison of two stored texts.
struct TextComparison: Sendable {
    let differences: [FieldDifference]
    /// Whether the texts differ in a way that no difference shows, so that no moderator can have read it.
    let isUnexplained: Bool
    var isSame: Bool { differences.isEmpty && !isUnexplained }
    /// Whether both texts stand beside each other instead of in one.
    var isSideBySide = false

    init(_ old: String, _ new: String, _ catalogue: Catalogue, _ language: Language) {
        differences = Difference.between(old, new, catalogue, language)
        isUnexplained = differences.isEmpty && !old.utf8.elementsEqual(new.utf8)
    }
}

enum Difference {
    /// Every field and row that differs, in the order of the page. Both texts are stored texts (`RecipeBody.encoded`).
    /// `work` counts the compared words.
    static func between(
        _ old: String, _ new: String, _ catalogue: Catalogue, _ language: Language, work: WorkCounter? = nil
    ) -> [FieldDifference] {
        let changes = changes(old, new, work)
        let texts = DifferenceTexts(catalogue: catalogue, language: language, changes: changes.count, work: work)
        return changes.map(texts.difference)
    }

    /// Whether two stored texts differ but no difference would be shown.
    static func isUnexplained(_ old: String, _ new: String) -> Bool {
        if old.utf8.elementsEqual(new.utf8) { return false }
        // There is no change exactly if all values and rows are the same in order, so rows need not be matched.
        guard let old = StoredText(old), let new = StoredText(new) else { return true }
        return old.hasSameValues(as: new)
    }

    /// Values that the recipe page does not show but that browsers, search engines and screen readers get: the
    /// language, alternative texts, subtitles, and any value that the page does not know yet.
    static func besidePage(_ stored: String, _ catalogue: Catalogue, _ language: Language) -> [FieldDifference] {
        let changes = changes("{}", stored).compactMap { change -> StoredChange? in
            var change = change
            change.new = change.new.filter { leaf in
                let path = change.path(leaf.key)
                return !leaf.value.isEmpty && (!isOnPage(path) || path == "tags" && hasHiddenTags(leaf.value))
            }
            return change.new.isEmpty ? nil : change
        }
        let texts = DifferenceTexts(catalogue: catalogue, language: language, changes: changes.count)
        return changes.map(texts.difference)
    }

    /// Whether a text has tags that the page leaves out, but that programs read.
    private static func hasHiddenTags(_ tags: StoredLeaf) -> Bool {
        guard case .text(let text) = tags else { return true }
        return TagRules.shown(text) != TagRules.split(text)
    }

    private static func isOnPage(_ path: String) -> Bool { onPage.contains(path) || path.hasPrefix(bytes: "figures.") }

    private static let onPage: Set<String> = [
        "title", "description", "photo", "category", "cuisine", "servings", "prepMinutes", "cookMinutes", "difficulty",
        "tips", "source", "tags", "lines.amount", "lines.amountMax", "lines.unit", "lines.ingredient", "lines.note",
        "lines.group", "licence", "credit", "adaptedFrom.title", "adaptedFrom.author", "adaptedFrom.licence",
        "steps.text", "steps.media", "steps.video", "steps.timer",
    ]

    /// The order of the page. Fields and lists that are not named here come last, sorted by name.
    private static let first =
        [
            "title", "language", "description", "photo", "category", "cuisine", "servings", "prepMinutes",
            "cookMinutes", "difficulty",
        ] + Nutrient.onLabels.map { "figures.\($0.word)" }
    private static let lists = ["lines", "steps"]
    private static let last = [
        "tips", "tags", "source", "licence", "credit", "adaptedFrom.title", "adaptedFrom.author",
        "adaptedFrom.licence", "adaptedFrom.address", "adaptedFrom.recipe", "notInDish",
    ]

    /// The changes between two texts; empty only if every value is the same in both.
    private static func changes(_ old: String, _ new: String, _ work: WorkCounter? = nil) -> [StoredChange] {
        guard let old = StoredText(old), let new = StoredText(new) else { return [] }
        func fields(_ paths: [String]) -> [StoredChange] {
            paths.map { StoredChange(old: old.leaf($0), new: new.leaf($0)) }.filter { !$0.changed.isEmpty }
        }
        let others = Set(old.fields.keys).union(new.fields.keys).subtracting(first + last).sorted()
        let otherLists = Set(old.lists.keys).union(new.lists.keys).subtracting(lists).sorted()
        let rows = (lists + otherLists).flatMap { Self.rows($0, old.lists[$0] ?? [], new.lists[$0] ?? [], work) }
        return fields(first) + rows + fields(last + others)
    }

    private static func rows(
        _ list: String, _ old: [StoredRow], _ new: [StoredRow], _ work: WorkCounter?
    ) -> [StoredChange] {
        func row(_ row: StoredRow) -> RowMatch.Row {
            // The words by which rows are matched. The heading is left out, because a new heading does not make a line
            // another line.
            let words = row.leaves.sorted { $0.key < $1.key }.map { leaf in
                if case .text(let text) = leaf.value { text } else { leaf.value.json }
            }
            return RowMatch.Row(bytes: row.bytes, text: words.joined(separator: " "), isHeading: row.isHeading)
        }
        return RowMatch.pairs(old.map(row), new.map(row), work: work).compactMap { pair in
            let (first, second) = (pair.old.map { old[$0] }, pair.new.map { new[$0] })
            if !pair.isMoved, let first, let second, first.bytes == second.bytes { return nil }
            var change = StoredChange(old: first?.leaves ?? [:], new: second?.leaves ?? [:], list: list)
            change.isRow = (first != nil, second != nil)
            change.isHeading = (second ?? first)?.isHeading ?? false
            change.number = (second ?? first)?.number ?? 1
            change.movedFrom = pair.isMoved ? first?.number : nil
            return change
        }
    }

    /// The diet and allergen answers that differ between two texts.
    static func consequences(of old: DerivedDiets, _ new: DerivedDiets, _ language: Language) -> [Consequence] {
        func answer(_ kind: String, _ key: String, _ fact: Fact) -> String {
            let word = fact == .yes ? "yes" : fact == .no ? "no" : "unknown"
            return Text.dynamic("\(kind).\(key).\(word)", language) ?? "\(key): \(word)"
        }
        let allergens = Allergen.allCases.filter { old[$0] != new[$0] }.map { allergen in
            Consequence(
                text:
                    "\(answer("allergen", allergen.rawValue, old[allergen])) → \(answer("allergen", allergen.rawValue, new[allergen]))",
                isCareful: new[allergen] != .no)
        }
        let diets = Diet.allCases.filter { old[$0] != new[$0] }.map { diet in
            Consequence(
                text: "\(answer("diet", diet.rawValue, old[diet])) → \(answer("diet", diet.rawValue, new[diet]))",
                isCareful: old[diet] == .yes)
        }
        return allergens + diets
    }
}

/// The values of one field, or of one row of a list, that differ.
struct StoredChange: Sendable {
    var old: StoredLeaves
    var new: StoredLeaves
    /// The list that the row belongs to; `nil` for a field.
    var list: String?
    /// Whether the row is in the old list and in the new list.
    var isRow = (old: false, new: false)
    var isHeading = false
    var number = 1
    var movedFrom: Int?

    /// The path of a value from the top of the body.
    func path(_ leaf: String) -> String { list.map { "\($0).\(leaf)" } ?? leaf }

    var mark: FieldDifference.Mark {
        // A recipe without a photo shows a drawing, so a photo is never added or removed but always changed.
        if list == nil, old["photo"] != nil || new["photo"] != nil { return .changed }
        let (isOld, isNew) = list == nil ? (!old.isEmpty, !new.isEmpty) : isRow
        if isOld, isNew { return changed.isEmpty ? .moved : .changed }
        return isOld ? .removed : .added
    }

    /// The names of the values that are not the same in both.
    var changed: Set<String> {
        Set(old.keys).union(new.keys).filter { leaf in
            guard let first = old[leaf], let second = new[leaf] else { return true }
            return !first.json.utf8.elementsEqual(second.json.utf8)
        }
    }
}
