// Handlers for catalogue changes: preview, confirm, discard, undo.

import Database
import Food
import HTTP
import Texts
import Words

enum ChangeAdmin {
    /// The most rows of a change that its page shows.
    private static let rowsShown = 100

    /// Stores a change as a draft until an admin has seen its effects.
    static func draft(
        _ kind: CatalogueChange.Kind, _ rows: ChangedRows, refusals: [IngredientTable.Refusal] = [],
        undoes: Int? = nil, for proposal: Int? = nil, _ context: Context
    ) async throws -> Response {
        let (viewer, now) = (try context.member(), context.now)
        let id = try await context.site.writer.write { db -> Int? in
            let id = try CatalogueChangeStore(db).draft(
                kind, rows, refusals: refusals, undoes: undoes, by: viewer.id, now: now)
            if let id, let proposal { try ProposalStore(db).wait(for: id, proposal) }
            return id
        }
        guard let id else { throw SiteError.conflict(.manyDrafts) }
        context.site.wakeSignal.wake()
        return context.redirect(to: Address.catalogueChange(id))
    }

    /// The message when no change can be drafted because too many wait; `nil` if there is room.
    static func full(_ context: Context) throws -> String? {
        guard try CatalogueChangeStore(context.reader).countOpen() >= CatalogueLimits.drafts else { return nil }
        return ErrorReason.manyDrafts.text(context.language)
    }

    static func list(_ context: Context) async throws -> Response {
        let (language, number) = (context.language, Paging.page(context.request.query["page"]))
        let store = CatalogueChangeStore(context.reader)
        let (total, applied) = try store.applied(page: number)
        if context.wantsJSON {
            return try context.json(ChangesJSON(total: total, page: number, open: try store.open(), applied: applied))
        }
        return context.page(
            ChangesPage(
                layout: context.layout(title: Text.changesTitle(language), section: "ingredients", isListed: false),
                open: try store.open().map { ChangeLine($0, [], language) },
                applied: applied.map { ChangeLine($0, [], language) },
                pages: Pages(number: number, total: total) { "\(Address.catalogueChanges())?page=\($0)" }))
    }

    static func show(_ context: Context) async throws -> Response {
        let change = try change(context)
        if context.wantsJSON { return try context.json(ChangeJSON(change)) }
        var response = try page(change, nil, context)
        // The page reloads itself until the preview is complete.
        if change.state == .calculating { response.headers["Refresh"] = "2" }
        return response
    }

    static func confirm(_ context: Context) async throws -> Response {
        let (change, viewer, now, site) = (try change(context), try context.member(), context.now, context.site)
        let cache = site.catalogue
        let outcome = try await site.writer.write { db in
            try ChangeApplication(db: db, catalogue: cache.inside(db), now: now).run(change.id, by: viewer)
        }
        site.wakeSignal.wake()
        switch outcome {
        case .applied: return context.redirect(to: Address.catalogueChange(change.id), done: "change-applied")
        case .recalculated:
            return context.redirect(to: Address.catalogueChange(change.id), done: "change-recalculated")
        case .outdated:
            return try page(change, Text.changeOutdated(context.language), status: .conflict, context)
        case .needsAnother:
            return try page(change, Text.changeOwnMerge(context.language), status: .conflict, context)
        }
    }

    static func discard(_ context: Context) async throws -> Response {
        let id = try change(context).id
        let isGone = try await context.site.writer.write { try CatalogueChangeStore($0).discard(id) }
        return context.redirect(
            to: isGone ? Address.catalogueChanges() : Address.catalogueChange(id),
            done: isGone ? "change-discarded" : "nothing-changed")
    }

    /// Drafts the reverse change, which is previewed like any other.
    static func undo(_ context: Context) async throws -> Response {
        let change = try change(context)
        guard change.state == .applied else { throw SiteError.conflict(.changedMeanwhile) }
        let catalogue = try context.site.catalogue.current(context.reader)
        let rows = try CatalogueChangeStore(context.reader).rows(change)
        guard let back = try ChangeCheck(catalogue: catalogue, db: context.reader).back(of: change, rows) else {
            return try page(change, Text.changeNotUndone(context.language), status: .conflict, context)
        }
        return try await draft(.undo, back, undoes: change.id, context)
    }

