// Shows and saves the member's own profile and photo.

import Bytes
import Database
import HTTP
import HTTPServer
import Images
import Texts

enum ProfilePages {
    static func show(_ context: Context) async throws -> Response {
        guard let profile = try ProfileStore(context.reader).profile(of: context.member().id) else {
            throw SiteError.notFound
        }
        if context.wantsJSON { return try context.json(ProfileJSON(profile, try context.member())) }
        return context.page(try page(context, profile, FieldErrors()))
    }

    static func save(_ context: Context) async throws -> Response {
        let user = try context.member().id
        context.upload = try await PhotoUpload.receive(context, cut: cut(context.form))
        if context.upload.photo == nil, let picture = try await ProviderPicture.receive(context) {
            context.upload = picture
        }
        let profile = typed(context)
        let errors = try problems(with: profile, of: user, context)
        guard errors.isEmpty else { return try refusal(context, profile, errors) }
        let saved = try await context.site.writer.write { try ProfileStore($0).save(profile, user: user) }
        guard case .saved(let orphan) = saved else {
            return try refusal(context, profile, try problems(with: profile, of: user, context))
        }
        await context.removePicture(orphan)
        return context.redirect(to: Address.profile(), done: "profile-saved")
    }

    /// The square that was chosen; without a script, the middle of the photo.
    private static func cut(_ form: Form) -> Cut {
        let typed = ["x", "y", "side"].map { (form[$0] ?? "").trimmed }
        if typed.allSatisfy(\.isEmpty) { return .middle }
        // -1 is outside every photo, so invalid numbers are refused.
        let numbers = typed.map { Int($0) ?? -1 }
        return .square(Square(x: numbers[0], y: numbers[1], side: numbers[2]))
    }

    private static func typed(_ context: Context) -> Profile {
        let form = context.form
        func text(_ field: String) -> String { NameRules.tidied(form[field] ?? "") }
        var profile = Profile(
            displayName: text("display_name"), firstName: text("first_name"), lastName: text("last_name"),
            phone: text("phone"), bio: text("bio"))
        let kept = (form["photo_id"] ?? "").isEmpty || form["remove_photo"] != nil ? nil : form["photo_id"]
        profile.photo = context.upload.photo ?? (context.upload.namesOther ? nil : kept)
        return profile
    }

    private static func problems(with profile: Profile, of user: Int, _ context: Context) throws -> FieldErrors {
        var errors = FieldErrors()
        if let error = context.upload.error { errors.add("photo", error) }
        func check(_ field: String, _ problem: String?) {
            if let problem {
                errors.add(field, Text.dynamic("profile.problem.\(problem)", context.language) ?? problem)
            }
        }
        if let problem = NameRules.problem(profile.displayName) {
            check("display_name", problem)
        } else if try ProfileStore(context.reader).isTaken(profile.displayName, besides: user) {
            check("display_name", "name-taken")
        }
        check("bio", ProfileRules.problem(bio: profile.bio))
        check("first_name", ProfileRules.problem(person: profile.firstName))
        check("last_name", ProfileRules.problem(person: profile.lastName))
        check("phone", ProfileRules.problem(phone: profile.phone))
        return errors
    }

    private static func refusal(_ context: Context, _ profile: Profile, _ errors: FieldErrors) throws -> Response {
        context.page(try page(context, profile, errors), status: .unprocessable)
    }

    private static func page(_ context: Context, _ profile: Profile, _ errors: FieldErrors) throws -> ProfilePage {
        let (viewer, language) = (try context.member(), context.language)
        func field(
            _ name: String, _ label: String, _ value: String, help: String, autocomplete: String? = nil
        ) -> Field {
            Field(
                name: name, label: label, value: value, error: errors[name], help: help, autocomplete: autocomplete)
        }
        var bio = field("bio", Text.profileBio(language), profile.bio, help: Text.profileBioHelp(language))
        bio.rows = 3
        var phone = field(
            "phone", Text.profilePhone(language), profile.phone, help: Text.profilePhoneHelp(language),
            autocomplete: "tel")
        phone.type = "tel"
        return ProfilePage(
            layout: context.layout(title: Text.profileTitle(language), section: "account", isListed: false),
            formToken: context.formToken, script: context.site.assets.address("profile.js"), problems: errors.summary,
            cookAddress: Address.cook(viewer.username), avatar: Avatar(photo: profile.photo, name: viewer.name),
            photoID: profile.photo ?? "",
            photo: field("photo", Text.profilePicture(language), "", help: Text.profilePictureHelp(language)),
            pictures: try ProviderPicture.offers(context),
            displayName: field(
                "display_name", Text.profileName(language), profile.displayName,
                help: Text.profileNameHelp(language, name: viewer.username), autocomplete: "nickname"),
            bio: bio, bioLimit: ProfileRules.bioLength,
            firstName: field(
                "first_name", Text.profileFirstName(language), profile.firstName,
                help: Text.profilePrivateHelp(language),
                autocomplete: "given-name"),
            lastName: field(
                "last_name", Text.profileLastName(language), profile.lastName, help: Text.profilePrivateHelp(language),
                autocomplete: "family-name"), phone: phone)
    }
}

struct ProfilePage {
    let layout: Layout
    let formToken: String
    let script: String
    let problems: [FieldProblem]
    let cookAddress: String
    let avatar: Avatar
    let photoID: String
    let photo: Field
    /// Providers whose picture can be copied.
    let pictures: [Choice]
    let displayName: Field
    let bio: Field
    let bioLimit: Int
    let firstName: Field
    let lastName: Field
    let phone: Field
}

/// The member's own profile as JSON, with the parts that nobody else sees.
struct ProfileJSON: Encodable {
    let username: String
    let address: String
    let displayName: String
    let firstName: String
    let lastName: String
    let phone: String
    let bio: String
    let photo: String?

    init(_ profile: Profile, _ viewer: Viewer) {
        (username, address) = (viewer.username, Address.cook(viewer.username))
        (displayName, firstName, lastName) = (profile.displayName, profile.firstName, profile.lastName)
        (phone, bio, photo) = (profile.phone, profile.bio, Avatar(photo: profile.photo, name: "").jpeg)
    }
}

extension Context {
    /// Deletes the files of a photo whose row was deleted; the daily sweep deletes any that remain.
    func removePicture(_ picture: String?) async {
        guard let picture else { return }
        let path = site.settings.mediaPath
        do {
            try await site.workers.run { try MediaSweep.remove(picture, from: path) }
        } catch {
            Log.error("request \(requestID): the picture \(picture) is still there: \(error)")
        }
    }
}
