// Notifies members: adds the notification and queues its email, in the transaction of the event.

import Database
import Texts
import Words

extension Mailer {
    /// Notifies a member on the site and by email, as their preferences say. Both are written with the event, so a crash
    /// loses or doubles neither. Returns `false` if the member did it themselves, or knows of the event already.
    @discardableResult
    func notify(_ event: NotificationEvent, by actor: Int?, db: Connection, now: Int) throws -> Bool {
        guard event.user != actor, let recipient = try AccountStore(db).recipient(event.user) else { return false }
        let (topic, preferences) = (event.kind.mail.topic, try PreferenceStore(db).preferences(of: event.user))
        let isOnSite = event.kind.isAlwaysOnSite || topic.map(preferences.isOnSite) ?? true
        let isByMail = topic.map(preferences.isByMail) ?? true
        let isImmediate = topic == nil || preferences.mailFrequency == .immediately
        let isAdded = try NotificationStore(db).add(
            event, isOnSite: isOnSite, awaitsDigest: isByMail && !isImmediate, now: now)
        guard isAdded else { return false }
        // An unconfirmed address may be a stranger's. It gets only what cannot be turned off.
        guard isByMail, isImmediate, try topic == nil || AccountStore(db).isEmailConfirmed(user: event.user) else {
            return true
        }
        let language = recipient.language
        let text = event.kind.text(event.subject, language)
        let paragraphs = [event.kind.explanation(language)].compactMap(\.self) + event.paragraphs(language)
        try queue(
            event.kind.mail, to: recipient, title: event.mailTitle?(language) ?? text,
            paragraphs: paragraphs.isEmpty ? [Text.notificationsSentence(language, text: text)] : paragraphs,
            link: MailLink(
                label: Text.notificationsLink(language), address: baseURL + event.kind.address(event.subject)),
            event: event.name, delay: event.mailDelay, db: db, now: now)
        return true
    }

    /// Queues the daily or weekly email of a member, if it is due and there is something to say. What it names is taken
    /// in the same transaction.
    func sendDigest(user: Int, db: Connection, now: Int) throws {
        let preferences = try PreferenceStore(db).preferences(of: user)
        let rows = try NotificationStore(db).takeDigest(
            user: user, before: NotificationRules.digestTime(preferences.mailFrequency, now: now)
        ).filter { row in row.kind.mail.topic.map(preferences.isByMail) ?? true }
        guard !rows.isEmpty, try AccountStore(db).isEmailConfirmed(user: user),
            let recipient = try AccountStore(db).recipient(user)
        else { return }
        let language = recipient.language
        let listed = rows.prefix(NotificationRules.listed)
        let more = rows.count - listed.count
        try queue(
            .digest, to: recipient, title: Text.notificationsDigest(language, count: rows.count),
            paragraphs: listed.map {
                Text.notificationsSentence(language, text: $0.kind.text($0.subject, language))
            } + (more > 0 ? [Text.notificationsDigestMore(language, count: more)] : []),
            link: MailLink(label: Text.notificationsLink(language), address: baseURL + Address.notifications()),
            db: db, now: now)
    }
}

/// The events of accounts.
extension NotificationEvent {
    static func licenceGranted(_ grant: Int, until: Int, user: Int) -> Self {
        Self(
            kind: .licenceGranted, user: user, name: "licence-granted-\(grant)",
            subject: NotificationSubject(until: until))
    }

    static func reviewRemoved(
        _ measure: Int, title: String, reason: String, user: Int
    ) -> Self {
        Self(
            kind: .reviewTakenDown, user: user, name: "measure-\(measure)",
            subject: NotificationSubject(number: measure, titles: [title]),
            paragraphs: { [Text.recipeChangeReason($0, reason: reason), Text.measureAppealMail($0)] })
    }

    /// Names the author and not the recipe, whose text is not public. A member is notified of each recipe once.
    static func recipeShared(_ recipe: Int, by author: String, user: Int) -> Self {
        Self(
            kind: .recipeShared, user: user, name: "recipe-shared-\(recipe)-\(user)",
            subject: NotificationSubject(number: recipe, titles: [author]))
    }

    static func licenceRevoked(user: Int, reason: String = "", at now: Int) -> Self {
        Self(
            kind: .licenceRevoked, user: user, name: "licence-revoked-\(user)-\(now)",
            paragraphs: { reason.isEmpty ? [] : [Text.recipeChangeReason($0, reason: reason)] })
    }

    static func licenceRefused(_ request: Int, answer: String, user: Int) -> Self {
        Self(
            kind: .licenceRefused, user: user, name: "licence-refused-\(request)",
            paragraphs: { _ in answer.paragraphs })
    }

    static func backupFailed(_ run: Int, problem: String, admin: Int) -> Self {
        Self(
            kind: .backupFailed, user: admin, name: "backup-failed-\(run)-\(admin)", paragraphs: { _ in [problem] })
    }

    static func diskFilling(_ percent: Int, admin: Int, at now: Int) -> Self {
        Self(
            kind: .diskFilling, user: admin, name: "disk-filling-\(percent)-\(admin)-\(now)",
            subject: NotificationSubject(amount: percent))
    }

    /// Notifies an admin that somebody asks for a licence.
    static func licenceAsked(_ request: Int, username: String, admin: Int) -> Self {
        Self(
            kind: .licenceAsked, user: admin, name: "licence-asked-\(request)-\(admin)",
            subject: NotificationSubject(titles: [username]))
    }

    /// A suspension until a time in UTC milliseconds, by a measure.
    static func suspended(_ measure: Int, until: Int, reason: String, user: Int) -> Self {
        Self(
            kind: .suspended, user: user, name: "measure-\(measure)",
            subject: NotificationSubject(number: measure, until: until),
            paragraphs: { [Text.recipeChangeReason($0, reason: reason), Text.measureAppealMail($0)] })
    }

    static func suspensionEnded(user: Int, at now: Int) -> Self {
        Self(kind: .suspensionEnded, user: user, name: "suspension-ended-\(user)-\(now)")
    }
}
