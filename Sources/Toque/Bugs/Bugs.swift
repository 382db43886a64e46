// Handlers for reporters: the form and the answer.

import Bytes
import Database
import HTML
import HTTP
import Images
import Security
import Texts
import Words

enum Bugs {
    static func new(_ context: Context) async throws -> Response {
        var form = BugForm()
        form.text.page = (context.request.query["page"] ?? "").trimmed.cut(to: BugRules.pageLength)
        form.text.request = BugRules.request(context.request.query["request"] ?? "")
        return context.page(page(context, form, FieldErrors()))
    }

    static func create(_ context: Context) async throws -> Response {
        let form = BugForm(context)
        var errors = form.errors(context.language)
        if !errors.isEmpty, context.form.file("screenshot") != nil {
            errors.add("screenshot", Text.bugScreenshotAgain(context.language))
        }
        guard errors.isEmpty else { return context.page(page(context, form, errors), status: .unprocessable) }
        let (text, reporter, now) = (form.text, context.viewer?.id, context.now)
        let (token, forwards) = (token(of: text, context), context.site.settings.webhook != nil)
        // A form that is sent again costs nothing: its screenshot is not read.
        if let known = try BugStore(context.reader).report(token: token) { return sent(known.id, token, context) }
        if let refused = refuseFrequentScreenshot(context, form) { return refused }
        let (screenshot, problem) = try await receiveScreenshot(context)
        if let problem {
            errors.add("screenshot", problem)
            return context.page(page(context, form, errors), status: .unprocessable)
        }
        let (id, isNew) = try await context.site.writer.write { db -> (Int, Bool) in
            let store = BugStore(db)
            // The same form may have been sent twice at the same time.
            if let known = try store.report(token: token) { return (known.id, false) }
            if screenshot != nil { try store.makeRoomForScreenshot() }
            let id = try store.add(text, token: token, screenshot: screenshot, reporter: reporter, now: now)
            if forwards { try WebhookStore(db).add(.bug, number: id, now: now) }
            return (id, true)
        }
        if !isNew, let screenshot { try MediaSweep.remove(screenshot, from: context.site.settings.mediaPath) }
        if forwards { context.site.wakeSignal.wake() }
        return sent(id, token, context)
    }

    private static func sent(_ id: Int, _ token: String, _ context: Context) -> Response {
        context.redirect(to: context.viewer == nil ? Address.followBug(token) : Address.bug(id), done: "bug-sent")
    }

    /// The form again with what was typed, if too many screenshots were sent.
    private static func refuseFrequentScreenshot(_ context: Context, _ form: BugForm) -> Response? {
        guard context.form.file("screenshot")?.content.isEmpty == false, let seconds = context.take(.screenshot) else {
            return nil
        }
        var errors = FieldErrors()
        errors.add("screenshot", Text.bugScreenshotTooOften(context.language))
        var response = context.page(page(context, form, errors), status: .tooManyRequests)
        response.headers["Retry-After"] = String(seconds)
        return response
    }

    /// The token that recognises a form sent twice and lets a visitor open the report again. It depends on the form
    /// token, which is different on every page, and on a secret key, so only the site can compute it.
    private static func token(of text: BugText, _ context: Context) -> String {
        let words = [context.form["csrf"] ?? "", text.page, text.request, text.what, text.expected, text.contact]
        let message = words.map { "\($0.utf8.count):\($0)" }.joined()
        return Base64URL.encode(HMAC.sha256(key: context.site.key(for: "bug report"), Array(message.utf8)))
    }

    /// A member's own reports.
    static func list(_ context: Context) async throws -> Response {
        let (viewer, language) = (try context.member(), context.language)
        let number = Paging.page(context.request.query["page"])
        let (total, reports) = try BugStore(context.reader).list(of: viewer.id, page: number)
        if context.wantsJSON {
            return try context.json(ListJSON(total: total, page: number, items: reports.map(BugJSON.init)))
        }
        return context.page(
            MyBugsPage(
                layout: context.layout(title: Text.bugsTitle(language), section: "bugs", isListed: false), count: total,
                rows: reports.map { BugRow($0, address: Address.bug($0.id), language) },
                pages: Pages(number: number, total: total) { "\(Address.bugs())?page=\($0)" }))
    }

