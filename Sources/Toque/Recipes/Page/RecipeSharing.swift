// Handlers with which authors choose who sees a recipe that is not public.

import Bytes
import Database
import HTTP
import Texts
import Words

enum RecipeSharing {
    /// The purpose of the links, which keeps their tokens apart from others.
    static let purpose = "recipe-link"

    /// Saves the choice, and adds the people that the form names.
    static func save(_ context: Context) async throws -> Response {
        let (viewer, now, site) = (try context.member(), context.now, context.site)
        let own = try own(context)
        let sent = SentSharing(context.form)
        if let audience = sent.audience, audience == .everyone || audience == .author, !sent.typed.isEmpty {
            return try await page(own, sent, "names", Text.sharingNamesUnused(context.language), context)
        }
        if sent.audience == .everyone { return try await publish(own, context) }
        guard !own.isPublic else { throw SiteError.conflict(.unpublishFirst) }
        guard let audience = sent.audience else {
            return try await page(own, sent, "audience", Text.sharingChooseError(context.language), context)
        }
        let store = SharingStore(context.reader)
        let found = try store.members(sent.names)
        if let problem = try problem(sent, found, store.sharing(of: own.id), viewer, context.language) {
            return try await page(own, sent, "names", problem, context)
        }
        let named = sent.names.compactMap { found[$0] }
        let mailer = site.mailer
        let step = try await site.writer.write { db in
            try MeasureStore(db).checkNotSilenced(viewer.id, now: now)
            let store = SharingStore(db)
            let before = try store.state(of: own.id)
            let link = audience == .link ? before.seal.map { SecretLink(purpose, seal: $0, site) } : nil
            try store.set(
                audience, link: audience == .link ? link ?? SecretLink(purpose, site) : nil, recipe: own.id, now: now)
            try store.add(named, recipe: own.id, now: now)
            let people = try store.state(of: own.id).people
            // Another request of the author may have named people in the meantime.
            guard people.count <= SharingRules.people else { throw SiteError.conflict(.tooManyReaders) }
            // Nobody is notified twice of the same recipe.
            for user in people where try store.isShared(own.id, with: .member(user), now: now) {
                try mailer.notify(
                    .recipeShared(own.id, by: viewer.name, user: user), by: viewer.id, db: db, now: now)
            }
            return try keep(before, db, user: viewer.id, now: now)
        }
        return back(own, step, context)
    }

    static func removeReader(_ context: Context) async throws -> Response {
        let reader = try context.number("reader")
        return try await change(context) { store, recipe, _ in
            guard try store.remove(reader, recipe: recipe) else { throw SiteError.notFound }
        }
    }

    /// Makes a new link; the old one opens nothing any more.
    static func renewLink(_ context: Context) async throws -> Response {
        let (site, now) = (context.site, context.now)
        return try await change(context) { store, recipe, before in
            guard before.seal != nil else { throw SiteError.conflict(.noLink) }
            try store.set(.link, link: SecretLink(purpose, site), recipe: recipe, now: now)
        }
    }

    static func undo(_ context: Context) async throws -> Response {
        let (viewer, now, step, site) = (try context.member(), context.now, try context.number("step"), context.site)
        let segment = try await site.writer.write { db -> String? in
            // An old step would open a link again that was renewed since.
            try UndoStore(db).refuseEarlier(step, .sharing, user: viewer.id, now: now)
            guard let state = try UndoStore(db).take(step, .sharing, user: viewer.id, now: now)?.sharing,
                let own = try RecipeStore(db).own(state.recipe, viewer: viewer.id)
            else { return nil }
            let link = state.seal.map { SecretLink(purpose, seal: $0, site) }
            try SharingStore(db).restore(state, link: link, now: now)
            return own.segment
        }
        guard let segment else { throw SiteError.notFound }
        return context.redirect(to: Address.recipe(segment), done: "undone")
    }

    private static func change(
        _ context: Context, _ change: @escaping @Sendable (SharingStore, Int, SharingState) throws -> Void
    ) async throws -> Response {
        let (viewer, now, own) = (try context.member(), context.now, try own(context))
        let step = try await context.site.writer.write { db in
            let store = SharingStore(db)
            let before = try store.state(of: own.id)
            try change(store, own.id, before)
            return try keep(before, db, user: viewer.id, now: now)
        }
        return back(own, step, context)
    }

    private static func keep(_ before: SharingState, _ db: Connection, user: Int, now: Int) throws -> Int {
        var step = UndoStep()
        step.sharing = before
        return try UndoStore(db).add(step, .sharing, user: user, now: now)
    }

    /// The way to the public is the queue of the moderators, unless they approved this text already.
    private static func publish(_ own: OwnRecipe, _ context: Context) async throws -> Response {
        if own.unpublishedAt != nil, own.liveRevisionID == own.head.id {
            return try await Unpublishing.republish(context)
        }
        guard try context.member().isLicensed else { throw SiteError.forbidden(.licence) }
        return try await Submissions.submit(context)
    }

    /// What is wrong with the names.
    private static func problem(
        _ sent: SentSharing, _ found: [String: Int], _ now: Sharing, _ viewer: Viewer, _ language: Language
    ) -> String? {
        if sent.isTooLong || sent.names.count > SharingRules.people {
            return Text.sharingTooMany(language, limit: String(SharingRules.people))
        }
        if let unknown = sent.names.first(where: { found[$0] == nil }) {
            return Text.sharingUnknown(language, name: unknown.cut(to: 40))
        }
        if found.values.contains(viewer.id) { return Text.sharingYourself(language) }
        let all = Set(now.people.map(\.id)).union(found.values)
        return all.count > SharingRules.people
            ? Text.sharingTooMany(language, limit: String(SharingRules.people)) : nil
    }

    private static func page(
        _ own: OwnRecipe, _ sent: SentSharing, _ field: String, _ problem: String, _ context: Context
    ) async throws -> Response {
        var sent = sent
        sent.errors.add(field, problem)
        let catalogue = try context.site.catalogue.current(context.reader)
        return try await RecipePages.draft(own, nil, catalogue, context, sharing: sent)
    }

    private static func back(_ own: OwnRecipe, _ step: Int, _ context: Context) -> Response {
        context.redirect(to: Address.recipe(own.segment), done: "sharing-changed", number: step)
    }

    private static func own(_ context: Context) throws -> OwnRecipe {
        guard let id = Slug.id(context.parameters["recipe"] ?? ""),
            let own = try RecipeStore(context.reader).own(id, viewer: context.member().id)
        else { throw SiteError.notFound }
        return own
    }
}

/// The form as it was sent.
struct SentSharing: Sendable {
    /// `nil` if the form has no valid choice.
    let audience: RecipeAudience?
    let typed: String
    let isTooLong: Bool
    let names: [String]
    var errors = FieldErrors()

    init(_ form: Form) {
        audience = form["audience"].flatMap(RecipeAudience.init(rawValue:))
        typed = (form["names"] ?? "").typed
        isTooLong = typed.length > SharingRules.typed
        names = isTooLong ? [] : SharingRules.names(typed)
    }
}

extension ErrorReason {
    static let unpublishFirst = ErrorReason("unpublish-first")
    static let noLink = ErrorReason("no-link")
    static let tooManyReaders = ErrorReason("too-many-readers")
}
