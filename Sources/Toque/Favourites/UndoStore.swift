// Stores what the Undo buttons of favourites, history, the pantry, the shopping list, the plan and of sharing
// restore, for a day.

import Database
import Foundation

/// Rows of a list as they were before a change.
struct UndoStep: Codable, Equatable {
    /// A favourite.
    struct Favourite: Codable, Equatable {
        let recipe: Int
        let folder: Int?
        let at: Int
    }

    struct Folder: Codable, Equatable {
        let id: Int
        let name: String
        let at: Int
    }

    /// A recipe of the history.
    struct Seen: Codable, Equatable {
        let recipe: Int
        let at: Int
    }

    /// A search of the history.
    struct Searched: Codable, Equatable {
        let words: String
        let at: Int
    }

    /// An item of the pantry.
    struct PantryItem: Codable, Equatable {
        let id: Int
        let ingredient: Int
        let amount: Double?
        let unit: String
        let useBy: Int?
        let low: Double?
        let at: Int
    }

    /// An item of the shopping list.
    struct Wanted: Codable, Equatable {
        struct Part: Codable, Equatable {
            let recipe: Int?
            let amount: Double?
            let unit: String
        }

        let id: Int
        let ingredient: Int?
        let text: String
        let tickedAt: Int?
        let at: Int
        let parts: [Part]
    }

    /// An entry of the plan.
    struct Planned: Codable, Equatable {
        let id: Int
        let day: Int
        let recipe: Int?
        let note: String
        let servings: Int?
        let at: Int
    }

    var favourites: [Favourite]?
    /// A recipe that became a favourite.
    var added: Int?
    /// Recipes that became favourites together.
    var addedFavourites: [Int]?
    /// The folder before it was renamed, or deleted with `inFolder`.
    var folder: Folder?
    /// The recipes that the deleted folder contained.
    var inFolder: [Int]?
    var seen: [Seen]?
    var searches: [Searched]?
    /// Items of the pantry before they were changed or deleted.
    var pantry: [PantryItem]?
    /// Items that were added to the pantry.
    var addedItems: [Int]?
    /// Items of the shopping list before they were changed or deleted.
    var shopping: [Wanted]?
    /// Items that were added to the shopping list.
    var addedShopping: [Int]?
    /// The step of the pantry that belongs to this one.
    var pantryStep: Int?
    /// Entries of the plan before they were changed or deleted.
    var plan: [Planned]?
    /// Entries that were added to the plan.
    var addedPlan: [Int]?
    /// Who saw a recipe.
    var sharing: SharingState?
}

struct UndoStore {
    enum List: String {
        case favourites, history, pantry, shopping, plan, sharing
    }

    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// Keeps a step and returns its number; the oldest of the member's steps beyond the limit are forgotten.
    func add(_ step: UndoStep, _ list: List, user: Int, now: Int) throws -> Int {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        let content = String(decoding: try encoder.encode(step), as: UTF8.self)
        try db.run(
            """
            INSERT INTO undo_step (user_id, list, content, created_at)
            VALUES (\(user), \(list.rawValue), \(content), \(now))
            """)
        let id = db.lastInsertID
        try db.run(
            """
            DELETE FROM undo_step WHERE user_id = \(user) AND id <= (SELECT id FROM undo_step
                WHERE user_id = \(user) ORDER BY id DESC LIMIT 1 OFFSET \(FavouriteRules.undoSteps))
            """)
        return id
    }

    /// Records a change by somebody else, which cannot be undone, so that the steps before it are not used any more.
    /// Several in a row are one row. Returns its number.
    func mark(_ list: List, user: Int, now: Int) throws -> Int {
        let last = try db.first(
            """
            SELECT id, content = '{}' FROM undo_step WHERE user_id = \(user) AND list = \(list.rawValue)
            ORDER BY id DESC LIMIT 1
            """
        ) { (id: $0[0] as Int, isMark: $0[1] as Bool) }
        if let last, last.isMark { return last.id }
        return try add(UndoStep(), list, user: user, now: now)
    }

    /// Takes a step of this member; `nil` if it is too old, was used already, or belongs to another member.
    func take(_ id: Int, _ list: List, user: Int, now: Int) throws -> UndoStep? {
        let content: String? = try db.value(
            """
            DELETE FROM undo_step WHERE id = \(id) AND user_id = \(user) AND list = \(list.rawValue)
                AND created_at > \(now - FavouriteRules.undoTime)
            RETURNING content
            """)
        return try content.map { try JSONDecoder().decode(UndoStep.self, from: Data($0.utf8)) }
    }

    /// Refuses to undo a step of the user's after which the same list was changed again.
    func refuseEarlier(_ id: Int, _ list: List, user: Int, now: Int) throws {
        let own: SQL = """
            SELECT id FROM undo_step WHERE user_id = \(user) AND list = \(list.rawValue)
                AND created_at > \(now - FavouriteRules.undoTime)
            """
        if try db.exists("\(sql: own) AND id > \(id) AND \(id) IN (\(sql: own))") {
            throw SiteError.conflict(.changedAfter)
        }
    }

    func tidy(before: Int) throws { try db.run("DELETE FROM undo_step WHERE created_at <= \(before)") }
}

extension ErrorReason {
    static let changedAfter = ErrorReason("changed-after")
}
