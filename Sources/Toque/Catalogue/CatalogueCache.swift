// The newest catalogue in memory, shared by every loop; it is loaded again when its edition has changed.

import Database
import Food
import Synchronization

/// The catalogue of the newest edition, loaded when it has moved.
final class CatalogueCache: Sendable {
    private let cached = Mutex<Catalogue?>(nil)

    /// The catalogue as a read connection sees it.
    func current(_ reader: some CatalogueSource) throws -> Catalogue {
        let edition = try reader.catalogueEdition()
        if let known = cached.withLock({ $0 }), known.edition == edition { return known }
        let fresh = try reader.loadCatalogue()
        cached.withLock { known in
            if known.map({ $0.edition < fresh.edition }) ?? true { known = fresh }
        }
        return fresh
    }

    /// The catalogue inside a write: one that the write itself changed is loaded and not kept, since it may roll back.
    func inside(_ writer: some CatalogueSource) throws -> Catalogue {
        let edition = try writer.catalogueEdition()
        if let known = cached.withLock({ $0 }), known.edition == edition { return known }
        return try writer.loadCatalogue()
    }
}

/// Where the catalogue comes from.
protocol CatalogueSource {
    func catalogueEdition() throws -> Int
    func loadCatalogue() throws -> Catalogue
}

extension TermKind: ColumnValue {}
extension TermState: ColumnValue {}

extension Site {
    var catalogue: CatalogueCache { part() }
}
