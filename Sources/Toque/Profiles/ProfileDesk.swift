// Feature N1: what admins see of a profile, and what they may take away.

import Database
import HTTP

enum ProfileDesk {
    /// Takes the picture, the name or the bio away, whichever is ticked, and says so in the log.
    static func clear(_ context: Context) async throws -> Response {
        let (id, admin, now) = (try context.number("user"), try context.member(), context.now)
        let parts = context.form.all("part").compactMap(ProfilePart.init(rawValue:))
        let (count, orphan) = try await context.site.writer.write { db -> (Int, String?) in
            let (cleared, orphan) = try ProfileStore(db).clear(parts, user: id)
            guard !cleared.isEmpty else { return (0, nil) }
            let detail = cleared.map(\.rawValue).joined(separator: " ")
            try AuditStore(db).append(
                .init(action: "clear-profile", object: .user, id: id, from: "", to: "", detail: detail),
                by: admin.actor, at: now)
            return (cleared.count, orphan)
        }
        await context.removePicture(orphan)
        return context.redirect(to: Address.user(id), done: count > 0 ? "profile-cleared" : "nothing-changed")
    }
}

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

    var isEmpty: Bool { parts.isEmpty && person.isEmpty && phone.isEmpty }

    init(_ profile: Profile, user: Int, username: String, _ context: Context) {
        formToken = context.formToken
        action = Address.clearProfile(user)
        displayName = profile.displayName
        avatar = Avatar(photo: profile.photo, name: displayName.isEmpty ? username : displayName)
        person = [profile.firstName, profile.lastName].filter { !$0.isEmpty }.joined(separator: " ")
        phone = profile.phone
        bio = profile.bio
        parts = profile.parts.map {
            Choice(
                value: $0.rawValue, label: Text.dynamic("profile.clear.\($0.rawValue)", context.language) ?? $0.rawValue
            )
        }
    }
}
