// Writes a recipe as Cooklang: a text in which the steps mark the ingredients they name.

import Bytes
import Food
import Foundation
import Texts
import Words

/// Builds the Cooklang text. Ingredients that no step names come first, as a step of their own.
struct CooklangText {
    private let body: RecipeBody
    private let author: String
    private let catalogue: Catalogue
    private let language: Language
    /// The scheme and host of this site's addresses.
    private let site: String

    init(_ body: RecipeBody, author: String, catalogue: Catalogue, site: String = "") {
        self.site = site
        self.body = body
        self.author = author
        self.catalogue = catalogue
        language = Language(rawValue: body.language) ?? .en
    }

    var text: String {
        var places = NamedPlaces(body.steps.map(\.text))
        var marks = body.steps.map(timer)
        for (step, timer) in marks.enumerated() {
            for mark in timer { places.take(mark.range, of: step) }
        }
        // Longer names first, so that "olive oil" is not marked as "oil".
        let lines = body.lines.indices.sorted {
            (body.lines[$1].ingredient.count, $0) < (body.lines[$0].ingredient.count, $1)
        }
        var unnamed: Set<Int> = []
        for index in lines {
            let line = body.lines[index]
            if let place = places.takeFirst(of: names(of: line)) {
                let name = String(body.steps[place.text].text[place.range])
                marks[place.text].append(Mark(range: place.range, text: marked(line, as: name)))
            } else {
                unnamed.insert(index)
            }
        }
        let rest = unnamed.sorted().map { marked(body.lines[$0], as: body.lines[$0].ingredient) }
        let first = rest.isEmpty ? [] : [rest.joined(separator: ",\\\n")]
        let steps = zip(body.steps, marks).map { Self.paragraph($0.text, $1) }
        let paragraphs = first + steps + body.tips.paragraphs.map { "> " + Self.plain($0) }
        return ([front] + paragraphs).joined(separator: "\n\n") + "\n"
    }

    /// The Cooklang mark of an ingredient or timer, and the range of words that it replaces.
    private struct Mark {
        let range: Range<String.Index>
        let text: String
    }

    /// The timer of a step, at the words that state the same time, or else at the end of the text.
    private func timer(of step: RecipeStep) -> [Mark] {
        guard let seconds = step.timer.seconds else { return [] }
        if let spoken = Durations.spoken(in: step.text), spoken.seconds == seconds,
            let words = step.text[spoken.place].wholeMatch(of: /([0-9]+) (\p{L}+)/.matchingSemantics(.unicodeScalar))
        {
            return [Mark(range: spoken.place, text: "~{\(words.1)%\(words.2)}")]
        }
        let time =
            seconds % 60 == 0
            ? Text.durationMinutes(language, minutes: String(seconds / 60))
            : Text.durationSeconds(language, seconds: String(seconds))
        let end = step.text.endIndex
        return [Mark(range: end..<end, text: " ~{\(time.replacing(bytes: " ", with: "%"))}")]
    }

    /// Everything except the steps, as YAML front matter. Texts are quoted as in JSON, which YAML reads the same way.
    private var front: String {
        var lines: [String] = []
        func add(_ key: String, _ value: String?) {
            if let value, !value.isEmpty { lines.append("\(key): \(Self.quoted(value))") }
        }
        add("title", body.title)
        add("description", body.description)
        add("locale", body.language)
        add("author", author)
        add("source", body.source)
        add("license", body.licence?.fileName)
        add("credit", body.credit)
        add("adapted from", body.adaptedFrom?.title)
        add("adapted from author", body.adaptedFrom?.author)
        add("adapted from url", body.adaptedFrom?.page.map { $0.hasPrefix(bytes: "/") ? site + $0 : $0 })
        add("adapted from license", body.adaptedFrom?.licence?.fileName)
        if let servings = body.servings { lines.append("servings: \(servings)") }
        add("prep time", body.prepMinutes.map { "\($0) minutes" })
        add("cook time", body.cookMinutes.map { "\($0) minutes" })
        add("course", body.category.flatMap { catalogue.categoryName($0, language) })
        add("cuisine", body.cuisine.flatMap { catalogue.cuisineName($0, language) })
        add("difficulty", body.difficulty?.rawValue)
        let tags = TagRules.shown(body.tags).map { Self.quoted($0.name) }
        if !tags.isEmpty { lines.append("tags: [\(tags.joined(separator: ", "))]") }
        for nutrient in Nutrient.onLabels {
            add("nutrition.\(nutrient.schemaName)", body.figures?.schemaText(nutrient))
        }
        return (["---"] + lines + ["---"]).joined(separator: "\n")
    }

    private static func quoted(_ text: String) -> String { JSONText.withoutControls(JSONText.string(text)) }

    /// The names a step may use for a line's ingredient: the line's own and those of the catalogue.
    private func names(of line: RecipeLine) -> [String] {
        var names = [line.ingredient]
        if let entry = catalogue.entry(named: line.ingredient) {
            let known = language == .ru ? entry.russian : entry.english
            names += [known.plural, known.singular]
        }
        return names.filter { !$0.isEmpty }
    }

    /// `@name{amount%unit}(note)`
    private func marked(_ line: RecipeLine, as name: String) -> String {
        let unit = line.unit.isEmpty ? "" : catalogue.unitForm(line.unit, amount: line.amount ?? 1, language)
        let amount = Amounts.typed(line.amount, line.amountMax)
        let quantity = unit.isEmpty ? Self.word(amount) : "\(Self.word(amount))%\(Self.word(unit))"
        let note = line.note.isEmpty ? "" : "(\(Self.word(line.note)))"
        return "@\(Self.word(name)){\(quantity)}\(note)"
    }

    private static func paragraph(_ step: String, _ marks: [Mark]) -> String {
        var (text, place) = ("", step.startIndex)
        func add(_ words: Substring) {
            // A bracket directly behind an ingredient would be read as its preparation.
            let isNext = text.hasSuffix(bytes: "}") && words.hasPrefix(bytes: "(")
            text += (isNext ? " " : "") + plain(String(words))
        }
        for mark in marks.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            add(step[place..<mark.range.lowerBound])
            text += mark.text
            place = mark.range.upperBound
        }
        add(step[place...])
        return begun(text)
    }

    /// Escapes a text so that no sign starts a mark: a space after a sign prevents that. Line ends stay in the step.
    private static func plain(_ text: String) -> String {
        let lines = text.split(whereSeparator: \.isNewline).map { $0.replacing(bytes: "\\", with: "/") }
        var plain = lines.joined(separator: "\\\n")
        for sign in ["@", "#", "~"] { plain = plain.replacing(bytes: sign, with: sign + " ") }
        return plain.replacing(bytes: "--", with: "–").replacing(bytes: "[-", with: "[ -")
    }

    /// A text inside the marks of an ingredient: without Cooklang's signs, on one line.
    private static func word(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
            Character(scalar).isNewline || "@#~{}%()[]\\".unicodeScalars.contains(scalar) ? " " : scalar
        }
        return String(String.UnicodeScalarView(scalars)).replacing(bytes: "--", with: "–").trimmed
    }

    /// Puts "· " before lines that Cooklang would read as a note, a heading or front matter, so that they stay part of
    /// the step.
    private static func begun(_ text: String) -> String {
        text.split(bytes: "\n", omittingEmptySubsequences: false)
            .map { line in line.trimmed.utf8.first.map(">=-".utf8.contains) == true ? "· " + line : line }
            .joined(separator: "\n")
    }
}
