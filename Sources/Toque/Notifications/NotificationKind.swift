// The kinds of notifications: the email, the page and the text of each.

import Bytes
import Texts
import Words

/// What a member can be notified of; the raw value is in the database and in JSON.
enum NotificationKind: String, CaseIterable, Sendable {
    case approved, rejected
    case changesRequested = "changes-requested"
    case approvalTakenBack = "approval-taken-back"
    case recipesFiled = "recipes-filed"
    case recipesTakenDown = "recipes-taken-down"
    case recipesPublishedAgain = "recipes-published-again"
    case recipesDeleted = "recipes-deleted"
    case recipesRestored = "recipes-restored"
    case warned, silenced
    case recipeHidden = "recipe-hidden"
    case recipeTakenDown = "recipe-taken-down"
    case reviewTakenDown = "review-taken-down"
    case measureLifted = "measure-lifted"
    case reportUpheld = "report-upheld"
    case reportDismissed = "report-dismissed"
    case appealUpheld = "appeal-upheld"
    case appealOverturned = "appeal-overturned"
    case appealAmended = "appeal-amended"
    case licenceGranted = "licence-granted"
    case licenceEnding = "licence-ending"
    case licenceEnded = "licence-ended"
    case licenceRevoked = "licence-revoked"
    case licenceRefused = "licence-refused"
    case licenceAsked = "licence-asked"
    case suspended
    case suspensionEnded = "suspension-ended"
    case bugAnswered = "bug-answered"
    case recipeShared = "recipe-shared"
    case backupFailed = "backup-failed"
    case diskFilling = "disk-filling"

    /// How each kind is sent and what it says.
    private var rule: NotificationRule {
        switch self {
        case .approved: .init(.decision, .recipe) { Text.notificationApproved($1, title: $0.title) }
        case .rejected: .init(.decision, .recipe) { Text.notificationRejected($1, title: $0.title) }
        case .changesRequested: .init(.decision, .recipe) { Text.notificationChangesRequested($1, title: $0.title) }
        case .approvalTakenBack:
            .init(.decision, .recipe) { Text.notificationApprovalTakenBack($1, title: $0.title) }
        case .recipesFiled: .recipes { Text.notificationFiled($1, count: $0.amount, titles: $0.quoted($1)) }
        case .recipesTakenDown: .recipes { Text.notificationTakenDown($1, count: $0.amount, titles: $0.quoted($1)) }
        case .recipesPublishedAgain:
            .recipes { Text.notificationPublishedAgain($1, count: $0.amount, titles: $0.quoted($1)) }
        case .recipesDeleted: .recipes { Text.notificationDeleted($1, count: $0.amount, titles: $0.quoted($1)) }
        case .recipesRestored: .recipes { Text.notificationRestored($1, count: $0.amount, titles: $0.quoted($1)) }
        case .warned: .init(.measure, .measure) { Text.notificationWarned($1, title: $0.title) }
        case .silenced: .init(.measure, .measure) { Text.notificationSilenced($1, day: $0.day($1)) }
        case .recipeHidden: .init(.measure, .measure) { Text.notificationRecipeHidden($1, title: $0.title) }
        case .recipeTakenDown: .init(.measure, .measure) { Text.notificationRecipeTakenDown($1, title: $0.title) }
        case .reviewTakenDown: .init(.measure, .measure) { Text.notificationReviewRemoved($1, title: $0.title) }
        case .measureLifted: .init(.measure, .measure) { Text.notificationMeasureLifted($1, title: $0.title) }
        case .reportUpheld: .init(.measure, .reports) { Text.notificationReportUpheld($1, title: $0.title) }
        case .reportDismissed: .init(.measure, .reports) { Text.notificationReportDismissed($1, title: $0.title) }
        case .appealUpheld: .init(.measure, .reports) { Text.notificationAppealUpheld($1, title: $0.title) }
        case .appealOverturned: .init(.measure, .reports) { Text.notificationAppealOverturned($1, title: $0.title) }
        case .appealAmended: .init(.measure, .reports) { Text.notificationAppealAmended($1, title: $0.title) }
        case .licenceGranted: .licence { Text.notificationLicenceGranted($1, day: $0.day($1)) }
        case .licenceEnding: .licence { Text.notificationLicenceEnding($1, day: $0.day($1)) }
        case .licenceEnded: .licence { Text.notificationLicenceEnded($1, day: $0.day($1)) }
        case .licenceRevoked: .licence { subject, language in Text.notificationLicenceRevoked(language) }
        case .licenceRefused: .licence { subject, language in Text.notificationLicenceRefused(language) }
        case .licenceAsked: .init(.licence, .licenceRequests) { Text.notificationLicenceAsked($1, name: $0.title) }
        case .suspended: .init(.suspension, .measure) { Text.notificationSuspended($1, day: $0.day($1)) }
        case .suspensionEnded:
            .init(.suspension, .account) { subject, language in Text.notificationSuspensionEnded(language) }
        case .backupFailed:
            .init(.accountEvent, .backups) { subject, language in Text.notificationBackupFailed(language) }
        case .diskFilling:
            .init(.accountEvent, .storage) { Text.notificationDiskFilling($1, percent: String($0.amount)) }
        case .recipeShared: .init(.recipeShared, .recipe) { Text.notificationRecipeShared($1, name: $0.title) }
        case .bugAnswered: .init(.bugAnswered, .bug) { Text.notificationBugAnswered($1, number: $0.number ?? 0) }
        }
    }

