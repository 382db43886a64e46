// The warning on a recipe that does not fit the viewer's diets and allergens, or may not fit them.

import Food
import Texts
import Words

/// One sentence for each diet and allergen concerned.
struct AvoidedNote {
    let lines: [String]

    /// `nil` if the recipe certainly fits. `diets` is only asked for, and its reasons decoded, if there are filters.
    init?(
        _ filters: DefaultFilters, _ diets: @autoclosure () -> DerivedDiets, _ catalogue: Catalogue,
        _ language: Language
    ) {
        if filters.isEmpty { return nil }
        let diets = diets()
        func why(_ subject: DietReason.Subject) -> String {
            let names = diets.reason(for: subject).map { catalogue.displayName($0, language) }
            return names.isEmpty ? "" : ": " + names.joined(separator: ", ")
        }
        let allergens = filters.freeFrom.compactMap { allergen -> String? in
            let subject = DietReason.Subject.allergen(allergen)
            let name = subject.label(language).lowercased()
            return switch diets[allergen] {
            case .yes: Text.avoidedAllergenYes(language, name: name, why: why(subject))
            case .unknown: Text.avoidedAllergenUnknown(language, name: name, why: why(subject))
            case .no: nil
            }
        }
        let wanted = filters.diets.compactMap { diet -> String? in
            let subject = DietReason.Subject.diet(diet)
            let name = subject.label(language).lowercased()
            return switch diets[diet] {
            case .yes: nil
            case .unknown: Text.avoidedDietUnknown(language, name: name, why: why(subject))
            case .no: Text.avoidedDietNo(language, name: name, why: why(subject))
            }
        }
        lines = allergens + wanted
        if lines.isEmpty { return nil }
    }
}
