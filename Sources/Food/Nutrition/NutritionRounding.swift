// Rounds figures as labels do, by the European Commission's guidance of December 2012 on tolerances, table 4.

import Bytes

/// Formats calculated figures for pages.
package enum NutritionRounding {
    /// Kilojoules in a kilocalorie.
    package static let joules = 4.184
    /// Grams of salt for a gram of sodium: Regulation (EU) 1169/2011, annex I.
    package static let saltInSodium = 2.5

    /// To the nearest whole kilojoule or kilocalorie.
    package static func energy(_ amount: Double) -> String { String(Int(nearest: amount)) }

    /// Formats grams, and milligrams of sodium as grams of salt; a negligible amount is 0.
    package static func grams(_ amount: Double, _ nutrient: Nutrient) -> String {
        switch nutrient {
        case .sodium:
            let salt = amount * saltInSodium / 1_000
            return salt <= 0.0125 ? "0" : salt >= 1 ? text(salt, decimals: 1) : text(salt, decimals: 2)
        case .saturates: return amount <= 0.1 ? "0" : text(amount, decimals: amount >= 10 ? 0 : 1)
        default: return amount <= 0.5 ? "0" : text(amount, decimals: amount >= 10 ? 0 : 1)
        }
    }

    private static func text(_ value: Double, decimals: Int) -> String {
        let scale = decimals == 0 ? 1.0 : decimals == 1 ? 10 : 100
        let rounded = (value * scale).rounded() / scale
        return rounded == rounded.rounded() ? String(Int(nearest: rounded)) : String(rounded)
    }
}
