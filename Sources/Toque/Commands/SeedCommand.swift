// `toque seed`: creates users in every role and recipes in every state, for developers.

import Database
import Food
import Foundation
import Security
import Texts
import Words

enum SeedCommand {
    static let password = "a-password-for-developers"

    static let command = CommandLineTool.Command(
        name: "seed", usage: "",
        help: """
            adds users in every role and recipes in every state, for developers
            Alice writes and is licensed, Bob and Bella moderate, Charlie is a member, Ada is an admin.
            """
    ) { arguments in
        let configuration = try arguments.configuration()
        try arguments.finish()
        let now = Site.systemClock()
        _ = try DataFolder.prepare(configuration, now: now)
        let hashed = try HashedPassword(password, cost: configuration.passwordCost)
        let (writer, mailer) = (try Writer(path: configuration.databasePath), Mailer(baseURL: configuration.baseURL))
        defer { writer.close() }
        try writer.writeNow { try Seed(db: $0, mailer: mailer, now: now).plant(password: hashed) }
        Terminal.print("alice, bob, bella, charlie and ada can log in with the password “\(password)”.")
    }
}

/// Creates the users and recipes; each state is reached through the same steps as on the site.
struct Seed {
    let db: Connection
    let mailer: Mailer
    let now: Int

    func plant(password: HashedPassword) throws {
        let accounts = AccountStore(db)
        guard try !accounts.isTaken(username: "alice") else {
            throw CommandLineTool.Usage(description: "the seed is planted already; script/reset starts anew")
        }
        func person(_ name: String, _ role: Role) throws -> Viewer {
            let id = try accounts.add(
                username: name, email: "\(name)@example.org", password: password, role: role, now: now)
            try AuditStore(db).append(
                .init(action: "user-add", object: .user, id: id, from: "", to: role.rawValue), by: .system, at: now)
            return Viewer(
                id: id, username: name, role: role, sessionID: "", address: .unknown, suspendedUntil: nil,
                suspensionReason: "",
                isLicensed: false)
        }
        let ada = try person("ada", .admin)
        let alice = try person("alice", .member)
        let bob = try person("bob", .moderator)
        _ = try person("bella", .moderator)
        _ = try person("charlie", .member)
        try LicenceStore(db).grant(
            user: alice.id, until: now + 365 * Milliseconds.day, note: "seed", by: ada.actor, now: now)
        try plantRecipes(alice, bob, ada)
    }

    private func plantRecipes(_ alice: Viewer, _ bob: Viewer, _ ada: Viewer) throws {
        let catalogue = try CatalogueStore(db).load()
        _ = try recipe("Draft of a lentil soup", alice, catalogue)
        try submit(try recipe("Tomato salad in the queue", alice, catalogue), alice, catalogue)
        try decide(.approve, try recipe("Roast carrots, approved", alice, catalogue), alice, bob, catalogue)
        try decide(
            .requestChanges, try recipe("Bean stew with changes asked for", alice, catalogue), alice, bob, catalogue)
        try decide(.reject, try recipe("Miracle tea, rejected", alice, catalogue), alice, bob, catalogue)
        let withdrawn = try recipe("Pear cake, withdrawn", alice, catalogue)
        try submit(withdrawn, alice, catalogue)
        _ = try SubmissionStore(db).withdraw(recipe: withdrawn, by: alice.actor, now: now)
        let edited = try recipe("Mushroom toast, public and edited", alice, catalogue)
        try decide(.approve, edited, alice, bob, catalogue)
        try edit(edited, alice, catalogue)
        let queued = try recipe("Potato pancakes, public with an edit in the queue", alice, catalogue)
        try decide(.approve, queued, alice, bob, catalogue)
        try edit(queued, alice, catalogue)
        try submit(queued, alice, catalogue)
        try takeDown(recipe("Leek pie, taken down", alice, catalogue), alice, bob, ada, catalogue)
        try RecipeRemoval(db).delete([try recipe("Deleted porridge", alice, catalogue)], by: alice, now: now)
    }

    private func takeDown(
        _ recipe: Int, _ author: Viewer, _ moderator: Viewer, _ admin: Viewer, _ catalogue: Catalogue
    ) throws {
        try decide(.approve, recipe, author, moderator, catalogue)
        let changes = RecipeChangeStore(db)
        let change = try changes.draft(
            .takeDown, [RecipeChangeRow(recipe: recipe, value: nil)], reason: "The text is from a book.", by: admin.id,
            now: now)
        _ = try changes.markApplied(change, by: admin.id, now: now)
        try RecipeRemoval(db).takeDown(recipe, change: change, by: admin.actor, now: now)
        try changes.note(.done, before: nil, recipe: recipe, change: change)
    }

    private func recipe(_ title: String, _ author: Viewer, _ catalogue: Catalogue) throws -> Int {
        var body = RecipeBody()
        body.title = title
        body.description = "Planted for developers, to see how this state looks."
        body.category = "main"
        body.cuisine = "international"
        body.servings = 4
        body.prepMinutes = 15
        body.cookMinutes = 30
        body.difficulty = .easy
        body.lines = catalogue.lines(pasted: "2 onions, chopped\n3 tbsp olive oil\n400 g chopped tomatoes\n1 tsp salt")
        body.steps = [
            "Fry the onions in the oil for 8 minutes.", "Add the tomatoes and salt and simmer for 20 minutes.",
        ]
        body.steps[1].timer = .seconds(20 * 60)
        return try RecipeStore(db).create(text(body, catalogue), author: author.id, now: now).id
    }

    private func own(_ recipe: Int, _ author: Viewer) throws -> OwnRecipe {
        guard let own = try RecipeStore(db).own(recipe, viewer: author.id) else { throw SiteError.notFound }
        return own
    }

    private func text(_ body: RecipeBody, _ catalogue: Catalogue) throws -> RevisionText {
        RevisionText(body, UnderstoodText(catalogue.read(body), edition: try UnderstandingStore(db).edition()))
    }

    private func edit(_ recipe: Int, _ author: Viewer, _ catalogue: Catalogue) throws {
        let own = try own(recipe, author)
        var body = own.head.body
        body.servings = 6
        body.steps.append("Serve with fresh bread.")
        _ = try RecipeStore(db).save(
            text(body, catalogue), recipe: recipe, version: own.version, author: author.id, now: now)
    }

    private func submit(_ recipe: Int, _ author: Viewer, _ catalogue: Catalogue) throws {
        let own = try own(recipe, author)
        let hints = SubmissionRules.hints(own.head.body, catalogue.asked(own.head.body))
        _ = try SubmissionStore(db).submit(recipe: own, hints: hints, by: author.actor, author: author.id, now: now)
    }

    private func decide(
        _ kind: DecisionKind, _ recipe: Int, _ author: Viewer, _ moderator: Viewer, _ catalogue: Catalogue
    ) throws {
        try submit(recipe, author, catalogue)
        guard let open = try SubmissionStore(db).open(recipe: recipe) else { throw SiteError.notFound }
        let reasons: [ModerationReason] =
            kind == .requestChanges ? [.stepUnclear] : kind == .reject ? [.healthClaim] : []
        let message = reasons.first.flatMap { Text.dynamic("reason.template.\($0.rawValue)", .en) } ?? ""
        _ = try DecisionStore(db).decide(
            DecisionDraft(
                kind: kind, submission: open.id, revision: open.revisionID, sha256: open.sha256, base: nil,
                reasons: reasons, message: message), by: moderator, catalogue: catalogue, mailer: mailer, now: now)
    }
}