    private static func change(_ context: Context) throws -> CatalogueChange {
        guard let change = try CatalogueChangeStore(context.reader).change(context.number("change")) else {
            throw SiteError.notFound
        }
        return change
    }

    private static func following(_ rows: ChangedRows, _ catalogue: Catalogue, _ language: Language) -> String {
        guard case .ingredients(let rows) = rows else { return "" }
        let below = IngredientGraph(catalogue.entries).dependents(of: Set(rows.map(\.key)))
        let names = below.map { catalogue.displayName($0, language) }.sorted { $0.lowercased() < $1.lowercased() }
        let more = names.count - Self.rowsShown
        return names.prefix(Self.rowsShown).joined(separator: ", ")
            + (more > 0 ? " " + Text.changeMore(language, count: more) : "")
    }

    /// Stated facts in a draft that would not count. For an applied change, the pages of the ingredients show them.
    private static func overruled(
        _ rows: ChangedRows, _ change: CatalogueChange, _ catalogue: Catalogue, _ language: Language
    ) -> [String] {
        guard change.state != .applied, case .ingredients(let rows) = rows else { return [] }
        let lines = OverruledFact.lines(of: rows, catalogue, language)
        let more = lines.count - Self.rowsShown
        return Array(lines.prefix(Self.rowsShown)) + (more > 0 ? [Text.changeMore(language, count: more)] : [])
    }

    /// The names of the admins one of whom has to confirm the draft; `nil` if the viewer may.
    private static func confirmers(_ change: CatalogueChange, _ context: Context) throws -> String? {
        guard change.state != .applied else { return nil }
        let ids = try CatalogueChangeStore(context.reader).confirmers(
            of: change, insteadOf: context.member().id, now: context.now)
        if ids.isEmpty { return nil }
        return try AccountStore(context.reader).usernames(ids).values.sorted().joined(separator: ", ")
    }

    private static func page(
        _ change: CatalogueChange, _ problem: String?, status: Status = .ok, _ context: Context
    ) throws -> Response {
        let (store, language) = (CatalogueChangeStore(context.reader), context.language)
        let number = Paging.page(context.request.query["page"])
        let effects = try store.effects(change.id)
        let concerned = effects.reduce(0) { $0 + $1.count }
        let recipes = try store.recipes(change.id, page: number)
        let address = Address.catalogueChange(change.id)
        let rows = try store.rows(change)
        let catalogue = try context.site.catalogue.current(context.reader)
        let views = rows.views(first: Self.rowsShown, catalogue, language)
        let (count, added) = (rows.all.count, rows.all.count(where: \.isNew))
        let confirmers = try confirmers(change, context)
        return context.page(
            ChangePage(
                layout: context.layout(
                    title: Text.changeTitle(language, number: change.id), section: "ingredients", isListed: false),
                formToken: context.formToken, problem: problem,
                line: ChangeLine(change, views, language),
                heading: Text.dynamic("change.rows.\(change.subject.rawValue)", language) ?? "",
                following: following(rows, catalogue, language),
                overruled: overruled(rows, change, catalogue, language),
                more: count > Self.rowsShown ? count - Self.rowsShown : nil,
                added: added, changed: count - added,
                refusals: change.kind == .table ? try store.refusals(change.id).map { RefusalView($0, language) } : [],
                percent: change.state == .calculating ? change.percent : nil,
                waiting: change.state == .applied ? try IngredientAdmin.waiting(context) : nil,
                isReady: change.state == .ready, isApplied: change.state == .applied, confirmers: confirmers,
                confirmAddress: change.state == .ready && confirmers == nil ? Address.confirmChange(change.id) : nil,
                discardAddress: Address.discardChange(change.id),
                undoAddress: change.state == .applied && change.undoneBy == nil ? Address.undoChange(change.id) : nil,
                sums: EffectSum.all(effects, language), concerned: concerned,
                recipes: recipes.map { AffectedRecipe($0.id, $0.slug, $0.title, $0.effect, language) },
                pages: Pages(number: number, total: concerned) { "\(address)?page=\($0)" }), status: status)
    }
}

