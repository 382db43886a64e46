// The admin pages of proposals: approve, merge with an existing entry, or refuse with a reason.

import Bytes
import Database
import Food
import HTTP
import Texts
import Words

enum ProposalAdmin {
    static func list(_ context: Context) async throws -> Response {
        let (language, number) = (context.language, Paging.page(context.request.query["page"]))
        let state = context.request.query["state"].flatMap(Proposal.State.init(rawValue:)) ?? .open
        let catalogue = try context.site.catalogue.current(context.reader)
        let (total, proposals) = try ProposalStore(context.reader).list(state, page: number)
        if context.wantsJSON {
            return try context.json(ListJSON(total: total, page: number, items: proposals.map(ProposalJSON.init)))
        }
        return context.page(
            ProposalAdminPage(
                layout: context.layout(
                    title: Text.proposalAdminTitle(language), section: "ingredients", isListed: false),
                filters: Proposal.State.allCases.map {
                    Choice(
                        value: "\(Address.adminProposals())?state=\($0.rawValue)",
                        label: Text.dynamic("proposal.state.\($0.rawValue)", language) ?? "", isChosen: $0 == state)
                },
                count: total, proposals: proposals.map { ProposalView($0, catalogue, language) },
                pages: Pages(number: number, total: total) {
                    "\(Address.adminProposals())?state=\(state.rawValue)&page=\($0)"
                }))
    }

    static func show(_ context: Context) async throws -> Response {
        let proposal = try proposal(context)
        if context.wantsJSON { return try context.json(ProposalJSON(proposal)) }
        return try page(proposal, nil, FieldErrors(), context)
    }

    /// Lists a category or cuisine under the names that the admin typed; an ingredient is added with its own form.
    static func approve(_ context: Context) async throws -> Response {
        let (proposal, language) = (try undecided(context), context.language)
        guard let terms = proposal.kind.terms else { throw SiteError.notFound }
        let names = ["name_en", "name_ru"].map { ProposalRules.line(context.form[$0] ?? "") }
        var errors = FieldErrors()
        for (field, name) in zip(["name_en", "name_ru"], names) {
            if let problem = ProposalRules.problem(name, language) { errors.add(field, problem) }
            let catalogue = try context.site.catalogue.current(context.reader)
            if let other = catalogue.termKey(terms, named: name), other != proposal.key {
                errors.add(field, Text.proposalKnown(language))
            }
        }
        guard errors.isEmpty else { return try page(proposal, context.form, errors, context) }
        return try await decide(proposal, .approved, context) { all in
            guard let record = all.first(where: { $0.key == proposal.key }) else { return [] }
            let listed = TermRecord(
                key: record.key, english: names[0], russian: names[1], position: record.position)
            return [ChangedTerm(key: record.key, before: record, after: listed)]
        }
    }

    /// Merges the proposal with an existing entry; an ingredient gets another name, with a change that is previewed
    /// first.
    static func merge(_ context: Context) async throws -> Response {
        let (proposal, language) = (try undecided(context), context.language)
        let typed = ProposalRules.line(context.form["into"] ?? "")
        let catalogue = try context.site.catalogue.current(context.reader)
        let key: String? =
            proposal.kind.terms.map { catalogue.termKey($0, named: typed) }
            ?? catalogue.entry(typed)?.key ?? catalogue.entry(named: typed)?.key
        guard let key, key != proposal.key else {
            var errors = FieldErrors()
            errors.add("into", Text.mergeUnknown(language))
            return try page(proposal, context.form, errors, context)
        }
        if proposal.kind == .ingredient { return try await name(proposal, key, catalogue, context) }
        return try await decide(proposal, .merged, context) { TermRules.merged(proposal.key, into: key, $0) }
    }

    static func refuse(_ context: Context) async throws -> Response {
        let (proposal, language) = (try undecided(context), context.language)
        let reason = (context.form["reason"] ?? "").typed
        var errors = FieldErrors()
        if reason.isEmpty { errors.add("reason", Text.columnRequired(language)) }
        if reason.length > ProposalRules.reasonLength {
            errors.add("reason", Text.editorTooLong(language, limit: String(ProposalRules.reasonLength)))
        }
        guard errors.isEmpty else { return try page(proposal, context.form, errors, context) }
        return try await decide(proposal, .refused, reason: reason, context) { TermRules.takenOff(proposal.key, $0) }
    }

    private static func name(
        _ proposal: Proposal, _ key: String, _ catalogue: Catalogue, _ context: Context
    ) async throws -> Response {
        guard let before = catalogue.record(key) else { throw SiteError.notFound }
        var after = before
        let isRussian = proposal.name.unicodeScalars.contains { (0x400...0x4FF).contains($0.value) }
        if isRussian { after.russianAlso.append(proposal.name) } else { after.englishAlso.append(proposal.name) }
        after = IngredientRules.tidied(after)
        let row = ChangedRow(key: key, before: before, after: after)
        guard after != before, try IngredientCheck(catalogue, context.reader).problems([row]).isEmpty else {
            var errors = FieldErrors()
            errors.add("into", Text.proposalKnown(context.language))
            return try page(proposal, context.form, errors, context)
        }
        return try await ChangeAdmin.draft(.edit, .ingredients([row]), for: proposal.id, context)
    }

