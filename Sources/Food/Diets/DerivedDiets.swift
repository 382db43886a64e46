// The diet and allergen answers of one recipe with their reasons, and their form in the database.

import Bytes
import Foundation

/// The ingredients because of which an answer is not the desired one.
package struct DietReason: Sendable, Equatable {
    package enum Subject: Sendable, Hashable {
        case diet(Diet)
        case allergen(Allergen)

        /// The name in the interface and the database. No diet has the same name as an allergen.
        package var name: String {
            switch self {
            case .diet(let diet): diet.rawValue
            case .allergen(let allergen): allergen.rawValue
            }
        }
    }

    package let subject: Subject
    package let fact: Fact
    /// Keys of the catalogue, or the words of the line where it has none.
    package let ingredients: [String]
}

/// A recipe's diets and allergens, each yes, no or unknown.
package struct DerivedDiets: Sendable, Equatable {
    /// One bit for each `Diet` with the answer yes.
    package private(set) var dietYes = 0
    /// One bit for each `Diet` with the answer no.
    package private(set) var dietNo = 0
    /// One bit for each `Allergen` that the recipe contains.
    package private(set) var allergenYes = 0
    /// One bit for each `Allergen` that the recipe certainly does not contain.
    package private(set) var allergenNo = 0
    /// One bit for each `Diet` that is unknown only because of products whose label decides; its reasons name them all.
    package private(set) var dietUpToLabels = 0
    /// The same for each `Allergen`.
    package private(set) var allergenUpToLabels = 0
    private var ingredients: [String: [String]] = [:]

    package init() {}

    /// Reads the answers from the database; reasons that cannot be decoded are left out.
    package init(
        dietYes: Int, dietNo: Int, allergenYes: Int, allergenNo: Int, dietUpToLabels: Int = 0,
        allergenUpToLabels: Int = 0, encodedReasons: String
    ) {
        self.dietUpToLabels = dietUpToLabels
        self.allergenUpToLabels = allergenUpToLabels
        self.dietYes = dietYes
        self.dietNo = dietNo
        self.allergenYes = allergenYes
        self.allergenNo = allergenNo
        ingredients = (try? JSONDecoder().decode([String: [String]].self, from: Data(encodedReasons.utf8))) ?? [:]
    }

    package subscript(diet: Diet) -> Fact {
        dietYes & diet.bit != 0 ? .yes : dietNo & diet.bit != 0 ? .no : .unknown
    }

    /// `yes` means that the recipe contains the allergen.
    package subscript(allergen: Allergen) -> Fact {
        allergenYes & allergen.bit != 0 ? .yes : allergenNo & allergen.bit != 0 ? .no : .unknown
    }

    package mutating func set(_ diet: Diet, _ fact: Fact, because names: [String]) {
        if fact == .yes { dietYes |= diet.bit }
        if fact == .no { dietNo |= diet.bit }
        if !names.isEmpty { ingredients[diet.rawValue] = names }
    }

    package mutating func set(_ allergen: Allergen, _ fact: Fact, because names: [String]) {
        if fact == .yes { allergenYes |= allergen.bit }
        if fact == .no { allergenNo |= allergen.bit }
        if !names.isEmpty { ingredients[allergen.rawValue] = names }
    }

    package mutating func setUpToLabels(_ diet: Diet) { dietUpToLabels |= diet.bit }
    package mutating func setUpToLabels(_ allergen: Allergen) { allergenUpToLabels |= allergen.bit }

    /// A moderator's answer may contradict any label, so that no answer depends on labels any more.
    package mutating func clearUpToLabels() { (dietUpToLabels, allergenUpToLabels) = (0, 0) }

    /// Sets an answer without ingredients as its reason.
    package mutating func replace(_ subject: DietReason.Subject, _ fact: Fact) {
        switch subject {
        case .diet(let diet):
            dietYes &= ~diet.bit
            dietNo &= ~diet.bit
            set(diet, fact, because: [])
        case .allergen(let allergen):
            allergenYes &= ~allergen.bit
            allergenNo &= ~allergen.bit
            set(allergen, fact, because: [])
        }
        ingredients[subject.name] = nil
    }

    /// The ingredients behind an answer: keys of the catalogue, or the words of the line.
    package func reason(for diet: Diet) -> [String] { ingredients[diet.rawValue] ?? [] }
    package func reason(for allergen: Allergen) -> [String] { ingredients[allergen.rawValue] ?? [] }
    package func reason(for subject: DietReason.Subject) -> [String] { ingredients[subject.name] ?? [] }

    /// The products whose labels decide these answers, each once: keys of the catalogue.
    package func labels(_ diets: [Diet], _ allergens: [Allergen]) -> [String] {
        var seen: Set<String> = []
        let keys =
            diets.filter { dietUpToLabels & $0.bit != 0 }.flatMap { reason(for: $0) }
            + allergens.filter { allergenUpToLabels & $0.bit != 0 }.flatMap { reason(for: $0) }
        return keys.filter { seen.insert($0).inserted }
    }

    /// Every reason, diets first.
    package var reasons: [DietReason] {
        let diets = Diet.allCases.map { DietReason(subject: .diet($0), fact: self[$0], ingredients: reason(for: $0)) }
        let allergens = Allergen.allCases.map {
            DietReason(subject: .allergen($0), fact: self[$0], ingredients: reason(for: $0))
        }
        return (diets + allergens).filter { !$0.ingredients.isEmpty }
    }

    /// Reasons for the database: a JSON object of lists with sorted keys, so that equal answers are equal text.
    package var encodedReasons: String {
        var json = JSONText()
        for (name, names) in ingredients.sorted(by: { $0.key < $1.key }) { json.add(name, names) }
        return json.object
    }
}

/// The texts of reasons in one language.
package struct DietWords {
    /// Returns the name of an ingredient, by its key or its words in the line.
    package var ingredient: (String) -> String
    package var sentence: (DietReason.Subject, Fact) -> String

    package init(ingredient: @escaping (String) -> String, sentence: @escaping (DietReason.Subject, Fact) -> String) {
        self.ingredient = ingredient
        self.sentence = sentence
    }

    /// “not vegan”, “gluten unknown”, “contains milk”.
    package static func english(_ index: IngredientIndex) -> DietWords {
        DietWords(
            ingredient: { name in
                guard let found = UnlistedIngredient(name: name) else { return index[name]?.english.plural ?? name }
                return "\(index[found.key]?.english.plural ?? found.key), in \(found.place.words), not in the list"
            },
            sentence: { subject, fact in
                switch (subject, fact) {
                case (.allergen(let allergen), .yes): "contains \(allergen.rawValue)"
                case (_, .unknown): "\(subject.name) unknown"
                case (.diet(let diet), .yes): diet.rawValue
                default: "not \(subject.name)"
                }
            })
    }
}

extension DietReason {
    /// “not vegan: eggs, butter”.
    package func text(_ words: DietWords) -> String {
        "\(words.sentence(subject, fact)): \(ingredients.map(words.ingredient).joined(separator: ", "))"
    }
}

extension DerivedDiets {
    /// Every reason as an English sentence, for programs: "not vegan: eggs, butter".
    package func because(_ catalogue: Catalogue) -> [String] { reasons.map { $0.text(.english(catalogue.index)) } }
}
