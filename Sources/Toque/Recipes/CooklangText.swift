// Feature D6: a recipe as Cooklang, a text with its ingredients marked where the steps name them.

import Bytes
import Foundation

/// Ingredients that no step names come first, as a step of their own.
struct CooklangText {
    private let body: RecipeBody
    private let author: String
    private let catalogue: Catalogue
    private let language: Language

    init(_ body: RecipeBody, author: String, catalogue: Catalogue) {
        self.body = body
        self.author = author
        self.catalogue = catalogue
        language = Language(rawValue: body.language) ?? .en
    }

    var text: String {
        var steps = body.steps.map(parts)
        var rest: [String] = []
        // Longer names first, so that "olive oil" is not taken for "oil".
        let places = body.lines.indices.sorted {
            (body.lines[$1].ingredient.count, $0) < (body.lines[$0].ingredient.count, $1)
        }
        var unnamed: Set<Int> = []
        for place in places {
            let line = body.lines[place]
            if !Self.mark(line, names(of: line), marked(_:as:), in: &steps) { unnamed.insert(place) }
        }
        for place in unnamed.sorted() {
            rest.append(marked(body.lines[place], as: body.lines[place].ingredient))
        }
        let first = rest.isEmpty ? [] : [rest.joined(separator: ",\\\n")]
        let paragraphs = first + steps.map(Self.paragraph) + body.tips.paragraphs.map { "> " + Self.plain($0) }
        return ([front] + paragraphs).joined(separator: "\n\n") + "\n"
    }

    /// A part of a step: as it was written, or an ingredient or a timer with its marks.
    private enum StepPart {
        case text(String)
        case marked(String)
    }

    /// A step with its timer marked: where the text speaks of it, or behind the text.
    private func parts(of step: RecipeStep) -> [StepPart] {
        guard let seconds = step.timer.seconds else { return [.text(step.text)] }
        if let spoken = Durations.spoken(in: step.text), spoken.seconds == seconds,
            let words = step.text[spoken.place].wholeMatch(of: /([0-9]+) (\p{L}+)/.matchingSemantics(.unicodeScalar))
        {
            return [
                .text(String(step.text[..<spoken.place.lowerBound])), .marked("~{\(words.1)%\(words.2)}"),
                .text(String(step.text[spoken.place.upperBound...])),
            ]
        }
        let time =
            seconds % 60 == 0
            ? Text.durationMinutes(language, minutes: String(seconds / 60))
            : Text.durationSeconds(language, seconds: String(seconds))
        return [.text(step.text + " "), .marked("~{\(time.replacing(bytes: " ", with: "%"))}")]
    }

    /// Everything but the steps, as YAML; texts in quotes, as JSON has them, which YAML reads the same.
    private var front: String {
        var lines: [String] = []
        func add(_ key: String, _ value: String?) {
            if let value, !value.isEmpty { lines.append("\(key): \(JSONText.string(value))") }
        }
        add("title", body.title)
        add("description", body.description)
        add("locale", body.language)
        add("author", author)
        add("source", body.source)
        if let servings = body.servings { lines.append("servings: \(servings)") }
        add("prep time", body.prepMinutes.map { "\($0) minutes" })
        add("cook time", body.cookMinutes.map { "\($0) minutes" })
        add("course", body.category.flatMap { catalogue.categoryName($0, language) })
        add("cuisine", body.cuisine.flatMap { catalogue.cuisineName($0, language) })
        add("difficulty", body.difficulty?.rawValue)
        for nutrient in Nutrient.onLabels {
            add("nutrition.\(nutrient.schemaName)", body.figures?.schemaText(nutrient))
        }
        return (["---"] + lines + ["---"]).joined(separator: "\n")
    }

    /// What a step may call the ingredient of a line: as the line does, or as the catalogue does.
    private func names(of line: RecipeLine) -> [String] {
        var names = [line.ingredient]
        if let entry = catalogue.entry(named: line.ingredient) {
            let known = language == .ru ? entry.russian : entry.english
            names += [known.plural, known.singular]
        }
        return names.filter { !$0.isEmpty }
    }

    /// Marks the first place that names the ingredient, in whole words; says whether there is one.
    private static func mark(
        _ line: RecipeLine, _ names: [String], _ marked: (RecipeLine, String) -> String, in steps: inout [[StepPart]]
    ) -> Bool {
        for step in steps.indices {
            for (index, piece) in steps[step].enumerated() {
                guard case .text(let text) = piece,
                    let found = names.lazy.compactMap({ NamedPlace.first(of: $0, in: text) }).first
                else { continue }
                steps[step].replaceSubrange(
                    index...index,
                    with: [
                        .text(String(text[..<found.lowerBound])), .marked(marked(line, String(text[found]))),
                        .text(String(text[found.upperBound...])),
                    ])
                return true
            }
        }
        return false
    }

    /// `@name{amount%unit}(note)`
    private func marked(_ line: RecipeLine, as name: String) -> String {
        let unit = line.unit.isEmpty ? "" : catalogue.unitForm(line.unit, amount: line.amount ?? 1, language)
        let amount = Amounts.typed(line.amount, line.amountMax)
        let quantity = unit.isEmpty ? Self.word(amount) : "\(Self.word(amount))%\(Self.word(unit))"
        let note = line.note.isEmpty ? "" : "(\(Self.word(line.note)))"
        return "@\(Self.word(name)){\(quantity)}\(note)"
    }

    private static func paragraph(_ pieces: [StepPart]) -> String {
        var text = ""
        for piece in pieces {
            switch piece {
            case .marked(let marked): text += marked
            case .text(let words):
                // A bracket right behind an ingredient would be its preparation.
                let isNext = text.hasSuffix(bytes: "}") && words.hasPrefix(bytes: "(")
                text += (isNext ? " " : "") + plain(words)
            }
        }
        return begun(text)
    }

    /// A text of which nothing is a mark: a space after a sign makes it a sign, and line ends stay in the step.
    private static func plain(_ text: String) -> String {
        let lines = text.split(whereSeparator: \.isNewline).map { $0.replacing(bytes: "\\", with: "/") }
        var plain = lines.joined(separator: "\\\n")
        for sign in ["@", "#", "~"] { plain = plain.replacing(bytes: sign, with: sign + " ") }
        return plain.replacing(bytes: "--", with: "–").replacing(bytes: "[-", with: "[ -")
    }

    /// What stands within the marks of an ingredient: no signs, one line.
    private static func word(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
            Character(scalar).isNewline || "@#~{}%()[]\\".unicodeScalars.contains(scalar) ? " " : scalar
        }
        return String(String.UnicodeScalarView(scalars)).replacing(bytes: "--", with: "–").trimmed
    }

    /// A paragraph that begins as a note, a heading or the front does is a step all the same.
    private static func begun(_ text: String) -> String {
        text.split(bytes: "\n", omittingEmptySubsequences: false)
            .map { line in line.trimmed.utf8.first.map(">=-".utf8.contains) == true ? "· " + line : line }
            .joined(separator: "\n")
    }
}
