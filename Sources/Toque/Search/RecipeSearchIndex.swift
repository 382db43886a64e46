// Keeps the search index in memory in step with the database, and its snapshot on disk.

import Database
import Food
import Foundation
import SearchIndex
import Synchronization
import Words

/// The index of public recipes. Searches bring it up to date themselves if little changed; otherwise SQL answers them
/// while a thread of its own builds the index or catches up.
final class RecipeSearchIndex: Sendable {
    /// A search adds at most this many changed recipes itself. The thread adds as many at a time, so that no search
    /// waits long for it. Only the thread sorts words and seals parts.
    static let mostChanges = 20
    /// Recipes that are read together for a new index.
    private static let batch = 1_000
    /// Changes that are deleted in one transaction.
    private static let deleted = 5_000
    /// After so many changes the thread writes a new snapshot.
    private static let snapshotChanges = 10_000
    /// A smaller index is only written when the site stops.
    private static let snapshotRecipes = 200
    /// Changes with what is indexed of a recipe, and with how the kinds of facts are numbered.
    private static let format = 3

    static var rules: Int { RuleSources.digest &+ format }

    private struct State {
        var index: SearchIndex?
        /// The number of the snapshot in the database when the index was begun or last saved. Another number there
        /// means that the index must be built again.
        var token: Int?
        /// The last change in the snapshot on disk; `nil` if it is not one of this index.
        var saved: Int?
    }

    private let state = Mutex(State())
    private let path: String
    private let catalogue: CatalogueCache
    private let partSize: Int
    /// Wakes the thread that calls `work`.
    let wakeSignal = WakeSignal()

    init(path: String, catalogue: CatalogueCache, partSize: Int = SearchIndex.partSize) {
        (self.path, self.catalogue, self.partSize) = (path, catalogue, partSize)
    }

    // MARK: For searches

    /// The index with every change that this connection sees; `nil` if SQL must answer. It waits five milliseconds
    /// for the index at most, because event loops call it.
    func current(_ db: Connection) throws -> SearchIndex? {
        let store = IndexedRecipeStore(db)
        let source = try store.source()
        if let index = try known ?? fresh(source, db), index.lastPosition >= source.deleted {
            if index.lastPosition >= source.newest { return index }
            try add(to: index, store, waits: false)
            if index.isUntidy { wakeSignal.wake() }
            if index.lastPosition >= source.newest { return index }
        }
        wakeSignal.wake()
        return nil
    }

    /// Whether a search may take longer than an event loop should. Without an index SQL answers, which takes longer still.
    var isLarge: Bool { known.map { $0.count > 100_000 } ?? true }

    private var known: SearchIndex? { state.withLock { $0.index } }

    /// An empty index, if the table of changes has every recipe.
    private func fresh(_ source: IndexSource, _ db: Connection) throws -> SearchIndex? {
        guard source.token == nil else { return nil }
        let made = SearchIndex(
            choices: IndexedFact.choices, phrases: Self.phrases(try catalogue.current(db)), partSize: partSize)
        return state.withLock { state in
            if state.index == nil { state.index = made }
            return state.index
        }
    }

    /// Adds the next changes; returns whether there were any.
    @discardableResult
    private func add(to index: SearchIndex, _ store: IndexedRecipeStore, waits: Bool) throws -> Bool {
        let position = index.lastPosition
        guard let changes = try store.load(after: position, limit: Self.mostChanges) else { return false }
        // Another thread may have added them in the meantime.
        let load = { $0 == position ? changes : nil }
        if waits { index.update(load) } else { index.updateIfQuick(load) }
        return true
    }

    /// The stems of the phrases that searches of this site look for: names of several words, and those that name a course
    /// or cuisine.
    static func phrases(_ catalogue: Catalogue) -> [[String]] {
        let names = catalogue.entries.flatMap { $0.english.all + $0.russian.all }
        let words = (names.map(Words.words) + DishWords.starter.phrases).filter { $0.count > 1 }
        return words.map { $0.map(Words.stem) } + SearchPhrases.starter.searched
    }

    // MARK: For `toque check`

    /// The recipes whose data in the snapshot differs from the database, or why the snapshot cannot be read. A missing
    /// snapshot is no failure, and neither is one of another program or database: both are built again.
    static func failures(_ path: String, _ db: Connection) throws -> [String] {
        let store = IndexedRecipeStore(db)
        guard let token = try store.source().token else { return [] }
        let saved: SearchIndex
        do {
            saved = try SearchIndex.load(
                path, origin: SnapshotOrigin(rules: rules, token: token), choices: IndexedFact.choices)
        } catch SnapshotError.damaged(let section) {
            return ["the snapshot is damaged in the section “\(section)”; the next start builds it again"]
        } catch {
            return []
        }
        while let changes = try store.load(after: saved.lastPosition, limit: batch) { saved.update { _ in changes } }
        let fresh = SearchIndex(choices: IndexedFact.choices, phrases: saved.phrases)
        var last = 0
        while let end = try add(after: last, to: fresh, db) { last = end }
        let (old, new) = (saved.fingerprints(), fresh.fingerprints())
        return Set(old.keys).union(new.keys).sorted().filter { old[$0] != new[$0] }.map {
            "the snapshot differs from recipe \($0)"
        }
    }

