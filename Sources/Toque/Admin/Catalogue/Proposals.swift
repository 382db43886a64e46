// The pages where members propose ingredients, categories and cuisines, and see the outcomes.

import Bytes
import Database
import Food
import HTML
import HTTP
import Texts
import Words

enum Proposals {
    static func show(_ context: Context) async throws -> Response {
        var form = ProposalForm()
        form.name = ProposalRules.line(context.request.query["name"] ?? "").cut(to: ProposalRules.nameLength)
        return try page(form, FieldErrors(), context)
    }

    static func propose(_ context: Context) async throws -> Response {
        let (form, viewer, now) = (ProposalForm(context.form), try context.member(), context.now)
        let catalogue = try context.site.catalogue.current(context.reader)
        var (wanted, errors) = try form.checked(catalogue, context)
        guard let wanted else { return try page(form, errors, context) }
        let id = try await context.site.writer.write { try wanted.add(to: $0, by: viewer.id, now: now) }
        guard id != nil else {
            errors.add("name", ProposalRules.full(context.language))
            return try page(form, errors, context)
        }
        return context.redirect(to: Address.proposals(), done: "proposed")
    }

    private static func page(
        _ form: ProposalForm, _ errors: FieldErrors, _ context: Context
    ) throws -> Response {
        let (language, number) = (context.language, Paging.page(context.request.query["page"]))
        let catalogue = try context.site.catalogue.current(context.reader)
        let (total, own) = try ProposalStore(context.reader).own(context.member().id, page: number)
        if context.wantsJSON, errors.isEmpty {
            return try context.json(ListJSON(total: total, page: number, items: own.map(ProposalJSON.init)))
        }
        return context.page(
            ProposalsPage(
                layout: context.layout(title: Text.proposalsTitle(language), section: "my-recipes", isListed: false),
                formToken: context.formToken, problems: errors.summary,
                kind: Field(
                    name: "kind", label: Text.proposalKind(language), error: errors["kind"],
                    choices: Proposal.Kind.allCases.map {
                        Choice(
                            value: $0.rawValue, label: Text.dynamic("proposal.kind.\($0.rawValue)", language) ?? "",
                            isChosen: $0.rawValue == form.kind)
                    }),
                name: Field(
                    name: "name", label: Text.proposalName(language), value: form.name, error: errors["name"],
                    isRequired: true, maxLength: ProposalRules.nameLength),
                note: Field(
                    name: "note", label: Text.proposalNote(language), value: form.note, error: errors["note"],
                    help: Text.proposalNoteHelp(language), rows: 3),
                count: total, proposals: own.map { ProposalView($0, catalogue, language) },
                pages: Pages(number: number, total: total) { "\(Address.proposals())?page=\($0)" }),
            status: errors.isEmpty ? .ok : .unprocessable)
    }
}

struct ProposalForm: Sendable {
    var kind = Proposal.Kind.ingredient.rawValue
    var name = ""
    var note = ""

    init() {}

    init(_ form: Form) {
        kind = form["kind"] ?? ""
        name = ProposalRules.line(form["name"] ?? "")
        note = (form["note"] ?? "").typed
    }

    func checked(_ catalogue: Catalogue, _ context: Context) throws -> (WantedTerm?, FieldErrors) {
        var errors = FieldErrors()
        let language = context.language
        let kind = Proposal.Kind(rawValue: kind)
        if kind == nil { errors.add("kind", Text.editorUnknown(language)) }
        if let problem = ProposalRules.problem(name, language) { errors.add("name", problem) }
        if note.length > ProposalRules.noteLength {
            errors.add("note", Text.editorTooLong(language, limit: String(ProposalRules.noteLength)))
        }
        guard errors.isEmpty, let kind else { return (nil, errors) }
        let wanted = try WantedTerm(kind, name, note: note, catalogue, ProposalStore(context.reader))
        if wanted.isKnown { errors.add("name", Text.proposalKnown(language)) }
        return (errors.isEmpty ? wanted : nil, errors)
    }
}

/// An entry to propose, with the key that it will have.
struct WantedTerm: Sendable {
    let kind: Proposal.Kind
    let name: String
    let note: String
    let key: String
    /// Whether the catalogue has an entry with that name.
    let isKnown: Bool

    init(_ kind: Proposal.Kind, _ name: String, note: String, _ catalogue: Catalogue, _ store: ProposalStore) throws {
        self.kind = kind
        self.name = name
        self.note = note
        let known: String? =
            kind.terms.map { catalogue.termKey($0, named: name) } ?? catalogue.entry(named: name)?.key
        isKnown = known != nil
        key = try known ?? Self.freeKey(kind, CatalogueText.slug(name), store)
    }

    /// A free key. A proposed term that still waits is shared; a decided one keeps its key.
    private static func freeKey(_ kind: Proposal.Kind, _ slug: String, _ store: ProposalStore) throws -> String {
        guard kind != .ingredient else { return "" }
        if try !store.isTaken(kind, slug) || store.isWaiting(kind, slug) { return slug }
        return try (2...1_000).lazy.map { "\(slug)-\($0)" }.first { try !store.isTaken(kind, $0) } ?? slug
    }

