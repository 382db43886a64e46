// Stores reviews, the author's answers and helpful votes. Triggers keep the sums of a recipe.

import Database

/// A review with what a page shows of it.
struct StoredReview: Equatable, Sendable {
    let id: Int
    let userID: Int
    let username: String
    let name: String
    let stars: Int
    let text: String
    let createdAt: Int
    let changedAt: Int
    let answer: String
    let helpful: Int
    /// Whether the viewer found it helpful.
    let isMarked: Bool
    /// `nil` for a review without cooking.
    let cooked: CookEvent?
}

/// What a member said about a recipe.
struct OwnReview: Equatable, Sendable {
    let stars: Int
    let text: String
    var cooked: CookEvent?
    /// Whether it waits for a moderator, and only its author sees it.
    var isHeld = false
}

struct ReviewStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// A page of the reviews of a recipe, newest first. `viewer` is `nil` for visitors.
    func page(_ recipe: Int, page: Int, viewer: Int?) throws -> [StoredReview] {
        try db.all(
            """
            SELECT r.id, r.user_id, u.username, coalesce(u.display_name, u.username), r.stars, r.text, r.created_at,
                r.answer, (SELECT count(*) FROM review_vote v WHERE v.review_id = r.id),
                EXISTS (SELECT 1 FROM review_vote v WHERE v.review_id = r.id AND v.user_id = \(viewer ?? 0)),
                r.cooked, r.servings, r.changes, r.photo_id, r.changed_at
            FROM review r JOIN user u ON u.id = r.user_id
            WHERE r.recipe_id = \(recipe) AND r.deleted_at IS NULL
            ORDER BY r.created_at DESC, r.id DESC LIMIT \(Paging.size) OFFSET \(Paging.offset(page))
            """
        ) { row in
            StoredReview(
                id: row[0], userID: row[1], username: row[2], name: row[3], stars: row[4], text: row[5],
                createdAt: row[6], changedAt: row[14], answer: row[7], helpful: row[8], isMarked: row[9],
                cooked: Self.event(row, from: 10))
        }
    }

    /// The cook event in four columns.
    private static func event(_ row: Row, from column: Int) -> CookEvent? {
        let way: CookEvent.Way? = row[column]
        return way.map {
            CookEvent(way: $0, servings: row[column + 1], changes: row[column + 2], photo: row[column + 3])
        }
    }

    func own(_ recipe: Int, user: Int) throws -> OwnReview? {
        try db.first(
            """
            SELECT stars, text, cooked, servings, changes, photo_id, held_at IS NOT NULL FROM review
            WHERE recipe_id = \(recipe) AND user_id = \(user) AND (deleted_at IS NULL OR held_at IS NOT NULL)
            """
        ) { OwnReview(stars: $0[0], text: $0[1], cooked: Self.event($0, from: 2), isHeld: $0[6]) }
    }

    /// Writes the member's review of a public recipe of somebody else, replacing an earlier one. If it has findings,
    /// and the member has no public review yet or it waits already, it waits for a moderator. Returns whether it waits.
    @discardableResult
    func save(_ review: OwnReview, findings: [Finding] = [], recipe: Int, user: Int, now: Int) throws -> Bool {
        try check(recipe, user: user)
        let isKnown = try db.exists(
            "SELECT 1 FROM review WHERE user_id = \(user) AND recipe_id <> \(recipe) AND deleted_at IS NULL")
        // Once it waits, only a moderator or a text without findings ends that, not a review of another recipe.
        let isWaiting = try db.exists(
            "SELECT 1 FROM review WHERE user_id = \(user) AND recipe_id = \(recipe) AND held_at IS NOT NULL")
        let isHeld = (!isKnown || isWaiting) && !findings.isEmpty
        let (heldAt, found) = isHeld ? (now, findings.map(\.encoded).joined(separator: "\n")) : (nil, "")
        let event = review.cooked
        try db.run(
            """
            INSERT INTO review (recipe_id, user_id, stars, text, cooked, servings, changes, photo_id, created_at,
                changed_at, deleted_at, held_at, findings)
            VALUES (\(recipe), \(user), \(review.stars), \(review.text), \(event?.way), \(event?.servings),
                \(event?.changes ?? ""), \(event?.photo), \(now), \(now), \(heldAt), \(heldAt), \(found))
            ON CONFLICT (recipe_id, user_id) DO UPDATE SET stars = excluded.stars, text = excluded.text,
                cooked = excluded.cooked, servings = excluded.servings, changes = excluded.changes,
                photo_id = excluded.photo_id, changed_at = excluded.changed_at,
                created_at = iif(deleted_at IS NULL, created_at, excluded.created_at),
                answer = iif(deleted_at IS NULL, answer, ''), deleted_at = excluded.deleted_at,
                held_at = excluded.held_at, findings = excluded.findings
            """)
        return isHeld
    }

    private func check(_ recipe: Int, user: Int) throws {
        let author: Int? = try db.value("SELECT author_id FROM public_recipe WHERE recipe_id = \(recipe)")
        guard let author else { throw SiteError.notFound }
        if author == user { throw SiteError.forbidden(.ownReview) }
        let isRemoved = try db.exists(
            "SELECT 1 FROM review WHERE recipe_id = \(recipe) AND user_id = \(user) AND removed_at IS NOT NULL")
        if isRemoved { throw SiteError.forbidden(.reviewRemoved) }
    }

    /// Deletes the member's review of a recipe, and returns its number; `nil` if there is none.
    func delete(_ recipe: Int, user: Int, now: Int) throws -> Int? {
        try db.value(
            """
            UPDATE review SET deleted_at = \(now), held_at = NULL
            WHERE recipe_id = \(recipe) AND user_id = \(user) AND (deleted_at IS NULL OR held_at IS NOT NULL)
            RETURNING id
            """)
    }

    /// Restores a deleted review of the member, and returns its recipe; `nil` if that is no longer possible. One that
    /// waited for a moderator waits again.
    func restore(_ id: Int, user: Int, now: Int) throws -> Int? {
        try db.value(
            """
            UPDATE review SET deleted_at = iif(findings = '', NULL, deleted_at),
                held_at = iif(findings = '', NULL, \(now))
            WHERE id = \(id) AND held_at IS NULL AND user_id = \(user)
                AND deleted_at > \(now - ReviewRules.undoTime) AND removed_at IS NULL
            RETURNING recipe_id
            """)
    }

    /// Whether a review that everybody sees has changed since it was read.
    func hasChanged(_ id: Int, since read: String?) throws -> Bool {
        let changedAt: Int? = try db.value("SELECT changed_at FROM review WHERE id = \(id) AND deleted_at IS NULL")
        return changedAt.map { String($0) != read } ?? false
    }

    /// Removes a review of somebody else as a moderator; `nil` if there is none.
    func remove(_ id: Int, by moderator: Int, now: Int) throws -> (recipe: Int, user: Int)? {
        try db.first(
            """
            UPDATE review SET deleted_at = \(now), removed_at = \(now)
            WHERE id = \(id) AND deleted_at IS NULL AND user_id <> \(moderator) RETURNING recipe_id, user_id
            """
        ) { (recipe: $0[0], user: $0[1]) }
    }

    /// Restores a review of somebody else that a moderator removed, and returns its recipe; `nil` if there is none. One
    /// that was removed while it waited waits again.
    func putBack(_ id: Int, by moderator: Int) throws -> Int? {
        try db.value(
            """
            UPDATE review SET deleted_at = iif(findings = '', NULL, deleted_at),
                held_at = iif(findings = '', NULL, removed_at), removed_at = NULL
            WHERE id = \(id) AND removed_at IS NOT NULL AND user_id <> \(moderator)
            RETURNING recipe_id
            """)
    }

    /// Publishes a review whose removal was lifted, also if it waited before.
    func publish(_ id: Int) throws {
        try db.run(
            """
            UPDATE review SET deleted_at = NULL, held_at = NULL, removed_at = NULL, findings = ''
            WHERE id = \(id) AND removed_at IS NOT NULL
            """)
    }

    /// The recipe of a review, and the page of its list on which the review is.
    func place(of id: Int) throws -> (recipe: Int, page: Int)? {
        try db.first(
            """
            SELECT r.recipe_id, (SELECT count(*) FROM review n WHERE n.recipe_id = r.recipe_id AND n.deleted_at IS NULL
                AND (n.created_at, n.id) > (r.created_at, r.id))
            FROM review r WHERE r.id = \(id) AND r.deleted_at IS NULL
            """
        ) { (recipe: $0[0], page: $0[1] / Paging.size + 1) }
    }

    /// Marks a review of somebody else as helpful, or takes that back. Returns its recipe; `nil` if there is none.
    func mark(_ id: Int, _ isHelpful: Bool, user: Int, now: Int) throws -> Int? {
        let recipe: Int? = try db.value(
            """
            SELECT r.recipe_id FROM review r JOIN public_recipe p ON p.recipe_id = r.recipe_id
            WHERE r.id = \(id) AND r.deleted_at IS NULL AND r.user_id <> \(user)
            """)
        guard let recipe else { return nil }
        if isHelpful {
            try db.run(
                """
                INSERT INTO review_vote (review_id, user_id, voted_at) VALUES (\(id), \(user), \(now))
                ON CONFLICT (review_id, user_id) DO NOTHING
                """)
        } else {
            try db.run("DELETE FROM review_vote WHERE review_id = \(id) AND user_id = \(user)")
        }
        return recipe
    }

    /// Sets the answer of the recipe's author; an empty one removes it. Returns the recipe; `nil` if the review is not
    /// there, or the recipe is somebody else's.
    func answer(_ id: Int, _ text: String, author: Int) throws -> Int? {
        try db.value(
            """
            UPDATE review SET answer = \(text) WHERE id = \(id) AND deleted_at IS NULL
                AND recipe_id IN (SELECT recipe_id FROM public_recipe WHERE author_id = \(author)) RETURNING recipe_id
            """)
    }

    /// The recipe of a review that the author may answer.
    func recipe(ofReview id: Int, author: Int) throws -> Int? {
        try db.value(
            """
            SELECT r.recipe_id FROM review r JOIN public_recipe p ON p.recipe_id = r.recipe_id
            WHERE r.id = \(id) AND r.deleted_at IS NULL AND p.author_id = \(author)
            """)
    }

    func tidy(before: Int) throws {
        try db.run("DELETE FROM review WHERE deleted_at <= \(before) AND removed_at IS NULL AND held_at IS NULL")
    }
}
