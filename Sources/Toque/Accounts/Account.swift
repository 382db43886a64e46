// The page at `/settings/account`: a summary of the member's account with links to everything that can be changed.

import HTTP
import Texts
import Words

enum Account {
    static func show(_ context: Context) async throws -> Response {
        let (viewer, language) = (try context.member(), context.language)
        let store = AccountStore(context.reader)
        guard let account = try store.account(viewer.id, now: context.now) else { throw SiteError.notFound }
        let sessions = try SessionStore(context.reader).list(user: viewer.id, now: context.now)
        let providers = try context.linkedProviders(of: viewer.id).map(\.label)
        if context.wantsJSON {
            return try context.json(
                AccountJSON(viewer.id, account, sessions: sessions.count, providers, context.appearance))
        }
        return context.page(
            AccountPage(
                layout: context.layout(title: Text.accountTitle(language), section: "account", isListed: false),
                username: account.username, displayName: account.displayName,
                cookAddress: Address.cook(account.username), email: account.email,
                role: Text.dynamic("role.\(account.role.rawValue)", language) ?? account.role.rawValue,
                since: Dates.day(account.createdAt, language),
                licensedUntil: account.licensedUntil.map { Dates.day($0, language) },
                hasProviders: !context.site.providers.all.isEmpty,
                providers: providers, sessions: sessions.count,
                hasTwoStep: account.hasTwoStep, hasPassword: account.passwordHash != nil,
                language: Text.dynamic("language." + language.rawValue, language) ?? "",
                theme: Text.dynamic("theme." + context.theme.rawValue, language) ?? ""))
    }
}

struct AccountPage {
    let layout: Layout
    let username: String
    let displayName: String?
    let cookAddress: String
    let email: String
    let role: String
    let since: String
    let licensedUntil: String?
    /// Whether this site offers login with any provider, such as Google.
    let hasProviders: Bool
    let providers: [String]
    let sessions: Int
    let hasTwoStep: Bool
    let hasPassword: Bool
    let language: String
    let theme: String
}

/// The member's own account as JSON.
struct AccountJSON: Encodable {
    let id: Int
    let username: String
    let displayName: String?
    let address: String
    let email: String
    let role: String
    let createdAt: String
    let licensedUntil: String?
    let providers: [String]
    let sessions: Int
    let twoStep: Bool
    let hasPassword: Bool
    let language: String
    let theme: String

    init(_ id: Int, _ account: AccountRow, sessions: Int, _ providers: [String], _ appearance: Appearance) {
        (self.id, username, displayName) = (id, account.username, account.displayName)
        (address, email, role) = (Address.cook(account.username), account.email, account.role.rawValue)
        (createdAt, licensedUntil) = (Dates.time(account.createdAt), account.licensedUntil.map(Dates.time))
        (self.providers, self.sessions) = (providers, sessions)
        (twoStep, hasPassword) = (account.hasTwoStep, account.passwordHash != nil)
        (language, theme) = (appearance.language.rawValue, appearance.theme.rawValue)
    }
}
