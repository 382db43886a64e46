// Handlers for importing recipes: upload, preview, and save as private drafts.

import Bytes
import Database
import Fetching
import Foundation
import HTTP
import HTTPServer
import Images
import Texts

enum ImportPages {
    static func show(_ context: Context) async throws -> Response {
        _ = try context.member()
        return context.page(ImportPage(ImportForm(), FieldErrors(), context))
    }

    /// Reads the submitted document. Only the preview is stored, for twelve hours.
    static func read(_ context: Context) async throws -> Response {
        let (viewer, now) = (try context.member(), context.now)
        let form = ImportForm(context.form)
        var errors = form.errors(context.language)
        if errors.isEmpty, !context.site.importTurns.begin(viewer.id) {
            errors.add(form.field, Text.importBusy(context.language))
        }
        guard errors.isEmpty else { return context.page(ImportPage(form, errors, context), status: .unprocessable) }
        defer { context.site.importTurns.end(viewer.id) }
        if let reading = try await reading(form, &errors, context) {
            let id = try await context.site.writer.write { try ImportStore($0).add(reading, user: viewer.id, now: now) }
            return context.redirect(to: Address.importReading(id), done: "import-read")
        }
        return context.page(ImportPage(form, errors, context), status: .unprocessable)
    }

    /// The preview: one recipe in full, several as a list, and with `recipe` one of that list.
    static func preview(_ context: Context) async throws -> Response {
        let reading = try reading(context)
        return try await page(reading, recipe: context.request.query["recipe"].flatMap { Int($0) }, nil, context)
    }

    /// Creates private recipes from the chosen ones.
    static func save(_ context: Context) async throws -> Response {
        let viewer = try context.member()
        let reading = try reading(context)
        let chosen = Set(context.form.all("recipe").compactMap { Int($0) })
        let numbers = reading.items.map(\.n).filter(chosen.contains)
        guard !numbers.isEmpty else {
            return try await page(reading, recipe: nil, Text.importNoneChosen(context.language), context)
        }
        guard context.site.importTurns.begin(viewer.id) else {
            return try await page(reading, recipe: nil, Text.importBusy(context.language), context)
        }
        defer { context.site.importTurns.end(viewer.id) }
        var created: [CreatedRecipe] = []
        for number in numbers {
            if let recipe = try await create(number, of: reading, viewer.id, context) { created.append(recipe) }
        }
        let isDone = try await context.site.writer.write {
            try ImportStore($0).removeIfDone(reading.id, user: viewer.id)
        }
        guard let first = created.first else { throw SiteError.notFound }
        if created.count > 1 { return context.redirect(to: Address.myRecipes(), done: "import-saved-all") }
        return isDone
            ? context.redirect(to: Address.recipe(first.id), done: "import-saved")
            : context.redirect(to: Address.importReading(reading.id), done: "import-saved-one")
    }

    /// Saves one recipe in a transaction of its own, so that nobody waits long for the writer. The threads of imports
    /// understand it, because many long recipes take minutes; `nil` if it was saved in the meantime.
    private static func create(
        _ number: Int, of reading: StoredImport, _ user: Int, _ context: Context
    ) async throws -> CreatedRecipe? {
        guard let item = try ImportStore(context.reader).item(number, of: reading) else { return nil }
        let edition = try UnderstandingStore(context.reader).edition()
        let catalogue = try context.site.catalogue.current(context.reader)
        let understood = try await context.site.importing.run { item.understood(by: catalogue, edition: edition) }
        let now = context.now
        return try await context.site.writer.write {
            try ImportStore($0).save(understood, of: reading.id, user: user, now: now)
        }
    }

    private static func reading(_ context: Context) throws -> StoredImport {
        let user = try context.member().id
        guard
            let reading = try ImportStore(context.reader).reading(
                try context.number("import"), user: user, now: context.now)
        else { throw SiteError.notFound }
        return reading
    }

    private static func page(
        _ reading: StoredImport, recipe: Int?, _ problem: String?, _ context: Context
    ) async throws -> Response {
        let shown = recipe ?? (reading.items.count == 1 ? reading.items.first?.n : nil)
        let item = try shown.flatMap { try ImportStore(context.reader).item($0, of: reading) }
        if recipe != nil, item == nil { throw SiteError.notFound }
        let catalogue = try context.site.catalogue.current(context.reader)
        let understood = try await context.site.factWorkers.run(for: context.member().id) {
            item.map { catalogue.understood($0.body) } ?? []
        }
        return context.page(
            ImportPreviewPage(reading, item, understood, problem, catalogue, context),
            status: problem == nil ? .ok : .unprocessable)
    }
}

