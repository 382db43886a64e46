// Handlers for the message templates that moderators keep: the list with a form for a new one, and the page of one.

import Bytes
import Database
import HTTP
import Texts
import Words

enum MessageTemplates {
    static func list(_ context: Context) async throws -> Response {
        try page(nil, MessageTemplate(language: context.language), FieldErrors(), context)
    }

    static func create(_ context: Context) async throws -> Response {
        let (actor, now) = (try context.member().actor, context.now)
        var (template, errors) = read(context)
        if errors.isEmpty {
            let draft = template
            let id = try await context.site.writer.write { db in
                try MessageTemplateStore(db).add(draft, by: actor, now: now)
            }
            if id != nil { return context.redirect(to: Address.messageTemplates(), done: "template-saved") }
            errors.add("title", Text.templatesFull(context.language, limit: MessageTemplate.limit))
        }
        template.id = 0
        return try page(nil, template, errors, context, status: .unprocessable)
    }

    static func edit(_ context: Context) async throws -> Response {
        let template = try template(context)
        return try page(template, template, FieldErrors(), context)
    }

    static func save(_ context: Context) async throws -> Response {
        let (id, actor, now) = (try context.number("template"), try context.member().actor, context.now)
        var (typed, errors) = read(context)
        guard let old = try MessageTemplateStore(context.reader).template(id) else {
            guard try MessageTemplateStore(context.reader).wasDeleted(id) else { throw SiteError.notFound }
            return try gone(typed, errors, context)
        }
        typed.id = old.id
        guard errors.isEmpty else { return try page(old, typed, errors, context, status: .unprocessable) }
        let draft = typed
        let isSaved = try await context.site.writer.write { db in
            try MessageTemplateStore(db).save(draft, by: actor, now: now)
        }
        if isSaved { return context.redirect(to: Address.messageTemplates(), done: "template-saved") }
        guard let newer = try MessageTemplateStore(context.reader).template(old.id) else {
            return try gone(typed, errors, context)
        }
        // Saving once more replaces what the other moderator saved.
        typed.version = newer.version
        errors.add("text", Text.templatesStale(context.language))
        return try page(old, typed, errors, context, saved: newer, status: .conflict)
    }

    /// Answers an edit of a template that was deleted: the form for a new one contains what was typed.
    private static func gone(
        _ typed: MessageTemplate, _ errors: FieldErrors, _ context: Context
    ) throws -> Response {
        var (typed, errors) = (typed, errors)
        typed.id = 0
        errors.add("text", Text.templatesGone(context.language))
        return try page(nil, typed, errors, context, status: .conflict)
    }

    static func delete(_ context: Context) async throws -> Response {
        let (old, actor, now) = (try template(context), try context.member().actor, context.now)
        let isDeleted = try await context.site.writer.write { db in
            try MessageTemplateStore(db).delete(old, by: actor, now: now)
        }
        guard isDeleted else { throw SiteError.notFound }
        return context.redirect(to: Address.messageTemplates(), done: "template-deleted", number: old.id)
    }

    static func restore(_ context: Context) async throws -> Response {
        let (id, actor, now) = (try context.number("template"), try context.member().actor, context.now)
        let isBack = try await context.site.writer.write { db in
            try MessageTemplateStore(db).restore(id, by: actor, now: now)
        }
        guard isBack else { throw SiteError.notFound }
        return context.redirect(to: Address.messageTemplates(), done: "undone")
    }

    private static func template(_ context: Context) throws -> MessageTemplate {
        guard let template = try MessageTemplateStore(context.reader).template(context.number("template")) else {
            throw SiteError.notFound
        }
        return template
    }

    private static func read(_ context: Context) -> (MessageTemplate, FieldErrors) {
        let (form, language) = (context.form, context.language)
        let typed = Language(rawValue: (form["language"] ?? "").trimmed)
        let template = MessageTemplate(
            language: typed ?? language, title: (form["title"] ?? "").inOneLine, text: (form["text"] ?? "").typed,
            version: form["version"].flatMap { Int($0) } ?? 0)
        var errors = FieldErrors()
        if typed == nil { errors.add("language", Text.templatesLanguageWrong(language)) }
        for (name, value, limit) in [
            ("title", template.title, MessageTemplate.titleLength), ("text", template.text, Policy.messageLength),
        ] {
            if value.isEmpty { errors.add(name, Text.templatesMissing(language)) }
            if value.length > limit { errors.add(name, Text.editorTooLong(language, limit: String(limit))) }
        }
        return (template, errors)
    }

