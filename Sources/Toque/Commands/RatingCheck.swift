// The part of `toque check` for the sums of reviews.

import Database

struct RatingCheck {
    let db: Connection

    func failures() throws -> [CheckFailure] {
        try db.all(
            """
            SELECT coalesce(g.recipe_id, s.recipe_id) FROM recipe_rating g FULL JOIN (
                SELECT recipe_id, sum(stars) AS stars, count(*) AS reviews,
                    sum(stars * (cooked IS 'as-written')) AS written_stars, sum(cooked IS 'as-written') AS written_reviews,
                    sum(stars * (cooked IS 'changed')) AS changed_stars, sum(cooked IS 'changed') AS changed_reviews
                FROM review WHERE deleted_at IS NULL GROUP BY recipe_id) s ON s.recipe_id = g.recipe_id
            WHERE coalesce(g.stars, 0) <> coalesce(s.stars, 0) OR coalesce(g.reviews, 0) <> coalesce(s.reviews, 0)
                OR coalesce(g.written_stars, 0) <> coalesce(s.written_stars, 0)
                OR coalesce(g.written_reviews, 0) <> coalesce(s.written_reviews, 0)
                OR coalesce(g.changed_stars, 0) <> coalesce(s.changed_stars, 0)
                OR coalesce(g.changed_reviews, 0) <> coalesce(s.changed_reviews, 0)
            ORDER BY 1
            """
        ) { CheckFailure(check: "reviews", finding: "the sum of recipe \($0[0] as Int) differs from its reviews") }
    }
}
