// The admin pages of tutorials: their list and order, and the form of one.

import Bytes
import Database
import HTTP
import Texts
import Words

enum TutorialAdmin {
    static func list(_ context: Context) async throws -> Response {
        let tutorials = try TutorialStore(context.reader).all()
        if context.wantsJSON { return try context.json(AdminTutorialsJSON(tutorials, context.language)) }
        let deleted = try TutorialStore(context.reader).deleted(after: context.now - TutorialRules.undoTime)
        return context.page(AdminTutorialsPage(tutorials, deleted: deleted, context))
    }

    static func new(_ context: Context) async throws -> Response {
        context.page(TutorialFormPage(nil, TutorialForm(), FieldErrors(), context))
    }

    static func create(_ context: Context) async throws -> Response {
        let (form, errors) = try await read(context, over: nil)
        guard errors.isEmpty else {
            return context.page(TutorialFormPage(nil, form, errors, context), status: .unprocessable)
        }
        let id = try await change("add-tutorial", form.apply(to: Tutorial()), context) { db in
            try TutorialStore(db).add(form.apply(to: Tutorial()))
        }
        return context.redirect(to: Address.adminTutorial(id ?? 0), done: "tutorial-added")
    }

    static func edit(_ context: Context) async throws -> Response {
        let tutorial = try tutorial(context)
        return context.page(TutorialFormPage(tutorial, TutorialForm(tutorial), FieldErrors(), context))
    }

    static func save(_ context: Context) async throws -> Response {
        let tutorial = try tutorial(context)
        var (form, errors) = try await read(context, over: tutorial)
        guard errors.isEmpty else {
            return context.page(TutorialFormPage(tutorial, form, errors, context), status: .unprocessable)
        }
        let (changed, now) = (form.apply(to: tutorial), context.now)
        let step = try await change("edit-tutorial", changed, context) { db -> Int? in
            guard let before = try TutorialStore(db).tutorial(changed.id), try TutorialStore(db).save(changed) else {
                return nil
            }
            return try TutorialUndoStore(db).keep(before, now: now)
        }
        if let step {
            return context.redirect(to: Address.adminTutorial(tutorial.id), done: "tutorial-saved", number: step)
        }
        // Saving once more replaces what the other admin saved.
        guard let newer = try TutorialStore(context.reader).tutorial(tutorial.id) else { throw SiteError.notFound }
        form.version = newer.version
        return context.page(TutorialFormPage(newer, form, errors, isStale: true, context), status: .conflict)
    }

    static func publish(_ context: Context) async throws -> Response { try await set(true, context) }
    static func hide(_ context: Context) async throws -> Response { try await set(false, context) }

    private static func set(_ isPublished: Bool, _ context: Context) async throws -> Response {
        let tutorial = try tutorial(context)
        let version = version(context)
        let isThere = try await change(isPublished ? "publish-tutorial" : "hide-tutorial", tutorial, context) { db in
            try TutorialStore(db).require(tutorial.id, version: version)
            return try TutorialStore(db).publish(tutorial.id, isPublished) ? tutorial.id : nil
        }
        if isThere == nil { throw SiteError.notFound }
        return context.redirect(
            to: context.formPage ?? Address.adminTutorials(),
            done: isPublished ? "tutorial-published" : "tutorial-hidden")
    }

    /// Moves a tutorial up, or down without `up`.
    static func move(_ context: Context) async throws -> Response {
        let (tutorial, version) = (try tutorial(context), version(context))
        let isUp = context.form["direction"] == "up"
        let isThere = try await context.site.writer.write { db in
            try TutorialStore(db).require(tutorial.id, version: version)
            return try TutorialStore(db).move(tutorial.id, up: isUp)
        }
        context.site.tutorials.forget()
        if !isThere { throw SiteError.notFound }
        return context.redirect(to: Address.adminTutorials(), done: "tutorial-moved")
    }

