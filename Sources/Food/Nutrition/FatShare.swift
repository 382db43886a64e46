// Checks figures against the fat that a line states: `Greek yogurt, 10% fat` has other figures than fat-free yogurt.

import Bytes

/// Compares the fat of a USDA food with what a line of dairy or meat says about it.
enum FatShare {
    static func fits(_ text: String, _ entry: IngredientEntry, _ food: Nutrition) -> Bool {
        guard entry.aisle == "dairy-and-eggs" || entry.aisle == "meat", let fat = food.figures[Nutrient.fat.rawValue]
        else { return true }
        let words = NameWords.split(text, limit: .max).map(\.form)
        let isLean = words.contains("lean")
        for said in percents(text) {
            let share = isLean && said > 50 ? 100 - said : said
            // Stated fat above the figures is worse than below them, so less of it is allowed.
            if share > fat + max(0.3, fat * 0.15) || share < fat / 2 - 2 { return false }
        }
        guard entry.aisle == "dairy-and-eggs", !rich.isDisjoint(with: words) else { return true }
        return lean.isDisjoint(with: NameWords.split(food.name, limit: .max).map(\.form))
    }

    private static let rich = NameWords.forms("whole full rich жирный цельный")
    private static let lean = NameWords.forms("nonfat lowfat skim reduced light")

    /// The numbers before `%` and `percent`.
    static func percents(_ text: String) -> [Double] {
        let bytes = Array(text.replacing(bytes: "percent", with: "%").utf8)
        return bytes.indices.filter { bytes[$0] == UInt8(ascii: "%") }.compactMap { place in
            let before = bytes[..<place].reversed().drop { $0 == 0x20 }
            let digits = before.prefix { 0x30...0x39 ~= $0 || $0 == 0x2E || $0 == 0x2C }.reversed()
            return Double(String(decoding: digits, as: UTF8.self).replacing(bytes: ",", with: "."))
        }
    }
}
