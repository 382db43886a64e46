// Changes the language and theme of this browser, also for visitors.

import Bytes
import Database
import HTTP
import Texts
import Words

enum AppearancePages {
    static func show(_ context: Context) async throws -> Response {
        let (language, appearance) = (context.language, context.appearance)
        return context.page(
            AppearancePage(
                layout: context.layout(title: Text.appearanceTitle(language), section: "account", isListed: false),
                formToken: context.formToken, next: AccountRules.localPath(context.request.query["next"]),
                appearance: AppearanceFields(
                    language: appearance.language.rawValue, theme: appearance.theme.rawValue, language)))
    }

    static func save(_ context: Context) async throws -> Response {
        let appearance = context.appearance.changed(language: context.form["language"], theme: context.form["theme"])
        context.keep(appearance)
        if let user = context.viewer?.id {
            try await context.site.writer.write { try AccountStore($0).setAppearance(appearance, user: user) }
        }
        return context.redirect(to: AccountRules.localPath(context.form["next"]), done: "appearance")
    }
}

struct AppearancePage {
    let layout: Layout
    let formToken: String
    let next: String
    let appearance: AppearanceFields
}

/// The language and theme fields, which two pages show; each language has its own name.
struct AppearanceFields {
    let languages: [Choice]
    let themes: [Choice]
    let languageError: String?
    let themeError: String?

    init(
        language chosen: String, theme: String, _ language: Language, _ errors: FieldErrors = FieldErrors()
    ) {
        (languageError, themeError) = (errors["language"], errors["theme"])
        languages = Language.allCases.map {
            Choice(
                value: $0.rawValue, label: Text.dynamic("language." + $0.rawValue, $0) ?? "",
                isChosen: $0.rawValue == chosen)
        }
        themes = PreferencePages.choices(Theme.self, "theme.", [theme], language)
    }
}

extension Language {
    /// The language of the cookie, or the first of `Accept-Language` that the site has, or English.
    static func chosen(cookie: String?, header: String?) -> Language {
        if let language = cookie.flatMap(Language.init(rawValue:)) { return language }
        for range in (header ?? "").utf8.prefix(500).split(separator: UInt8(ascii: ",")) {
            let tag = range.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.prefix(2).map { $0 | 0x20 }
            if let language = Language(rawValue: String(decoding: tag, as: UTF8.self)) { return language }
        }
        return .en
    }
}
