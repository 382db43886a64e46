// Stores the searches that members sent, each once, with the last time.

import Bytes
import Database
import HTTP

/// A search that is stored for a member.
struct StoredSearch {
    /// As typed.
    let words: String
    /// `EarlierSearch.key` of the words.
    let key: String

    var address: String { "\(Address.search())?q=\(Percent.encode(query: words))" }
}

struct EarlierSearchStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// Adds searches, unless the member switched the history off. Accounts that were erased since are passed over, or
    /// one of them would keep all others from being written.
    func add(_ searches: [EarlierSearch: Int]) throws {
        for (search, at) in searches {
            try db.run(
                """
                INSERT INTO earlier_search (user_id, words_key, words, searched_at)
                SELECT u.id, \(EarlierSearch.key(search.words)), \(search.words), \(at) FROM user u
                WHERE u.id = \(search.user) AND u.erased_at IS NULL
                    AND NOT EXISTS (SELECT 1 FROM history_off o WHERE o.user_id = u.id)
                ON CONFLICT (user_id, words_key)
                DO UPDATE SET words = excluded.words, searched_at = excluded.searched_at
                WHERE excluded.searched_at > searched_at
                """)
        }
        for user in Set(searches.keys.map(\.user)) { try drop(user: user) }
    }

    /// Drops the oldest beyond the limit.
    private func drop(user: Int) throws {
        try db.run(
            """
            DELETE FROM earlier_search WHERE user_id = \(user) AND words_key NOT IN (
                SELECT words_key FROM earlier_search WHERE user_id = \(user)
                ORDER BY searched_at DESC, words_key LIMIT \(HistoryRules.searches))
            """)
    }

    /// All searches of a member, the latest first.
    func all(user: Int) throws -> [StoredSearch] {
        try db.all(
            """
            SELECT words, words_key FROM earlier_search WHERE user_id = \(user)
            ORDER BY searched_at DESC, words_key
            """
        ) { StoredSearch(words: $0[0], key: $0[1]) }
    }

    /// The latest whose words begin with the typed text; none while the history is off.
    func suggested(_ typed: String, limit: Int, user: Int) throws -> [StoredSearch] {
        let key = EarlierSearch.key(typed)
        if key.isEmpty { return [] }
        let rows = try db.all(
            """
            SELECT words, words_key FROM earlier_search WHERE user_id = \(user)
                AND NOT EXISTS (SELECT 1 FROM history_off WHERE user_id = \(user))
            ORDER BY searched_at DESC, words_key
            """
        ) { StoredSearch(words: $0[0], key: $0[1]) }
        return Array(rows.filter { $0.key.hasPrefix(bytes: key) }.prefix(limit))
    }

    /// Removes the searches with these keys, or all if `keys` is `nil`. Returns what was removed.
    func remove(_ keys: [String]?, user: Int) throws -> [UndoStep.Searched] {
        let condition: SQL = keys.map { " AND words_key IN \(list: $0)" } ?? ""
        return try db.all(
            "DELETE FROM earlier_search WHERE user_id = \(user)\(sql: condition) RETURNING words, searched_at"
        ) { UndoStep.Searched(words: $0[0], at: $0[1]) }
    }

    /// Restores removed searches, also while the history is off.
    func restore(_ searches: [UndoStep.Searched], user: Int) throws {
        for search in searches {
            try db.run(
                """
                INSERT INTO earlier_search (user_id, words_key, words, searched_at)
                VALUES (\(user), \(EarlierSearch.key(search.words)), \(search.words), \(search.at))
                ON CONFLICT (user_id, words_key) DO NOTHING
                """)
        }
        try drop(user: user)
    }
}