    /// `saved` is the template as another moderator saved it in the meantime.
    private static func page(
        _ old: MessageTemplate?, _ typed: MessageTemplate, _ errors: FieldErrors, _ context: Context,
        saved: MessageTemplate? = nil, status: Status = .ok
    ) throws -> Response {
        let language = context.language
        let all = try MessageTemplateStore(context.reader).all(first: language)
        if context.wantsJSON {
            let items = all.filter { old == nil || $0.id == old?.id }.map(MessageTemplateJSON.init)
            return try context.json(ListJSON(total: items.count, page: 1, items: items), status: status)
        }
        let title = old.map { Text.templatesEdit(language, title: $0.title) } ?? Text.templatesTitle(language)
        return context.page(
            MessageTemplatesPage(
                layout: context.layout(title: title, section: "moderation", isListed: false),
                formToken: context.formToken, problems: errors.summary,
                rows: old == nil ? all.map { MessageTemplateRow($0) } : [], isNew: old == nil,
                action: old.map { Address.messageTemplate($0.id) } ?? Address.messageTemplates(),
                version: typed.version, saved: saved.map { SavedTemplate($0, language) },
                language: Field(
                    name: "language", label: Text.templatesLanguage(language), error: errors["language"],
                    choices: Language.allCases.map {
                        Choice(
                            value: $0.rawValue,
                            label: Text.dynamic("queue.filter.language.\($0.rawValue)", language) ?? $0.rawValue,
                            isChosen: $0 == typed.language)
                    }),
                title: Field(
                    name: "title", label: Text.templatesName(language), value: typed.title, error: errors["title"],
                    isRequired: true, maxLength: MessageTemplate.titleLength),
                text: Field(
                    name: "text", label: Text.templatesText(language), value: typed.text, error: errors["text"],
                    help: Text.templatesHelp(
                        language, author: "{author}", fields: "{fields}", recipe: "{recipe}"), isRequired: true, rows: 6
                )),
            status: status)
    }
}

struct MessageTemplatesPage {
    let layout: Layout
    let formToken: String
    let problems: [FieldProblem]
    let rows: [MessageTemplateRow]
    let isNew: Bool
    let action: String
    let version: Int
    let saved: SavedTemplate?
    let language: Field
    let title: Field
    let text: Field
}

/// A template as another moderator saved it while the viewer edited it.
struct SavedTemplate {
    let label: String
    let language: String
    let text: String

    init(_ template: MessageTemplate, _ language: Language) {
        label = Text.templatesSaved(language, title: template.title)
        (self.language, text) = (template.language.rawValue, template.text)
    }
}

struct MessageTemplateRow {
    let title: String
    let language: String
    let text: [String]
    let address: String
    let deleteAddress: String

    init(_ template: MessageTemplate) {
        (title, language, text) = (template.title, template.language.rawValue, template.text.paragraphs)
        address = Address.messageTemplate(template.id)
        deleteAddress = Address.deleteMessageTemplate(template.id)
    }
}

struct MessageTemplateJSON: Encodable {
    let id: Int
    let language: String
    let title: String
    let text: String
    let version: Int

    init(_ template: MessageTemplate) {
        (id, language, title) = (template.id, template.language.rawValue, template.title)
        (text, version) = (template.text, template.version)
    }
}

/// A template as a choice in the forms of a decision.
struct TemplateChoice {
    let id: Int
    let title: String
    let language: String
    /// Filled, except for the fields concerned.
    let text: String
    let isChosen: Bool

    init(_ template: MessageTemplate, _ values: TemplateValues, chosen: Int?) {
        (id, title, language) = (template.id, template.title, template.language.rawValue)
        text = values.fill(template.text)
        isChosen = template.id == chosen
    }
}

/// The choice of a template in one form.
struct TemplatePicker {
    let id: String
    let choices: [TemplateChoice]
    /// The words for `{fields}` when no reason is ticked.
    let noFields: String

    init(id: String, choices: [TemplateChoice], _ language: Language) {
        (self.id, self.choices) = (id, choices)
        noFields = Text.templateNoFields(language)
    }
}
