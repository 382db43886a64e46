// The meaning of a recipe's lines, headings and texts by the catalogue, and its form in each stored revision.

import Bytes
import Foundation

/// The understood text of a recipe, from which diets, allergens and nutrition are calculated with the amounts.
package struct RecipeUnderstanding: Sendable {
    /// One for each line of the recipe.
    package var lines: [UnderstoodLine]
    /// One for each heading: an ingredient that it names may be in the recipe.
    package var headings: [UnderstoodLine]

    /// One for each text (title, step …) that names an ingredient which no line lists.
    package var unlisted: [UnderstoodLine] = []

    /// Everything that diets are calculated from: the lines in order, then the headings, then the ingredients that only
    /// texts name.
    package var asked: [UnderstoodLine] { lines + headings + unlisted }

    /// The ingredients that a heading names and no line lists: `For the chicken` above chicken breast names nothing
    /// new.
    func unlistedMentions(of heading: UnderstoodLine) -> [UnderstoodLine.Candidate] {
        if heading.mentions.isEmpty { return [] }
        let listed = lines.flatMap(\.alternatives).joined().compactMap(\.entry)
        return heading.mentions.filter { mention in
            mention.isMissing
                || !listed.contains {
                    $0.key == mention.entry?.key || $0.parent != nil && $0.parent == mention.entry?.key
                }
        }
    }
}

/// The stored understanding of a text. It is not part of the text: two equal texts stay equal when it differs.
package struct KeptUnderstanding: Sendable, Equatable {
    private var encoded = ""
    /// The dish that was read.
    private var dish = Dish(lines: [], texts: [], notInDish: "")
    /// The edition of the ingredients, units and rules with which it was read; -1 when it was never read.
    package private(set) var edition = -1

    package init() {}

    package init(_ encoded: String, edition: Int, of dish: Dish) {
        (self.encoded, self.edition, self.dish) = (encoded, edition, dish)
    }

    package static func == (_: KeptUnderstanding, _: KeptUnderstanding) -> Bool { true }

    /// The understanding of a text whose lines differ from the stored ones at most in amounts; `nil` where they differ
    /// otherwise, or were never read.
    package func understanding(of dish: Dish, _ catalogue: Catalogue) -> RecipeUnderstanding? {
        let read = self.dish
        guard !encoded.isEmpty, read.lines.count == dish.lines.count,
            zip(read.lines, dish.lines).allSatisfy({ $0.says(theSameAs: $1) })
        else { return nil }
        var understanding = RecipeUnderstanding(encoded: encoded, of: dish, catalogue)
        if read.texts != dish.texts || read.notInDish != dish.notInDish {
            let listed = understanding.map { $0.lines + $0.headings } ?? []
            understanding?.unlisted = catalogue.unlisted(dish, listed)
        }
        return understanding
    }
}

extension RecipeLine {
    /// Whether two lines differ at most in their amount.
    fileprivate func says(theSameAs other: RecipeLine) -> Bool {
        unit == other.unit && ingredient == other.ingredient && note == other.note && group == other.group
    }
}

extension Catalogue {
    /// Reads each line and heading with this catalogue.
    package func read(_ dish: Dish) -> RecipeUnderstanding {
        var foods = 0
        let lines = dish.lines.map { line in
            let understood = StoredLine(self, line).understood
            foods += understood.foods
            return foods > LineLimits.foods ? UnderstoodLine(unread: understood.parsed) : understood
        }
        let headings = dish.headings.map { index.understand(ParsedLine(heading: $0)) }
        var understanding = RecipeUnderstanding(
            lines: lines, headings: index.withMissing(headings, beside: lines))
        understanding.unlisted = unlisted(dish, understanding.asked)
        return understanding
    }

    /// The ingredients that the texts name and no line lists; `listed` are the lines and headings.
    fileprivate func unlisted(_ dish: Dish, _ listed: [UnderstoodLine]) -> [UnderstoodLine] {
        index.unlisted(
            dish.texts.map { (text: $0.text, place: $0.place) }, notInDish: dish.notInDish, beside: listed)
    }
}

// MARK: Storage

extension RecipeUnderstanding {
    /// Ingredients are stored by their keys; their facts are always those of the current catalogue.
    fileprivate struct Kept: Codable {
        struct Name: Codable {
            let name: String
            let key: String?
            let confidence: Double
            let isLikely: Bool?
            var isMissing: Bool?
            /// The keys of `Candidate.kinds`.
            var kinds: [String]?
        }

        struct Measure: Codable {
            let amount: Double
            let unit: String
        }

        struct Line: Codable {
            let alternatives: [[Name]]
            let mentions: [Name]?
            let isOptional: Bool?
            let measures: [Measure]?
            let isEach: Bool?
            let saysMore: Bool?
            let states: Int?
        }

        let lines: [Line]
        let headings: [Line]
        /// By `UnlistedIngredient.name`, in the order of the texts.
        let unlisted: [Name]?
    }

