// What a member likes: dislikes, the usual time of a meal and nutrition goals. They rank suggestions and
// searches, and hide nothing.

import Food

struct Taste: Equatable, Sendable {
    /// The maximum number of disliked ingredients.
    static let dislikes = 50

    /// Catalogue ids.
    var disliked: [Int] = []
    var maxMinutes: Int?
    var goals: [NutritionClaim] = []

    /// What counts against a recipe: a disliked ingredient most, then a long time, then that it meets none of the goals.
    static let (hasDisliked, isLong, missesGoals) = (4, 2, 1)

    /// How badly a recipe suits; 0 is best. A recipe without a time is not long.
    func misfit(minutes: Int?, claims: Int, hasDisliked: Bool) -> Int {
        let isLong = maxMinutes.map { limit in minutes.map { $0 > limit } ?? false } ?? false
        let meetsGoal = goals.isEmpty || goals.contains { claims & $0.bit != 0 }
        return (hasDisliked ? Self.hasDisliked : 0) + (isLong ? Self.isLong : 0)
            + (meetsGoal ? 0 : Self.missesGoals)
    }

    var isEmpty: Bool { disliked.isEmpty && maxMinutes == nil && goals.isEmpty }
}
