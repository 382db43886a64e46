// What admins see of a profile, and what its owner hears when they take some of it away.

import Database
import HTTP
import Texts
import Words

/// A profile on the page of its owner that admins see.
struct ProfileFacts {
    let formToken: String
    let action: String
    let avatar: Avatar
    let displayName: String
    /// First and last name.
    let person: String
    let phone: String
    let bio: String
    /// What there is to be taken away.
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
    /// Tells the owner what an admin took away, and why. The words themselves go only where the owner is known to read:
    /// the site carries nobody's words to strangers.
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
