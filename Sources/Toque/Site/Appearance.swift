// In which language and colours pages come: a choice of this browser, and of the account for its next browser.

import HTTP
import Words

/// The colours of pages.
enum Theme: String, CaseIterable, Sendable {
    case system, light, dark, contrast
}

struct Appearance: Equatable, Sendable {
    var language = Language.en
    var theme = Theme.system

    /// The same with what was chosen in a form; anything that is no choice leaves what was.
    func changed(language: String?, theme: String?) -> Appearance {
        Appearance(
            language: language.flatMap(Language.init(rawValue:)) ?? self.language,
            theme: theme.flatMap(Theme.init(rawValue:)) ?? self.theme)
    }
}

extension Context {
    var appearance: Appearance { Appearance(language: language, theme: theme) }

    /// Has this browser keep them for its next pages.
    func keep(_ appearance: Appearance) {
        setLastingCookie("language", appearance.language.rawValue)
        setLastingCookie("theme", appearance.theme.rawValue)
    }

    /// Takes over what the account chose elsewhere, unless it was chosen in this browser.
    func adopt(_ appearance: Appearance) {
        func isChosen(_ name: String) -> Bool { cookie(name) != nil }
        if !isChosen("language") { setLastingCookie("language", appearance.language.rawValue) }
        if !isChosen("theme") { setLastingCookie("theme", appearance.theme.rawValue) }
    }
}
