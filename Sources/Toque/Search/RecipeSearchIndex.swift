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
        /// The position of the snapshot on disk.
        var saved = 0
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

    /// The phrases that searches of this site look for: names of several words, and those that name a course.
    static func phrases(_ catalogue: Catalogue) -> [[String]] {
        let names = catalogue.entries.flatMap { $0.english.all + $0.russian.all }
        return names.map(Words.words).filter { $0.count > 1 } + DishWords.starter.phrases
            + SearchPhrases.starter.courses
    }

    // MARK: For the background worker

    /// Loads or builds the index, or brings it up to date, and writes a snapshot if much changed.
    func work(_ reader: Connection, _ writer: Writer, isStopping: () -> Bool) throws {
        if known == nil { try load(reader) }
        let phrases = Self.phrases(try catalogue.current(reader))
        var index = known
        let isUsable = index.map { !$0.isWorn && $0.knows(phrases: phrases) } ?? false
        let newest = try IndexedRecipeStore(reader).newestChange()
        if !isUsable || isFarBehind(index, newest) { index = try build(reader, phrases, isStopping) }
        guard let index else { return }
        while !isStopping(), try add(to: index, IndexedRecipeStore(reader), limit: Self.batch) {}
        if index.lastPosition - state.withLock({ $0.saved }) >= Self.snapshotChanges { try save(writer) }
    }

    /// Building reads each recipe once; adding changes could read many of them more often.
    private func isFarBehind(_ index: SearchIndex?, _ newest: Int) -> Bool {
        guard let index else { return true }
        return newest - index.lastPosition > 10_000 && newest - index.lastPosition > index.count / 2
    }

    private func load(_ reader: Connection) throws {
        guard let token = try IndexedRecipeStore(reader).snapshotToken() else { return }
        do {
            let index = try SearchIndex.load(
                path, origin: SnapshotOrigin(rules: Self.rules, token: token), choices: IndexedFact.choices)
            state.withLock { state in
                state.index = index
                state.saved = index.lastPosition
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
        let store = IndexedRecipeStore(reader)
        // What changes from now on is added again afterwards.
        let position = try store.newestChange()
        var last = 0
        while !isStopping() {
            let ids = try store.recipes(after: last, limit: Self.batch)
            guard let end = ids.last else {
                index.update { _ in IndexChanges(removed: [], documents: [], position: position) }
                state.withLock { $0.index = index }
                return index
            }
            let documents = try reader.readNow { try IndexedRecipeStore($0).documents(ids) }
            index.update { _ in IndexChanges(removed: [], documents: documents, position: 0) }
            last = end
        }
        return nil
    }

    /// Writes a snapshot, if anything changed since the last one.
    func save(_ writer: Writer) throws {
        guard let index = known, index.lastPosition != state.withLock({ $0.saved }),
            let snapshot = index.snapshot()
        else { return }
        let token = Int.random(in: 1...Int.max)
        let position = snapshot.position
        try snapshot.write(to: path, origin: SnapshotOrigin(rules: Self.rules, token: token))
        try writer.writeNow { try IndexedRecipeStore($0).record(token: token, position: position) }
        state.withLock { $0.saved = position }
    }
}

extension Site {
    var recipeSearchIndex: RecipeSearchIndex { part() }
}
