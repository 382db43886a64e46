// What an admin may do to a recipe, and why not: the states of publishing hold here too, and no text is changed.

import Food

enum RecipeAdminLimits {
    /// Recipes of one change, which is one transaction.
    static let changed = 500
    /// Recipes of one export.
    static let exported = 100_000
    /// Changes that wait for a word; the oldest beyond are forgotten, and each after a day.
    static let drafts = 20
    static let draftLifetime = Milliseconds.day
    static let reasonLength = 500
    static let wordsLength = 100
    /// Revisions, and rows of the log, that a recipe's page shows.
    static let history = 50
}

/// What an admin does to recipes.
enum RecipeAction: String, CaseIterable, Sendable {
    case category, cuisine
    case takeDown = "take-down"
    case putBack = "put-back"
    case delete, restore

    /// What takes it back; of what is set, setting what was there before.
    var reversed: RecipeAction {
        switch self {
        case .category, .cuisine: self
        case .takeDown: .putBack
        case .putBack: .takeDown
        case .delete: .restore
        case .restore: .delete
        }
    }

    /// What it sets beside the text.
    var term: TermKind? { TermKind(rawValue: rawValue) }

    /// Why a deed does not concern a recipe; `nil` where it is done. `value` is the key to be set, `nil` for what the text
    /// says.
    func refusal(_ recipe: ActionTarget, value: String?, by admin: Int) -> RecipeRefusal? {
        if recipe.author == admin { return .own }
        switch self {
        case .category, .cuisine:
            guard recipe.isPublic else { return .notPublic }
            let known = self == .category ? recipe.category : recipe.cuisine
            return (value == nil ? known.isSet : known.key != value) ? nil : .same
        case .takeDown:
            if recipe.isTakenDown { return .same }
            return recipe.isPublic ? nil : .notPublic
        case .putBack:
            if recipe.isAuthorBeingDeleted { return .leaving }
            return recipe.isTakenDown ? nil : .same
        case .delete:
            if recipe.isDeleted { return .same }
            return recipe.shown != nil ? nil : .unread
        case .restore:
            if !recipe.isDeleted { return .same }
            if recipe.isAuthorBeingDeleted { return .leaving }
            return recipe.deletedBy != nil ? nil : .byAuthor
        }
    }

    /// Whether a recipe still stands as a change left it that this deed undoes; `set` is the key that the change set.
    func isAsLeft(_ recipe: ActionTarget, by change: Int, set: String?) -> Bool {
        func isAsLeft(_ term: ActionTarget.Term) -> Bool {
            term.setBy.map { $0 == change } ?? (set == nil || set == term.key)
        }
        switch self {
        case .category: return isAsLeft(recipe.category)
        case .cuisine: return isAsLeft(recipe.cuisine)
        case .putBack: return recipe.takenDownBy == change
        case .restore: return recipe.deletedBy == change
        case .takeDown, .delete: return true
        }
    }
}

/// Why nothing is done to a recipe; the raw value is a key of the locale files (`recipeRefusal.KEY`).
enum RecipeRefusal: String, CaseIterable, Sendable {
    /// Nobody decides on their own recipe.
    case own
    case notPublic = "not-public"
    /// It is so already.
    case same
    /// Nobody but its author has read it.
    case unread
    /// Its author deleted it, and only its author brings it back.
    case byAuthor = "by-author"
    case leaving
    /// What is to be set is in no list any more.
    case unlisted
    /// Others than its author read another text of it than the one that was looked at.
    case otherText = "other-text"
    /// What is to be undone was followed by something else.
    case changedSince = "changed-since"
}

/// Where a recipe stands, as far as deeds depend on it.
struct ActionTarget: Sendable {
    /// A category or cuisine as readers find it.
    struct Term: Sendable {
        var key: String?
        /// The change that set it in place of what the text says.
        var setBy: Int?
        var isSet: Bool { setBy != nil }
    }

    let id: Int
    let author: Int
    var isPublic = false
    /// The change that took it down.
    var takenDownBy: Int?
    var isDeleted = false
    /// The change that deleted it, where not its author did.
    var deletedBy: Int?
    /// The revision that others than its author may read.
    var shown: Int?
    var isAuthorBeingDeleted = false
    var category = Term()
    var cuisine = Term()
    var isTakenDown: Bool { takenDownBy != nil }
}
