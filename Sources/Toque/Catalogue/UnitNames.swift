// How measures are abbreviated on pages.

enum UnitNames {
    private static let english = [
        "mg": "mg", "g": "g", "kg": "kg", "ml": "ml", "cl": "cl", "dl": "dl", "l": "l", "tsp": "tsp", "tbsp": "tbsp",
        "oz": "oz", "lb": "lb", "floz": "fl oz",
    ]
    private static let russian = [
        "mg": "мг", "g": "г", "kg": "кг", "ml": "мл", "cl": "сл", "dl": "дл", "l": "л", "tsp": "ч. л.", "tbsp": "ст. л.",
    ]

    static func abbreviation(_ key: String, _ language: Language) -> String? {
        language == .ru ? russian[key] : english[key]
    }
}