    static func show(_ context: Context) async throws -> Response {
        let reporter = try context.member().id
        guard let bug = try BugStore(context.reader).report(context.number("bug"), of: reporter) else {
            throw SiteError.notFound
        }
        return try show(bug, link: nil, context)
    }

    /// Shows a visitor's report and its answer, by the link that was shown once after sending.
    static func follow(_ context: Context) async throws -> Response {
        let token = context.parameters["token"] ?? ""
        guard let bug = try BugStore(context.reader).report(token: token) else { throw SiteError.notFound }
        return try show(bug, link: context.site.settings.baseURL + Address.followBug(token), context)
    }

    private static func show(_ bug: BugReport, link: String?, _ context: Context) throws -> Response {
        if context.wantsJSON { return try context.json(BugJSON(bug)) }
        let language = context.language
        let title = Text.bugTitle(language, number: bug.id)
        return context.page(
            BugPage(
                layout: context.layout(title: title, section: "bugs", isListed: false), title: title,
                row: BugRow(bug, address: "", language), text: bug.text, answer: bug.answer,
                hasScreenshot: bug.screenshot != nil, link: context.done == "bug-sent" ? link : nil,
                isMember: context.viewer != nil))
    }

    /// Stores the screenshot as new renditions, like every photo. The original is not kept, and only admins see it.
    /// Returns its folder, or why it is refused.
    private static func receiveScreenshot(_ context: Context) async throws -> (id: String?, problem: String?) {
        let (language, site) = (context.language, context.site)
        guard let file = context.form.file("screenshot"), !file.content.isEmpty else { return (nil, nil) }
        guard try BugStore(context.reader).hasRoomForScreenshot() else {
            return (nil, Text.bugScreenshotsFull(language))
        }
        do {
            let picture = try await PhotoStore.makeFiles(of: file.content, keepsOriginal: false, site)
            guard BugRules.isTooLong(screenshot: picture.bytes) else { return (picture.id, nil) }
            try MediaSweep.remove(picture.id, from: site.settings.mediaPath)
            return (nil, Text.bugScreenshotTooLong(language))
        } catch let error as ImageError {
            return (nil, Text.dynamic("photo.error.\(error.key)", language) ?? "")
        }
    }

    private static func page(_ context: Context, _ form: BugForm, _ errors: FieldErrors) -> NewBugPage {
        let language = context.language
        func field(_ name: String, _ label: String, _ value: String, help: String? = nil, limit: Int? = nil) -> Field {
            Field(name: name, label: label, value: value, error: errors[name], help: help, maxLength: limit)
        }
        var what = field("what", Text.bugWhat(language), form.text.what)
        what.isRequired = true
        var contact = field(
            "contact", Text.bugContact(language), form.text.contact, help: Text.bugContactHelp(language),
            limit: BugRules.contactLength)
        contact.autocomplete = "email"
        return NewBugPage(
            layout: context.layout(title: Text.bugNewTitle(language), section: "bugs", isListed: false),
            formToken: context.formToken, problems: errors.summary,
            page: field(
                "page", Text.bugPage(language), form.text.page, help: Text.bugPageHelp(language),
                limit: BugRules.pageLength),
            what: what,
            expected: field("expected", Text.bugExpected(language), form.text.expected),
            screenshot: Field(
                name: "screenshot", label: Text.bugScreenshot(language), error: errors["screenshot"],
                help: Text.bugScreenshotHelp(language)), contact: contact, request: form.text.request,
            browser: BugForm.browser(context), isMember: context.viewer != nil)
    }
}

