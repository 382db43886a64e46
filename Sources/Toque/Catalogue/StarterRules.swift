// Decides what happens to an entry of the starter files in a catalogue that admins may have changed.

import Words

enum StarterRules {
    enum Outcome: Sendable, Equatable {
        case new, changed, same
        /// An admin changed it, so it stays.
        case kept
        /// An admin removed it, so it is not added again.
        case removed
    }

    /// The outcome by hashes: of the entry in the files, of the current row, and of the row as it was loaded.
    static func fate(file: String, row: String?, loaded: String?) -> Outcome {
        guard let row else { return loaded == nil ? .new : .removed }
        if row == file { return .same }
        return row == loaded ? .changed : .kept
    }

    /// The order of a list as one text, without entries after the last loaded one, which admins may have appended.
    static func order(_ keys: [String], loaded: Set<String>) -> String {
        let end = keys.lastIndex(where: loaded.contains) ?? -1
        return keys[..<(end + 1)].joined(separator: "\n")
    }

    /// A name in the form in which names are compared.
    static func folded(_ name: String) -> String { Words.words(name).joined(separator: " ") }
}
