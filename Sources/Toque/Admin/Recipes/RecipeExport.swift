// Exports the recipes that the filter finds as CSV or JSON, and records it in the audit log. It contains what the list
// shows, and no text that only its author has read.

import Bytes
import Database
import Foundation
import HTTP
import HTTPServer
import Security

enum RecipeExport {
    /// Sends the file, which is made on the worker pool and already has no name on disk while it is sent.
    static func send(_ context: Context) async throws -> Response {
        let (viewer, now, site) = (try context.member(), context.now, context.site)
        guard let format = ExportFormat(rawValue: context.form["format"] ?? "") else { throw SiteError.notFound }
        let filter = RecipeFilter(encoded: context.form.filter)
        let (file, count) = try await site.workers.run { try make(format, filter, site) }
        try await site.writer.write {
            try AuditStore($0).append(
                .init(
                    action: "export-recipes", object: .site, id: 0, from: "", to: format.rawValue,
                    detail: "\(count) recipes \(filter.logged)"), by: viewer.actor, at: now)
        }
        let stream = ContentStream {
            let piece = try await site.workers.run { try file.read(upToCount: 1 << 18) }
            return piece.flatMap { $0.isEmpty ? nil : Array($0) }
        }
        var response = Response(body: .stream(stream))
        response.headers["Content-Type"] = format.type
        response.headers["Content-Disposition"] =
            "attachment; filename=\"recipes-\(Dates.iso(now)).\(format.rawValue)\""
        response.headers["Cache-Control"] = "private, no-store"
        return response
    }

    /// Writes the file in pieces of 256 KB, so that memory use does not grow with the number of recipes.
    private static func make(_ format: ExportFormat, _ filter: RecipeFilter, _ site: Site) throws -> (FileHandle, Int) {
        let path = "\(site.settings.spoolPath)/\(Random.token(bytes: 16)).\(format.rawValue)"
        let made = FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
        guard made else { throw SiteError.unavailable }
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        try FileManager.default.removeItem(atPath: path)
        var count = 0
        var text = format == .csv ? CSVText.write([RecipeTable.columns]) : "["
        try site.openReader().readNow { db in
            let catalogue = try site.catalogue.current(db)
            let base = site.settings.baseURL
            try RecipeAdminStore(db).each(filter, catalogue, limit: RecipeAdminLimits.exported) { row, body in
                switch format {
                case .csv: text += CSVText.rows([RecipeTable.cells(row, base)])
                case .json: text += (count == 0 ? "\n" : ",\n") + RecipeTable.object(row, body, base)
                }
                count += 1
                if text.utf8.count >= 1 << 18 {
                    try file.write(contentsOf: Data(text.utf8))
                    text = ""
                }
            }
        }
        if format == .json { text += "\n]\n" }
        try file.write(contentsOf: Data(text.utf8))
        try file.seek(toOffset: 0)
        return (file, count)
    }
}

/// A recipe as a row and as an object; times are ISO 8601 in UTC, categories and cuisines are keys.
enum RecipeTable {
    static let columns = [
        "id", "title", "state", "author", "author_name", "created_at", "changed_at", "published_at", "category",
        "cuisine", "language", "total_minutes", "has_photo", "unknown_lines", "address",
    ]

    static func cells(_ row: RecipeAdminRow, _ base: String) -> [String] {
        [
            String(row.id), row.title ?? "", row.state.rawValue, row.author, row.authorName, Dates.time(row.createdAt),
            Dates.time(row.changedAt), row.publishedAt.map(Dates.time) ?? "", row.category ?? "", row.cuisine ?? "",
            row.language ?? "", row.totalMinutes.map(String.init) ?? "", row.hasPhoto ? "yes" : "no",
            row.unknownLines.map(String.init) ?? "", row.isPublic ? base + address(row) : "",
        ]
    }

    /// `body` is the whole text as stored (`RecipeBody.encoded`).
    static func object(_ row: RecipeAdminRow, _ body: String?, _ base: String) -> String {
        var json = JSONText()
        json.add("id", Double(row.id))
        json.add("title", row.title)
        json.add("state", row.state.rawValue)
        json.add("author", row.author)
        json.add("author_name", row.authorName)
        json.add("created_at", Dates.time(row.createdAt))
        json.add("changed_at", Dates.time(row.changedAt))
        json.add("published_at", row.publishedAt.map(Dates.time))
        json.add("category", row.category)
        json.add("cuisine", row.cuisine)
        json.add("language", row.language)
        json.add("total_minutes", row.totalMinutes.map(Double.init))
        json.add("has_photo", row.hasPhoto)
        json.add("unknown_lines", row.unknownLines.map(Double.init))
        json.add("address", row.isPublic ? base + address(row) : nil)
        if let body { json.add("text", raw: body) }
        return json.object
    }

    private static func address(_ row: RecipeAdminRow) -> String { Address.recipe(Slug.segment(row.id, row.slug)) }
}
