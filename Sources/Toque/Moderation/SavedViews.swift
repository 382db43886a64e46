// Handlers for the saved views of the queue.

import Bytes
import Database
import HTTP
import Texts
import Words

enum SavedViews {
    static func save(_ context: Context) async throws -> Response {
        let (viewer, now, language) = (try context.member(), context.now, context.language)
        let filter = QueueFilter(encoded: context.form.filter)
        let (name, query) = ((context.form["name"] ?? "").inOneLine, filter.encoded)
        var form = QueueForm(filter)
        form.name = name
        if name.isEmpty { form.errors.add("name", Text.queueViewNameMissing(language)) }
        if name.length > SavedView.nameLength {
            form.errors.add("name", Text.editorTooLong(language, limit: String(SavedView.nameLength)))
        }
        if query.isEmpty || query.length > SavedView.queryLength {
            form.errors.add("name", Text.queueViewEmpty(language))
        }
        guard form.errors.isEmpty else { return try await Queue.page(form, context, status: .unprocessable) }
        let isSaved = try await context.site.writer.write { db in
            try SavedViewStore(db).save(name, query, of: viewer.id, now: now)
        }
        guard isSaved else {
            form.errors.add("name", Text.queueViewFull(language, limit: String(SavedView.limit)))
            return try await Queue.page(form, context, status: .conflict)
        }
        return context.redirect(to: filter.address(Address.queue()), done: "view-saved")
    }

    static func delete(_ context: Context) async throws -> Response {
        let (viewer, now, id) = (try context.member(), context.now, try context.number("view"))
        guard
            try await context.site.writer.write({ try SavedViewStore($0).delete(id, of: viewer.id, now: now) })
        else { throw SiteError.notFound }
        return context.redirect(to: Address.queue(), done: "view-deleted", number: id)
    }

    static func restore(_ context: Context) async throws -> Response {
        let (viewer, now, id) = (try context.member(), context.now, try context.number("view"))
        guard
            try await context.site.writer.write({ try SavedViewStore($0).restore(id, of: viewer.id, now: now) })
        else { throw SiteError.notFound }
        return context.redirect(to: Address.queue(), done: "undone")
    }
}

/// A saved view as a link, with the form that deletes it.
struct SavedViewLink {
    let name: String
    let address: String
    let isChosen: Bool
    let deleteAddress: String

    init(_ view: SavedView, _ filter: QueueFilter) {
        name = view.name
        address = "\(Address.queue())?\(view.query)"
        isChosen = view.query == filter.encoded
        deleteAddress = Address.deleteQueueView(view.id)
    }
}