/// The bug form as typed, with what the browser says about itself.
struct BugForm: Sendable {
    var text = BugText()

    init() {}

    init(_ context: Context) {
        let form = context.form
        text = BugText(
            page: (form["page"] ?? "").typed, request: BugRules.request(form["request"] ?? ""),
            browser: Self.browser(context), what: (form["what"] ?? "").typed,
            expected: (form["expected"] ?? "").typed, contact: (form["contact"] ?? "").typed,
            language: context.language)
    }

    static func browser(_ context: Context) -> String {
        (context.request.headers["User-Agent"] ?? "").trimmed.cut(to: BugRules.browserLength)
    }

    func errors(_ language: Language) -> FieldErrors {
        var errors = FieldErrors()
        func check(_ field: String, _ value: String, _ limit: Int) {
            if value.length > limit { errors.add(field, Text.editorTooLong(language, limit: String(limit))) }
        }
        check("page", text.page, BugRules.pageLength)
        if text.what.isEmpty { errors.add("what", Text.bugWhatMissing(language)) }
        check("what", text.what, BugRules.textLength)
        check("expected", text.expected, BugRules.textLength)
        check("contact", text.contact, BugRules.contactLength)
        return errors
    }
}

struct NewBugPage {
    let layout: Layout
    let formToken: String
    let problems: [FieldProblem]
    let page: Field
    let what: Field
    let expected: Field
    let screenshot: Field
    let contact: Field
    let request: String
    let browser: String
    let isMember: Bool
}

struct MyBugsPage {
    let layout: Layout
    let count: Int
    let rows: [BugRow]
    let pages: Pages
}

struct BugPage {
    let layout: Layout
    let title: String
    let row: BugRow
    let text: BugText
    let answer: String
    let hasScreenshot: Bool
    /// The address that a visitor has to keep, shown once.
    let link: String?
    let isMember: Bool
}

/// The type that the view's partial accepts.
typealias BugRows = [BugRow]

/// One report in a list.
struct BugRow {
    let id: Int
    let address: String
    let title: String
    let since: HTML
    let state: String
    /// The style of the state's badge.
    let fact: String
    let page: String
    let reporter: String?
    /// The public page of the reporter, unless the account is deleted.
    let reporterAddress: String?
    let isAnswered: Bool

    init(_ bug: BugReport, address: String, _ language: Language) {
        id = bug.id
        self.address = address
        let line = bug.text.what.prefix { !$0.isNewline }
        title = line.count > 90 ? line.prefix(89) + "…" : String(line)
        since = Moment(bug.createdAt, language).html
        state = Text.dynamic("bug.state.\(bug.state.rawValue)", language) ?? bug.state.rawValue
        fact = bug.state == .fixed ? "yes" : BugState.open.contains(bug.state) ? "unknown" : "plain"
        page = bug.text.page
        reporter = bug.reporter.map { FormerMember.shown($0, language) }
        reporterAddress = bug.reporter.flatMap { FormerMember.isOne($0) ? nil : Address.cook($0) }
        isAnswered = !bug.answer.isEmpty
    }
}

struct BugJSON: Encodable {
    let id: Int
    let state: String
    let page: String
    let what: String
    let expected: String
    let answer: String

    init(_ bug: BugReport) {
        id = bug.id
        state = bug.state.rawValue
        page = bug.text.page
        what = bug.text.what
        expected = bug.text.expected
        answer = bug.answer
    }
}

extension Context {
    /// The address of the bug form, with this page's address filled in, and on an error page the request's number. An
    /// address that contains a secret is replaced by its pattern.
    func bugReportAddress(request number: String? = nil) -> String {
        if request.segments.first == "bugs", number == nil { return Address.newBug() }
        let page = route.flatMap { $0.holdsSecret ? $0.address.pattern : nil } ?? request.target
        let query = "?page=" + Percent.encode(query: page)
        return Address.newBug() + query + (number.map { "&request=" + Percent.encode(query: $0) } ?? "")
    }
}
