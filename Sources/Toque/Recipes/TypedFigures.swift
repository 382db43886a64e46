// The author's nutrition values as typed in the editor; invalid texts stay in the form.

import Bytes
import Food
import Texts
import Words

/// The typed text for each nutrient; empty where nothing was typed.
struct TypedFigures: Equatable, Sendable {
    private var texts: [Nutrient: String] = [:]

    subscript(nutrient: Nutrient) -> String {
        get { texts[nutrient] ?? "" }
        set { texts[nutrient] = newValue.isEmpty ? nil : newValue }
    }

    var isEmpty: Bool { texts.isEmpty }

    init() {}

    /// The values as an input shows them; the editor reads this form in every language.
    init(_ figures: AuthorFigures?) {
        for nutrient in Nutrient.allCases {
            self[nutrient] = figures?[nutrient].map { JSONText.number(FigureText.rounded($0, nutrient)) } ?? ""
        }
    }
}

extension Nutrient {
    /// The name of its form field.
    var field: String { "figure_\(word)" }
}

extension RecipeCheck {
    /// Parses the typed values and reports at its field each one that is not a number, out of range or impossible.
    mutating func figures(_ typed: TypedFigures) -> AuthorFigures? {
        var figures = AuthorFigures()
        for nutrient in Nutrient.onLabels where !typed[nutrient].isEmpty {
            let range = RecipeLimits.figure(nutrient)
            if let amount = FigureText.amount(typed[nutrient], nutrient), range.contains(amount) {
                figures[nutrient] = amount
            } else {
                let most = JSONText.number(range.upperBound)
                fail(
                    nutrient.field,
                    nutrient == .energy
                        ? Text.figuresWrongEnergy(language, most: most) : Text.figuresWrong(language, most: most))
            }
        }
        for part in FigureRules.impossible(figures) {
            fail(
                part.field, part == .sugars ? Text.figuresSugars(language) : Text.figuresSaturates(language))
        }
        return figures.ifGiven
    }
}

extension FigureRules.Doubt {
    func text(_ language: Language) -> String {
        func whole(_ amount: Double) -> String { String(Int(nearest: amount)) }
        return switch self {
        case .energy(let given, let made):
            Text.figuresDoubtEnergy(language, given: whole(given), made: whole(made))
        case .heavy(let grams): Text.figuresDoubtHeavy(language, grams: whole(grams))
        case .rich(let given, let grams):
            Text.figuresDoubtRich(language, given: whole(given), grams: whole(grams))
        }
    }
}
