// Data folders of tests. Each has a copy of a database that was migrated and filled once.

import Database
import Foundation
import Security

@testable import Food
@testable import Toque

/// A data folder, deleted with its last user.
final class TestFolder: Sendable {
    let path: String

    /// An empty folder.
    init() throws {
        path = FileManager.default.temporaryDirectory.path + "/toque-test-" + Random.token(bytes: 12)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// A folder whose database contains only the people of the tests and the starter catalogue.
    static func filled() throws -> TestFolder {
        let folder = try TestFolder()
        try StartingPoint.made.get().database.write(to: URL(fileURLWithPath: folder.path + "/toque.sqlite"))
        return folder
    }
}

/// The database that each test's database is copied from, made once per process.
struct StartingPoint: Sendable {
    let database: Data
    let catalogue: Catalogue

    static let made = Result { try StartingPoint() }

    private init() throws {
        let folder = try TestFolder()
        var configuration = Configuration()
        configuration.data = folder.path
        try DataFolder.migrate(configuration)
        catalogue = try Self.fill(configuration.databasePath)
        database = try Data(contentsOf: URL(fileURLWithPath: configuration.databasePath))
    }

    /// Fills the file and closes the last connection, so that no data stays in the write-ahead log.
    private static func fill(_ path: String) throws -> Catalogue {
        let connection = try Connection(path: path, mode: .readWrite)
        return try connection.transaction { db in
            _ = try StarterUpdate.run(db, now: TestClock.start)
            _ = try DerivationStore(db).mark(rules: RuleSources.digest)
            try Person.addAll(to: db, now: TestClock.start)
            return try CatalogueStore(db).load()
        }
    }
}

/// A catalogue source that returns the loaded catalogue, so that sites of tests need not load it again.
struct KnownCatalogue: CatalogueSource {
    let catalogue: Catalogue

    func catalogueEdition() throws -> Int { catalogue.edition }
    func loadCatalogue() throws -> Catalogue { catalogue }
}