    /// JSON with sorted keys, so that equal understandings are equal texts.
    package var encoded: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Encoding cannot fail, since there are only names, numbers and lists of them.
        let data = try? encoder.encode(
            Kept(
                lines: lines.map(Self.kept), headings: headings.map(Self.kept),
                unlisted: unlisted.flatMap(\.mentions).map(Self.kept).ifAny))
        return data.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    fileprivate init?(encoded: String, of dish: Dish, _ catalogue: Catalogue) {
        let titles = dish.headings
        guard let kept = try? JSONDecoder().decode(Kept.self, from: Data(encoded.utf8)),
            kept.lines.count == dish.lines.count, kept.headings.count == titles.count
        else { return nil }
        lines = zip(kept.lines, dish.lines).map {
            UnderstoodLine($0, ParsedLine(line: $1.ingredient), catalogue)
        }
        headings = zip(kept.headings, titles).map { UnderstoodLine($0, ParsedLine(heading: $1), catalogue) }
        unlisted = Self.unlisted(kept.unlisted ?? [], catalogue)
    }

    /// The ingredients that each text names, without those that are no longer in the catalogue.
    private static func unlisted(_ names: [Kept.Name], _ catalogue: Catalogue) -> [UnderstoodLine] {
        let found = names.compactMap { kept -> (place: TextPlace, entry: IngredientEntry, hasAmount: Bool)? in
            guard let name = UnlistedIngredient(name: kept.name), let entry = catalogue.entry(name.key) else {
                return nil
            }
            return (name.place, entry, kept.confidence == 1)
        }
        return found.chunked { $0.place == $1.place }.map { texts in
            UnderstoodLine(unlisted: texts.map { ($0.entry, $0.hasAmount) }, in: texts[0].place)
        }
    }

    private static func kept(_ line: UnderstoodLine) -> Kept.Line {
        let note = line.measures
        return Kept.Line(
            alternatives: line.alternatives.map { $0.map(kept) }, mentions: line.mentions.map(kept).ifAny,
            isOptional: line.parsed.optional ? true : nil,
            measures: note.measures.map { Kept.Measure(amount: $0.amount, unit: $0.unit.key) }.ifAny,
            isEach: note.isEach ? true : nil, saysMore: note.saysMore ? true : nil,
            states: line.states.isEmpty ? nil : line.states.rawValue)
    }

    private static func kept(_ name: UnderstoodLine.Candidate) -> Kept.Name {
        Kept.Name(
            name: name.name, key: name.entry?.key, confidence: name.confidence,
            isLikely: name.isApproximate ? true : nil,
            isMissing: name.isMissing ? true : nil, kinds: name.kinds?.map(\.key))
    }
}

extension Array {
    fileprivate var ifAny: [Element]? { isEmpty ? nil : self }
}

extension UnderstoodLine {
    fileprivate init(_ kept: RecipeUnderstanding.Kept.Line, _ parsed: ParsedLine, _ catalogue: Catalogue) {
        var parsed = parsed
        parsed.optional = kept.isOptional ?? false
        func candidate(_ kept: RecipeUnderstanding.Kept.Name) -> Candidate {
            // An ingredient that is no longer in the catalogue counts as unknown.
            let entry = kept.key.flatMap { catalogue.entry($0) }
            if kept.isMissing == true, let entry { return Candidate(missing: entry) }
            if let kinds = kept.kinds, case let known = kinds.compactMap({ catalogue.entry($0) }),
                known.count == kinds.count
            {
                return Candidate(name: kept.name, kinds: known)
            }
            guard kept.isLikely == true, let entry else {
                return Candidate(name: kept.name, entry: entry, confidence: kept.confidence)
            }
            return Candidate(name: kept.name, likely: entry, confidence: kept.confidence)
        }
        self.init(
            parsed: parsed, alternatives: kept.alternatives.map { $0.map(candidate) },
            mentions: kept.mentions?.map(candidate) ?? [])
        states = FoodStates(rawValue: kept.states ?? 0)
        measures.isEach = kept.isEach ?? false
        measures.saysMore = kept.saysMore ?? false
        measures.measures = (kept.measures ?? []).compactMap { measure in
            catalogue.units[measure.unit].map { (measure.amount, $0) }
        }
    }
}
