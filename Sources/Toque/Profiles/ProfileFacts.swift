// A profile as admins see it, and the email to its owner when they remove a part of it.

import Database
import HTTP
import Texts
import Words

/// A member's profile on an admin page.
struct ProfileFacts {
    let formToken: String
    let action: String
    let avatar: Avatar
    let displayName: String
    /// First and last name.
    let person: String
    let phone: String
    let bio: String
    /// The parts that can be removed.
    let parts: [Choice]
    let reason: Field

    var isEmpty: Bool { parts.isEmpty && person.isEmpty && phone.isEmpty }

    init(_ profile: Profile, user: Int, username: String, _ errors: FieldErrors, _ context: Context) {
        let language = context.language
        formToken = context.formToken
        action = Address.clearProfile(user)
        displayName = profile.displayName
        avatar = Avatar(photo: profile.photo, name: displayName.isEmpty ? username : displayName)
        person = [profile.firstName, profile.lastName].filter { !$0.isEmpty }.joined(separator: " ")
        phone = profile.phone
        bio = profile.bio
        let chosen = context.form.all("part")
        parts = profile.parts.map {
            Choice(value: $0.rawValue, label: $0.name(language), isChosen: chosen.contains($0.rawValue))
        }
        reason = Field(
            name: "reason", label: Text.userLeaveReason(language), value: context.form["reason"] ?? "",
            error: errors["reason"], help: Text.userLeaveReasonHelp(language), isRequired: true, rows: 2)
    }
}

extension ProfilePart {
    func name(_ language: Language) -> String { Text.dynamic("profile.clear.\(rawValue)", language) ?? rawValue }
}

extension Mailer {
    /// Notifies the owner which parts an admin removed, and why. Quotes the removed text only to a confirmed address,
    /// so that nobody can use the site to send texts to strangers.
    func tellCleared(
        _ parts: [ProfilePart], of profile: Profile, user: Int, reason: String, db: Connection, now: Int
    ) throws {
        guard let owner = try AccountStore(db).recipient(user) else { return }
        let language = owner.language
        let isConfirmed = try AccountStore(db).isEmailConfirmed(user: user)
        let taken = parts.map { part in
            let words = part == .name ? profile.displayName : part == .bio ? profile.bio : ""
            return part.name(language) + (words.isEmpty || !isConfirmed ? "" : ": \(words)")
        }
        try queue(
            .accountEvent, to: owner, title: Text.mailCleared(language),
            paragraphs: [Text.mailClearedText(language, when: Dates.moment(now, language))] + taken
                + [Text.mailLeavingReason(language, reason: reason)],
            link: MailLink(label: Text.profileTitle(language), address: baseURL + Address.profile()), db: db, now: now)
    }
}
