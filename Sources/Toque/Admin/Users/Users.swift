// The admin list of users, with filters; all of the filter is in the address.

import Bytes
import Database
import HTML
import HTTP
import Texts
import Words

enum Users {
    static func show(_ context: Context) async throws -> Response {
        let (language, filter) = (context.language, UserFilter(context.request.query))
        let number = Paging.page(context.request.query["page"])
        let (total, users) = try AccountStore(context.reader).search(filter, page: number, now: context.now)
        if context.wantsJSON {
            let items = users.map { UserJSON($0, now: context.now) }
            return try context.json(ListJSON(total: total, page: number, items: items))
        }
        func select(_ name: String, _ label: String, _ choices: [(value: String, label: String)]) -> Field {
            Field(
                name: name, label: label,
                choices: ([("", Text.recipeAdminAny(language))] + choices).map {
                    Choice(value: $0.0, label: $0.1, isChosen: $0.0 == filter[name])
                })
        }
        let answers = [("yes", Text.usersYes(language)), ("no", Text.usersNo(language))]
        return context.page(
            UsersPage(
                layout: context.layout(title: Text.usersTitle(language), section: "users", isListed: false),
                words: filter.words, isFiltered: !filter.isEmpty,
                role: select(
                    "role", Text.usersRole(language),
                    Role.allCases.map { ($0.rawValue, Text.dynamic("role.\($0.rawValue)", language) ?? $0.rawValue) }),
                licensed: select("licensed", Text.usersLicence(language), answers),
                suspended: select("suspended", Text.usersSuspension(language), answers),
                count: total, users: users.map { UserLine($0, now: context.now, language) },
                pages: Pages(number: number, total: total) { filter.address(page: $0) }))
    }
}

struct UsersPage {
    let layout: Layout
    let words: String
    let isFiltered: Bool
    let role: Field
    let licensed: Field
    let suspended: Field
    let count: Int
    let users: [UserLine]
    let pages: Pages
}

/// A user in the table.
struct UserLine {
    let username: String
    let displayName: String?
    let address: String
    let email: String
    let since: String
    let recipes: Int
    let role: String
    let licensedUntil: String?
    /// Until when the account is suspended.
    let suspended: HTML?
    let leaves: String?

    init(_ user: UserRow, now: Int, _ language: Language) {
        username = user.username
        displayName = user.displayName
        address = Address.user(user.id)
        email = user.email
        since = Dates.day(user.createdAt, language)
        recipes = user.recipes
        role = Text.dynamic("role.\(user.role.rawValue)", language) ?? user.role.rawValue
        licensedUntil = user.licensedUntil.map { Dates.day($0, language) }
        suspended = user.suspendedUntil.flatMap { Self.suspended(until: $0, now: now, language) }
        leaves = user.eraseAt.map { Dates.day($0, language) }
    }

    static func suspended(until end: Int, now: Int, _ language: Language) -> HTML? {
        end > now ? Moment(end, language).html { Text.usersSuspended(language, until: $0) } : nil
    }
}

struct UserJSON: Encodable {
    let id: Int
    let username: String
    let email: String
    let role: String
    let licensed: Bool
    let suspended: Bool
    let displayName: String

    init(_ user: UserRow, now: Int) {
        (id, username, email, role) = (user.id, user.username, user.email, user.role.rawValue)
        (licensed, suspended) = (user.licensedUntil != nil, (user.suspendedUntil ?? 0) > now)
        displayName = user.displayName ?? user.username
    }
}
