// Writes an archive: one JSON file per table, every photo as it is stored, and a page that explains the files.

import Archive
import Bytes
import Database
import Foundation
import Texts
import Words

struct ExportArchive {
    let db: Connection
    let mediaPath: String

    /// Writes all data of one user in one snapshot. The JSON files of tables are written next to the archive first, so
    /// that no table is in memory as a whole.
    func write(
        of user: Int, to path: String, site: String, now: Int,
        progress: @escaping @Sendable (Double) -> Bool = { _ in true }
    ) throws {
        let (files, parts) = (FileManager.default, path + ".parts")
        // Left over if the process ended while it made an archive.
        try? files.removeItem(atPath: parts)
        try files.createDirectory(
            atPath: parts, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { try? files.removeItem(atPath: parts) }
        let content = try db.readNow { _ in try entries(of: user, in: parts, site: site, now: now) }
        try ZipFile.write(content, to: path, progress: progress)
        try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }

    private func entries(of user: Int, in folder: String, site: String, now: Int) throws -> [ZipEntry] {
        let language = try AccountStore(db).recipient(user)?.language ?? .en
        var files: [(name: String, what: String, rows: Int)] = []
        var entries: [ZipEntry] = []
        for table in PersonalData.tables {
            guard let file = table.file else { continue }
            let (name, path) = ("\(file).json", "\(folder)/\(file).json")
            let rows = try writeRows(of: table, user, to: path)
            files.append((name, Text.dynamic("export.file.\(file)", language) ?? file, rows))
            entries.append(.text(name: name, path: path))
        }
        let index: [String: Any] = [
            "site": site, "made_at": Dates.time(now),
            "files": files.map { ["name": $0.name, "what": $0.what, "rows": $0.rows] as [String: Any] },
        ]
        let lines = files.map { "\($0.name): \($0.what) (\($0.rows))" }
        let readme = [Text.exportReadme(language, site: site, time: Dates.moment(now, language))] + lines
        return [
            .bytes(name: "README.txt", Array((readme.joined(separator: "\n\n") + "\n").utf8)),
            .bytes(name: "index.json", Array(try Self.json(index))),
        ] + entries + (try pictures(of: user))
    }

    /// Writes a JSON list row by row; returns the number of rows.
    private func writeRows(of table: PersonalTable, _ user: Int, to path: String) throws -> Int {
        let shown = table.shown.map { $0.replacing(bytes: "{user}", with: String(user)) }
        let columns = (table.columns + shown).joined(separator: ", ")
        let names = table.columns + shown.compactMap { $0.split(bytes: " AS ").last.map(String.init) }
        try Data().write(to: URL(fileURLWithPath: path))
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        defer { try? file.close() }
        var count = 0
        try db.each("SELECT \(raw: columns) FROM \(raw: table.name) WHERE \(sql: table.whose(user))") { row in
            var object: [String: Any] = [:]
            for (index, name) in names.enumerated() { object[name] = Self.plain(row[index], name) }
            try file.write(contentsOf: Data((count == 0 ? "[\n" : ",\n").utf8) + Self.json(object))
            count += 1
        }
        try file.write(contentsOf: Data((count == 0 ? "[]\n" : "\n]\n").utf8))
        return count
    }

    /// Converts a value: times become text, recipes stay JSON, and blobs become null.
    private static func plain(_ value: Value, _ column: String) -> Any {
        let isTime =
            column == "at" || column == "until" || column.hasSuffix(bytes: "_at") || column.hasSuffix(bytes: "_until")
        switch value {
        case .null: return NSNull()
        case .integer(let number): return isTime ? Dates.time(number) : number
        case .real(let number): return number
        case .text(let text):
            let object = column == "body" ? try? JSONSerialization.jsonObject(with: Data(text.utf8)) : nil
            return object ?? text
        case .blob: return NSNull()
        }
    }

    private static func json(_ object: Any) throws -> Data {
        try JSONSerialization.data(
            withJSONObject: object, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    }

    /// Every file in the user's photo folders, including the original uploads.
    private func pictures(of user: Int) throws -> [ZipEntry] {
        let folders = try db.all(
            """
            SELECT id FROM photo WHERE owner_id = \(user)
            UNION SELECT screenshot FROM bug_report
                WHERE screenshot IS NOT NULL AND (\(sql: PersonalData.reports(user)))
            """
        ) { $0[0] as String }
        return folders.flatMap { folder in
            let files = (try? FileManager.default.contentsOfDirectory(atPath: "\(mediaPath)/\(folder)")) ?? []
            return files.sorted().map {
                ZipEntry.file(name: "pictures/\(folder)/\($0)", path: "\(mediaPath)/\(folder)/\($0)")
            }
        }
    }
}