    static func delete(_ context: Context) async throws -> Response {
        let (tutorial, now, version) = (try tutorial(context), context.now, version(context))
        let isDeleted = try await change("delete-tutorial", tutorial, context) { db in
            try TutorialStore(db).require(tutorial.id, version: version)
            return try TutorialStore(db).delete(tutorial.id, now: now) ? tutorial.id : nil
        }
        if isDeleted == nil { throw SiteError.notFound }
        return context.redirect(to: Address.adminTutorials(), done: "tutorial-deleted", number: tutorial.id)
    }

    static func restore(_ context: Context) async throws -> Response {
        let (id, now) = (try context.number("tutorial"), context.now)
        var gone = Tutorial()
        gone.id = id
        let isBack = try await change("restore-tutorial", gone, context) { db in
            try TutorialStore(db).restore(id, now: now) ? id : nil
        }
        if isBack == nil { throw SiteError.notFound }
        return context.redirect(to: Address.adminTutorials(), done: "undone")
    }

    /// Undoes an edit, if nobody has changed the tutorial since.
    static func undo(_ context: Context) async throws -> Response {
        let (step, now, actor) = (try context.number("step"), context.now, try context.member().actor)
        let tutorial = try await context.site.writer.write { db in
            let tutorial = try TutorialUndoStore(db).undo(step, now: now)
            try AuditStore(db).append(
                .init(
                    action: "undo-tutorial", object: .site, id: tutorial.id, from: "", to: "",
                    detail: tutorial.text(.en).text.title), by: actor, at: now)
            return tutorial
        }
        context.site.tutorials.forget()
        return context.redirect(to: Address.adminTutorial(tutorial.id), done: "undone")
    }

    /// The version that the admin saw; `nil` if the form has none.
    private static func version(_ context: Context) -> Int? { context.form["version"].flatMap { Int($0) } }

    private static func tutorial(_ context: Context) throws -> Tutorial {
        guard let tutorial = try TutorialStore(context.reader).tutorial(context.number("tutorial")) else {
            throw SiteError.notFound
        }
        return tutorial
    }

    /// Makes a change and its row of the audit log in one transaction; a change that finds nothing returns `nil` and is
    /// not logged. The number that it returns is the id of a new tutorial.
    private static func change(
        _ action: String, _ tutorial: Tutorial, _ context: Context,
        _ make: @escaping @Sendable (Connection) throws -> Int?
    ) async throws -> Int? {
        let (actor, now) = (try context.member().actor, context.now)
        let title = tutorial.text(.en).text.title
        let number = try await context.site.writer.write { db -> Int? in
            guard let number = try make(db) else { return nil }
            let id = tutorial.id > 0 ? tutorial.id : number
            try AuditStore(db).append(
                .init(action: action, object: .site, id: id, from: "", to: "", detail: title), by: actor, at: now)
            return number
        }
        context.site.tutorials.forget()
        return number
    }

    /// Stores the uploaded video, before the texts are checked, so that an error in them does not lose it.
    private static func read(
        _ context: Context, over tutorial: Tutorial?
    ) async throws -> (form: TutorialForm, errors: FieldErrors) {
        var form = TutorialForm(context.form)
        var problem: String?
        if let file = context.form.file("video"), !file.content.isEmpty {
            do {
                let stored = try await StepMedia.add(file.content, context)
                if stored.isVideo {
                    form.video = stored.id
                } else {
                    problem = Text.dynamic("photo.error.not-a-video", context.language)
                }
            } catch {
                guard let key = MediaRefusal.key(error) else { throw error }
                problem = Text.dynamic("photo.error.\(key)", context.language) ?? key
            }
        }
        let lengths = try VideoStore(context.reader).own([form.video], owner: context.member().id)
        let isKnown = form.video.isEmpty || form.video == tutorial?.video || lengths[form.video] ?? nil != nil
        if !isKnown {
            // Another admin may have replaced the video: saving once more keeps theirs.
            form.video = tutorial?.video ?? ""
            problem = problem ?? Text.dynamic("photo.error.not-yours", context.language)
        }
        var errors = form.errors(
            milliseconds: form.video.isEmpty ? TutorialRules.longestAnimation : RecipeLimits.milliseconds,
            context.language)
        if let problem { errors.add("video", problem) }
        if tutorial == nil, try TutorialStore(context.reader).all().count >= TutorialRules.all {
            errors.add("title_en", Text.tutorialsFull(context.language, count: TutorialRules.all))
        }
        return (form, errors)
    }
}

