// Stores who may see a recipe that is not public, and finds out whether somebody may.

import Database
import HTTP

/// A member whom the author named.
struct NamedReader: Sendable {
    let id: Int
    let username: String
    let name: String
}

/// Who sees a recipe while it is not public.
struct Sharing: Sendable {
    var audience = RecipeAudience.author
    /// The seal of the link.
    var seal: String?
    var people: [NamedReader] = []
}

/// The same as an Undo button keeps it.
struct SharingState: Codable, Equatable, Sendable {
    let recipe: Int
    /// The raw value of the audience.
    let audience: String
    let seal: String?
    let people: [Int]
}

/// Somebody who wants to read a recipe.
enum TextReader: Sendable {
    case member(Int)
    /// The hash of a link's token.
    case link(String)
}

enum SharingSQL {
    /// The condition that somebody else than its author may read the latest text of a recipe. `recipe` is SQL for its
    /// id. Nobody may while the recipe is deleted, hidden or taken down, or its author is suspended or being deleted.
    static func isShared(_ recipe: SQL, with reader: TextReader, now: Int) -> SQL {
        switch reader {
        case .member(let user): isShared(recipe, withMember: "\(user)", now: now)
        case .link(let hash): isShared(recipe, where: "shared.token_hash = \(hash)", now: now)
        }
    }

    /// The same for a member whose id is SQL.
    static func isShared(_ recipe: SQL, withMember user: SQL, now: Int) -> SQL {
        isShared(
            recipe,
            where: """
                EXISTS (SELECT 1 FROM recipe_reader named
                    WHERE named.recipe_id = shared.recipe_id AND named.user_id = \(sql: user))
                """, now: now)
    }

    private static func isShared(_ recipe: SQL, where mayRead: SQL, now: Int) -> SQL {
        """
        EXISTS (SELECT 1 FROM recipe_sharing shared JOIN recipe given ON given.id = shared.recipe_id
            JOIN user giver ON giver.id = given.author_id
            WHERE shared.recipe_id = \(sql: recipe) AND given.deleted_at IS NULL AND given.taken_down_by IS NULL
                AND given.hidden_by IS NULL AND coalesce(giver.suspended_until, 0) <= \(now)
                AND \(sql: AccountSQL.isHere("giver.id")) AND \(sql: mayRead))
        """
    }
}

struct SharingStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// Who sees a recipe; the people in the order of their names.
    func sharing(of recipe: Int) throws -> Sharing {
        var sharing =
            try db.first("SELECT audience, seal FROM recipe_sharing WHERE recipe_id = \(recipe)") { row in
                Sharing(audience: RecipeAudience(rawValue: row[0]) ?? .author, seal: row[1])
            } ?? Sharing()
        sharing.people = try db.all(
            """
            SELECT u.id, u.username, coalesce(u.display_name, u.username) FROM recipe_reader p
            JOIN user u ON u.id = p.user_id
            WHERE p.recipe_id = \(recipe) AND u.erased_at IS NULL AND \(sql: AccountSQL.isHere("u.id"))
            ORDER BY u.username_key
            """
        ) { NamedReader(id: $0[0], username: $0[1], name: $0[2]) }
        return sharing
    }

    func state(of recipe: Int) throws -> SharingState {
        let choice: (audience: String, seal: String?)? = try db.first(
            "SELECT audience, seal FROM recipe_sharing WHERE recipe_id = \(recipe)"
        ) { ($0[0], $0[1]) }
        // With those who are leaving, because they may cancel that.
        let people = try db.all("SELECT user_id FROM recipe_reader WHERE recipe_id = \(recipe)") { $0[0] as Int }
        return SharingState(
            recipe: recipe, audience: choice?.audience ?? RecipeAudience.author.rawValue, seal: choice?.seal,
            people: people)
    }

    /// Sets the audience. `link` is needed for `RecipeAudience.link`, and ends an older link.
    func set(_ audience: RecipeAudience, link: SecretLink?, recipe: Int, now: Int) throws {
        guard audience == .people || audience == .link else { return try clear(recipe) }
        try db.run(
            """
            INSERT INTO recipe_sharing (recipe_id, audience, seal, token_hash, changed_at)
            VALUES (\(recipe), \(audience.rawValue), \(link?.seal), \(link?.hash), \(now))
            ON CONFLICT (recipe_id) DO UPDATE SET audience = excluded.audience, seal = excluded.seal,
                token_hash = excluded.token_hash, changed_at = excluded.changed_at
            """)
    }

    /// Lets only the author see a recipe; the people stay named.
    func clear(_ recipe: Int) throws { try db.run("DELETE FROM recipe_sharing WHERE recipe_id = \(recipe)") }

    /// Names people; those who are named already stay.
    func add(_ people: [Int], recipe: Int, now: Int) throws {
        for user in people {
            try db.run(
                """
                INSERT INTO recipe_reader (recipe_id, user_id, added_at) VALUES (\(recipe), \(user), \(now))
                ON CONFLICT (recipe_id, user_id) DO NOTHING
                """)
        }
    }

    /// `false` if the member is not named.
    func remove(_ user: Int, recipe: Int) throws -> Bool {
        try db.run("DELETE FROM recipe_reader WHERE recipe_id = \(recipe) AND user_id = \(user)") == 1
    }

    /// Restores an earlier state; people whose accounts were erased since are left out.
    func restore(_ state: SharingState, link: SecretLink?, now: Int) throws {
        let audience = RecipeAudience(rawValue: state.audience) ?? .author
        try set(audience, link: audience == .link ? link : nil, recipe: state.recipe, now: now)
        try db.run("DELETE FROM recipe_reader WHERE recipe_id = \(state.recipe)")
        let present = try state.people.filter {
            try db.exists("SELECT 1 FROM user WHERE id = \($0) AND erased_at IS NULL")
        }
        try add(present, recipe: state.recipe, now: now)
    }

    /// The members with these names, by name; without accounts that are being deleted.
    func members(_ names: [String]) throws -> [String: Int] {
        var found: [String: Int] = [:]
        for name in names {
            found[name] = try db.value(
                """
                SELECT id FROM user WHERE username_key = \(AccountRules.key(name)) AND erased_at IS NULL
                    AND \(sql: AccountSQL.isHere("user.id"))
                """)
        }
        return found
    }

    func isShared(_ recipe: Int, with reader: TextReader, now: Int) throws -> Bool {
        try db.exists("SELECT 1 WHERE \(sql: SharingSQL.isShared("\(recipe)", with: reader, now: now))")
    }

    /// The recipe that a link opens; `nil` while nobody else than its author may read it.
    func recipe(token: String, now: Int) throws -> Int? {
        let hash = SecretLink.hash(token)
        return try db.value(
            """
            SELECT s.recipe_id FROM recipe_sharing s WHERE s.token_hash = \(hash)
                AND \(sql: SharingSQL.isShared("s.recipe_id", with: .link(hash), now: now))
            """)
    }
}

extension Context {
    /// How this request may read recipes that are not public: with the link in its address, or as a member.
    var textReader: TextReader? {
        if let token = request.query["link"] { return .link(SecretLink.hash(token)) }
        return viewer.map { .member($0.id) }
    }
}
