// Loads the program's starter files into the catalogue: all of them if it is empty, and later the changes.

import Database
import Food
import Security

/// The result of an update.
struct StarterChanges: Sendable, Equatable {
    var new = 0
    var changed = 0
    /// Entries that stay as an admin changed them, although the files differ.
    var kept: [String] = []
    /// Names, and entries whose main name, now belong to another entry; and ingredients whose aisle was removed.
    var leftOut: [String] = []
    /// Ingredients of which only facts and measures changed: the recipes that use them have to be derived again.
    var ingredients: [Int] = []
    /// Whether names, units or nutrition changed, so that any recipe may be understood differently.
    var concernsAll = false

    var summary: String {
        "\(new) new, \(changed) changed, \(kept.count) kept as admins changed them, \(leftOut.count) left out"
    }
}

struct StarterUpdate {
    private let db: Connection
    private let store: StarterStore
    private let now: Int
    /// Whether loaded entries are recorded. Without a record every row counts as loaded, except ingredients whose facts
    /// an admin changed.
    private let hasRecord: Bool
    private var changes = StarterChanges()
    private var changedKeys: [String] = []

    /// Compares the files with the catalogue in the caller's transaction; `nil`, without reading them, if they have not
    /// changed. The caller must have the recipes derived again.
    static func run(
        _ db: Connection, edition: String = StarterCatalogue.edition, now: Int,
        _ starter: () throws -> StarterCatalogue = StarterCatalogue.init
    ) throws -> StarterChanges? {
        let last = try StarterStore(db).edition()
        if last == edition { return nil }
        var update = StarterUpdate(db, hasRecord: last != nil, now: now)
        return try update.run(starter(), edition: edition)
    }

    private init(_ db: Connection, hasRecord: Bool, now: Int) {
        self.db = db
        self.hasRecord = hasRecord
        self.now = now
        store = StarterStore(db)
    }

    private mutating func run(_ starter: StarterCatalogue, edition: String) throws -> StarterChanges {
        let (store, now, catalogue) = (store, now, CatalogueStore(db))
        let wasEmpty = try catalogue.isEmpty()
        try merge(.nutrition, starter.nutrition, Array(catalogue.nutrition().values)) { try store.write($0) }
        for (kind, terms) in [
            (StarterKind.aisle, starter.aisles), (.category, starter.categories), (.cuisine, starter.cuisines),
        ] {
            try placing(kind, terms.map(\.key)) { update in
                try update.merge(kind, terms, store.terms(kind)) { try store.write($0, kind) }
            }
        }
        try placing(.unit, starter.units.units.map(\.key)) { update in
            try update.merge(.unit, starter.units.units, catalogue.units().units) { try store.write($0) }
        }
        let aisles = Set(try store.terms(.aisle).map(\.key))
        let known = IngredientGraph.ordered(starter.entries.filter { aisles.contains($0.aisle) })
        changes.leftOut += starter.entries.filter { !aisles.contains($0.aisle) }.map { "ingredient \($0.key)" }
        let before = IngredientGraph.resolved(try catalogue.entries().entries)
        try merge(.ingredient, following(known, before), before) { try store.write($0, now: now) }
        let reach = ChangeReach(
            Set(changedKeys), from: before, to: IngredientGraph.resolved(try catalogue.entries().entries))
        changes.ingredients = try store.ids(of: Array(reach.keys))
        if reach.concernsAll { changes.concernsAll = true }
        try store.setEdition(edition)
        try catalogue.moveEdition()
        try AuditStore(db).append(
            .init(
                action: "starter-catalogue", object: .catalogue, id: 0, from: wasEmpty ? "empty" : "older",
                to: "\(starter.entries.count) ingredients", detail: changes.summary), by: .system, at: now)
        return changes
    }

    /// Sorts a list by its file unless an admin changed the order.
    private mutating func placing(
        _ kind: StarterKind, _ keys: [String], merge: (inout StarterUpdate) throws -> Void
    ) throws {
        func order() throws -> String {
            try SHA256.hex(StarterRules.order(store.keys(kind), loaded: Set(store.loaded(kind).keys)))
        }
        let (known, now) = (try store.order(kind), try order())
        try merge(&self)
        guard known == nil || known == now else { return changes.kept.append("the order of \(kind.rawValue)") }
        try store.place(kind, keys)
        try store.recordOrder(kind, order())
    }

    /// Redirects references in the files from an ingredient that admins merged to the one that it was merged into.
    private func following(_ entries: [IngredientEntry], _ rows: [IngredientEntry]) throws -> [IngredientEntry] {
        let (there, loaded) = (Set(rows.map(\.key)), try loaded(.ingredient, rows))
        var entries = entries
        for gone in entries where !there.contains(gone.key) && loaded[gone.key] != nil {
            let name = StarterRules.folded(gone.english.singular)
            let heir = rows.first { $0.names.contains { StarterRules.folded($0) == name } }
            guard let heir = heir?.key else { continue }
            entries = entries.map { $0.key == heir ? $0 : $0.resting(on: heir, insteadOf: gone.key) }
        }
        return entries
    }

    private mutating func merge<Entry: StarterEntry>(
        _ kind: StarterKind, _ fresh: [Entry], _ current: [Entry], write: (Entry) throws -> Void
    ) throws {
        let rows = Dictionary(current.map { ($0.key, $0) }) { first, _ in first }
        let loaded = try loaded(kind, current)
        let fates = fresh.map {
            StarterRules.fate(file: $0.sha256, row: rows[$0.key]?.sha256, loaded: loaded[$0.key])
        }
        let replaced = Set(zip(fresh, fates).filter { $1 == .changed || $1 == .same }.map(\.0.key))
        let taken = Set(
            current.filter { !replaced.contains($0.key) }.flatMap(\.names).map(StarterRules.folded))
        for (entry, fate) in zip(fresh, fates) {
            switch fate {
            case .removed: break
            case .kept: changes.kept.append("\(kind.rawValue) \(entry.key)")
            case .same: try store.record(kind, entry)
            case .new, .changed:
                guard let free = try free(entry, kind, taken) else { continue }
                if free.text != rows[entry.key]?.text {
                    try write(free)
                    note(kind, free, before: rows[entry.key])
                }
                try store.record(kind, free)
            }
        }
    }

    /// The hashes of the loaded entries by key.
    private func loaded(_ kind: StarterKind, _ current: [some StarterEntry]) throws -> [String: String] {
        if hasRecord { return try store.loaded(kind) }
        let changed = kind == .ingredient ? try store.changedBeforeRecord() : []
        return Dictionary(
            current.filter { !changed.contains($0.key) }.map { ($0.key, $0.sha256) }
        ) { first, _ in first }
    }

    /// The entry without the names that another entry has; `nil` if too little is left.
    private mutating func free<Entry: StarterEntry>(
        _ entry: Entry, _ kind: StarterKind, _ taken: Set<String>
    ) throws -> Entry? {
        guard let free = entry.without({ taken.contains(StarterRules.folded($0)) }) else {
            changes.leftOut.append("\(kind.rawValue) \(entry.key)")
            return nil
        }
        let left = Set(entry.names).subtracting(free.names).sorted()
        changes.leftOut += left.map { "“\($0)” of \(kind.rawValue) \(entry.key)" }
        return free
    }

    private mutating func note<Entry: StarterEntry>(_ kind: StarterKind, _ entry: Entry, before: Entry?) {
        if before == nil { changes.new += 1 } else { changes.changed += 1 }
        switch kind {
        case .aisle, .tutorial: break
        case .ingredient: changedKeys.append(entry.key)
        default: changes.concernsAll = true
        }
    }
}
