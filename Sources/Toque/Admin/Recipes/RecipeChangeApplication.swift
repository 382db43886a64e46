// Applies a confirmed change of recipes in one transaction: one audit row per recipe, one notification per author.

import Database
import Food
import Texts
import Words

struct RecipeChangeApplication {
    let db: Connection
    let catalogue: Catalogue
    let mailer: Mailer
    let now: Int

    /// The number of changed recipes; `nil` if the change was applied before, does not exist or changes nothing.
    func run(_ id: Int, by admin: Viewer) throws -> Int? {
        let store = RecipeChangeStore(db)
        guard let change = try store.change(id), change.appliedAt == nil else { return nil }
        let rows = try store.rows(id)
        let check = try RecipeChangeCheck(change, rows, catalogue, by: admin.id, db, now: now)
        let doable = rows.filter { check.refusal($0) == nil }
        guard !doable.isEmpty, try store.markApplied(id, by: admin.id, now: now) else { return nil }
        // A recipe that is deleted while it is in the queue afterwards has no text that others may read.
        let titles = try store.titles(doable.map(\.recipe))
        var done: [Int: [Int]] = [:]
        for row in rows {
            let refusal = check.refusal(row)
            guard let target = check.target(row), refusal == nil else {
                try store.note(.refused(refusal ?? .leaving), before: nil, recipe: row.recipe, change: id)
                continue
            }
            let before = try apply(change, check.listed(row.value), target, titles[row.recipe] ?? "", by: admin)
            try store.note(.done, before: before, recipe: row.recipe, change: id)
            done[target.author, default: []].append(row.recipe)
        }
        for (author, recipes) in done.sorted(by: { $0.key < $1.key }) {
            try mailer.tellAuthor(
                author, of: change, recipes, titles, values: Set(doable.map(\.value)), catalogue, by: admin.id,
                db: db, now: now)
        }
        return doable.count
    }

    /// Applies the action to one recipe; returns the key that was set before.
    private func apply(
        _ change: RecipeChange, _ value: String?, _ target: ActionTarget, _ title: String, by admin: Viewer
    ) throws -> String? {
        let (removal, id, author, actor) = (RecipeRemoval(db), target.id, target.author, admin.actor)
        let live: Int? = try db.value("SELECT live_revision_id FROM recipe WHERE id = \(id)")
        switch change.action {
        case .category, .cuisine: return try set(change, value, id, live, author, by: actor)
        case .takeDown:
            try removal.takeDown(id, change: change.id, by: actor, now: now)
            try record(change, MeasureSubject(kind: .recipe, id: id, user: author, title: title), by: admin)
        case .putBack:
            try removal.putBack(
                id, live: live, author: author, change: change.id, by: actor, catalogue: catalogue, now: now)
        case .delete: try removal.delete(id, isLive: live != nil, change: change.id, by: actor, now: now)
        case .restore:
            try removal.restore(
                id, live: live, author: author, change: change.id, by: actor, catalogue: catalogue, now: now)
        }
        return nil
    }

    /// Stores a takedown as a measure, so that the author reads the reasons and can appeal.
    private func record(_ change: RecipeChange, _ subject: MeasureSubject, by admin: Viewer) throws {
        let language = try AccountStore(db).recipient(subject.user)?.language ?? .en
        // Undoing a put-back takes down again for the earlier rule and reason.
        let earlier = try change.undoes == nil ? nil : MeasureStore(db).takedown(ofRecipe: subject.id)
        let draft = MeasureDraft(
            kind: .takeDown, reason: earlier?.rule ?? change.rule.rawValue,
            text: earlier?.text ?? change.reason.told(language), change: change.id)
        // A takedown that another admin prepared names both.
        let others = change.byID.flatMap { [admin.id, subject.user].contains($0) ? nil : $0 }
        try DirectMeasures(db: db, now: now)
            .add(draft, about: subject, by: others ?? admin.id, second: others == nil ? nil : admin.id)
    }

    /// Sets the term and updates the public rows immediately.
    private func set(
        _ change: RecipeChange, _ value: String?, _ id: Int, _ live: Int?, _ author: Int, by actor: Actor
    ) throws -> String? {
        let store = RecipeTermStore(db)
        guard let kind = change.action.term, let revision = try live.flatMap(RecipeStore(db).revision) else {
            return nil
        }
        let before = try store.inForce(id).first { $0.kind == kind }?.value
        let written = revision.body[keyPath: kind.field]
        // A value that the text has anyway is not set.
        let value = value == written ? nil : value
        try store.set(kind, value, written: written, recipe: id, change: change.id)
        try PublicRecipeStore(db).write(revision, author: author, catalogue: catalogue)
        try AuditStore(db).append(
            .init(
                action: kind.rawValue, object: .recipe, id: id, from: before ?? RecipeTerm.asWritten,
                to: value ?? RecipeTerm.asWritten, detail: "change \(change.id)"), by: actor, at: now)
        return before
    }
}

extension Mailer {
    /// The most titles that one email names; further recipes are only counted.
    private static let titles = 20

    /// Notifies an author once, however many recipes the change affects.
    func tellAuthor(
        _ author: Int, of change: RecipeChange, _ recipes: [Int], _ titles: [Int: String], values: Set<String?>,
        _ catalogue: Catalogue, by admin: Int, db: Connection, now: Int
    ) throws {
        let names = recipes.prefix(Self.titles).compactMap { titles[$0] }
        let (count, more) = (recipes.count, recipes.count - names.count)
        // The page of a deleted recipe is closed; the list of the author's recipes has it.
        let isOne = count == 1 && change.action != .delete
        let subject = NotificationSubject(
            number: isOne ? recipes.first : nil, titles: Array(names.prefix(NotificationSubject.titles)), amount: count)
        let event = NotificationEvent(
            kind: change.action.notification, user: author, name: "change-\(change.id)-\(author)", subject: subject,
            mailTitle: { Text.mailRecipes($0, count: count) },
            paragraphs: { language in
                [
                    Text.mailRecipesAction(language, action: change.action.label(values, catalogue, language)),
                    Text.recipeChangeReason(language, reason: change.reason.told(language)),
                    (names.map { Text.notificationQuoted(language, title: $0) }
                        + (more > 0 ? [Text.mailRecipesMore(language, count: more)] : [])).joined(separator: ", "),
                ] + (change.action == .takeDown ? [Text.measureAppealMail(language)] : [])
            })
        try notify(event, by: admin, db: db, now: now)
    }
}

extension RecipeAction {
    fileprivate var notification: NotificationKind {
        switch self {
        case .category, .cuisine: .recipesFiled
        case .takeDown: .recipesTakenDown
        case .putBack: .recipesPublishedAgain
        case .delete: .recipesDeleted
        case .restore: .recipesRestored
        }
    }
}

extension RecipeAction {
    /// The action in words, for example “category: Soups”. If it sets several values, none is named.
    func label(_ values: Set<String?>, _ catalogue: Catalogue, _ language: Language) -> String {
        let action = Text.dynamic("recipeAction.\(rawValue)", language) ?? rawValue
        guard let term, values.count == 1, let value = values.first else { return action }
        let name = value.map { key in
            switch term {
            case .category: catalogue.categoryName(key, language) ?? key
            case .cuisine: catalogue.cuisineName(key, language) ?? key
            }
        }
        return "\(action): \(name ?? Text.recipeAdminAsWritten(language))"
    }
}
