// The admin pages of categories and cuisines. Every edit becomes a draft change, whose effects are previewed before it
// is applied.

import Bytes
import Database
import Food
import HTTP

enum TermAdmin {
    static func list(_ context: Context) async throws -> Response {
        let kind = context.request.query["kind"].flatMap(TermKind.init(rawValue:)) ?? .category
        if context.wantsJSON { return try json(kind, context) }
        return try listPage(TermForm(kind), FieldErrors(), context)
    }

    static func add(_ context: Context) async throws -> Response {
        let form = TermForm(context.form)
        guard let kind = form.kind else { throw SiteError.notFound }
        let check = try TermCheck(kind, context.reader)
        let record = TermRecord(
            key: freeKey(CatalogueText.slug(form.english.cut(to: TermRules.nameLength)), check.all),
            english: form.english, russian: form.russian,
            position: (check.all.map(\.position).max() ?? -1) + 1)
        let row = ChangedTerm(key: record.key, before: nil, after: record)
        let errors = try errors(check, [row], context)
        guard errors.isEmpty else { return try listPage(form, errors, context) }
        return try await ChangeAdmin.draft(.add, .terms(kind, [row]), context)
    }

    static func edit(_ context: Context) async throws -> Response {
        let (check, record) = try found(context)
        if let proposal = try proposal(check.kind, record, context) { return context.redirect(to: proposal) }
        if context.wantsJSON { return try json(check.kind, record, context) }
        return try page(check, record, TermForm(record, check.all), FieldErrors(), context)
    }

    static func save(_ context: Context) async throws -> Response {
        let (check, record) = try found(context)
        if let proposal = try proposal(check.kind, record, context) { return context.redirect(to: proposal) }
        let form = TermForm(context.form, over: record, check.all)
        if let seen = context.form["seen"], seen != record.digest {
            return try page(check, record, form, FieldErrors(), isStale: true, context)
        }
        let rows = form.rows(of: record, check.all)
        let errors = try errors(check, rows, context)
        guard errors.isEmpty else { return try page(check, record, form, errors, context) }
        if rows.isEmpty { return context.redirect(to: address(check.kind, record), done: "nothing-changed") }
        return try await ChangeAdmin.draft(.edit, .terms(check.kind, rows), context)
    }

    static func merge(_ context: Context) async throws -> Response {
        let (check, record) = try found(context)
        if let proposal = try proposal(check.kind, record, context) { return context.redirect(to: proposal) }
        var form = TermForm(record, check.all)
        form.into = (context.form["into"] ?? "").cut(to: 2 * TermRules.nameLength).inOneLine.cut(
            to: TermRules.nameLength)
        let catalogue = try context.site.catalogue.current(context.reader)
        let rows = catalogue.termKey(check.kind, named: form.into).map {
            TermRules.merged(record.key, into: $0, check.all)
        }
        var errors = FieldErrors()
        if let problem = try rows.map({ try check.problems($0).first?.problem }) ?? .noTarget {
            errors.add("into", problem.message(context.language))
        }
        guard errors.isEmpty, let rows, !rows.isEmpty else {
            return try page(check, record, form, errors, context)
        }
        return try await ChangeAdmin.draft(.merge, .terms(check.kind, rows), context)
    }

    private static func errors(
        _ check: TermCheck, _ rows: [ChangedTerm], _ context: Context
    ) throws -> FieldErrors {
        var errors = FieldErrors()
        for found in try check.problems(rows) where errors[found.field] == nil {
            errors.add(found.field, found.problem.message(context.language))
        }
        if errors.isEmpty, let full = try ChangeAdmin.full(context) { errors.add("name_en", full) }
        return errors
    }

    /// A key that no term has or had.
    private static func freeKey(_ slug: String, _ all: [TermRecord]) -> String {
        let taken = Set(all.map(\.key))
        if !taken.contains(slug) { return slug }
        return (2...1_000).lazy.map { "\(slug)-\($0)" }.first { !taken.contains($0) } ?? slug
    }

    private static func found(_ context: Context) throws -> (TermCheck, TermRecord) {
        guard let kind = context.parameters["kind"].flatMap(TermKind.init(rawValue:)) else { throw SiteError.notFound }
        let check = try TermCheck(kind, context.reader)
        guard let record = check.record(context.parameters["term"] ?? "") else { throw SiteError.notFound }
        return (check, record)
    }

    /// The page of the member's proposal, where a proposed term is decided.
    private static func proposal(_ kind: TermKind, _ record: TermRecord, _ context: Context) throws -> String? {
        guard record.state == .proposed else { return nil }
        return try ProposalStore(context.reader).id(of: kind, record.key).map { Address.proposal($0) }
    }

    static func address(_ kind: TermKind, _ record: TermRecord) -> String {
        Address.adminTerm(kind.rawValue, record.key)
    }
}

/// The values of the forms for a category or cuisine.
struct TermForm: Sendable {
    var kind: TermKind?
    var english = ""
    var russian = ""
    /// A key, or empty for the first place.
    var after = ""
    var state = TermState.listed.rawValue
    /// The name of the term to merge it into.
    var into = ""

    init(_ kind: TermKind) { self.kind = kind }

    /// The form that adds one.
    init(_ form: Form) {
        kind = form["kind"].flatMap(TermKind.init(rawValue:))
        english = (form["name_en"] ?? "").inOneLine
        russian = (form["name_ru"] ?? "").inOneLine
    }

    init(_ record: TermRecord, _ all: [TermRecord]) {
        (english, russian, state) = (record.english, record.russian, record.state.rawValue)
        after = TermRules.neighbour(of: record.key, all) ?? ""
    }

    /// Values that the form does not contain stay unchanged.
    init(_ form: Form, over record: TermRecord, _ all: [TermRecord]) {
        self.init(record, all)
        english = form["name_en"]?.inOneLine ?? english
        russian = form["name_ru"]?.inOneLine ?? russian
        after = form["after"] ?? after
        state = form["state"] ?? state
    }

    /// The rows of the change: the term itself, and those that move or leave the lists with it.
    func rows(of record: TermRecord, _ all: [TermRecord]) -> [ChangedTerm] {
        var changed = record
        (changed.english, changed.russian) = (english, russian)
        if state == TermState.listed.rawValue { (changed.state, changed.into) = (.listed, nil) }
        var rows = [ChangedTerm(key: record.key, before: record, after: changed)]
        if after != TermRules.neighbour(of: record.key, all) ?? "" {
            rows = TermRules.placed(changed, behind: after, all)
        }
        guard state == TermState.refused.rawValue, record.state != .refused else {
            return rows.filter { $0.before != $0.after }
        }
        let off = TermRules.takenOff(record.key, all)
        return rows.filter { row in row.before != row.after && !off.contains { $0.key == row.key } }
            + off.map { gone in
                var after = rows.first { $0.key == gone.key }?.after ?? gone.after
                after?.state = .refused
                after?.into = nil
                return ChangedTerm(key: gone.key, before: gone.before, after: after)
            }
    }
}
