// The part of `toque check` for the sums of reviews.

import Database

struct RatingCheck {
    let db: Connection

    func failures() throws -> [CheckFailure] {
        try db.all(
            """
            SELECT coalesce(g.recipe_id, s.recipe_id) FROM recipe_rating g FULL JOIN (
                SELECT recipe_id, sum(stars) AS stars, count(*) AS reviews FROM review WHERE deleted_at IS NULL
                GROUP BY recipe_id) s ON s.recipe_id = g.recipe_id
            WHERE coalesce(g.stars, 0) <> coalesce(s.stars, 0) OR coalesce(g.reviews, 0) <> coalesce(s.reviews, 0)
            ORDER BY 1
            """
        ) { CheckFailure(check: "reviews", finding: "the sum of recipe \($0[0] as Int) differs from its reviews") }
    }
}
