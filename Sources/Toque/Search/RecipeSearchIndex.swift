// Keeps the search index in memory in step with the database, and its snapshot on disk.

import Database
import Food
import Foundation
import SearchIndex
import Synchronization
import Words

/// The index of public recipes. Searches bring it up to date themselves if little changed; otherwise SQL answers them
/// while the background worker builds the index or catches up.
final class RecipeSearchIndex: Sendable {
    /// A search adds at most this many changed recipes itself.
    static let mostChanges = 200
    /// The worker adds or builds so many recipes at a time.
    private static let batch = 1_000
    /// After so many changes the worker writes a new snapshot.
    private static let snapshotChanges = 10_000
    /// Changes with what is indexed of a recipe, and with how the kinds of facts are numbered.
    private static let format = 1

    static var rules: Int { RuleSources.digest &+ format }

    private struct State {
        var index: SearchIndex?
        /// The position and number of the snapshot on disk.
        var saved = 0
        var token: Int?
    }

    private let state = Mutex(State())
    private let path: String
    private let catalogue: CatalogueCache
    private let wakeSignal: WakeSignal

    init(path: String, catalogue: CatalogueCache, wakeSignal: WakeSignal) {
        (self.path, self.catalogue, self.wakeSignal) = (path, catalogue, wakeSignal)
    }

    // MARK: For searches

    /// The index with every change that this connection sees; `nil` if SQL must answer.
    func current(_ db: Connection) throws -> SearchIndex? {
        guard let index = try known ?? fresh(db) else { return nil }
        let store = IndexedRecipeStore(db)
        let position = index.lastPosition
        if try store.newestChange() <= position { return index }
        if try store.changes(after: position, limit: Self.mostChanges + 1) > Self.mostChanges {
            wakeSignal.wake()
            return nil
        }
        try add(to: index, store, limit: Self.mostChanges)
        return index
    }

    private var known: SearchIndex? { state.withLock { $0.index } }

    /// An empty index, if the table of changes has every recipe.
    private func fresh(_ db: Connection) throws -> SearchIndex? {
        guard try IndexedRecipeStore(db).snapshotToken() == nil else { return nil }
        let made = SearchIndex(
            choices: IndexedFact.choices, phrases: Self.phrases(try catalogue.current(db)))
        return state.withLock { state in
            if state.index == nil { state.index = made }
            return state.index
        }
    }

    /// Adds the next changes; returns whether there were any.
    @discardableResult
    private func add(to index: SearchIndex, _ store: IndexedRecipeStore, limit: Int) throws -> Bool {
        let position = index.lastPosition
        guard let changes = try store.load(after: position, limit: limit) else { return false }
        // Another thread may have added them in the meantime.
        index.update { $0 == position ? changes : nil }
        return true
    }

    /// The stems of the phrases that searches of this site look for: names of several words, and those that name a course.
    static func phrases(_ catalogue: Catalogue) -> [[String]] {
        let names = catalogue.entries.flatMap { $0.english.all + $0.russian.all }
        let words = (names.map(Words.words) + DishWords.starter.phrases).filter { $0.count > 1 }
        return words.map { $0.map(Words.stem) } + SearchPhrases.starter.courses
    }

    // MARK: For `toque check`

    /// The recipes whose data in the snapshot differs from the database, or why the snapshot cannot be read. A missing
    /// snapshot is no failure, and neither is one of another program or database: both are built again.
    static func failures(_ path: String, _ db: Connection) throws -> [String] {
        let store = IndexedRecipeStore(db)
        guard let token = try store.snapshotToken() else { return [] }
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

    // MARK: For the background worker

    /// Loads or builds the index, or brings it up to date, and writes a snapshot if much changed.
    func work(_ reader: Connection, _ writer: Writer, isStopping: () -> Bool) throws {
        if known == nil { try load(reader) }
        let phrases = Self.phrases(try catalogue.current(reader))
        var index = known
        let isUsable = try isCurrent(reader) && index.map { !$0.isWorn && $0.knows(phrases: phrases) } ?? false
        let newest = try IndexedRecipeStore(reader).newestChange()
        if !isUsable || isFarBehind(index, newest) { index = try build(reader, phrases, isStopping) }
        guard let index else { return }
        while !isStopping(), try add(to: index, IndexedRecipeStore(reader), limit: Self.batch) {}
        if mayNeedSnapshot(index) { try save(writer) }
    }

    /// Whether the database still expects the snapshot that this process knows. Erasing an account makes it expect
    /// another, so that no words of erased recipes stay in memory and on disk.
    private func isCurrent(_ reader: Connection) throws -> Bool {
        let known = state.withLock { $0.token }
        return try known == nil || IndexedRecipeStore(reader).snapshotToken() == known
    }

    /// Building reads each recipe once; adding changes could read many of them more often.
    private func isFarBehind(_ index: SearchIndex?, _ newest: Int) -> Bool {
        guard let index else { return true }
        return newest - index.lastPosition > 10_000 && newest - index.lastPosition > index.count / 2
    }

    /// A snapshot is written after a long build, and when much changed.
    private func mayNeedSnapshot(_ index: SearchIndex) -> Bool {
        let (saved, token) = state.withLock { ($0.saved, $0.token) }
        return index.lastPosition - saved >= Self.snapshotChanges || token == nil && index.count >= Self.mostChanges
    }

    private func load(_ reader: Connection) throws {
        guard let token = try IndexedRecipeStore(reader).snapshotToken() else { return }
        do {
            let index = try SearchIndex.load(
                path, origin: SnapshotOrigin(rules: Self.rules, token: token), choices: IndexedFact.choices)
            state.withLock { state in
                state.index = index
                state.saved = index.lastPosition
                state.token = token
            }
        } catch SnapshotError.damaged(let section) {
            Log.error("the snapshot of the search index is damaged (\(section)) and is built again")
        } catch {
            Log.notice("the search index is built again")
        }
    }

    /// A new index from the database. Until it is complete, the old one is used.
    private func build(_ reader: Connection, _ phrases: [[String]], _ isStopping: () -> Bool) throws -> SearchIndex? {
        let index = SearchIndex(choices: IndexedFact.choices, phrases: phrases)
        // What changes from now on is added again afterwards.
        let position = try IndexedRecipeStore(reader).newestChange()
        var last = 0
        while !isStopping() {
            guard let end = try Self.add(after: last, to: index, reader) else {
                index.update { _ in IndexChanges(removed: [], documents: [], position: position) }
                state.withLock { state in
                    (state.index, state.saved, state.token) = (index, 0, nil)
                }
                return index
            }
            last = end
        }
        return nil
    }

    /// Writes a snapshot, if anything changed since the last one.
    func save(_ writer: Writer) throws {
        let (saved, known) = state.withLock { ($0.saved, $0.token) }
        guard let index = self.known, known == nil || index.lastPosition != saved, let snapshot = index.snapshot()
        else { return }
        let token = Int.random(in: 1...Int.max)
        let position = snapshot.position
        try snapshot.write(to: path, origin: SnapshotOrigin(rules: Self.rules, token: token))
        try writer.writeNow { try IndexedRecipeStore($0).record(token: token, position: position) }
        state.withLock { ($0.saved, $0.token) = (position, token) }
    }
}

extension Site {
    var recipeSearchIndex: RecipeSearchIndex { part() }
}
