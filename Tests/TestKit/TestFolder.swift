// Data folders of tests: each with a database copied from one that was migrated and filled once.

import Database
import Foundation
import Security

@testable import Food
@testable import Toque

/// A data folder of its own, gone when the last that uses it is.
final class TestFolder: Sendable {
    let path: String

    /// An empty folder.
    init() throws {
        path = FileManager.default.temporaryDirectory.path + "/toque-test-" + Random.token(bytes: 12)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// A folder with everybody, the starter catalogue, and nothing else.
    static func filled() throws -> TestFolder {
        let folder = try TestFolder()
        try StartingPoint.made.get().database.write(to: URL(fileURLWithPath: folder.path + "/toque.sqlite"))
        return folder
    }
}

/// What every test's database starts from: made once in a process.
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

    /// Fills the file, whose last connection then closes, so that nothing of it stays in the log beside it.
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

/// The catalogue of the starting point as a source, so that no site of a test has to load it again.
struct KnownCatalogue: CatalogueSource {
    let catalogue: Catalogue

    func catalogueEdition() throws -> Int { catalogue.edition }
    func loadCatalogue() throws -> Catalogue { catalogue }
}
