// Reads the `facts:` line of an ingredient file: a profile, and the facts that differ from it.

import Bytes

/// Facts that foods of one kind share. Allergens that a profile does not name are `no`; in `made` and `dessert` they
/// are `unknown`.
package enum FactProfile: String, CaseIterable {
    case plant, mineral
    case hotPlant = "hot-plant"
    case nut
    case grainGluten = "grain-gluten"
    case dairy, cheese, egg, meat, pork, fish, crustacean, mollusc, honey, alcohol, sweet, made
    /// Sweets and desserts: they contain no fish, shellfish, celery or mustard. Other allergens depend on the maker.
    case dessert

    package var facts: IngredientFacts {
        let isMade = self == .made || self == .dessert
        var facts = IngredientFacts(diets: .yes, allergens: isMade ? .unknown : .no)
        if self == .dessert { for allergen in Self.notInSweets { facts[allergen] = .no } }
        let diets = diets
        for (diet, fact) in zip(DietFact.allCases, diets) { facts[diet] = fact }
        if let contained { facts[contained] = .yes }
        return facts
    }

    /// In the order vegetarian, vegan, lactose-free, kosher, halal, spicy.
    private var diets: [Fact] {
        switch self {
        case .plant, .mineral, .nut, .grainGluten: [.yes, .yes, .yes, .yes, .yes, .no]
        case .hotPlant: [.yes, .yes, .yes, .yes, .yes, .yes]
        case .dairy: [.yes, .no, .no, .yes, .yes, .no]
        case .cheese: [.unknown, .no, .unknown, .unknown, .unknown, .no]
        case .egg, .honey: [.yes, .no, .yes, .yes, .yes, .no]
        case .meat: [.no, .no, .yes, .unknown, .unknown, .no]
        case .pork: [.no, .no, .yes, .no, .no, .no]
        case .fish: [.no, .no, .yes, .unknown, .yes, .no]
        case .crustacean, .mollusc: [.no, .no, .yes, .no, .unknown, .no]
        case .alcohol: [.yes, .unknown, .yes, .unknown, .no, .no]
        case .sweet: [.yes, .unknown, .yes, .yes, .yes, .no]
        case .made, .dessert: [.unknown, .unknown, .unknown, .unknown, .unknown, .no]
        }
    }

    private static let notInSweets: [Allergen] = [.celery, .crustaceans, .fish, .molluscs, .mustard]

    private var contained: Allergen? {
        switch self {
        case .nut: .nuts
        case .grainGluten: .gluten
        case .dairy, .cheese: .milk
        case .egg: .eggs
        case .fish: .fish
        case .crustacean: .crustaceans
        case .mollusc: .molluscs
        default: nil
        }
    }
}

extension StatedFacts {
    /// Reads `dairy; vegetarian unknown; contains gluten, mustard; unsure celery; free milk`. Without a profile, only
    /// the facts that the line names are stated.
    init(line: Substring) throws(FactLineError) {
        var parts = line.split(bytes: ";", omittingEmptySubsequences: false).map(CatalogueText.trimmed)
        let name = parts.first ?? ""
        if let profile = FactProfile(rawValue: name) {
            self.init(profile.facts)
            parts.removeFirst()
        } else {
            guard name.contains(bytes: " ") else { throw FactLineError(message: "no such profile: \(name)") }
            self.init()
        }
        for part in parts { try state(part) }
    }

    private mutating func state(_ part: String) throws(FactLineError) {
        guard let space = part.firstIndex(ofBytes: " ") else { throw FactLineError(message: "cannot read “\(part)”") }
        let word = String(part[..<space])
        let rest = CatalogueText.trimmed(part[space...])
        if let diet = DietFact(rawValue: word) {
            guard let fact = Fact(word: rest) else {
                throw FactLineError(message: "\(word) is yes, no or unknown, not “\(rest)”")
            }
            self[.diet(diet)] = fact
            return
        }
        let fact: Fact
        switch word {
        case "contains": fact = .yes
        case "unsure": fact = .unknown
        case "free": fact = .no
        default: throw FactLineError(message: "cannot read “\(part)”")
        }
        for name in CatalogueText.list(rest[...]) {
            guard let allergen = Allergen(rawValue: name) else {
                throw FactLineError(message: "no such allergen: \(name)")
            }
            self[.allergen(allergen)] = fact
        }
    }
}

/// An error in a `facts:` line; the file parser adds the file and the line.
struct FactLineError: Error {
    let message: String
}
