// Handlers with which a moderator sets a diet or allergen of a public recipe, with a reason, or undoes that.

import Bytes
import Database
import Food
import HTML
import HTTP
import HTTPServer
import Texts
import Words

enum DietOverrides {
    /// How long a recipe page shows its author and moderators that an override has lapsed, in milliseconds.
    static let told = 30 * Milliseconds.day

    static func show(_ context: Context) async throws -> Response {
        let live = try recipe(context)
        guard context.wantsJSON else { return try await context.page(page(live, DietForm(), context)) }
        let catalogue = try context.site.catalogue.current(context.reader)
        let derived = try await context.site.workers.run { catalogue.diets(of: live.revision.body) }
        let records = try DietOverrideStore(context.reader).history(live.revision.recipeID)
        return try context.json(DietOverridesJSON(live.revision, derived, records, context.language))
    }

    static func save(_ context: Context) async throws -> Response {
        let (live, viewer, now, site) = (try recipe(context), try context.member(), context.now, context.site)
        let id = live.revision.recipeID
        var form = DietForm(context.form)
        form.check(context.language)
        guard let subject = form.subject, let fact = form.fact, form.errors.isEmpty else {
            return try await context.page(page(live, form, context), status: .unprocessable)
        }
        let (reason, read) = (form.reason, form.revision ?? live.revision.id)
        let isSet = try await site.writer.write { db in
            let catalogue = try site.catalogue.inside(db)
            let recipes = PublicRecipeStore(db)
            // The public text may have changed since it was read. An override is set for the text that was read, or not
            // at all.
            guard let current = try recipes.recipe(id, now: now), current.revision.id == read else { return false }
            let body = current.revision.body
            try DietOverrideStore(db).set(
                subject, fact, derived: catalogue.diets(of: body)[subject], reason: reason, recipe: id,
                ingredients: body.ingredientsSHA256, by: viewer.actor, now: now)
            try recipes.write(current.revision, author: current.author.id, catalogue: catalogue)
            return true
        }
        guard isSet else {
            form.isStale = true
            return try await context.page(page(recipe(context), form, context), status: .conflict)
        }
        return context.redirect(to: Address.recipeDiets(id), done: "diet-set")
    }

    static func undo(_ context: Context) async throws -> Response {
        let (live, viewer, now, site) = (try recipe(context), try context.member(), context.now, context.site)
        let id = live.revision.recipeID
        guard let subject = DietReason.Subject(name: context.form["subject"] ?? "") else { throw SiteError.notFound }
        try await site.writer.write { db in
            let catalogue = try site.catalogue.inside(db)
            guard try DietOverrideStore(db).undo(subject, recipe: id, by: viewer.actor, now: now),
                let live = try PublicRecipeStore(db).recipe(id, now: now)
            else { throw SiteError.notFound }
            try PublicRecipeStore(db).write(live.revision, author: live.author.id, catalogue: catalogue)
        }
        return context.redirect(to: Address.recipeDiets(id), done: "diet-undone")
    }

    /// The public recipe; the viewer must not be its author.
    private static func recipe(_ context: Context) throws -> PublicRecipe {
        guard let id = Slug.id(context.parameters["recipe"] ?? ""),
            let live = try PublicRecipeStore(context.reader).recipe(id, now: context.now)
        else { throw SiteError.notFound }
        guard live.author.id != context.viewer?.id else { throw SiteError.forbidden(.ownRecipe) }
        return live
    }

    private static func page(_ live: PublicRecipe, _ form: DietForm, _ context: Context) async throws -> DietPage {
        let (language, id) = (context.language, live.revision.recipeID)
        let catalogue = try context.site.catalogue.current(context.reader)
        let derived = try await context.site.workers.run { catalogue.diets(of: live.revision.body) }
        let records = try DietOverrideStore(context.reader).history(id)
        return DietPage(
            layout: context.layout(title: Text.dietsTitle(language), section: "moderation", isListed: false),
            formToken: context.formToken, recipe: live.revision.body.title, language: live.revision.body.language,
            recipeAddress: Address.recipe(Slug.segment(id, live.revision.slug)),
            setAddress: Address.recipeDiets(id), undoAddress: Address.undoRecipeDiet(id),
            revision: String(form.isStale ? live.revision.id : form.revision ?? live.revision.id),
            isStale: form.isStale,
            problems: form.errors.summary,
            subject: form.subjectField(derived, language), facts: form.factField(language),
            reason: form.reasonField(language),
            inForce: records.filter { $0.end == nil }.map { DietRecordView($0, language) },
            past: records.filter { $0.end != nil }.map { DietRecordView($0, language) })
    }
}

