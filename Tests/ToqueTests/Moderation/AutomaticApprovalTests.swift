// Tests of automatic approval: only small changes of trusted authors, with a share for moderators.

import Database
import HTTP
import Mail
import Security
import Testing
import Texts
import Words

@testable import TestKit
@testable import Toque

@Suite struct AutomaticApprovalTests {
    private static let soup = RecipeFields(
        "Lentil soup", ingredients: "300 g red lentils\n1 onion, chopped\n2 tbsp olive oil\n1 tsp salt",
        steps: ["Boil the lentils for 20 minutes at a low heat.", "Bake the onion at 200 °C overnight."]
    ).with("tips", "Goes well with bread.").with("description", "Grandmother made it. We liked it.")

    /// A site where Alice has this many approvals, with automatic approval on.
    private static func site(approvals: Int = 5) async throws -> (site: TestSite, recipe: Int) {
        let site = try TestSite(folder: .filled(), clock: TestClock()) { $0.approvesAutomatically = true }
        var recipe = 0
        for number in 1...approvals {
            recipe = try await site.publish(
                soup.with("title", "Lentil soup \(["one", "b", "c", "d", "e", "f"][number - 1])"))
        }
        return (site, recipe)
    }

    /// Whether the site would send the next change of the recipe to moderators by draw.
    private static func isDrawn(_ recipe: Int, on site: TestSite) throws -> Bool {
        let live = try site.count("SELECT live_revision_id FROM recipe WHERE id = \(recipe)")
        let key = site.site.key(for: "automatic-approval")
        return AutomaticStore.draw("\(recipe) \(live)", key: key) % UInt64(AutomaticRules.share) == 0
    }

    /// A public recipe whose next change is, or is not, drawn for moderators.
    private static func recipe(drawn: Bool, on site: TestSite) async throws -> Int {
        let all = try site.read { try $0.all("SELECT id FROM recipe WHERE live_revision_id > 0") { $0[0] as Int } }
        if let found = try all.first(where: { try isDrawn($0, on: site) == drawn }) { return found }
        for number in 1...60 {
            let recipe = try await site.publish(soup.with("title", "Bean pot \(number)"))
            if try isDrawn(recipe, on: site) == drawn { return recipe }
        }
        throw StepFailed(description: "no such recipe")
    }

    private static func fields(_ recipe: Int, on site: TestSite) throws -> RecipeFields {
        let title: String = try found(
            site.value(
                "SELECT v.title FROM recipe r JOIN revision v ON v.id = r.live_revision_id WHERE r.id = \(recipe)"))
        return soup.with("title", title)
    }

    /// A change that the rules approve.
    private static let change = ("description", "Grandmother made it. We liked it!")

