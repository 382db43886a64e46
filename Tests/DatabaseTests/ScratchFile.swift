// A database file for one test.

import Database
import Foundation

/// A path in a new folder, which is deleted after the test.
final class ScratchFile: Sendable {
    let folder: URL
    var path: String { folder.appending(path: "test.db").path }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "toque-database-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    func connect(_ mode: Connection.Mode = .readWrite) throws -> Connection {
        try Connection(path: path, mode: mode)
    }

    /// Opens a connection to the file and creates one table of recipes.
    func withRecipes() throws -> Connection {
        let connection = try connect()
        try connection.script(
            """
            CREATE TABLE recipe (id INTEGER PRIMARY KEY, title TEXT NOT NULL UNIQUE, minutes INTEGER) STRICT
            """)
        return connection
    }
}
