// Hashes the content of a database, so that a test can check that nothing changed.

import Database
import Security

@testable import Toque

extension TestSite {
    /// A hash of the rows of each table, by the table's name.
    func digest() throws -> [String: String] {
        try read { db in
            let tables = try db.all("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name") {
                $0[0] as String
            }
            return try Dictionary(
                uniqueKeysWithValues: tables.map { table in
                    let columns = try db.all("SELECT name FROM pragma_table_info(\(table))") { $0[0] as String }
                    let row = columns.map { "quote(\"\($0)\")" }.joined(separator: " || ',' || ")
                    var text = ""
                    try db.each("SELECT \(raw: row) FROM \(raw: table)") { text += ($0[0] as String) + "\n" }
                    return (table, SHA256.hex(text))
                })
        }
    }
}