    /// Adds the next recipes behind an id; returns the last id, or `nil` if there are no more.
    private static func add(after last: Int, to index: SearchIndex, _ reader: Connection) throws -> Int? {
        let ids = try IndexedRecipeStore(reader).recipes(after: last, limit: batch)
        if ids.isEmpty { return nil }
        let documents = try reader.readNow { try IndexedRecipeStore($0).documents(ids) }
        index.update { _ in IndexChanges(removed: [], documents: documents, position: 0) }
        return ids.last
    }

    // MARK: For its thread

    /// Loads or builds the index, or brings it up to date, and writes a snapshot if much changed.
    func work(_ reader: Connection, _ writer: Writer, isStopping: () -> Bool) throws {
        let source = try IndexedRecipeStore(reader).source()
        if known == nil { try load(source) }
        let phrases = Self.phrases(try catalogue.current(reader))
        var index = known
        if index.map({ !isUsable($0, source, phrases) }) ?? true { index = try build(reader, phrases, isStopping) }
        guard let index else { return }
        index.tidy(for: Self.mostChanges)
        while !isStopping(), try add(to: index, IndexedRecipeStore(reader), waits: true) {
            index.tidy(for: Self.mostChanges)
        }
        if needsSnapshot(index) { try save(writer) }
    }

    private func isUsable(_ index: SearchIndex, _ source: IndexSource, _ phrases: [[String]]) -> Bool {
        let isSame = state.withLock { $0.token } == source.token && index.lastPosition >= source.deleted
        // Building reads each recipe once; adding changes could read many of them more often.
        let behind = source.newest - index.lastPosition
        return isSame && !index.isWorn && index.knows(phrases: phrases)
            && (behind <= 10_000 || behind <= index.count / 2)
    }

    /// A snapshot is written after a long build, and when much changed.
    private func needsSnapshot(_ index: SearchIndex) -> Bool {
        guard let saved = state.withLock({ $0.saved }) else { return index.count >= Self.snapshotRecipes }
        return index.lastPosition - saved >= Self.snapshotChanges
    }

    private func load(_ source: IndexSource) throws {
        guard let token = source.token else { return }
        do {
            let index = try SearchIndex.load(
                path, origin: SnapshotOrigin(rules: Self.rules, token: token), choices: IndexedFact.choices,
                partSize: partSize)
            state.withLock { $0 = State(index: index, token: token, saved: index.lastPosition) }
        } catch SnapshotError.damaged(let section) {
            Log.error("the snapshot of the search index is damaged (\(section)) and is built again")
        } catch {
            Log.notice("the search index is built again")
        }
    }

    /// A new index from the database. Until it is complete, the old one is used.
    private func build(_ reader: Connection, _ phrases: [[String]], _ isStopping: () -> Bool) throws -> SearchIndex? {
        let index = SearchIndex(choices: IndexedFact.choices, phrases: phrases, partSize: partSize)
        // What changes from now on is added again afterwards.
        let source = try IndexedRecipeStore(reader).source()
        var last = 0
        while !isStopping() {
            guard let end = try Self.add(after: last, to: index, reader) else {
                index.update { _ in IndexChanges(removed: [], documents: [], position: source.newest) }
                index.tidy(for: Self.mostChanges)
                state.withLock { $0 = State(index: index, token: source.token) }
                return index
            }
            last = end
        }
        return nil
    }

    /// Writes a snapshot, if anything changed since the last one. It is not kept if the database expects another one by
    /// now: then an account was erased, and its words may be in it.
    func save(_ writer: Writer) throws {
        let known = state.withLock { $0 }
        guard let index = known.index, index.lastPosition != known.saved, let snapshot = index.snapshot(),
            try writer.writeNow({ try IndexedRecipeStore($0).source().token }) == known.token
        else { return }
        let (token, position) = (Int.random(in: 1...Int.max), snapshot.position)
        try snapshot.write(to: path, origin: SnapshotOrigin(rules: Self.rules, token: token))
        let isKept = try writer.writeNow {
            try IndexedRecipeStore($0).record(token, insteadOf: known.token, position: position)
        }
        if !isKept { return try FileManager.default.removeItem(atPath: path) }
        state.withLock { ($0.token, $0.saved) = (token, position) }
        while try writer.writeNow({ try IndexedRecipeStore($0).deleteChanges(to: position, limit: Self.deleted) }) {}
    }
}

extension Site {
    var recipeSearchIndex: RecipeSearchIndex { part() }
}
