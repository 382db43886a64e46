// What a member likes: dislikes, the usual time of a meal and nutrition goals. They rank suggestions and hide nothing.

import Food

struct Taste: Equatable, Sendable {
    /// The maximum number of disliked ingredients.
    static let dislikes = 50

    /// Catalogue ids.
    var disliked: [Int] = []
    var maxMinutes: Int?
    var goals: [NutritionClaim] = []

    var isEmpty: Bool { disliked.isEmpty && maxMinutes == nil && goals.isEmpty }
}
