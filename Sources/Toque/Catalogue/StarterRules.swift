// What becomes of an entry of the starter files in a catalogue that people have changed meanwhile.

import Words

enum StarterRules {
    enum Outcome: Sendable, Equatable {
        case new, changed, same
        /// An admin changed it: it stays.
        case kept
        /// An admin removed it: it does not come back.
        case removed
    }

    /// By hashes: of the entry in the files, of the row that is there, and of the row as it was loaded.
    static func fate(file: String, row: String?, loaded: String?) -> Outcome {
        guard let row else { return loaded == nil ? .new : .removed }
        if row == file { return .same }
        return row == loaded ? .changed : .kept
    }

    /// The order of a list as one text; what stands behind all that was loaded does not disturb it.
    static func order(_ keys: [String], loaded: Set<String>) -> String {
        let end = keys.lastIndex(where: loaded.contains) ?? -1
        return keys[..<(end + 1)].joined(separator: "\n")
    }

    /// A name as it is compared with others.
    static func folded(_ name: String) -> String { Words.words(name).joined(separator: " ") }
}
