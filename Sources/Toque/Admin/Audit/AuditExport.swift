// Exports the rows of the audit log that a filter finds, as CSV or JSON, and records it in the log.

import Bytes
import Database
import Foundation
import HTTP
import HTTPServer
import Synchronization

enum AuditExport {
    static func send(_ context: Context) async throws -> Response {
        let (viewer, now, site) = (try context.member(), context.now, context.site)
        guard let format = ExportFormat(rawValue: context.form["format"] ?? "") else { throw SiteError.notFound }
        let filter = AuditFilter(encoded: context.form.filter)
        // Rows never change, so those up to the present last one are a snapshot.
        let last = try AuditStore(context.reader).head().rows
        try await site.writer.write {
            try AuditStore($0).append(
                .init(
                    action: "export-audit", object: .site, id: 0, from: "", to: format.rawValue,
                    detail: filter.logged), by: viewer.actor, at: now)
        }
        let pieces = AuditPieces(filter, format, below: last + 1)
        let stream = ContentStream { try await site.workers.run { try pieces.next(site) } }
        var response = Response(body: .stream(stream))
        response.headers["Content-Type"] = format.type
        response.headers["Content-Disposition"] = "attachment; filename=\"audit-\(Dates.iso(now)).\(format.rawValue)\""
        response.headers["Cache-Control"] = "private, no-store"
        return response
    }
}

/// The file in pieces of at most 1,000 rows, so that memory use does not grow with the log.
private final class AuditPieces: Sendable {
    private struct State {
        /// The rows below this id are still to be written; `nil` after the end.
        var below: Int?
        var isFirst = true
    }

    private static let rows = 1_000
    private static let columns = [
        "id", "at", "actor", "action", "object", "object_id", "from", "to", "detail", "network",
    ]

    private let filter: AuditFilter
    private let format: ExportFormat
    private let state: Mutex<State>

    init(_ filter: AuditFilter, _ format: ExportFormat, below id: Int) {
        (self.filter, self.format) = (filter, format)
        state = Mutex(State(below: id))
    }

    func next(_ site: Site) throws -> [UInt8]? {
        try state.withLock { state in
            guard let below = state.below else { return nil }
            let rows = try AuditStore(site.openReader()).rows(filter, else: .actions, below: below, limit: Self.rows)
            let isLast = rows.count < Self.rows
            let text = try text(rows, isFirst: state.isFirst, isLast: isLast)
            state = State(below: isLast ? nil : rows.last?.id, isFirst: false)
            return Array(text.utf8)
        }
    }

    private func text(_ rows: [AuditRow], isFirst: Bool, isLast: Bool) throws -> String {
        switch format {
        case .csv: return (isFirst ? CSVText.write([Self.columns]) : "") + CSVText.rows(rows.map(Self.cells))
        case .json:
            let objects = try rows.map { String(decoding: try JSONAnswer.bytes($0), as: UTF8.self) }
            let start = isFirst ? "[\n" : objects.isEmpty ? "" : ",\n"
            return start + objects.joined(separator: ",\n") + (isLast ? "\n]\n" : "")
        }
    }

    private static func cells(_ row: AuditRow) -> [String] {
        [
            String(row.id), Dates.time(row.at), row.actor, row.action, row.object, String(row.objectID), row.from,
            row.to, row.detail, row.network,
        ]
    }
}