    /// The kind of its email.
    var mail: MailKind { rule.mail }

    /// Whether the bell shows it whatever the switches are: a silenced member learns why forms refuse them.
    var isAlwaysOnSite: Bool { self == .silenced || mail.topic == nil }

    /// One sentence without a full stop: the item of the list, and the subject of the email.
    func text(_ subject: NotificationSubject, _ language: Language) -> String { rule.text(subject, language) }

    /// The page that it leads to.
    func address(_ subject: NotificationSubject) -> String {
        switch rule.place {
        case .recipe: subject.number.map { Address.recipe($0) } ?? Address.myRecipes()
        case .licence: Address.licence()
        case .licenceRequests: Address.licenceRequests()
        case .account: Address.account()
        case .backups: Address.backups()
        case .storage: Address.storage()
        case .bug: subject.number.map { Address.bug($0) } ?? Address.bugs()
        case .measure: subject.number.map { Address.appealPage("measure", $0) } ?? Address.myReports()
        case .reports: Address.myReports()
        }
    }

    /// What an email adds to the sentence, whatever the event.
    func explanation(_ language: Language) -> String? {
        Text.dynamic("notification.explanation.\(rawValue)", language)
    }
}

private struct NotificationRule {
    enum Place { case recipe, licence, licenceRequests, account, bug, backups, storage, measure, reports }

    let mail: MailKind
    let place: Place
    let text: (NotificationSubject, Language) -> String

    init(_ mail: MailKind, _ place: Place, text: @escaping (NotificationSubject, Language) -> String) {
        self.mail = mail
        self.place = place
        self.text = text
    }

    static func recipes(_ text: @escaping (NotificationSubject, Language) -> String) -> Self {
        .init(.recipesChanged, .recipe, text: text)
    }

    static func licence(_ text: @escaping (NotificationSubject, Language) -> String) -> Self {
        .init(.licence, .licence, text: text)
    }
}

/// What a notification is about: its text and link are made of this in any language.
struct NotificationSubject: Sendable, Equatable {
    /// The most titles that are stored.
    static let titles = 3

    /// The number of a recipe, measure or bug report; `nil` for several recipes.
    var number: Int?
    var titles: [String] = []
    /// How many recipes it is about; more than `titles` if there are many.
    var amount = 1
    /// A day, in UTC milliseconds.
    var until: Int?

    var title: String { titles.first.map(Self.inOneLine) ?? "" }

    /// Older titles may have several lines, which would be paragraphs of an email.
    private static func inOneLine(_ title: String) -> String { title.lines.joined(separator: " ") }

    func day(_ language: Language) -> String { Dates.day(until ?? 0, language) }

    /// For example “Soup”, “Bread” and others.
    func quoted(_ language: Language) -> String {
        let titles = titles.map { Text.notificationQuoted(language, title: Self.inOneLine($0)) }.joined(separator: ", ")
        return amount > self.titles.count ? Text.notificationAndOthers(language, titles: titles) : titles
    }

    /// The titles as they are stored, one a line.
    var storedTitles: String { titles.map { Self.inOneLine($0).cut(to: 400) }.joined(separator: "\n") }

    static func titles(stored: String) -> [String] { stored.split(bytes: "\n").map { String($0) } }
}