/// A row of the admin list.
struct AdminTutorialRow {
    let title: String
    let language: String
    let techniques: String
    let isPublished: Bool
    let address: String
    let publish: String
    let hide: String
    let move: String
    let delete: String
    let isFirst: Bool
    let isLast: Bool
    let formToken: String
    let version: Int
    let icons: String

    init(_ tutorial: Tutorial, at place: Int, of count: Int, _ context: Context) {
        let (text, written) = tutorial.text(context.language)
        (title, language, isPublished) = (text.title, written.rawValue, tutorial.isPublished)
        techniques = text.phrases.joined(separator: ", ")
        address = Address.adminTutorial(tutorial.id)
        publish = Address.publishTutorial(tutorial.id)
        hide = Address.hideTutorial(tutorial.id)
        move = Address.moveTutorial(tutorial.id)
        delete = Address.deleteTutorial(tutorial.id)
        (isFirst, isLast) = (place == 0, place == count - 1)
        (formToken, version) = (context.formToken, tutorial.version)
        icons = context.site.assets.address("icons.svg")
    }
}

/// A deleted tutorial that can be restored.
struct DeletedTutorialRow {
    let title: String
    let language: String
    let restore: String
    let formToken: String

    init(_ tutorial: Tutorial, _ context: Context) {
        let (text, written) = tutorial.text(context.language)
        (title, language) = (text.title, written.rawValue)
        (restore, formToken) = (Address.restoreTutorial(tutorial.id), context.formToken)
    }
}

struct AdminTutorialsPage {
    let layout: Layout
    let rows: [AdminTutorialRow]
    let deleted: [DeletedTutorialRow]

    init(_ tutorials: [Tutorial], deleted: [Tutorial], _ context: Context) {
        layout = context.layout(
            title: Text.tutorialAdminTitle(context.language), section: "admin-tutorials", isListed: false)
        rows = tutorials.enumerated().map { AdminTutorialRow($1, at: $0, of: tutorials.count, context) }
        self.deleted = deleted.map { DeletedTutorialRow($0, context) }
    }
}

struct TutorialFormPage {
    let layout: Layout
    let title: String
    let formToken: String
    let problems: FieldProblems
    let action: String
    let version: Int
    let parts: [TutorialLanguagePart]
    let video: Field
    let videoID: String
    let isStale: Bool
    /// The address of the public page; `nil` for a new tutorial.
    let address: String?

    var hasVideo: Bool { !videoID.isEmpty }

    init(
        _ tutorial: Tutorial?, _ form: TutorialForm, _ errors: FieldErrors, isStale: Bool = false, _ context: Context
    ) {
        let language = context.language
        title = tutorial?.text(language).text.title ?? Text.tutorialAdminNew(language)
        layout = context.layout(title: title, section: "admin-tutorials", isListed: false)
        (formToken, problems) = (context.formToken, errors.summary)
        action = tutorial.map { Address.adminTutorial($0.id) } ?? Address.adminTutorials()
        (version, videoID, self.isStale) = (form.version, form.video, isStale)
        parts = Language.allCases.map { TutorialLanguagePart(form, $0, errors, language) }
        video = Field(
            name: "video", label: Text.tutorialFieldVideo(language), error: errors["video"],
            help: Text.tutorialFieldVideoHelp(language))
        address = tutorial?.address
    }
}

struct AdminTutorialsJSON: Encodable {
    struct Item: Encodable {
        let tutorial: TutorialJSON
        let published: Bool
    }

    let total: Int
    /// Always 1: the list is not cut into pages.
    let page = 1
    let items: [Item]

    init(_ tutorials: [Tutorial], _ language: Language) {
        total = tutorials.count
        items = tutorials.map { Item(tutorial: TutorialJSON($0, language), published: $0.isPublished) }
    }
}