    func add(to db: Connection, by user: Int, now: Int) throws -> Int? {
        try ProposalStore(db).add(kind, name, note: note, key: key, by: user, now: now)
    }
}

/// The proposals in the recipe editor, for entries that are not in its lists (“New…”).
struct EditorProposals: Sendable {
    private let wanted: [WantedTerm]
    let errors: FieldErrors

    static let fields: [(name: String, kind: Proposal.Kind, path: any KeyPath<RecipeForm, String> & Sendable)] = [
        ("new_category", .category, \.newCategory), ("new_cuisine", .cuisine, \.newCuisine),
        ("new_ingredient", .ingredient, \.newIngredient),
    ]

    init(_ form: RecipeForm, _ context: Context) throws {
        let catalogue = try context.site.catalogue.current(context.reader)
        let (store, user) = (ProposalStore(context.reader), try context.member().id)
        var (wanted, errors): ([WantedTerm], FieldErrors) = ([], FieldErrors())
        var new: [String] = []
        for (field, kind, path) in Self.fields {
            let name = ProposalRules.line(form[keyPath: path])
            if name.isEmpty { continue }
            if let problem = ProposalRules.problem(name, context.language) {
                errors.add(field, problem)
            } else {
                let term = try WantedTerm(kind, name, note: "", catalogue, store)
                wanted.append(term)
                if try !term.isKnown && store.waiting(kind, name, of: user) == nil { new.append(field) }
            }
        }
        if let last = new.last, try store.countOpen(of: user) + new.count > ProposalRules.open {
            errors.add(last, ProposalRules.full(context.language))
        }
        self.wanted = wanted
        self.errors = errors
    }

    /// The recipe with the proposed terms.
    func applied(to body: RecipeBody) -> RecipeBody {
        var body = body
        for term in wanted {
            if term.kind == .category { body.category = term.key }
            if term.kind == .cuisine { body.cuisine = term.key }
        }
        return body
    }

    /// Adds the proposals, in the transaction that writes the recipe: a recipe with unknown terms would not be
    /// readable.
    func add(to db: Connection, by user: Int, now: Int) throws {
        for term in wanted where !term.isKnown {
            guard try term.add(to: db, by: user, now: now) != nil else { throw SiteError.conflict(.manyProposals) }
        }
    }
}

/// The editor's fields for entries that are not in its lists.
struct EditorProposalFields {
    let fields: [Field]
    /// Whether any of the fields is filled in.
    let isOpen: Bool

    init(_ form: RecipeForm, _ errors: FieldErrors, _ language: Language) {
        fields = EditorProposals.fields.map { name, _, path in
            Field(
                name: name, label: Text.dynamic("field.\(name)", language) ?? name,
                value: form[keyPath: path], error: errors[name], maxLength: ProposalRules.nameLength)
        }
        isOpen = fields.contains { !$0.value.isEmpty }
    }
}

struct ProposalsPage {
    let layout: Layout
    let formToken: String
    let problems: [FieldProblem]
    let kind: Field
    let name: Field
    let note: Field
    let count: Int
    let proposals: [ProposalView]
    let pages: Pages
}

/// One proposal in words.
struct ProposalView {
    let address: String
    let name: String
    let kind: String
    let state: String
    let fact: String
    let moment: HTML
    let proposer: String
    let note: String
    let reason: String
    /// The entry that it became, or was merged with.
    let outcome: String?

    init(_ proposal: Proposal, _ catalogue: Catalogue, _ language: Language) {
        address = Address.proposal(proposal.id)
        name = proposal.name
        kind = Text.dynamic("proposal.kind.\(proposal.kind.rawValue)", language) ?? ""
        state = Text.dynamic("proposal.state.\(proposal.state.rawValue)", language) ?? ""
        fact =
            switch proposal.state {
            case .open: "plain"
            case .approved, .merged: "yes"
            case .refused: "no"
            }
        moment = Moment(proposal.decidedAt ?? proposal.createdAt, language).html
        proposer = proposal.proposer
        note = proposal.note
        reason = proposal.reason
        let isThere = proposal.state == .approved || proposal.state == .merged
        outcome =
            !isThere
            ? nil
            : proposal.kind.terms.map { catalogue.termName($0, proposal.key, language) }
                ?? catalogue.entry(proposal.key).map { catalogue.displayName($0.key, language) }
    }
}

/// A proposal as JSON.
struct ProposalJSON: Encodable {
    let id: Int
    let kind: String
    let name: String
    let note: String
    let username: String
    let state: String
    let reason: String
    /// The key of the entry that it became, or was merged with.
    let key: String?
    let at: String
    let decidedAt: String?

    init(_ proposal: Proposal) {
        (id, kind, name) = (proposal.id, proposal.kind.rawValue, proposal.name)
        (note, username, state) = (proposal.note, proposal.proposer, proposal.state.rawValue)
        reason = proposal.reason
        key = [.approved, .merged].contains(proposal.state) ? proposal.key : nil
        (at, decidedAt) = (Dates.time(proposal.createdAt), proposal.decidedAt.map(Dates.time))
    }
}