/// Turns the submitted document into recipes with their pictures.
extension ImportPages {
    /// The maximum number of pictures in one import: each takes a large part of a second.
    static let pictures = 20

    private static func reading(
        _ form: ImportForm, _ errors: inout FieldErrors, _ context: Context
    ) async throws -> ImportPreview? {
        let language = context.language
        guard let (content, name, address) = try await document(form, &errors, context) else { return nil }
        let catalogue = try context.site.catalogue.current(context.reader)
        let presence = context.request.presence
        let result = try await context.site.importing.run { [content] in
            let isGivenUp: @Sendable () -> Bool = { presence?.isGone == true }
            guard !isGivenUp() else { return Result<ImportPreview, ImportRefusal>.failure(.givenUp) }
            let bytes = try content.bytes()
            return Result { () throws(ImportRefusal) in
                let budget = ImportBudget(isGivenUp: isGivenUp)
                return try ImportPreview.read(bytes, name: name, address: address, catalogue, budget: budget)
            }
        }
        let field = form.field
        switch result {
        case .failure(.givenUp): throw SiteError.unavailable
        case .failure(.binary(let kind)):
            let shown = name.isEmpty ? address : name
            errors.add(
                field,
                Text.importBinary(
                    language, kind: Text.dynamic("import.problem.binary.\(kind.rawValue)", language) ?? kind.english,
                    name: shown.isEmpty ? Text.importBinaryNameless(language) : shown))
            return nil
        case .failure(let refusal):
            errors.add(field, Text.dynamic("import.problem.\(refusal.key)", language) ?? refusal.description)
            return nil
        case .success(let reading) where reading.recipes.isEmpty:
            let key = reading.unread.first?.key ?? "noRecipe"
            errors.add(field, Text.dynamic("import.problem.\(key)", language) ?? key)
            return nil
        case .success(let reading): return try await withPictures(reading, base: address, context)
        }
    }

    private static func document(
        _ form: ImportForm, _ errors: inout FieldErrors, _ context: Context
    ) async throws -> (RequestBody, name: String, address: String)? {
        if let file = form.file { return (file.content, file.filename.cut(to: 200), "") }
        if !form.text.isEmpty { return (RequestBody(Array(form.text.utf8)), "", "") }
        switch try await context.site.web.page(form.address) {
        case .success(let page): return (RequestBody(page.bytes), "", page.url)
        case .failure(let failure):
            errors.add("address", Text.dynamic("import.web.\(failure.key)", context.language) ?? failure.key)
            return nil
        }
    }

    /// Processes the pictures of archives and the first picture of a fetched page, like any upload.
    private static func withPictures(
        _ reading: ImportPreview, base: String, _ context: Context
    ) async throws -> ImportPreview {
        var reading = reading
        var left = pictures
        for index in reading.recipes.indices {
            var bytes = reading.recipes[index].picture
            reading.recipes[index].picture = nil
            try await attachMedia(to: &reading.recipes[index], left: &left, context)
            if bytes == nil, !base.isEmpty, reading.recipes.count == 1 {
                bytes = try await fetched(reading.recipes[index].images.first, base: base, context)
            }
            if let content = bytes, left > 0 {
                left -= 1
                do {
                    let photo = try await PhotoStore.add(RequestBody(content), cut: .whole, context)
                    reading.recipes[index].body.photo = photo
                    // The note of a recipe from this site is about pictures of its steps.
                    if reading.recipes[index].shown.isEmpty {
                        reading.recipes[index].notes.removeAll { $0.kind == .pictures }
                    }
                    continue
                } catch { if MediaRefusal.key(error) == nil { throw error } }
            }
            if bytes != nil { reading.recipes[index].leavePicture() }
        }
        return reading
    }

    /// Stores the media of the steps of an archive's recipe.
    private static func attachMedia(
        to recipe: inout ConvertedRecipe, left: inout Int, _ context: Context
    ) async throws {
        for (number, file) in recipe.media.sorted(by: { $0.key < $1.key }) where recipe.shown[number] != nil {
            guard left > 0 else { break }
            left -= 1
            do {
                recipe.attach(try await StepMedia.add(RequestBody(file), context), to: number)
            } catch { if MediaRefusal.key(error) == nil { throw error } }
        }
        recipe.media = [:]
        if !recipe.shown.isEmpty { recipe.leavePicture() }
    }

    private static func fetched(_ image: String?, base: String, _ context: Context) async throws -> [UInt8]? {
        guard let image, let url = URL(string: image, relativeTo: URL(string: base))?.absoluteString else { return nil }
        return try? await context.site.web.page(url).get().bytes
    }
}