    @Test(arguments: [change, ("category", "starter"), ("tips", "Goes well with “bread”")])
    func `a small change of a trusted author is approved without a moderator`(change: (String, String)) async throws {
        let (site, _) = try await Self.site()
        let recipe = try await Self.recipe(drawn: false, on: site)
        try await site.save(recipe, try Self.fields(recipe, on: site).with(change.0, change.1))
        let submission = try await site.submit(recipe)
        #expect(try site.value("SELECT state FROM submission WHERE id = \(submission)") == "approved")
        #expect(try site.count("SELECT is_automatic FROM decision WHERE submission_id = \(submission)") == 1)
        #expect(
            try site.count("SELECT live_revision_id = (SELECT max(id) FROM revision) FROM recipe WHERE id = \(recipe)")
                == 1)
        let conditions: String = try #require(
            try site.value("SELECT conditions FROM automatic_verdict WHERE submission_id = \(submission)"))
        #expect(conditions.contains("approvals"))
        #expect(!conditions.contains("failed"))
        #expect(try site.notifications(.alice).last == "approved")
        #expect(try site.failures() == [])
    }

    @Test func `without the setting nothing is approved automatically`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(Self.soup)
        try await site.save(recipe, Self.soup.with(Self.change.0, Self.change.1))
        let submission = try await site.submit(recipe)
        #expect(try site.value("SELECT state FROM submission WHERE id = \(submission)") == "queued")
        #expect(try site.count("SELECT count(*) FROM automatic_verdict") == 0)
    }

    @Test func `a share goes to moderators, who are not shown that`() async throws {
        let (site, _) = try await Self.site()
        let recipe = try await Self.recipe(drawn: true, on: site)
        try await site.save(recipe, try Self.fields(recipe, on: site).with(Self.change.0, Self.change.1))
        let submission = try await site.submit(recipe)
        #expect(try site.value("SELECT state FROM submission WHERE id = \(submission)") == "queued")
        #expect(try site.value("SELECT outcome FROM automatic_verdict WHERE submission_id = \(submission)") == "drawn")
        let page = try await site.client(.bob).get("/moderation/submissions/\(submission)").text
        #expect(!page.contains("utomatic"))
        // Submitting again draws the same.
        try await site.client(.alice).post("/recipes/\(recipe)/withdraw").expect(.seeOther)
        let again = try await site.submit(recipe)
        #expect(try site.value("SELECT state FROM submission WHERE id = \(again)") == "queued")
    }

    @Test func `too few approvals, a rejection or a strike send the change to moderators`() async throws {
        let (few, _) = try await Self.site(approvals: 1)
        let recipe = try await Self.recipe(drawn: false, on: few)
        try await few.save(recipe, try Self.fields(recipe, on: few).with(Self.change.0, Self.change.1))
        let first = try await few.submit(recipe)
        #expect(try few.value("SELECT outcome FROM automatic_verdict WHERE submission_id = \(first)") == "refused")

        let facts = AutomaticFacts(approvals: 7)
        func isMet(_ change: (inout AutomaticFacts) -> Void) -> Bool {
            var other = facts
            change(&other)
            return AutomaticRules.conditions(other).allSatisfy(\.isMet)
        }
        #expect(isMet { _ in })
        #expect(isMet { $0.changesRequested = 2 })
        #expect(!isMet { $0.changesRequested = 3 })
        #expect(!isMet { $0.rejections = 1 })
        #expect(!isMet { $0.approvals = 4 })
        #expect(!isMet { $0.strikes = 1 })
        #expect(!isMet { $0.findings = 1 })
        #expect(!isMet { $0.reports = 1 })
        #expect(!isMet { $0.isStaff = true })
        #expect(!isMet { $0.isOverridden = true })
        #expect(!isMet { $0.isFollowUp = true })
        #expect(!isMet { $0.isPublic = false })
        #expect(!isMet { $0.changes = ["steps"] })
    }

    /// Changes of one word, or of one number, each in a field of the form.
    private static let changes: [(field: String, value: String)] = [
        ("title", "Honey soup"), ("title", "Vegan lentil soup"), ("servings", "5"), ("prep_minutes", "11"),
        ("cook_minutes", "21"), ("source", "A book"), ("tags", "vegan"), ("not_in_dish", "bread"),
        ("tips", "Goes well with cheese."), ("tips", "Goes badly with bread."),
        ("ingredients_text", "301 g red lentils\n1 onion, chopped\n2 tbsp olive oil\n1 tsp salt"),
        ("ingredients_text", "300 g green lentils\n1 onion, chopped\n2 tbsp olive oil\n1 tsp salt"),
        ("ingredients_text", "300 g red lentils\n1 onion, sliced\n2 tbsp olive oil\n1 tsp salt"),
        ("ingredients_text", "300 g red lentils\n1 onion, chopped\n2 tsp olive oil\n1 tsp salt"),
        ("ingredients_text", "300 g red lentils\n1 onion, chopped\n2 tbsp olive oil"),
        ("ingredients_text", "300 g red lentils\n1 onion, chopped\n2 tbsp olive oil\n1 tsp salt\n1 frobnium"),
        ("description", "Grandmother made it. We liked it so."), ("description", "Grandmother made it, we liked it."),
        ("description", "We liked it. Grandmother made it."), ("description", "Set it to ２００."),
        ("description", "Keep ½. 🥜🥛"), ("description", "Left on the counter."), ("description", "Takes about twenty."),
        ("description", "Tastes nutty."), ("description", "Contiene cacahuetes."),
        ("description", "Grandmother made it without n u t s. We liked it."), ("description", "Без орехов."),
        ("step", "Boil the lentils for 21 minutes at a low heat."),
        ("step", "Boil the lentils for 20 hours at a low heat."),
        ("step", "Boil the lentils for 20 minutes at a high heat."),
        ("step", "Boil the beans for 20 minutes at a low heat."),
        ("step", "Boil the lentils for 2.0 minutes at a low heat."),
        ("step", "Fry the lentils for 20 minutes at a low heat."),
        ("second", "Bake the onion at 200 °F overnight."), ("second", "Bake the onion at 210 °C overnight."),
        ("second", "Bake the onion at 200 °C briefly."), ("second", "Bake the garlic at 200 °C overnight."),
        ("third", "Add peanuts."),
    ]

    @Test func `a change in ingredients, amounts, allergens, times or temperatures is never approved automatically`()
        async throws
    {
        let (site, _) = try await Self.site()
        let recipe = try await Self.recipe(drawn: false, on: site)
        let old = try Self.fields(recipe, on: site)
        let live = try site.count("SELECT live_revision_id FROM recipe WHERE id = \(recipe)")
        for (field, value) in Self.changes {
            var steps = old.fields.filter { $0.0 == "step" }
            switch field {
            case "step": steps[0].1 = value
            case "second": steps[1].1 = value
            case "third": steps.append(("step", value))
            default: break
            }
            let isStep = ["step", "second", "third"].contains(field)
            let fields = isStep ? old.replacing(old.fields.filter { $0.0 != "step" } + steps) : old.with(field, value)
            try await site.save(recipe, fields)
            let submission = try await site.submit(recipe)
            #expect(
                try site.value("SELECT state FROM submission WHERE id = \(submission)") == "queued",
                "\(field): \(value)")
            let found = try site.read { db -> [String] in
                let store = RecipeStore(db)
                let (first, second) = (
                    try #require(try store.revision(live)), try #require(try store.own(recipe, viewer: 1))
                )
                return AutomaticRules.careful(from: first.stored, to: second.head.stored)
            }
            #expect(!found.isEmpty, "\(field): \(value)")
            try await site.client(.alice).post("/recipes/\(recipe)/withdraw").expect(.seeOther)
            site.clock.advance(by: TestClock.hour)
        }
        #expect(try site.count("SELECT count(*) FROM decision WHERE is_automatic = 1") == 0)
    }

    @Test(arguments: [
        ("Boil it, then stir.", "Boil it, then stir!", true), ("Boil it.", "Boil  it", true),
        ("«Boil» it.\n", "Boil “it”", true), ("", ".", true),
        ("Boil it, then stir.", "Boil it; then stir.", false), ("Boil it. Stir.", "Boil it Stir.", false),
        ("Serve it pink? Never: cook it through.", "Serve it pink. Never cook it through.", false),
        ("Gluten, free range eggs", "Gluten free range eggs", false), ("coconut milk", "coconut, milk", false),
        ("Serve it raw?", "Serve it raw.", false), ("Boil it.\nNever fry it.", "Boil it. Never fry it.", false),
        ("Stir  it for 5 minutes", "Stir it for 5 minutes", true), ("Bake 1. 5 hours", "Bake 1.5 hours", false),
        ("1 /2 cup", "1/2 cup", false), ("Bake for 1 . 5 hours", "Bake for 1 5 hours", false),
        ("a 9 \" tin", "a 9 tin", false),
        ("Add 5.", "Add 5", false), ("now here", "nowhere", false),
        ("Add 1.5 l", "Add 15 l", false), ("Add 1,5 l", "Add 1 5 l", false), ("1 T oil", "1 t oil", false),
        ("−5 °C", "5 °C", false), ("1/2 cup", "12 cup", false), ("nut-free", "nut free", false),
        ("low heat", "high heat", false), ("½ cup", "¼ cup", false), ("do stir", "do not stir", false),
    ])
    func `only spaces, quotation marks and the final full stop away from digits may differ`(
        old: String, new: String, isSame: Bool
    ) {
        #expect(AutomaticRules.hasSameWords(old, new) == isSame)
    }

    @Test func `a submission with a proposed decision is not judged`() async throws {
        let site = try TestSite()
        try site.license(.bella)
        let recipe = try await site.write(.vegan, as: .bella)
        let submission = try await site.submit(recipe, as: .bella)
        let fields = try site.decisionFields(submission, reason: "NOT_A_RECIPE", message: "A poem.")
        try await site.client(.bob).post("/moderation/submissions/\(submission)/reject", fields).expect(.seeOther)
        let (revision, now) = (try site.count("SELECT revision_id FROM submission"), site.now)
        try site.write { db in
            let compared = AutomaticComparison(live: revision, revision: revision, changes: [], key: [7])
            let catalogue = try site.site.catalogue.inside(db)
            #expect(
                try !AutomaticStore(db).judge(
                    submission, compared, catalogue: catalogue, mailer: site.site.mailer, now: now))
        }
        #expect(try site.count("SELECT count(*) FROM automatic_verdict") == 0)
    }

    @Test func `moderators check a sample, and send an approval back to the queue`() async throws {
        let (site, _) = try await Self.site()
        let recipe = try await Self.recipe(drawn: false, on: site)
        try await site.save(recipe, try Self.fields(recipe, on: site).with(Self.change.0, Self.change.1))
        let submission = try await site.submit(recipe)
        try site.run("DROP TRIGGER automatic_verdict_is_never_changed")
        try site.run("UPDATE automatic_verdict SET is_sample = 1 WHERE submission_id = \(submission)")
        let bob = try site.client(.bob)
        let page = try await bob.get("/moderation/automatic")
        #expect(page.shows("Lentil soup"))
        #expect(page.shows("Approvals in 180 days"))
        #expect(try await bob.get("/moderation/submissions/\(submission)").shows("We liked it!"))
        try await bob.post("/moderation/automatic/\(submission)/checked").expect(.seeOther)
        #expect(try await !bob.get("/moderation/automatic").text.contains("/moderation/submissions/\(submission)"))
        #expect(try await bob.get("/moderation/automatic?state=checked").shows("Lentil soup"))
        try await bob.post("/moderation/automatic/\(submission)/reopen").expect(.seeOther)
        #expect(try await !site.visitor().get(site.address(of: recipe)).shows("We liked it!"))
        #expect(try site.value("SELECT state FROM submission ORDER BY id DESC") == "queued")
        #expect(try await bob.post("/moderation/automatic/\(submission)/reopen").status == .conflict)
        #expect(try site.failures() == [])
    }

    @Test(arguments: [Language.en, .ru], [false, true])
    func `the author is notified once of an automatic approval that was sent back`(
        language: Language, isUnpublished: Bool
    ) async throws {
        let (site, _) = try await Self.site()
        let recipe = try await Self.recipe(drawn: false, on: site)
        try site.run(
            "UPDATE user SET language = \(language.rawValue), email_confirmed_at = 1 WHERE id = \(Person.alice.id)")
        try await site.save(recipe, try Self.fields(recipe, on: site).with(Self.change.0, Self.change.1))
        let submission = try await site.submit(recipe)
        if isUnpublished { try await site.client(.alice).post("/recipes/\(recipe)/unpublish").expect(.seeOther) }
        let before: [String] = try site.notifications(.alice)
        _ = try site.mails()
        let (bob, bella) = (try site.client(.bob), try site.client(.bella))
        try await bob.post("/moderation/automatic/\(submission)/reopen").expect(.seeOther)
        #expect(try await bella.post("/moderation/automatic/\(submission)/reopen").status == .conflict)
        // The notification of the approval is gone, as after other decisions that were taken back.
        #expect(try site.notifications(.alice) == Array(before.dropLast()) + ["approval-taken-back"])
        let mails = try site.mails()
        #expect(mails.count == 1)
        let told =
            isUnpublished
            ? Text.notificationApprovalTakenBackUnpublished(language)
            : Text.notificationApprovalTakenBackQueued(language)
        #expect(mails.first?.text.contains(told.prefix(20)) == true)
        guard !isUnpublished else { return }
        let again = try #require(try site.submission(of: recipe))
        try await site.approve(again)
        #expect(try site.notifications(.alice).suffix(2) == ["approval-taken-back", "approved"])
        #expect(try site.failures() == [])
    }
}
