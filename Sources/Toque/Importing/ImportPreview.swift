// Reads a submitted address, text or file into recipes that can be previewed.

import Archive
import Bytes
import Fetching
import Food
import Foundation
import HTTP
import HTTPServer
import Synchronization
import Texts
import Words

/// The import form as typed: one of three sources.
struct ImportForm {
    /// The maximum code points of a pasted page or text.
    static let textLimit = 500_000

    var address = ""
    var text = ""
    var file: UploadedFile?

    init() {}

    init(_ form: Form) {
        address = (form["address"] ?? "").trimmed
        text = (form["text"] ?? "").typed
        file = form.file("file").flatMap { $0.content.isEmpty ? nil : $0 }
    }

    /// The field that was filled in; messages are shown there.
    var field: String { file != nil ? "file" : text.isEmpty ? "address" : "text" }

    /// The errors that can be found without reading the source.
    func errors(_ language: Language) -> FieldErrors {
        var errors = FieldErrors()
        let given = [
            ("address", !address.isEmpty), ("text", !text.isEmpty), ("file", file != nil),
        ].filter(\.1).map(\.0)
        if given.isEmpty { errors.add("address", Text.importNothing(language)) }
        if given.count > 1 { errors.add(given[1], Text.importSeveral(language)) }
        if text.length > Self.textLimit {
            errors.add("text", Text.editorTooLong(language, limit: String(Self.textLimit)))
        }
        return errors
    }
}

/// The recipes that were understood, and the parts that no recipe could be made of.
struct ImportPreview: Sendable {
    /// An address or a file name; empty for a pasted text.
    var name = ""
    /// The beginning of the document as submitted; empty for an archive or a gzip file.
    var document = ""
    var recipes: [ConvertedRecipe] = []
    var unread: [Unread] = []

    /// A file or recipe that was not imported, and the reason as a key of the locale files (`import.problem.KEY`).
    struct Unread: Codable, Sendable {
        let name: String
        let key: String
    }

    /// The maximum code points of a document that are shown next to the recipes.
    static let shownLimit = 20_000

    /// Reads a document or an archive. Too slow for an event loop.
    static func read(
        _ bytes: [UInt8], name: String, address: String = "", _ catalogue: Catalogue,
        budget: ImportBudget = ImportBudget()
    ) throws(ImportRefusal) -> ImportPreview {
        let document = RecipeDocument(
            catalogue: catalogue, address: address, most: ImportLimits.recipes + 1, budget: budget)
        var reading = ImportPreview(name: address.isEmpty ? name : address)
        if ZipReader.isArchive(bytes) {
            let archive = RecipeArchive(try RecipeArchive.open(bytes), document)
            for file in archive.texts where reading.hasRoom(for: file.name) {
                for entry in archive.entries(of: file) {
                    switch entry {
                    case .success(let found): try reading.take(found, catalogue, budget)
                    case .failure(let unread) where unread.refusal == .givenUp: throw .givenUp
                    case .failure(let unread) where reading.hasRoom(for: unread.name):
                        reading.leave(unread.name, unread.refusal)
                    case .failure: break
                    }
                }
            }
        } else {
            for found in try document.find(bytes, name: name) { try reading.take(found, catalogue, budget) }
            if !bytes.starts(with: [0x1f, 0x8b]) {
                let scalars = RecipeDocument.text(bytes).unicodeScalars
                reading.document = String(scalars.prefix(shownLimit)).replacing(bytes: "\0", with: "")
            }
        }
        if reading.recipes.isEmpty, reading.unread.isEmpty { throw .noRecipe }
        return reading
    }

    private mutating func leave(_ name: String, _ refusal: ImportRefusal) {
        unread.append(Unread(name: name, key: refusal.key))
    }

    private mutating func take(
        _ found: RecipeWithMedia, _ catalogue: Catalogue, _ budget: ImportBudget
    ) throws(ImportRefusal) {
        var found = found
        if found.recipe.address.isEmpty, found.recipe.exact == nil, name.hasPrefix(bytes: "http") {
            found.recipe.address = name
        }
        let title = (found.recipe.title.isEmpty ? name : found.recipe.title).cut(to: 200)
        guard hasRoom(for: title) else { return }
        do throws(ImportRefusal) { try budget.take(found.recipe) } catch {
            if error == .givenUp { throw error }
            return leave(title, error)
        }
        switch catalogue.take(found) {
        case .success(let recipe): recipes.append(recipe)
        case .failure(let failure): unread.append(Unread(name: title, key: "\(failure.kind)"))
        }
    }

    /// Whether one more recipe fits. The first that does not is reported, later ones are not.
    private mutating func hasRoom(for name: String) -> Bool {
        if unread.last?.key == ImportRefusal.tooMuch.key { return false }
        if recipes.count < ImportLimits.recipes, unread.count < ImportLimits.leftovers { return true }
        if unread.last?.key != "tooMany" { unread.append(Unread(name: name, key: "tooMany")) }
        return false
    }
}

extension ImportRefusal {
    /// The key of its message in the locale files.
    var key: String {
        switch self {
        case .noRecipe: "noRecipe"
        case .tooLong, .archive(.tooLarge): "tooLong"
        case .damaged, .archive(.damaged), .archive(.name): "damaged"
        case .binary(let kind): "binary.\(kind.rawValue)"
        case .archive(.encrypted): "encrypted"
        case .tooMuch: "tooMuch"
        case .marks: "marks"
        case .givenUp: "givenUp"
        case .archive(.tooManyFiles): "tooMany"
        }
    }
}

extension WebFailure {
    /// The key of its message in the locale files (`import.web.KEY`).
    var key: String {
        switch self {
        case .address(.form): "form"
        case .address(.credentials): "credentials"
        case .address(.port): "port"
        case .inside: "inside"
        case .redirects: "redirects"
        case .tooLong: "tooLong"
        case .tooSlow: "tooSlow"
        case .status: "status"
        case .unreachable: "unreachable"
        }
    }
}

/// Threads for imports only, because logins must not wait for them.
struct ImportWorkers: Sendable {
    let pool: WorkerPool

    init(threads: Int) { pool = WorkerPool(threads: threads, queueLimit: 16) }
}

/// Fetches pages of other sites on threads of its own, so that slow sites do not delay other imports.
final class RecipeWeb: Sendable {
    let reader: any WebReader
    private let workers = ImportWorkers(threads: 4).pool

    init(_ reader: any WebReader) { self.reader = reader }

    /// Fetches a page. Waiting for a thread counts towards the time limit, so that twenty slow sites time out together
    /// and not one after another.
    func page(_ address: String) async throws -> Result<WebPage, WebFailure> {
        let (reader, asked) = (reader, ContinuousClock.now)
        return try await workers.run { Result { () throws(WebFailure) in try reader.read(address, since: asked) } }
    }
}

extension Site {
    var web: RecipeWeb { part() }
}

extension Site {
    var importing: WorkerPool { part(ImportWorkers.self).pool }
}
