// The limits of favourites, and what a folder may be called.

import Bytes
import Words

enum FavouriteRules {
    /// The most favourites of a member.
    static let favourites = 10_000
    /// The most recipes that are added together.
    static let addedTogether = 100
    /// The most folders of a member.
    static let folders = 100
    /// In code points.
    static let nameLength = 60
    /// How long an Undo button works, in milliseconds.
    static let undoTime = Milliseconds.day
    /// The most changes of a member that can be undone at a time.
    static let undoSteps = 10

    /// A typed name as it is stored.
    static func name(_ typed: String) -> String { typed.inOneLine }

    /// The name as it is compared with others.
    static func key(_ name: String) -> String { Words.fold(name) }

    /// The problem with the name of a folder, as a key of the locale files (`favourites.error.KEY`), or `nil`.
    static func problem(_ name: String) -> String? {
        if name.isEmpty { return "empty" }
        return name.length > nameLength ? "long" : nil
    }
}

extension ErrorReason {
    static let favouritesFull = ErrorReason("favourites-full")
    static let tooManySelected = ErrorReason("too-many-selected")
    static let foldersFull = ErrorReason("folders-full")
}
