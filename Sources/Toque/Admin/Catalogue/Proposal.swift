// Proposals of members for the catalogue, and their outcomes.

import Bytes
import Database
import Food
import Texts
import Words

struct Proposal: Sendable {
    enum Kind: String, CaseIterable, ColumnValue {
        case ingredient, category, cuisine

        /// The list for which it is proposed; `nil` for ingredients.
        var terms: TermKind? { TermKind(rawValue: rawValue) }
    }

    enum State: String, CaseIterable, ColumnValue { case open, approved, merged, refused }

    let id: Int
    let kind: Kind
    let name: String
    let note: String
    let proposer: String
    let state: State
    let key: String
    let reason: String
    let change: Int?
    let createdAt: Int
    let decidedAt: Int?
}

enum ProposalRules {
    static let nameLength = 100
    static let noteLength = 500
    static let reasonLength = 500
    /// The most open proposals of one member.
    static let open = 20

    /// The message to a member who has reached that limit.
    static func full(_ language: Language) -> String {
        ErrorReason.manyProposals.text(language) ?? ""
    }

    /// A name in its stored form: one line.
    static func line(_ text: String) -> String { text.inOneLine }

    /// The problem with a proposed name, or `nil`.
    static func problem(_ name: String, _ language: Language) -> String? {
        if name.length > nameLength { return Text.editorTooLong(language, limit: String(nameLength)) }
        if StarterRules.folded(name).isEmpty { return Text.columnRequired(language) }
        return nil
    }
}

struct ProposalStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    func proposal(_ id: Int) throws -> Proposal? { try db.first(Self.columns + "WHERE p.id = \(id)", Self.read) }

    /// One page of a member's own proposals, newest first.
    func own(_ user: Int, page: Int) throws -> (total: Int, proposals: [Proposal]) {
        let total: Int = try db.value("SELECT count(*) FROM proposal WHERE proposer_id = \(user)") ?? 0
        let proposals = try db.all(
            Self.columns
                + "WHERE p.proposer_id = \(user) ORDER BY p.id DESC LIMIT \(Paging.size) OFFSET \(Paging.offset(page))",
            Self.read)
        return (total, proposals)
    }

    /// One page of the proposals in a state, oldest first.
    func list(_ state: Proposal.State, page: Int) throws -> (total: Int, proposals: [Proposal]) {
        let total: Int = try db.value("SELECT count(*) FROM proposal WHERE state = \(state)") ?? 0
        let proposals = try db.all(
            Self.columns
                + "WHERE p.state = \(state) ORDER BY p.id LIMIT \(Paging.size) OFFSET \(Paging.offset(page))",
            Self.read)
        return (total, proposals)
    }

    func countOpen(of user: Int) throws -> Int {
        try db.value("SELECT count(*) FROM proposal WHERE proposer_id = \(user) AND state = 'open'") ?? 0
    }

    /// The member's own open proposal with this name.
    func waiting(_ kind: Proposal.Kind, _ name: String, of user: Int) throws -> Int? {
        try db.value(
            """
            SELECT id FROM proposal
            WHERE proposer_id = \(user) AND kind = \(kind) AND name = \(name) AND state = 'open'
            """)
    }

    /// Stores a proposal once and returns its id. A new category or cuisine exists immediately, for recipes that use
    /// it. Returns `nil` if the member has too many open proposals.
    func add(_ kind: Proposal.Kind, _ name: String, note: String, key: String, by user: Int, now: Int) throws -> Int? {
        if let waiting = try waiting(kind, name, of: user) { return waiting }
        if try countOpen(of: user) >= ProposalRules.open { return nil }
        if kind != .ingredient {
            try db.run(
                """
                INSERT INTO \(raw: kind.rawValue) (key, name_en, name_ru, position, state)
                VALUES (\(key), \(name), \(name),
                    (SELECT coalesce(max(position), 0) + 1 FROM \(raw: kind.rawValue)), 'proposed')
                ON CONFLICT (key) DO NOTHING
                """)
            try CatalogueStore(db).moveEdition()
        }
        try db.run(
            """
            INSERT INTO proposal (kind, name, note, proposer_id, key, created_at)
            VALUES (\(kind), \(name), \(note), \(user), \(kind == .ingredient ? "" : key), \(now))
            """)
        return try db.value("SELECT last_insert_rowid()")
    }

    /// Whether a category or cuisine has the key, in any state.
    func isTaken(_ kind: Proposal.Kind, _ key: String) throws -> Bool {
        try db.exists("SELECT 1 FROM \(raw: kind.rawValue) WHERE key = \(key)")
    }

    /// Whether the category or cuisine waits for a decision.
    func isWaiting(_ kind: Proposal.Kind, _ key: String) throws -> Bool {
        try db.exists("SELECT 1 FROM \(raw: kind.rawValue) WHERE key = \(key) AND state = 'proposed'")
    }

    /// The first proposal of a category or cuisine.
    func id(of kind: TermKind, _ key: String) throws -> Int? {
        try db.value("SELECT min(id) FROM proposal WHERE key = \(key) AND kind = \(kind)")
    }

    // MARK: Decisions

    /// Links the draft change that will answer the proposal.
    func wait(for change: Int, _ id: Int) throws {
        try db.run("UPDATE proposal SET change_id = \(change) WHERE id = \(id) AND state IN ('open', 'refused')")
    }

    /// Closes the proposal for which an applied change was drafted.
    func settle(_ change: Int, _ state: Proposal.State, key: String, now: Int) throws {
        try db.run(
            """
            UPDATE proposal SET state = \(state), key = \(key), reason = '', decided_at = \(now)
            WHERE change_id = \(change) AND state IN ('open', 'refused')
            """)
    }

    /// Opens the proposals again that the undone change had closed.
    func reopen(_ change: Int) throws {
        try db.run(
            """
            UPDATE proposal SET state = 'open', key = '', decided_at = NULL
            WHERE change_id = \(change) AND kind = 'ingredient' AND state IN ('approved', 'merged')
            """)
    }

    /// Answers the proposal, and all other proposals of the same category or cuisine.
    func decide(_ proposal: Proposal, _ state: Proposal.State, reason: String, now: Int) throws {
        try db.run(
            """
            UPDATE proposal SET state = \(state), reason = \(reason), decided_at = \(now)
            WHERE id = \(proposal.id) OR (key = \(proposal.key) AND kind = \(proposal.kind) AND kind <> 'ingredient')
            """)
    }

    private static let columns: SQL =
        """
        SELECT p.id, p.kind, p.name, p.note, u.username, p.state, p.key, p.reason, p.change_id, p.created_at, p.decided_at
        FROM proposal p JOIN user u ON u.id = p.proposer_id 
        """

    private static func read(_ row: Row) throws -> Proposal {
        Proposal(
            id: row[0], kind: row[1], name: row[2], note: row[3], proposer: row[4], state: row[5], key: row[6],
            reason: row[7], change: row[8], createdAt: row[9], decidedAt: row[10])
    }
}

extension ErrorReason {
    static let manyDrafts = ErrorReason("many-drafts")
    static let manyProposals = ErrorReason("many-proposals")
}
