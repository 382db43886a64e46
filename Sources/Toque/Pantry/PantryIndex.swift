// Keeps the needs of all public recipes in memory, and reads again only what changed.

import Content
import Database
import Food
import HTTPServer
import SearchIndex
import Synchronization

/// The needs of all public recipes, and the catalogue as pantries need it. Waits while another thread reads rows, so
/// only workers ask.
final class PantryIndex: @unchecked Sendable {  // a lock guards the table
    /// After more changes than this, the numbers of all rows are compared.
    private static let mostChanges = 10_000

    private let lock = ReadWriteLock()
    private let table = NeedTable()
    /// The newest change (`search_change`) that the table has; `nil` before it was filled.
    private var position: Int?
    private let known = Mutex<PantryFoods?>(nil)
    /// The first filling takes seconds on a large site, so nobody waits for it.
    private enum Filling { case needed, running, done }
    private let filling = Mutex(Filling.needed)

    /// What can stand in for what, and what counts as what, as the program's files have it.
    static let substitutions = SubstitutionList(file("substitutions.txt"))
    static let kinds = PantryKinds(file("pantry-kinds.txt"))

    private static func file(_ path: String) -> String { StarterFiles.all.first { $0.path == path }?.text ?? "" }

    func foods(_ catalogue: Catalogue) -> PantryFoods {
        known.withLock { known in
            if let foods = known, foods.catalogue === catalogue { return foods }
            let foods = PantryFoods(catalogue, Self.kinds, Self.substitutions)
            known = foods
            return foods
        }
    }

    // MARK: Needs

    /// Matches with the needs of all public recipes, at least as new as this read connection sees them.
    func find(_ matcher: PantryMatcher, _ question: PantryQuestion, _ db: Connection) throws -> PantryCount {
        try update(db)
        return lock.read { table.find(matcher, question) }
    }

    /// The ids of the first recipes that a pantry allows.
    func first(
        _ count: Int, _ matcher: PantryMatcher, limit: Int, among: [UInt64]?, _ db: Connection
    ) throws -> [Int] {
        try update(db)
        return lock.read { table.first(count, matcher, limit: limit, among: among) }
    }

    /// Reads what changed. Other threads go on matching until it is known. Throws `WorkerPool.Full` while another thread
    /// fills the table for the first time.
    func update(_ db: Connection) throws {
        let before = filling.withLock { filling in
            defer { if filling == .needed { filling = .running } }
            return filling
        }
        switch before {
        case .running: throw WorkerPool.Full()
        case .done: try bringUpToDate(db)
        case .needed:
            do { try bringUpToDate(db) } catch {
                filling.withLock { $0 = .needed }
                throw error
            }
            filling.withLock { $0 = .done }
        }
    }

    private func bringUpToDate(_ db: Connection) throws {
        let newest = try IndexedRecipeStore(db).source().newest
        let known = lock.read { position }
        if let known, known >= newest { return }
        try lock.write {
            // Another thread may have read it in the meantime.
            if let position, position >= newest { return }
            try update(db, newest)
            position = newest
        }
    }

    private func update(_ db: Connection, _ newest: Int) throws {
        let store = RecipeNeedsStore(db)
        guard let position else {
            // After an error it is filled in part.
            if table.count > 0 {
                try compare(store)
            } else {
                try store.each { table.set($0.recipe, row: $0.id, $0.needs) }
            }
            return table.arrange()
        }
        let changed = try IndexedRecipeStore(db).changed(after: position, limit: Self.mostChanges + 1)
        if let changed, changed.count <= Self.mostChanges {
            for recipe in changed { table.remove(recipe) }
            try store.each(changed) { table.set($0.recipe, row: $0.id, $0.needs) }
        } else {
            try compare(store)
        }
        if table.isWorn { table.arrange() }
    }

    /// Compares the numbers of all rows, and reads those that are new.
    private func compare(_ store: RecipeNeedsStore) throws {
        var (found, new): (Set<Int>, [Int]) = ([], [])
        try store.eachNumber { id, recipe in
            found.insert(recipe)
            if !table.has(recipe, row: id) { new.append(recipe) }
        }
        for recipe in table.all where !found.contains(recipe) { table.remove(recipe) }
        try store.each(new) { table.set($0.recipe, row: $0.id, $0.needs) }
    }
}

extension Site {
    var pantryIndex: PantryIndex { part() }
}
