// Differences between two texts of a recipe, field by field, consequences first.

/// A piece of a text that stayed, went or came.
struct TextSpan: Equatable, Sendable {
    enum Kind: Sendable { case same, removed, added }

    let kind: Kind
    let text: String
    var isRemoved: Bool { kind == .removed }
    var isAdded: Bool { kind == .added }
}

/// The differences, as a partial takes them.
typealias FieldDifferences = [FieldDifference]

/// One field or row that differs.
struct FieldDifference: Sendable {
    enum Mark: String, Sendable { case changed, added, removed, moved }

    let field: String
    let mark: Mark
    /// The mark in words.
    let label: String
    let spans: [TextSpan]
    /// Photos, side by side.
    var pictures: [Picture] = []
}

/// A diet or allergen that the change turns.
struct Consequence: Sendable {
    let text: String
    /// Whether a moderator should look twice: a diet lost, an allergen gained or no longer known.
    let isCareful: Bool
}

enum Difference {
    /// Every field and row that differs, in the order of the page.
    static func between(
        _ old: RecipeBody, _ new: RecipeBody, _ catalogue: Catalogue, _ language: Language
    ) -> [FieldDifference] {
        var differences: [FieldDifference] = []
        func compare(_ name: String, _ first: String, _ second: String) {
            if first == second { return }
            let mark: FieldDifference.Mark = first.isEmpty ? .added : second.isEmpty ? .removed : .changed
            differences.append(difference(name, mark, WordDifference.spans(first, second), language))
        }
        compare("title", old.title, new.title)
        compare("description", old.description, new.description)
        if old.photo != new.photo {
            var photos = difference("photo", .changed, [], language)
            photos.pictures = [old.photo, new.photo].compactMap { $0 }.map {
                ArticleBuilder.picture(photo: $0, revision: 0, alt: "")
            }
            differences.append(photos)
        }
        compare(
            "category", catalogue.categoryName(old.category ?? "", language) ?? "",
            catalogue.categoryName(new.category ?? "", language) ?? "")
        compare(
            "cuisine", catalogue.cuisineName(old.cuisine ?? "", language) ?? "",
            catalogue.cuisineName(new.cuisine ?? "", language) ?? "")
        compare("servings", old.servings.map(String.init) ?? "", new.servings.map(String.init) ?? "")
        compare("prep_minutes", old.prepMinutes.map(String.init) ?? "", new.prepMinutes.map(String.init) ?? "")
        compare("cook_minutes", old.cookMinutes.map(String.init) ?? "", new.cookMinutes.map(String.init) ?? "")
        func name(_ difficulty: Difficulty?) -> String {
            difficulty.map { Text.dynamic("difficulty.\($0.rawValue)", language) ?? $0.rawValue } ?? ""
        }
        compare("difficulty", name(old.difficulty), name(new.difficulty))
        for nutrient in Nutrient.onLabels {
            let (first, second) = (old.figures?[nutrient], new.figures?[nutrient])
            compare(
                nutrient.field, first.map { FigureText.text($0, language) } ?? "",
                second.map { FigureText.text($0, language) } ?? "")
        }
        differences += rows(
            "ingredient", old.lines.map { catalogue.lineText($0, language) },
            new.lines.map { catalogue.lineText($0, language) },
            language)
        differences += rows(
            "step", old.steps.map { $0.told(language) }, new.steps.map { $0.told(language) }, language)
        differences += media(old.steps, new.steps, language)
        compare("tips", old.tips, new.tips)
        compare("source", old.source, new.source)
        return differences
    }

    /// What steps show: came, went, moved to a step of another text, or is told of in other words.
    private static func media(_ old: [RecipeStep], _ new: [RecipeStep], _ language: Language) -> [FieldDifference] {
        func byMedia(_ steps: [RecipeStep]) -> [String: RecipeStep] {
            Dictionary(steps.filter(\.hasMedia).map { ($0.media, $0) }) { first, _ in first }
        }
        let (before, after) = (byMedia(old), byMedia(new))
        func shown(_ mark: FieldDifference.Mark, _ step: RecipeStep, _ spans: [TextSpan]) -> FieldDifference {
            var shown = difference("step_media", mark, spans, language)
            shown.pictures = [ArticleBuilder.picture(photo: step.media, revision: 0, alt: "")]
            return shown
        }
        func told(_ step: RecipeStep) -> String { step.words.dropFirst().joined(separator: "\n") }
        let gone = old.filter { $0.hasMedia && after[$0.media] == nil }.map {
            shown(.removed, $0, [TextSpan(kind: .removed, text: told($0))])
        }
        return gone
            + new.filter(\.hasMedia).compactMap { step in
                guard let last = before[step.media] else {
                    return shown(.added, step, [TextSpan(kind: .added, text: told(step))])
                }
                if told(last) != told(step) {
                    return shown(.changed, step, WordDifference.spans(told(last), told(step)))
                }
                return last.text == step.text
                    ? nil : shown(.moved, step, [TextSpan(kind: .same, text: step.text)])
            }
    }

    /// Rows matched by what they say: equal ones stay or moved, alike ones changed, the rest came or went.
    private static func rows(_ name: String, _ old: [String], _ new: [String], _ language: Language)
        -> [FieldDifference]
    {
        RowMatch.between(old, new).compactMap { match in
            switch match {
            case .same: nil
            case .moved(let text): difference(name, .moved, [TextSpan(kind: .same, text: text)], language)
            case .changed(let first, let second):
                difference(name, .changed, WordDifference.spans(first, second), language)
            case .added(let text): difference(name, .added, [TextSpan(kind: .added, text: text)], language)
            case .removed(let text): difference(name, .removed, [TextSpan(kind: .removed, text: text)], language)
            }
        }
    }

    private static func difference(
        _ name: String, _ mark: FieldDifference.Mark, _ spans: [TextSpan], _ language: Language
    ) -> FieldDifference {
        FieldDifference(
            field: Text.dynamic("field.\(name)", language) ?? name, mark: mark,
            label: Text.dynamic("difference.\(mark.rawValue)", language) ?? mark.rawValue, spans: spans)
    }

    /// Diets and allergens that the new text has and the old one had not, or the other way round.
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