struct ChangesPage {
    let layout: Layout
    let open: [ChangeLine]
    let applied: [ChangeLine]
    let pages: Pages
}

struct ChangePage {
    let layout: Layout
    let formToken: String
    let problem: String?
    let line: ChangeLine
    /// What its rows are.
    let heading: String
    /// Ingredients that depend on those of the change, so that their facts may change too.
    let following: String
    /// Stated facts that would not count, with the reasons.
    let overruled: [String]
    /// The number of further rows that are not shown, or `nil`.
    let more: Int?
    let added: Int
    let changed: Int
    let refusals: [RefusalView]
    /// The progress of the preview, or `nil` when it is complete.
    let percent: Int?
    /// The number of recipes that wait to be derived again.
    let waiting: Int?
    let isReady: Bool
    let isApplied: Bool
    /// The admins one of whom has to confirm it; `nil` if the viewer may.
    let confirmers: String?
    /// `nil` if the viewer cannot confirm it now.
    let confirmAddress: String?
    let discardAddress: String
    let undoAddress: String?
    let sums: [EffectSum]
    let concerned: Int
    let recipes: [AffectedRecipe]
    let pages: Pages
    var isOpen: Bool { !isApplied }
}

/// How many recipes lose or gain one diet, or contain one allergen.
struct EffectSum {
    let label: String
    let count: Int
    /// Whether somebody may have relied on what is lost.
    let isLoss: Bool

    static func all(_ effects: [(effect: RecipeEffect, count: Int)], _ language: Language) -> [EffectSum] {
        EffectKind.allCases.flatMap { kind -> [EffectSum] in
            var counts: [String: Int] = [:]
            for (effect, count) in effects {
                let bits = effect.parts.first { $0.kind == kind }?.bits ?? 0
                for name in kind.names(bits) { counts[name, default: 0] += count }
            }
            return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { name, count in
                EffectSum(
                    label: kind.label([name], language), count: count,
                    isLoss: [.dietLost, .freeLost, .heldGained].contains(kind))
            }
        }
    }
}

extension EffectKind {
    /// “no longer: vegan, kosher”.
    func label(_ names: [String], _ language: Language) -> String {
        let words = names.map { Text.dynamic($0, language) ?? $0 }.joined(separator: ", ")
        return "\(Text.dynamic("effect.\(rawValue)", language) ?? rawValue): \(words)"
    }
}

struct AffectedRecipe {
    let title: String
    let address: String
    let effects: [String]

    init(_ id: Int, _ slug: String, _ title: String, _ effect: RecipeEffect, _ language: Language) {
        self.title = title
        address = Address.recipe(Slug.segment(id, slug))
        effects = effect.parts.filter { $0.bits != 0 }.map { $0.kind.label($0.kind.names($0.bits), language) }
    }
}

struct ChangeJSON: Encodable {
    let id: Int
    let kind: String
    let state: String
    let percent: Int
    /// What kind of entry it changes.
    let subject: String
    let username: String?
    let createdAt: String
    let appliedAt: String?
    let undoes: Int?
    let undoneBy: Int?

    init(_ change: CatalogueChange) {
        (subject, username) = (change.subject.rawValue, change.by)
        (createdAt, appliedAt) = (Dates.time(change.createdAt), change.appliedAt.map(Dates.time))
        (undoes, undoneBy) = (change.undoes, change.undoneBy)
        id = change.id
        kind = change.kind.rawValue
        state = change.state.rawValue
        percent = change.state == .calculating ? change.percent : 100
    }
}

/// The changes that wait, all of them, and one page of the applied ones.
struct ChangesJSON: Encodable {
    let total: Int
    let page: Int
    let items: [ChangeJSON]
    let open: [ChangeJSON]

    init(total: Int, page: Int, open: [CatalogueChange], applied: [CatalogueChange]) {
        (self.total, self.page) = (total, page)
        (items, self.open) = (applied.map(ChangeJSON.init), open.map(ChangeJSON.init))
    }
}
