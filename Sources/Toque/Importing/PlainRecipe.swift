// Reads a recipe from plain text: title, ingredients and steps, by their headings or by the form of the lines.

import Bytes
import Food

/// Reads plain text, in English and Russian.
struct PlainRecipe {
    private enum Part: String { case opening, ingredients, steps, notes }

    private let catalogue: Catalogue
    private var recipe = ImportedRecipe()
    private var part = Part.opening
    private var opening: [String] = []
    /// The last heading within the ingredients, which applies to the lines below it.
    private var group = ""
    private var hasHeadings = false

    static func read(_ text: String, _ catalogue: Catalogue) throws(ImportRefusal) -> ImportedRecipe {
        guard text.utf8.count <= ImportLimits.document else { throw .tooLong }
        var reader = PlainRecipe(catalogue: catalogue)
        var lines = text.split(whereSeparator: \.isNewline).map { SchemaText.clean(plain: String($0)) }.filter {
            !$0.isEmpty
        }[...]
        guard lines.count <= ImportLimits.lines else { throw .tooLong }
        reader.leavePageParts(of: &lines)
        while let first = lines.first, let credit = CreditLine(labelled: withoutBullet(first)) {
            reader.recipe.take(credit)
            lines.removeFirst()
        }
        while let last = lines.last, let credit = CreditLine(atEdge: withoutBullet(last)) {
            reader.recipe.take(credit)
            lines.removeLast()
        }
        reader.hasHeadings = lines.contains { Self.heading($0)?.part == .ingredients }
        for line in lines { reader.take(line) }
        reader.finish()
        guard reader.recipe.isRecipe else { throw .noRecipe }
        return reader.recipe
    }

    private init(catalogue: Catalogue) { self.catalogue = catalogue }

    /// Removes buttons, ratings and the like above the ingredients: they are part of the page, not of the recipe.
    /// Removed ratings are reported.
    private mutating func leavePageParts(of lines: inout ArraySlice<String>) {
        let heading = lines.firstIndex { Self.heading($0)?.part == .ingredients }
        let end = heading ?? min(lines.startIndex + 20, lines.endIndex)
        var kept: [String] = []
        for line in lines[..<end] {
            switch PagePart(Self.withoutBullet(line)) {
            case .rating: recipe.leave("rating", line)
            case .button: break
            case nil: kept.append(line)
            }
        }
        lines = (kept + lines[end...])[...]
    }

    private mutating func take(_ line: String) {
        if recipe.title.isEmpty, Self.heading(line) == nil {
            recipe.title = Self.withoutMark(line)
        } else if let heading = Self.heading(line) {
            // A note on the same line as its heading ends with that line; the part around it continues.
            if heading.part == .notes, !heading.rest.isEmpty {
                return recipe.notes.append(Self.withoutMark(heading.rest))
            }
            (part, group) = (heading.part, "")
            if !heading.rest.isEmpty { take(heading.rest) }
        } else if takeCredit(line) || takeFigure(line) {
            return
        } else {
            switch part {
            case .opening: takeOpening(line)
            case .ingredients: takeIngredient(line)
            case .steps: takeStep(line)
            case .notes: recipe.notes.append(Self.withoutMark(line))
            }
        }
    }

    /// Reads the author or source named before the steps; without a colon only directly below the title.
    private mutating func takeCredit(_ line: String) -> Bool {
        guard part != .steps else { return false }
        let (text, isBelowTitle) = (Self.withoutBullet(line), part == .opening && opening.isEmpty)
        let credit = isBelowTitle ? CreditLine(atEdge: text) : CreditLine(labelled: text)
        if let credit { recipe.take(credit) }
        return credit != nil
    }

    /// Reads a line before any heading: a description, or an ingredient if the text has no headings and the line looks
    /// like one.
    private mutating func takeOpening(_ line: String) {
        if !hasHeadings, looksLikeIngredient(line) {
            part = .ingredients
            takeIngredient(line)
        } else {
            opening.append(line)
        }
    }

    private mutating func takeIngredient(_ line: String) {
        let text = Self.withoutMark(line, isStep: false)
        if let heading = text.dropping(suffix: ":"), text.count <= 80 {
            group = heading.trimmed
        } else if !hasHeadings || recipe.steps.isEmpty && Self.isSentence(text), !looksLikeIngredient(line) {
            part = .steps
            group = ""
            takeStep(line)
        } else {
            recipe.lines.append(ImportedRecipe.Line(text: text, group: group))
        }
    }

    private mutating func takeStep(_ line: String) {
        let text = Self.withoutMark(line)
        if let heading = text.dropping(suffix: ":"), text.count <= 80 {
            group = heading.trimmed
        } else if !text.isEmpty {
            recipe.steps.append(ImportedRecipe.Step(text: text, section: group))
        }
    }

    private mutating func finish() {
        recipe.description = opening.joined(separator: "\n")
        // If the text names an author and a source, the credit contains both.
        if ![recipe.author, recipe.credit].contains("") { recipe.credit = recipe.author + ", " + recipe.credit }
        if recipe.lines.isEmpty { recipe.title = "" }
        recipe.language = recipe.writtenLanguage
        recipe.keepWithinLimits()
    }

    // MARK: Line types

    /// Whether a line looks like an ingredient: it is short, and has an amount or names a catalogue entry.
    private func looksLikeIngredient(_ line: String) -> Bool {
        let text = Self.withoutMark(line, isStep: false)
        guard text.length <= 120, !Self.isSentence(text) else { return false }
        if text.hasSuffix(bytes: ":") { return true }
        let parsed = catalogue.parse(text)
        if parsed.isHeading { return true }
        let words = text.split(bytes: " ").count
        if parsed.amount != nil, words <= 14 { return !Self.isNumbered(line) || parsed.unit != nil }
        guard words <= 6 else { return false }
        return catalogue.index.understand(parsed).match.map { !$0.isApproximate } ?? false
    }

