// Lets members export everything that the site knows about them, as one archive.

import Database
import Foundation
import HTML
import HTTP
import Security
import Texts
import Words

enum DataExport {
    static func show(_ context: Context) async throws -> Response {
        let (viewer, language) = (try context.member(), context.language)
        let row = try current(viewer, context)
        let isWaiting = row?.state == .waiting
        var response = context.page(
            ExportPage(
                layout: context.layout(title: Text.exportTitle(language), section: "account", isListed: false),
                formToken: context.formToken, percent: row.flatMap { $0.state == .waiting ? $0.percent : nil },
                ready: row.flatMap { $0.state == .ready ? ReadyExport($0, context) : nil },
                hasFailed: row?.state == .failed, canAsk: !isWaiting))
        // Without a script, the page reloads itself until the archive is ready.
        if isWaiting { response.headers["Refresh"] = "2" }
        return response
    }

    static func ask(_ context: Context) async throws -> Response {
        let (viewer, now) = (try context.member(), context.now)
        let isAsked = try await context.site.writer.write {
            try ExportStore($0).ask(viewer.id, by: viewer.actor, now: now)
        }
        if isAsked { context.site.wakeSignal.wake() }
        return context.redirect(to: Address.export(), done: isAsked ? "export-asked" : "nothing-changed")
    }

    /// Sends the file, to a client that has both the address and the owner's session.
    static func fetch(_ context: Context) async throws -> Response {
        let viewer = try context.member()
        guard let row = try current(viewer, context), row.state == .ready,
            constantTimeEqual(
                Array((context.parameters["token"] ?? "").utf8), Array(ReadyExport.token(row, context).utf8))
        else { throw SiteError.notFound }
        let path = "\(context.site.settings.exportsPath)/\(row.file)"
        var response = Response(status: .ok, body: .file(path: path, size: row.size))
        response.headers["Content-Type"] = "application/zip"
        response.headers["Content-Disposition"] = "attachment; filename=\"toque-\(Dates.iso(row.askedAt)).zip\""
        response.headers["Cache-Control"] = "private, no-store"
        return response
    }

    private static func current(_ viewer: Viewer, _ context: Context) throws -> ExportRow? {
        try ExportStore(context.reader).row(viewer.id).flatMap { $0.expiresAt > context.now ? $0 : nil }
    }
}

struct ExportPage {
    let layout: Layout
    let formToken: String
    /// The progress while the archive is made, or `nil`.
    let percent: Int?
    let ready: ReadyExport?
    let hasFailed: Bool
    let canAsk: Bool
}

/// An archive that can be downloaded.
struct ReadyExport {
    let address: String
    let text: HTML

    init(_ row: ExportRow, _ context: Context) {
        address = Address.exportFile(Self.token(row, context))
        let language = context.language
        let size = Int64(row.size).formatted(.byteCount(style: .file).locale(Locale(identifier: language.rawValue)))
        text = Moment(row.expiresAt, language).html { Text.exportReady(language, size: size, until: $0) }
    }

    /// A token that only the site can make, different for each archive.
    static func token(_ row: ExportRow, _ context: Context) -> String {
        context.site.seal("export", String(row.user), String(row.askedAt))
    }
}