    private static func decide(
        _ proposal: Proposal, _ state: Proposal.State, reason: String = "", _ context: Context,
        _ change: @escaping @Sendable ([TermRecord]) -> [ChangedTerm]
    ) async throws -> Response {
        let (admin, now, language) = (try context.member(), context.now, context.language)
        let errors = try await context.site.writer.write { db in
            guard let current = try ProposalStore(db).proposal(proposal.id), current.state == proposal.state else {
                throw SiteError.conflict(.changedMeanwhile)
            }
            if let terms = proposal.kind.terms {
                let store = TermStore(db)
                let rows = try change(store.records(terms))
                let errors = try problems(rows, terms, language, db)
                guard errors.isEmpty else { return errors }
                try store.write(rows, terms)
                try CatalogueStore(db).moveEdition()
            }
            try ProposalStore(db).decide(proposal, state, reason: reason, now: now)
            try AuditStore(db).append(
                .init(
                    action: "proposal-\(state.rawValue)", object: .catalogue, id: proposal.id,
                    from: proposal.state.rawValue, to: state.rawValue,
                    detail: "\(proposal.kind.rawValue) \(proposal.name)"),
                by: admin.actor, at: now)
            return FieldErrors()
        }
        guard errors.isEmpty else { return try page(proposal, context.form, errors, context) }
        return context.redirect(to: Address.proposal(proposal.id), done: "proposal-decided")
    }

    /// The problems of rows that were listed or merged before, shown next to a field of this form. They must follow the
    /// rules of the term pages.
    private static func problems(
        _ rows: [ChangedTerm], _ kind: TermKind, _ language: Language, _ db: Connection
    ) throws -> FieldErrors {
        var errors = FieldErrors()
        let known = rows.filter { $0.before?.state == .listed || $0.before?.state == .merged }
        for (_, field, problem) in try TermCheck(kind, db).problems(known) {
            errors.add(field == "state" ? "reason" : field, problem.message(language))
        }
        return errors
    }

    static func proposal(_ context: Context) throws -> Proposal {
        guard let proposal = try ProposalStore(context.reader).proposal(context.number("proposal")) else {
            throw SiteError.notFound
        }
        return proposal
    }

    /// The proposal, if it can be decided or decided again. An ingredient that was added is changed on its own page.
    private static func undecided(_ context: Context) throws -> Proposal {
        let proposal = try proposal(context)
        guard proposal.isOpenToDecision else { throw SiteError.conflict(.changedMeanwhile) }
        return proposal
    }

    private static func page(
        _ proposal: Proposal, _ form: Form?, _ errors: FieldErrors, _ context: Context
    ) throws -> Response {
        let language = context.language
        let catalogue = try context.site.catalogue.current(context.reader)
        func field(_ name: String, _ label: String, _ value: String = "", help: String? = nil) -> Field {
            Field(
                name: name, label: label, value: form?[name] ?? value, error: errors[name], help: help,
                isRequired: true, maxLength: ProposalRules.nameLength)
        }
        var reason = field("reason", Text.proposalReason(language), proposal.reason)
        (reason.maxLength, reason.rows) = (nil, 3)
        let isIngredient = proposal.kind == .ingredient
        return context.page(
            ProposalPage(
                layout: context.layout(title: proposal.name, section: "ingredients", isListed: false),
                formToken: context.formToken, problems: errors.summary,
                view: ProposalView(proposal, catalogue, language),
                change: proposal.change.map {
                    Link(label: Text.changeTitle(language, number: $0), address: Address.catalogueChange($0))
                }, canDecide: proposal.isOpenToDecision,
                addAddress: isIngredient ? "\(Address.newIngredient())?proposal=\(proposal.id)" : nil,
                approveAddress: isIngredient ? nil : Address.approveProposal(proposal.id),
                mergeAddress: Address.mergeProposal(proposal.id), refuseAddress: Address.refuseProposal(proposal.id),
                english: field("name_en", Text.dynamic("column.name_en", language) ?? "", proposal.name),
                russian: field("name_ru", Text.dynamic("column.name_ru", language) ?? "", proposal.name),
                into: field("into", Text.proposalInto(language)), reason: reason),
            status: errors.isEmpty ? .ok : .unprocessable)
    }
}

extension Proposal {
    var isOpenToDecision: Bool { kind != .ingredient || state == .open || state == .refused }
}

struct ProposalAdminPage {
    let layout: Layout
    let filters: [Choice]
    let count: Int
    let proposals: [ProposalView]
    let pages: Pages
}

struct ProposalPage {
    let layout: Layout
    let formToken: String
    let problems: [FieldProblem]
    let view: ProposalView
    let change: Link?
    let canDecide: Bool
    /// The address of the form that adds an ingredient.
    let addAddress: String?
    let approveAddress: String?
    let mergeAddress: String
    let refuseAddress: String
    let english: Field
    let russian: Field
    let into: Field
    let reason: Field
}