    /// Whether a text ends like a sentence and has more than five words.
    private static func isSentence(_ text: String) -> Bool {
        guard let last = text.last, ".!?".contains(last) else { return false }
        return text.split(bytes: " ").count > 5
    }

    private static func isNumbered(_ line: String) -> Bool { afterNumber(line[...]) != nil }

    /// The text after `1. ` or `12) `; `nil` if it does not begin so.
    private static func afterNumber(_ text: Substring) -> Substring? {
        guard let rest = afterDigits(text), rest.first == "." || rest.first == ")" else { return nil }
        let end = rest.dropFirst()
        return end.first?.isWhitespace == true ? end.drop(while: \.isWhitespace) : nil
    }

    /// The text after `Step 1`, `Step 1:` or «Шаг 1.»; `nil` if it does not begin so.
    private static func afterStep(_ text: Substring) -> Substring? {
        guard let word = ["step", "шаг"].first(where: { text.prefix($0.count).lowercased() == $0 }) else { return nil }
        let end = text.dropFirst(word.count)
        guard end.first?.isWhitespace == true, let rest = afterDigits(end.drop(while: \.isWhitespace)) else {
            return nil
        }
        let sign = rest.drop(while: \.isWhitespace)
        return (sign.first.map { ".:)".contains($0) } == true ? sign.dropFirst() : sign).drop(while: \.isWhitespace)
    }

    /// The text after one or two digits.
    private static func afterDigits(_ text: Substring) -> Substring? {
        let digits = text.prefix(3).prefix { $0.unicodeScalars.allSatisfy { $0.properties.numericType == .decimal } }
        return (1...2).contains(digits.count) ? text.dropFirst(digits.count) : nil
    }

    /// The line without its bullet, number or "Step 1:".
    private static func withoutMark(_ line: String, isStep: Bool = true) -> String {
        var text = withoutBullet(line)[...]
        if isStep {
            text = afterStep(text) ?? text
            text = afterNumber(text) ?? text
        }
        return text.isEmpty ? "" : text.trimmed
    }

    private static let bullets: Set<Unicode.Scalar> = ["•", "·", "*", "-", "–", "—", "▢", "□", "☐", "✓", "#"]

    private static func withoutBullet(_ line: String) -> String {
        let start = line.unicodeScalars.firstIndex { !bullets.contains($0) && !$0.properties.isWhitespace }
        return start.map { String(line[$0...]) } ?? ""
    }

    /// Reads `Serves 4`, `Prep time: 10 min`, `Время приготовления: 1 час`.
    private mutating func takeFigure(_ line: String) -> Bool {
        guard part != .steps, line.length <= 100 else { return false }
        let text = Self.withoutMark(line)
        for figure in Self.figures where text.lowercased().hasPrefix(figure.start) {
            let rest = text.dropFirst(figure.start.count)
            // The label must be a whole word: “prepared mustard” is not “prep”.
            if figure.start.last?.isLetter == true, rest.first?.isLetter == true { continue }
            let value = rest.trimmingPrefix { ":-–— ".contains($0) }.trimmed
            if figure.field == .difficulty, rest.first == ":" {
                recipe.difficulty = value
                return true
            }
            guard figure.field != .difficulty, value.contains(where: \.isNumber) else { continue }
            switch figure.field {
            case .yield: recipe.yields.append(value)
            case .prep: recipe.setMinutes(\.prepMinutes, value, field: "prepTime")
            case .cook: recipe.setMinutes(\.cookMinutes, value, field: "cookTime")
            case .total: recipe.setMinutes(\.totalMinutes, value, field: "totalTime")
            case .difficulty: break
            }
            return true
        }
        return false
    }

    private enum Field { case yield, prep, cook, total, difficulty }

    private static let figures: [(start: String, field: Field)] = [
        ("difficulty", .difficulty), ("level", .difficulty), ("сложность", .difficulty),
        ("уровень сложности", .difficulty),
        ("serves", .yield), ("servings", .yield), ("yield", .yield), ("yields", .yield), ("makes", .yield),
        ("порций", .yield),
        ("количество порций", .yield), ("порции", .yield), ("на сколько порций", .yield),
        ("preparation time", .prep), ("prep time", .prep), ("prep", .prep), ("время подготовки", .prep),
        ("подготовка", .prep), ("cooking time", .cook), ("cook time", .cook), ("cook:", .cook),
        ("время готовки", .cook), ("total time", .total), ("ready in", .total), ("time:", .total),
        ("время приготовления", .total), ("общее время", .total), ("время:", .total),
    ]

    /// The most bytes of a heading with the signs around it, without the rest of its line.
    private static let headingLength = 200

    /// The part that a heading begins, and the rest of its line.
    private static func heading(_ line: String) -> (part: Part, rest: String)? {
        let text = line.trimmingPrefix { "#*=-– ".contains($0) }
        let pieces = text.split(bytes: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = pieces.first, first.utf8.count <= headingLength else { return nil }
        let name = first.lowercased().reversed().drop { "*=-– .".contains($0) }.reversed().map(String.init).joined()
        guard let part = headings[name] else { return nil }
        return (part, pieces.count > 1 ? pieces[1].trimmingPrefix { "*= ".contains($0) }.trimmed : "")
    }

    private static let headings = WordList.headingsOfRecipes.compactMapValues(Part.init(rawValue:))
}