struct DietPage {
    let layout: Layout
    let formToken: String
    let recipe: String
    let language: String
    let recipeAddress: String
    let setAddress: String
    let undoAddress: String
    /// The public revision that the page shows; the form sends it back.
    let revision: String
    let isStale: Bool
    let problems: [FieldProblem]
    let subject: Field
    let facts: Field
    let reason: Field
    let inForce: [DietRecordView]
    let past: [DietRecordView]
}

/// An override and how it ended.
struct DietRecordView {
    let subject: String
    let answer: String
    let reason: String
    let by: HTML
    let derived: String
    let ended: HTML?

    init(_ record: DietOverrideRecord, _ language: Language) {
        let override = record.override
        subject = override.subject.name
        answer = override.subject.answer(override.fact, language)
        reason = override.reason
        by = Moment(override.at, language).html {
            Text.dietsBy(language, at: $0, name: FormerMember.shown(record.by ?? "", language))
        }
        derived = Text.overrideDerived(language, answer: override.subject.answer(override.derived, language))
        ended = record.end.map { end in
            let word = Text.dynamic("diets.ended.\(end.rawValue)", language) ?? end.rawValue
            return Moment(record.endedAt ?? override.at, language).html { "\(word) \($0)" }
        }
    }
}

/// The answers from the ingredients alone, and the overrides, newest first.
struct DietOverridesJSON: Encodable {
    struct Override: Encodable {
        let subject: String
        let fact: String
        let derived: String
        let reason: String
        let by: String
        let at: String
        /// How and when it ended; `nil` while it is active.
        let ended: String?
        let endedAt: String?
    }

    let recipeId: Int
    let revision: Int
    let derived: [String: String]
    let overrides: [Override]

    init(_ revision: Revision, _ diets: DerivedDiets, _ records: [DietOverrideRecord], _ language: Language) {
        recipeId = revision.recipeID
        self.revision = revision.id
        derived = Dictionary(DietReason.Subject.all.map { ($0.name, diets[$0].word) }) { first, _ in first }
        overrides = records.map { record in
            let override = record.override
            return Override(
                subject: override.subject.name, fact: override.fact.word, derived: override.derived.word,
                reason: override.reason, by: FormerMember.shown(record.by ?? "", language),
                at: Dates.time(override.at), ended: record.end?.rawValue,
                endedAt: record.endedAt.map { Dates.time($0) })
        }
    }
}

/// The override form as typed, with its errors.
struct DietForm {
    private var typedSubject = ""
    private var typedFact = ""
    private(set) var reason = ""
    private(set) var revision: Int?
    private(set) var errors = FieldErrors()
    var isStale = false

    init() {}

    init(_ form: Form) {
        typedSubject = form["subject"] ?? ""
        typedFact = form["fact"] ?? ""
        reason = (form["reason"] ?? "").typed
        revision = form["revision"].flatMap { Int($0) }
    }

    var subject: DietReason.Subject? { DietReason.Subject(name: typedSubject) }
    var fact: Fact? { Fact(word: typedFact) }

    mutating func check(_ language: Language) {
        if subject == nil { errors.add("subject", Text.dietsSubjectRequired(language)) }
        if fact == nil { errors.add("fact", Text.dietsFactRequired(language)) }
        if reason.trimmed.isEmpty { errors.add("reason", Text.dietsReasonRequired(language)) }
        if reason.length > DietOverrideRules.reasonLength {
            errors.add("reason", Text.editorTooLong(language, limit: String(DietOverrideRules.reasonLength)))
        }
    }

    /// The subjects to choose from, each with the derived answer.
    func subjectField(_ derived: DerivedDiets, _ language: Language) -> Field {
        let none = Choice(value: "", label: Text.dietsChoose(language), isChosen: subject == nil)
        return Field(
            name: "subject", label: Text.dietsSubject(language), error: errors["subject"], isRequired: true,
            choices: [none]
                + DietReason.Subject.all.map {
                    Choice(
                        value: $0.name, label: "\($0.label(language)) – \($0.answer(derived[$0], language))",
                        isChosen: $0 == subject)
                })
    }

    func factField(_ language: Language) -> Field {
        let none = Choice(value: "", label: Text.dietsChoose(language), isChosen: fact == nil)
        return Field(
            name: "fact", label: Text.dietsFact(language), error: errors["fact"], help: Text.dietsFactHelp(language),
            isRequired: true,
            choices: [none]
                + [Fact.yes, .no, .unknown].map {
                    Choice(
                        value: $0.word, label: Text.dynamic("fact.\($0.word)", language) ?? $0.word,
                        isChosen: $0 == fact)
                })
    }

    func reasonField(_ language: Language) -> Field {
        Field(
            name: "reason", label: Text.dietsReason(language), value: reason, error: errors["reason"],
            help: Text.dietsReasonHelp(language), isRequired: true, rows: 3)
    }
}
