// The language and colours of pages: a choice of this browser, and of the account for its next browser.

import HTTP
import Words

/// The colours of pages.
enum Theme: String, CaseIterable, Sendable {
    case system, light, dark, contrast
}

struct Appearance: Equatable, Sendable {
    var language = Language.en
    var theme = Theme.system

    /// A copy with the choices of a form; a missing or unknown value keeps the current one.
    func changed(language: String?, theme: String?) -> Appearance {
        Appearance(
            language: language.flatMap(Language.init(rawValue:)) ?? self.language,
            theme: theme.flatMap(Theme.init(rawValue:)) ?? self.theme)
    }
}

extension Context {
    var appearance: Appearance { Appearance(language: language, theme: theme) }

    /// Stores the choice in cookies of this browser.
    func keep(_ appearance: Appearance) {
        setLastingCookie("language", appearance.language.rawValue)
        setLastingCookie("theme", appearance.theme.rawValue)
    }

    /// Uses the account's choice, unless one was made in this browser.
    func adopt(_ appearance: Appearance) {
        func isChosen(_ name: String) -> Bool { cookie(name) != nil }
        if !isChosen("language") { setLastingCookie("language", appearance.language.rawValue) }
        if !isChosen("theme") { setLastingCookie("theme", appearance.theme.rawValue) }
    }
}
