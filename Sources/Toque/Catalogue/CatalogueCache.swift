// Keeps the newest catalogue in memory for all event loops and loads it again when its edition changes.

import Database
import Food
import Synchronization

/// The catalogue of the newest edition, shared by all event loops.
final class CatalogueCache: Sendable {
    private let cached = Mutex<Catalogue?>(nil)

    /// The catalogue as this read connection sees it.
    func current(_ reader: some CatalogueSource) throws -> Catalogue {
        let edition = try reader.catalogueEdition()
        if let known = cached.withLock({ $0 }), known.edition == edition { return known }
        let fresh = try reader.loadCatalogue()
        cached.withLock { known in
            if known.map({ $0.edition < fresh.edition }) ?? true { known = fresh }
        }
        return fresh
    }

    /// The catalogue within a write transaction. One that the transaction changed is not cached, because it may be
    /// rolled back.
    func inside(_ writer: some CatalogueSource) throws -> Catalogue {
        let edition = try writer.catalogueEdition()
        if let known = cached.withLock({ $0 }), known.edition == edition { return known }
        return try writer.loadCatalogue()
    }
}

/// A source of the catalogue: a database connection or a test.
protocol CatalogueSource {
    func catalogueEdition() throws -> Int
    func loadCatalogue() throws -> Catalogue
}

extension TermKind: ColumnValue {}
extension TermState: ColumnValue {}

extension Site {
    var catalogue: CatalogueCache { part() }
}
