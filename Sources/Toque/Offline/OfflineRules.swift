// What a device keeps for use without a connection, and how often it asks again.

enum OfflineRules {
    /// The most recipes that a device keeps: what is being cooked first, then the plan, then favourites.
    static let recipes = 60
    /// The days of the plan whose recipes are kept, from the Monday of this week.
    static let daysOfPlan = 14
    /// The seconds after which kept pages are fetched again, and with low data use.
    static let interval = 6 * 3_600
    static let lowDataInterval = 72 * 3_600

    /// The recipes to keep, each once, in the order of their use.
    static func kept(cooking: [Int], planned: [Int], favourites: [Int]) -> [Int] {
        var seen: Set<Int> = []
        return Array((cooking + planned + favourites).filter { seen.insert($0).inserted }.prefix(recipes))
    }
}
