// Lets an admin delete a user's account, with a reason and the same 14 days, or cancel that.

import Bytes
import Database
import HTTP
import Texts

enum UserDeletion {
    static func show(_ context: Context) async throws -> Response {
        PendingForm.bringBack(context) { $0 == context.request.path }
        return try page(context, FieldErrors())
    }

    static func delete(_ context: Context) async throws -> Response {
        let (id, admin, now) = (try context.number("user"), try context.member(), context.now)
        let (mailer, language) = (context.site.mailer, context.language)
        guard id != admin.id else { return context.redirect(to: Address.leave()) }
        let reason = (context.form["reason"] ?? "").typed
        var errors = FieldErrors()
        let choice = context.form["recipes"].flatMap(PublicRecipesChoice.init(rawValue:))
        if choice == nil { errors.add("recipes", Text.deleteAccountChoose(language)) }
        if reason.isEmpty { errors.add("reason", Text.userLeaveReasonMissing(language)) }
        if reason.length > AccountDeletionRules.reasonLength {
            errors.add("reason", Text.editorTooLong(language, limit: String(AccountDeletionRules.reasonLength)))
        }
        guard let choice, errors.isEmpty else { return try page(context, errors) }
        let open = context.site.providers.all.map(\.issuer)
        let isChanged = try await context.site.writer.write {
            try AccountDeletionStore($0).begin(
                id, choice, reason: reason, open: open, by: admin.actor, mailer, now: now)
        }
        return context.redirect(to: Address.deleteUser(id), done: isChanged ? "user-leaving" : "nothing-changed")
    }

    static func keep(_ context: Context) async throws -> Response {
        let (id, admin, now) = (try context.number("user"), try context.member(), context.now)
        let site = context.site
        let isBack = try await site.writer.write { db in
            guard try AccountStore(db).role(id) != nil else { throw SiteError.notFound }
            return try AccountDeletionStore(db).stop(
                id, by: admin.actor, catalogue: site.catalogue.inside(db), now: now)
        }
        return context.redirect(to: Address.deleteUser(id), done: isBack ? "user-stays" : "nothing-changed")
    }

    private static func page(_ context: Context, _ errors: FieldErrors) throws -> Response {
        let (id, language) = (try context.number("user"), context.language)
        guard let account = try AccountStore(context.reader).account(id, now: context.now) else {
            throw SiteError.notFound
        }
        guard id != context.viewer?.id else { return context.redirect(to: Address.leave()) }
        let store = AccountDeletionStore(context.reader)
        let (row, summary) = (try store.row(id), try store.summary(id))
        let choice = context.form["recipes"].flatMap(PublicRecipesChoice.init(rawValue:))
        return context.page(
            UserDeletionPage(
                layout: context.layout(title: Text.userLeaveTitle(language), section: "users", isListed: false),
                formToken: context.formToken, problems: errors.summary, username: row?.username ?? account.username,
                day: Dates.day(row?.eraseAt ?? context.now + AccountDeletionRules.grace, language), summary: summary,
                isBeingDeleted: row != nil,
                hasBegun: row?.hasBegun ?? false,
                choice: PublicRecipesOption(chosen: choice, error: errors["recipes"], language),
                reason: Field(
                    name: "reason", label: Text.userLeaveReason(language), value: context.form["reason"] ?? "",
                    error: errors["reason"], help: Text.userLeaveReasonHelp(language), isRequired: true, rows: 3),
                deleteAddress: Address.deleteUser(id), keepAddress: Address.keepUser(id), userAddress: Address.user(id)),
            status: errors.isEmpty ? .ok : .unprocessable)
    }
}

struct UserDeletionPage {
    let layout: Layout
    let formToken: String
    let problems: [FieldProblem]
    let username: String
    let day: String
    let summary: AccountSummary
    let isBeingDeleted: Bool
    let hasBegun: Bool
    let choice: PublicRecipesOption
    let reason: Field
    let deleteAddress: String
    let keepAddress: String
    let userAddress: String
}
