// The rules for what admins may do to recipes: the states of moderation apply here too, and no text is changed.

import Food

enum RecipeAdminLimits {
    /// The most recipes of one change, which is one transaction.
    static let changed = 500
    /// The most characters of their public texts together: each may be read and written again in it.
    static let changedText = 8 << 20
    /// The most recipes of one export.
    static let exported = 100_000
    /// The most changes that wait for a confirmation; older ones are deleted, and all after a day.
    static let drafts = 20
    static let draftLifetime = Milliseconds.day
    static let reasonLength = 500
    static let wordsLength = 100
    /// The most revisions, and audit rows, that a recipe's page shows.
    static let history = 50
}

/// An action of an admin on recipes.
enum RecipeAction: String, CaseIterable, Sendable {
    case category, cuisine
    case takeDown = "take-down"
    case putBack = "put-back"
    case delete, restore

    /// The action that undoes this one; for a category or cuisine, the same one with the earlier value.
    var reversed: RecipeAction {
        switch self {
        case .category, .cuisine: self
        case .takeDown: .putBack
        case .putBack: .takeDown
        case .delete: .restore
        case .restore: .delete
        }
    }

    /// The kind of term that it sets.
    var term: TermKind? { TermKind(rawValue: rawValue) }

    /// Why an action is refused for a recipe, or `nil` if it is allowed. `value` is the key to set, `nil` for what the
    /// text says.
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

    /// Whether the recipe is still as the change left it that this action undoes; `set` is the key that the change set.
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

/// Why an action is refused for a recipe; the raw value is a key of the locale files (`recipeRefusal.KEY`).
enum RecipeRefusal: String, CaseIterable, Sendable {
    /// Nobody may decide on their own recipe.
    case own
    /// Many members keep the recipe: another admin than the one who prepared the takedown confirms it.
    case popular
    case notPublic = "not-public"
    /// The recipe is in that state already.
    case same
    /// Only the author has read it.
    case unread
    /// The author deleted it, so only the author may restore it.
    case byAuthor = "by-author"
    case leaving
    /// The value to set is no longer in the lists.
    case unlisted
    /// Others now read another revision than the one that the admin saw.
    case otherText = "other-text"
    /// The recipe has changed since the change that is to be undone.
    case changedSince = "changed-since"
}

/// The state of a recipe, as far as actions depend on it.
struct ActionTarget: Sendable {
    /// The category or cuisine under which readers find it.
    struct Term: Sendable {
        var key: String?
        /// The change that set it instead of the value in the text.
        var setBy: Int?
        var isSet: Bool { setBy != nil }
    }

    let id: Int
    let author: Int
    var isPublic = false
    /// The change that took it down.
    var takenDownBy: Int?
    var isDeleted = false
    /// The change that deleted it; `nil` if the author did.
    var deletedBy: Int?
    /// The revision that others than the author may read.
    var shown: Int?
    var isAuthorBeingDeleted = false
    var category = Term()
    var cuisine = Term()
    var isTakenDown: Bool { takenDownBy != nil }
}
