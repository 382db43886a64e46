// Language and theme of this browser, for visitors too.

import Database
import HTTP

enum Appearance {
    static func show(_ context: Context) async throws -> Response {
        let language = context.language
        return context.page(
            AppearancePage(
                layout: context.layout(title: Text.appearanceTitle(language), section: "account", isListed: false),
                formToken: context.formToken, next: AccountRules.localPath(context.request.query["next"]),
                languages: Language.allCases.map {
                    Choice(
                        value: $0.rawValue, label: Text.dynamic("language." + $0.rawValue, $0) ?? "",
                        isChosen: $0 == language)
                },
                themes: Theme.allCases.map {
                    Choice(
                        value: $0.rawValue, label: Text.dynamic("theme." + $0.rawValue, language) ?? "",
                        isChosen: $0 == context.theme)
                }))
    }

    static func save(_ context: Context) async throws -> Response {
        if let language = context.form["language"].flatMap(Language.init(rawValue:)) {
            context.setLastingCookie("language", language.rawValue)
            if let user = context.viewer?.id {
                try await context.site.writer.write { try AccountStore($0).setLanguage(language, user: user) }
            }
        }
        if let theme = context.form["theme"].flatMap(Theme.init(rawValue:)) {
            context.setLastingCookie("theme", theme.rawValue)
            if let user = context.viewer?.id {
                try await context.site.writer.write { try PreferenceStore($0).setTheme(theme, user: user) }
            }
        }
        return context.redirect(to: AccountRules.localPath(context.form["next"]), done: "appearance")
    }
}

struct AppearancePage {
    let layout: Layout
    let formToken: String
    let next: String
    let languages: [Choice]
    let themes: [Choice]
}

extension Language {
    /// The language of the cookie, else the first of `Accept-Language` that the site speaks, else English.
    static func chosen(cookie: String?, header: String?) -> Language {
        if let language = cookie.flatMap(Language.init(rawValue:)) { return language }
        for range in (header ?? "").prefix(500).split(separator: ",") {
            let tag = range.prefix { $0 != ";" }.trimmed.lowercased().prefix(2)
            if let language = Language(rawValue: String(tag)) { return language }
        }
        return .en
    }
}
