// Handlers of the pages about the site: reading them, and the forms in which admins edit them.

import Bytes
import Database
import HTML
import HTTP
import Texts
import Words

enum SitePages {
    static func about(_ context: Context) async throws -> Response { try show(.about, context) }
    static func help(_ context: Context) async throws -> Response { try show(.help, context) }
    static func privacy(_ context: Context) async throws -> Response { try show(.privacy, context) }

    private static func show(_ page: SitePage, _ context: Context) throws -> Response {
        let saved = try SitePageStore(context.reader).page(page)
        if context.wantsJSON { return try context.json(SitePageJSON(saved, context.language)) }
        return context.page(SitePageView(saved, context))
    }

    static func list(_ context: Context) async throws -> Response {
        let language = context.language
        let pages = try SitePage.allCases.map { try SitePageStore(context.reader).page($0) }
        if context.wantsJSON {
            return try context.json(
                ListJSON(total: pages.count, page: 1, items: pages.map { SitePageJSON($0, language) }))
        }
        return context.page(
            SitePageListPage(
                layout: context.layout(title: Text.sitePagesTitle(language), section: "pages", isListed: false),
                rows: pages.map { SitePageRow($0, language) }))
    }

    static func edit(_ context: Context) async throws -> Response {
        let saved = try SitePageStore(context.reader).page(named(context))
        return context.page(SitePageForm(saved, typed: saved.texts, FieldErrors(), context))
    }

    static func save(_ context: Context) async throws -> Response {
        let (page, admin, now) = (try named(context), try context.member(), context.now)
        var texts: [Language: String] = [:]
        for language in Language.allCases { texts[language] = (context.form["text_\(language.rawValue)"] ?? "").typed }
        let errors = errors(texts, context.language)
        let version = context.form["version"].flatMap { Int($0) } ?? 0
        guard errors.isEmpty else {
            let saved = try SitePageStore(context.reader).page(page)
            return context.page(
                SitePageForm(saved, typed: texts, version: version, errors, context), status: .unprocessable)
        }
        let id = try await context.site.writer.write { [texts] db in
            try SitePageStore(db).save(page, texts, over: version, by: admin.actor, now: now)
        }
        if let id { return context.redirect(to: Address.adminPage(page.rawValue), done: "page-saved", number: id) }
        // Saving once more replaces what the other admin saved.
        let newer = try SitePageStore(context.reader).page(page)
        return context.page(
            SitePageForm(newer, typed: texts, isStale: true, FieldErrors(), context), status: .conflict)
    }

    static func undo(_ context: Context) async throws -> Response {
        let (id, admin, now) = (try context.number("step"), try context.member(), context.now)
        let page = try await context.site.writer.write { try SitePageStore($0).undo(id, by: admin.actor, now: now) }
        return context.redirect(to: Address.adminPage(page.rawValue), done: "undone")
    }

    private static func named(_ context: Context) throws -> SitePage {
        guard let page = SitePage(rawValue: context.parameters["page"] ?? "") else { throw SiteError.notFound }
        return page
    }

    private static func errors(_ texts: [Language: String], _ language: Language) -> FieldErrors {
        var errors = FieldErrors()
        if texts.values.allSatisfy(\.isEmpty) {
            errors.add("text_\(language.rawValue)", Text.sitePagesNone(language))
        }
        for written in Language.allCases where (texts[written] ?? "").length > SitePageRules.textLength {
            let limit = String(SitePageRules.textLength)
            errors.add("text_\(written.rawValue)", Text.editorTooLong(language, limit: limit))
        }
        return errors
    }
}

/// A page as readers see it.
struct SitePageView {
    let layout: Layout
    let title: String
    let language: String
    let blocks: [PageBlock]
    /// Where an admin edits it; `nil` for others.
    let edit: String?

    init(_ saved: SavedPage, _ context: Context) {
        let (text, written) = saved.text(context.language)
        title = saved.page.title(context.language)
        layout = context.layout(title: title, section: saved.page.rawValue, canonical: saved.page.address)
        (language, blocks) = (written.rawValue, SitePageRules.blocks(text))
        edit = context.viewer?.isAdmin == true ? Address.adminPage(saved.page.rawValue) : nil
    }
}

struct SitePageListPage {
    let layout: Layout
    let rows: [SitePageRow]
}

/// A page in the list of admins.
struct SitePageRow {
    let title: String
    let address: String
    let edit: String
    /// When it was saved; `nil` for the first texts.
    let saved: HTML?

    init(_ page: SavedPage, _ language: Language) {
        (title, address) = (page.page.title(language), page.page.address)
        edit = Address.adminPage(page.page.rawValue)
        saved = page.savedAt.map { Moment($0, language).html { Text.sitePagesSaved(language, at: $0) } }
    }
}

struct SitePageForm {
    let layout: Layout
    let title: String
    let formToken: String
    let problems: FieldProblems
    let action: String
    let version: Int
    let texts: [Field]
    /// The texts as another admin saved them, if that was while this one edited the page.
    let others: [SitePageText]
    var isStale: Bool { !others.isEmpty }
    let address: String

    /// `version` is the one that the admin saw, if it is not the current one.
    init(
        _ saved: SavedPage, typed: [Language: String], version: Int? = nil, isStale: Bool = false,
        _ errors: FieldErrors, _ context: Context
    ) {
        let language = context.language
        title = Text.sitePagesEdit(language, title: saved.page.title(language))
        layout = context.layout(title: title, section: "pages", isListed: false)
        (formToken, problems) = (context.formToken, errors.summary)
        (action, address) = (Address.adminPage(saved.page.rawValue), saved.page.address)
        self.version = version ?? saved.version
        others = isStale ? Language.allCases.map { SitePageText(saved.texts[$0] ?? "", $0, language) } : []
        texts = Language.allCases.map { written in
            let name = "text_\(written.rawValue)"
            return Field(
                name: name, label: Text.dynamic("sitePages.text.\(written.rawValue)", language) ?? name,
                value: typed[written] ?? "", error: errors[name], help: Text.sitePagesHelp(language), rows: 16)
        }
    }
}

/// The text of another admin, line by line.
struct SitePageText {
    let label: String
    let lines: [String]

    init(_ text: String, _ written: Language, _ language: Language) {
        label = Text.dynamic("sitePages.other.\(written.rawValue)", language) ?? written.rawValue
        lines = text.split(bytes: "\n").map { String($0) }
    }
}

struct SitePageJSON: Encodable {
    let name: String
    let title: String
    let address: String
    let language: String
    let version: Int
    let text: String

    init(_ saved: SavedPage, _ language: Language) {
        let (text, written) = saved.text(language)
        (name, title, address) = (saved.page.rawValue, saved.page.title(language), saved.page.address)
        (self.language, version, self.text) = (written.rawValue, saved.version, text)
    }
}
