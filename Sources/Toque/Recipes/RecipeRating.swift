// The sum of the reviews of a recipe, for its page and for search engines.

import Bytes
import Words

struct RecipeRating: Equatable, Sendable {
    /// The sum of all stars.
    var stars = 0
    var reviews = 0
    /// Of those who cooked the recipe as it is written, and of those who changed it.
    var ways = Ways()

    struct Ways: Equatable, Sendable {
        var asWritten = Sum()
        var changed = Sum()
    }

    struct Sum: Equatable, Sendable {
        var stars = 0
        var reviews = 0

        var average: Double? { RecipeRating(stars: stars, reviews: reviews).average }
    }

    /// `nil` without reviews.
    var average: Double? { reviews == 0 ? nil : (Double(stars) / Double(reviews) * 10).rounded() / 10 }

    /// `4.5`, in Russian `4,5`.
    static func shown(_ average: Double, _ language: Language) -> String {
        let text = String(average)
        return language == .ru ? text.replacing(bytes: ".", with: ",") : text
    }
}
