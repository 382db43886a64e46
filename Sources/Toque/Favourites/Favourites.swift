// Handlers for favourites: the heart, the page with its folders, and changes of several favourites.

import Database
import HTTP
import Texts

enum Favourites {
    // The heart

    /// The address of a visitor's heart: leads to the login page, and afterwards to the recipe, which explains the heart.
    static func offer(_ context: Context) async throws -> Response {
        let id = try recipe(context)
        guard let viewer = context.viewer else {
            let next = Percent.encode(query: context.request.target)
            return context.redirect(to: "\(Address.login())?next=\(next)", done: "favourite-login")
        }
        guard try RecipeStore(context.reader).isReadable(id, by: viewer.id) else { throw SiteError.notFound }
        let isThere = try FavouriteStore(context.reader).isFavourite(id, user: viewer.id)
        return isThere
            ? context.redirect(to: Address.recipe(id))
            : context.redirect(to: Address.recipe(id), done: "favourite-offered")
    }

    static func add(_ context: Context) async throws -> Response {
        let (id, viewer, now) = (try recipe(context), try context.member(), context.now)
        let step = try await context.site.writer.write { try FavouriteStore($0).add(id, user: viewer.id, now: now) }
        return try answer(
            id, isFavourite: true, done: "favourite-added", number: step, context)
    }

    static func remove(_ context: Context) async throws -> Response {
        let (id, viewer, now) = (try recipe(context), try context.member(), context.now)
        let step = try await context.site.writer.write { db in
            let step = try FavouriteStore(db).remove([id], user: viewer.id, now: now)
            guard try step != nil || RecipeStore(db).isReadable(id, by: viewer.id) else { throw SiteError.notFound }
            return step
        }
        return try answer(id, isFavourite: false, done: "favourites-removed", number: step, context)
    }

    private static func recipe(_ context: Context) throws -> Int {
        guard let id = Slug.id(context.parameters["recipe"] ?? "") else { throw SiteError.notFound }
        return id
    }

    /// Back to the page with the heart; scripts get the new state and the message.
    private static func answer(
        _ recipe: Int, isFavourite: Bool, done: String, number: Int?, _ context: Context
    ) throws -> Response {
        if context.wantsJSON {
            let button = DoneButton(Outcome(key: done, number: number), context)
            return try context.json(
                HeartJSON(
                    favourite: isFavourite, message: message(done, context),
                    undo: button.map { HeartJSON.Undo(address: $0.action, label: $0.label) }))
        }
        return context.redirect(to: context.formPage ?? Address.recipe(recipe), done: done, number: number)
    }

    private static func message(_ done: String, _ context: Context) -> String {
        Text.dynamic("done." + done, context.language) ?? ""
    }

    // The page

    static func list(_ context: Context) async throws -> Response {
        let viewer = try context.member()
        let (part, page) = (try part(context), Paging.page(context.request.query["page"]))
        let store = FavouriteStore(context.reader)
        let counts = try store.counts(user: viewer.id)
        let folders = try store.folders(user: viewer.id, counts: counts)
        if case .folder(let id) = part, !folders.contains(where: { $0.id == id }) { throw SiteError.notFound }
        let ids = try store.page(part, user: viewer.id, page: page)
        let recipes = try RecipeStore(context.reader).readable(ids, by: viewer.id, now: context.now)
        let list = FavouriteList(part: part, page: page, counts: counts, folders: folders, recipes: recipes)
        if context.wantsJSON { return try context.json(FavouritesJSON(list, viewer)) }
        return context.page(try FavouritesPage(list, context))
    }

    private static func part(_ context: Context) throws -> FavouritePart {
        switch context.request.query["folder"] ?? "" {
        case "": return .all
        case "none": return .unfiled
        case let text:
            guard let id = Int(text), id > 0 else { throw SiteError.notFound }
            return .folder(id)
        }
    }

    /// Moves or removes the selected favourites, or adds selected recipes.
    static func change(_ context: Context) async throws -> Response {
        let (viewer, now) = (try context.member(), context.now)
        let back = context.formPage ?? Address.favourites()
        let ids = context.form.all("recipe").compactMap { Int($0) }
        guard !ids.isEmpty else { return context.redirect(to: back, done: "none-marked") }
        if context.form["change"] == "remove" {
            let step = try await context.site.writer.write {
                try FavouriteStore($0).remove(ids, user: viewer.id, now: now)
            }
            return context.redirect(
                to: back, done: step == nil ? "nothing-changed" : "favourites-removed", number: step)
        }
        if context.form["change"] == "add" { return try await add(Array(Set(ids)), back: back, context) }
        guard let place = place(context.form["folder"] ?? "") else { throw SiteError.notFound }
        let step = try await context.site.writer.write {
            try FavouriteStore($0).move(ids, to: place, user: viewer.id, now: now)
        }
        let done = place == .unfiled ? "favourites-unfiled" : "favourites-moved"
        return context.redirect(to: back, done: step == nil ? "nothing-changed" : done, number: step)
    }

