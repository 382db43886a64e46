// The parts that every page has around its content, and the fields of forms.

import HTML
import HTTP
import Texts
import Words

/// The frame of a page: head, header bar, menu, outcome, footer.
struct Layout {
    let title: String
    let description: String
    let canonical: String?
    let language: String
    let theme: String
    let section: String
    let stylesheet: String
    let script: String
    /// The script of the pages of moderators.
    let moderationScript: String
    let icons: String
    let logo: String
    let favicon: String
    /// The icon of the site as an app on devices that read no manifest.
    let appIcon: String
    let offline: OfflineScript?
    let menu: [MenuGroup]
    let settings: [MenuItem]
    let viewer: Viewer?
    /// Scripts then delete what this device keeps for a member.
    let isVisitor: Bool
    /// Tells a suspended member, in place of forms, why and until when; `nil` for everyone else.
    let suspension: HTML?
    /// `nil` for visitors, and for members whose account waits for deletion.
    let bell: Bell?
    let done: String?
    /// The button after the outcome, such as “Undo”.
    let doneButton: DoneButton?
    /// The form of the hearts on cards; `nil` for visitors.
    let hearts: HeartsForm?
    let here: String
    /// The address of the form that reports a problem with this page.
    let report: String
    let query: String
    /// Whether search engines may list it.
    let isListed: Bool
    /// The preview that other sites show when somebody shares the page.
    var card: SharedCard?

    var isSuspended: Bool { suspension != nil }
}

/// The link to the notifications, with the number of unread ones.
struct Bell {
    let unread: Int
    /// Read out instead of the icon and the number.
    let label: String
    /// The number beside the icon, of at most three characters; `nil` for none.
    let number: String?

    init(unread: Int, _ language: Language) {
        self.unread = unread
        label =
            unread == 0
            ? Text.notificationsTitle(language) : Text.notificationsBell(language, count: unread)
        number = unread == 0 ? nil : unread > 99 ? "99+" : String(unread)
    }
}

/// A preview of a shared link (Open Graph).
struct SharedCard {
    let title: String
    let address: String
    /// A JPEG or PNG, because other sites show no SVG.
    let image: String
    /// Whether it is the recipe's own picture.
    let isPhoto: Bool
}

/// One option of a select, check box or radio button.
struct Choice {
    let value: String
    let label: String
    var isChosen = false
}

/// A link to the part of a list with one state.
struct StateFilter {
    let label: String
    let address: String
    let count: Int
    let isChosen: Bool
}

/// The type that the view's partial accepts.
typealias StateFilters = [StateFilter]

/// One input of a form, with what was typed and its error message.
struct Field {
    let name: String
    let label: String
    var value = ""
    var error: String?
    var help: String?
    var type = "text"
    var autocomplete: String?
    var isRequired = false
    /// For short lines only, because browsers silently cut what is pasted. Longer texts get an error message instead.
    var maxLength: Int?
    var rows = 4
    var choices: [Choice] = []
    /// The address that supplies suggestions for what is typed; in a text area, for the line at the cursor.
    var suggest: String?
    /// Whether the field holds names with commas between, of which the last is suggested.
    var suggestsList = false

    /// Adds the saved value to the help text, if somebody else has changed it in the meantime.
    mutating func setBeside(_ other: String?, _ language: Language) {
        guard let other, other != (choices.isEmpty ? value : choices.first(where: \.isChosen)?.value ?? "") else {
            return
        }
        let shown = choices.first { $0.value == other }?.label ?? other
        let now = Text.fieldNow(language, value: shown.isEmpty ? Text.changeNothing(language) : shown)
        help = [now, help].compactMap { $0 }.joined(separator: " ")
    }

    var errorID: String { name + "-error" }
    var helpID: String { name + "-help" }
    var isWrong: Bool { error != nil }
    var isPassword: Bool { type == "password" }
    var isNumber: Bool { type == "number" }
    var isDecimal: Bool { type == "decimal" }
    /// Numbers are typed as text, because browsers throw away invalid input of a number field.
    var inputType: String { isNumber || isDecimal ? "text" : type }
    /// The ids of the help and error texts that assistive technology reads with the field.
    var describedBy: String? {
        let ids = [help == nil ? nil : helpID, error == nil ? nil : errorID].compactMap { $0 }
        return ids.isEmpty ? nil : ids.joined(separator: " ")
    }
}

/// The problems of a form: messages by field, in the order of the form.
struct FieldErrors {
    private(set) var all: [(field: String, message: String)] = []

    var isEmpty: Bool { all.isEmpty }

    subscript(field: String) -> String? { all.first { $0.field == field }?.message }

    mutating func add(_ field: String, _ message: String) { all.append((field, message)) }

    /// The summary at the top of the form: each message with a link to its field.
    var summary: [FieldProblem] { all.map { FieldProblem(address: "#" + $0.field, message: $0.message) } }
}

/// The summary, in the form that the partial view accepts.
typealias FieldProblems = [FieldProblem]

/// One line of the summary.
struct FieldProblem {
    let address: String
    let message: String
}

extension Context {
    var isSuspended: Bool { viewer?.isSuspended(at: now) ?? false }

    /// The sentence that tells a suspended member why and until when; `nil` for everyone else.
    var suspension: HTML? {
        guard isSuspended, let viewer, let until = viewer.suspendedUntil else { return nil }
        return Moment(until, language).html {
            Text.errorSuspended(language, reason: viewer.suspensionReason, until: $0)
        }
    }

    /// The frame for a page of this request.
    func layout(
        title: String, section: String, description: String = "", canonical: String? = nil, isListed: Bool = true,
        query: String = ""
    ) -> Layout {
        // The address that a provider redirects to works only once, so it cannot be the page to return to.
        let isPage = [.get, .head].contains(request.method) && route?.address != .providerCallback
        let outcome = done.map { Outcome($0) }
        return Layout(
            title: title, description: description, canonical: canonical.map { site.settings.baseURL + $0 },
            language: language.rawValue, theme: theme.rawValue, section: section,
            stylesheet: site.assets.address("site.css"), script: site.assets.address("site.js"),
            moderationScript: site.assets.address("moderation.js"),
            icons: site.assets.address("icons.svg"), logo: site.assets.address("logo.svg"),
            favicon: site.assets.address("favicon.svg"),
            appIcon: site.assets.address("icon-180.png"), offline: OfflineScript(self),
            menu: Menu.groups(viewer, section: section, language),
            settings: Menu.settings(route?.address, language),
            viewer: viewer,
            isVisitor: isVisitor, suspension: suspension,
            bell: viewer.flatMap { $0.isBeingDeleted ? nil : Bell(unread: $0.unread, language) },
            done: outcome.flatMap { Text.dynamic("done." + $0.key, language) },
            doneButton: viewer == nil ? nil : outcome.flatMap { DoneButton($0, self) },
            hearts: HeartsForm(self),
            here: Address.appearance() + "?next=" + Percent.encode(query: isPage ? request.target : Address.home()),
            report: bugReportAddress(), query: query, isListed: isListed)
    }
}
