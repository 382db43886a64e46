// The abbreviations of units on pages, and the form of a unit's name for an amount.

import Words

enum UnitNames {
    private static let english = [
        "mg": "mg", "g": "g", "kg": "kg", "ml": "ml", "cl": "cl", "dl": "dl", "l": "l", "tsp": "tsp", "tbsp": "tbsp",
        "oz": "oz", "lb": "lb", "floz": "fl oz",
    ]
    private static let russian = [
        "mg": "мг", "g": "г", "kg": "кг", "ml": "мл", "cl": "сл", "dl": "дл", "l": "л", "tsp": "ч. л.",
        "tbsp": "ст. л.",
    ]

    /// The index of a unit's form for an amount. English: singular, plural. Russian: 1 зубчик, 2 (and ½) зубчика, 5
    /// зубчиков; the first three forms in `Starter/units.txt` must be in this order.
    static func form(of amount: Double, _ language: Language) -> Int {
        if language == .en { return amount > 1 ? 1 : 0 }
        guard amount == amount.rounded(), let whole = Int(exactly: amount) else { return 1 }
        if (11...14).contains(whole % 100) { return 2 }
        return whole % 10 == 1 ? 0 : (2...4).contains(whole % 10) ? 1 : 2
    }

    static func abbreviation(_ key: String, _ language: Language) -> String? {
        language == .ru ? russian[key] : english[key]
    }
}