    /// Adds selected recipes; without a folder, those that are favourites already stay where they are.
    private static func add(_ ids: [Int], back: String, _ context: Context) async throws -> Response {
        let (viewer, now) = (try context.member(), context.now)
        guard ids.count <= FavouriteRules.addedTogether else { throw SiteError.conflict(.tooManySelected) }
        guard let place = place(context.form["folder"] ?? "none") else { throw SiteError.notFound }
        let step = try await context.site.writer.write {
            try FavouriteStore($0).add(ids, to: place, user: viewer.id, now: now)
        }
        return context.redirect(to: back, done: step == nil ? "already-favourites" : "favourites-added", number: step)
    }

    private static func place(_ text: String) -> FavouritePlace? {
        text == "none" ? .unfiled : Int(text).map { .folder($0) }
    }

    static func undo(_ context: Context) async throws -> Response {
        let (viewer, now, step) = (try context.member(), context.now, try context.number("step"))
        let isUndone = try await context.site.writer.write {
            try FavouriteStore($0).undo(step, user: viewer.id, now: now)
        }
        guard isUndone else { throw SiteError.notFound }
        if context.wantsJSON { return try context.json(UndoneJSON(message: message("undone", context))) }
        return context.redirect(to: context.formPage ?? Address.favourites(), done: "undone")
    }
}

/// What the page of favourites shows.
struct FavouriteList {
    let part: FavouritePart
    let page: Int
    let counts: [Int?: Int]
    let folders: [FavouriteFolder]
    let recipes: [ReadableRecipe]

    var all: Int { counts.values.reduce(0, +) }

    /// The number of recipes in the part that is shown.
    var total: Int {
        switch part {
        case .all: all
        case .unfiled: counts[.none] ?? 0
        case .folder(let id): counts[id] ?? 0
        }
    }
}

struct FavouritesPage {
    let layout: Layout
    let formToken: String
    let problems: FieldProblems
    let title: String
    /// The folders as links, with all favourites first; empty as long as there is no folder.
    let folders: [StateFilter]
    /// The page where the shown folder is renamed or deleted.
    let editAddress: String?
    var isFolder: Bool { editAddress != nil }
    let count: Int
    let cards: [ListedCard]
    /// Where selected favourites can be moved; empty as long as there is no folder.
    let places: [Choice]
    let newFolder: Field
    let isFolderOpen: Bool
    let pages: Pages

    init(_ list: FavouriteList, name: String = "", errors: FieldErrors = FieldErrors(), _ context: Context) throws {
        let language = context.language
        let catalogue = try context.site.catalogue.current(context.reader)
        var (title, edit): (String, String?) = (Text.favouritesTitle(language), nil)
        if case .folder(let id) = list.part, let folder = list.folders.first(where: { $0.id == id }) {
            (title, edit) = (folder.name, Address.favouriteFolder(id))
        }
        layout = context.layout(title: title, section: "favourites", isListed: false)
        formToken = context.formToken
        problems = errors.summary
        self.title = title
        editAddress = edit
        count = list.total
        cards = try context.cards(
            list.recipes, catalogue, hearts: Hearts(favourites: list.recipes.map(\.id)))
        folders = list.folders.isEmpty ? [] : Self.links(list, context)
        places =
            list.folders.isEmpty
            ? []
            : list.folders.map { Choice(value: String($0.id), label: $0.name) }
                + [Choice(value: "none", label: Text.favouritesUnfiled(language))]
        newFolder = FavouriteFolders.field(name, errors, context)
        isFolderOpen = !errors.isEmpty
        pages = Pages(number: list.page, total: list.total) { Self.address(list.part, page: $0) }
    }

    private static func links(_ list: FavouriteList, _ context: Context) -> [StateFilter] {
        let parts: [(FavouritePart, String, Int)] =
            [(.all, Text.favouritesAll(context.language), list.all)]
            + list.folders.map { (.folder($0.id), $0.name, $0.count) }
            + [(.unfiled, Text.favouritesUnfiled(context.language), list.counts[.none] ?? 0)]
        return parts.map { part, label, count in
            StateFilter(label: label, address: address(part), count: count, isChosen: part == list.part)
        }
    }

    static func address(_ part: FavouritePart, page: Int? = nil) -> String {
        let folder: String? =
            switch part {
            case .all: nil
            case .unfiled: "folder=none"
            case .folder(let id): "folder=\(id)"
            }
        let fields = [folder, page.map { "page=\($0)" }].compactMap { $0 }
        return Address.favourites() + (fields.isEmpty ? "" : "?" + fields.joined(separator: "&"))
    }
}

/// The answer to a script that changed a heart.
struct HeartJSON: Encodable {
    struct Undo: Encodable {
        let address: String
        let label: String
    }

    let favourite: Bool
    let message: String
    /// The button beside the message; `nil` if nothing changed.
    let undo: Undo?
}

/// The answer to a script that undid a change.
struct UndoneJSON: Encodable {
    let message: String
}

struct FavouritesJSON: Encodable {
    struct Folder: Encodable {
        let id: Int
        let name: String
        let count: Int
    }

    let total: Int
    let page: Int
    let items: [CardJSON]
    let folders: [Folder]

    init(_ list: FavouriteList, _ viewer: Viewer) {
        total = list.total
        page = list.page
        items = list.recipes.map { CardJSON($0, viewer) }
        folders = list.folders.map { Folder(id: $0.id, name: $0.name, count: $0.count) }
    }
}
