// Handlers for the folders of favourites: create, rename, delete.

import Database
import HTTP
import Texts

enum FavouriteFolders {
    /// The field for a folder's name.
    static func field(_ value: String, _ errors: FieldErrors, _ context: Context) -> Field {
        Field(
            name: "name", label: Text.favouritesFolderName(context.language), value: value, error: errors["name"],
            isRequired: true, maxLength: FavouriteRules.nameLength)
    }

    static func create(_ context: Context) async throws -> Response {
        let (viewer, now, typed) = (try context.member(), context.now, context.form["name"] ?? "")
        let name = FavouriteRules.name(typed)
        var problem = FavouriteRules.problem(name)
        if problem == nil {
            let folder = try await context.site.writer.write {
                try FavouriteStore($0).createFolder(name, user: viewer.id, now: now)
            }
            if let folder {
                return context.redirect(to: Address.favourites(), done: "folder-created", number: folder)
            }
            problem = "taken"
        }
        let store = FavouriteStore(context.reader)
        let counts = try store.counts(user: viewer.id)
        let ids = try store.page(.all, user: viewer.id, page: 1)
        let list = FavouriteList(
            part: .all, page: 1, counts: counts, folders: try store.folders(user: viewer.id, counts: counts),
            recipes: try RecipeStore(context.reader).readable(ids, by: viewer.id, now: now))
        return context.page(
            try FavouritesPage(list, name: typed, errors: errors(problem, context), context), status: .unprocessable)
    }

    private static func errors(_ problem: String?, _ context: Context) -> FieldErrors {
        var errors = FieldErrors()
        if let problem, let message = Text.dynamic("favourites.error.\(problem)", context.language) {
            errors.add("name", message)
        }
        return errors
    }

    static func edit(_ context: Context) async throws -> Response {
        let (id, name) = try folder(context)
        if context.wantsJSON { return try context.json(FavouriteFolderJSON(id: id, name: name)) }
        return context.page(FavouriteFolderPage(id, name: name, typed: name, FieldErrors(), context))
    }

    static func rename(_ context: Context) async throws -> Response {
        let (viewer, now, typed) = (try context.member(), context.now, context.form["name"] ?? "")
        let (id, old) = try folder(context)
        let name = FavouriteRules.name(typed)
        var problem = FavouriteRules.problem(name)
        if problem == nil {
            let step = try await context.site.writer.write {
                try FavouriteStore($0).renameFolder(id, to: name, user: viewer.id, now: now)
            }
            if let step {
                return context.redirect(
                    to: FavouritesPage.address(.folder(id)), done: "folder-renamed", number: step)
            }
            problem = "taken"
        }
        return context.page(
            FavouriteFolderPage(id, name: old, typed: typed, errors(problem, context), context),
            status: .unprocessable)
    }

    static func delete(_ context: Context) async throws -> Response {
        let (viewer, now, (id, _)) = (try context.member(), context.now, try folder(context))
        let step = try await context.site.writer.write {
            try FavouriteStore($0).deleteFolder(id, user: viewer.id, now: now)
        }
        return context.redirect(to: Address.favourites(), done: "folder-deleted", number: step)
    }

    private static func folder(_ context: Context) throws -> (id: Int, name: String) {
        let id = try context.number("folder")
        guard let name = try FavouriteStore(context.reader).folder(id, user: context.member().id) else {
            throw SiteError.notFound
        }
        return (id, name)
    }
}

struct FavouriteFolderPage {
    let layout: Layout
    let formToken: String
    let problems: FieldProblems
    let title: String
    let name: Field
    let action: String
    let deleteAction: String
    let back: String

    init(_ id: Int, name: String, typed: String, _ errors: FieldErrors, _ context: Context) {
        title = Text.favouritesFolderTitle(context.language, name: name)
        layout = context.layout(title: title, section: "favourites", isListed: false)
        formToken = context.formToken
        problems = errors.summary
        self.name = FavouriteFolders.field(typed, errors, context)
        action = Address.favouriteFolder(id)
        deleteAction = Address.deleteFavouriteFolder(id)
        back = FavouritesPage.address(.folder(id))
    }
}

struct FavouriteFolderJSON: Encodable {
    let id: Int
    let name: String
}
