// The nutrition claims that a recipe may carry: those of Regulation (EC) 1924/2006, annex, each with its threshold.

/// A claim, by its key in the locale files, whose texts name the threshold.
package enum NutritionClaim: String, CaseIterable, Sendable {
    case highProtein = "high-protein"
    case sourceOfProtein = "source-of-protein"
    case highFibre = "high-fibre"
    case sourceOfFibre = "source-of-fibre"
    case lowEnergy = "low-energy"
    case fatFree = "fat-free"
    case lowFat = "low-fat"
    case sugarsFree = "sugars-free"
    case lowSugars = "low-sugars"
    case saltFree = "salt-free"
    case veryLowSalt = "very-low-salt"
    case lowSalt = "low-salt"
}

extension NutritionClaim {
    /// Its bit in stored claims.
    package var bit: Int { 1 << (Self.allCases.firstIndex(of: self) ?? 0) }

    /// The weaker claim that it includes: what is free from fat is low in fat.
    private var weaker: NutritionClaim? {
        switch self {
        case .highProtein: .sourceOfProtein
        case .highFibre: .sourceOfFibre
        case .fatFree: .lowFat
        case .sugarsFree: .lowSugars
        case .saltFree: .veryLowSalt
        case .veryLowSalt: .lowSalt
        default: nil
        }
    }

    /// The bits of claims, with the weaker ones that they include.
    package static func bits(_ claims: [NutritionClaim]) -> Int {
        claims.reduce(0) { bits, claim in
            sequence(first: claim, next: \.weaker).reduce(bits) { $0 | $1.bit }
        }
    }

    /// The claims that filters and goals offer: the usual one of each kind.
    package static let offered: [NutritionClaim] = [
        .highProtein, .highFibre, .lowEnergy, .lowFat, .lowSugars, .lowSalt,
    ]

    /// The claim of a name; people also say `low-calorie` and `protein-rich`.
    package init?(name: String) {
        let other = ["low-calorie": Self.lowEnergy, "protein-rich": .highProtein, "fibre-rich": .highFibre]
        guard let claim = Self(rawValue: name) ?? other[name] else { return nil }
        self = claim
    }
}

/// Makes a claim only when every figure that it needs is known and within its limit. The functions are pure.
///
/// "Low in saturates" also counts trans fats, for which there are no figures here, so it is never claimed. Drinks have
/// other limits, by volume, which is unknown for a recipe: limits by weight are used for solid food only.
package enum NutritionClaims {
    /// The strongest claim of each kind.
    package static func of(_ sum: RecipeNutrition, isSolid: Bool) -> [NutritionClaim] {
        guard sum.isWhole else { return [] }
        return [protein(sum), fibre(sum)].compactMap { $0 } + (isSolid ? byWeight(sum) : [])
    }

    /// By the share of the energy that protein gives, at 4 kcal a gram (Regulation (EU) 1169/2011, annex XIV).
    private static func protein(_ sum: RecipeNutrition) -> NutritionClaim? {
        guard let energy = sum.perHundredGrams(.energy), let protein = sum.perHundredGrams(.protein), energy > 0 else {
            return nil
        }
        let share = exact(protein * 4 / energy * 100)
        return share >= 20 ? .highProtein : share >= 12 ? .sourceOfProtein : nil
    }

    /// By weight or by energy, whichever limit is reached.
    private static func fibre(_ sum: RecipeNutrition) -> NutritionClaim? {
        guard let fibre = sum.perHundredGrams(.fibre) else { return nil }
        let weight = exact(fibre)
        let energy = sum.perHundredGrams(.energy) ?? 0
        let share = energy > 0 ? exact(fibre / energy * 100) : 0
        if weight >= 6 || share >= 3 { return .highFibre }
        return weight >= 3 || share >= 1.5 ? .sourceOfFibre : nil
    }

    /// The highest amounts per 100 g, the strictest first: kilocalories, grams, and milligrams of sodium.
    private static let limits: [(nutrient: Nutrient, claims: [(claim: NutritionClaim, most: Double)])] = [
        (.energy, [(.lowEnergy, 40)]), (.fat, [(.fatFree, 0.5), (.lowFat, 3)]),
        (.sugars, [(.sugarsFree, 0.5), (.lowSugars, 5)]),
        (.sodium, [(.saltFree, 5), (.veryLowSalt, 40), (.lowSalt, 120)]),
    ]

    /// Per 100 g of what is certainly eaten: cooking water that is poured away must not dilute the rest.
    private static func byWeight(_ sum: RecipeNutrition) -> [NutritionClaim] {
        guard sum.solidGrams > 0 else { return [] }
        return limits.compactMap { nutrient, claims in
            if sum.incomplete.contains(nutrient) { return nil }
            let amount = exact(sum.totals[nutrient.rawValue] / sum.solidGrams * 100)
            return claims.first { amount <= $0.most }?.claim
        }
    }

    /// Removes the rounding errors of addition, so that an amount at a limit counts as within it.
    private static func exact(_ value: Double) -> Double { (value * 1e6).rounded() / 1e6 }
}
