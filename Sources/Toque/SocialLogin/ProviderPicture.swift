// Copies the picture that a provider has of a member to their profile, when they ask for it.

import Fetching
import HTTP
import Images
import Texts

enum ProviderPicture {
    /// The linked providers that have a picture, for the form's `picture_of`.
    static func offers(_ context: Context) throws -> [Choice] {
        try links(context).map { Choice(value: $0.issuer, label: ProviderLinkView($0, context).name) }
    }

    /// Downloads the picture that the form asks for; `nil` if it asks for none. No request is made before that, and the
    /// limits of imported pages apply.
    static func receive(_ context: Context) async throws -> PhotoUpload? {
        guard let issuer = context.form["picture_of"],
            let link = try links(context).first(where: { $0.issuer == issuer })
        else { return nil }
        guard case .success(let page) = try await context.site.web.page(link.facts.picture) else {
            let name = ProviderLinkView(link, context).name
            return PhotoUpload(error: Text.profilePictureUnreachable(context.language, name: name))
        }
        do {
            return PhotoUpload(photo: try await PhotoStore.add(RequestBody(page.bytes), cut: .middle, context))
        } catch {
            guard let key = MediaRefusal.key(error) else { throw error }
            return PhotoUpload(error: Text.dynamic("photo.error.\(key)", context.language))
        }
    }

    private static func links(_ context: Context) throws -> [ProviderLinkRow] {
        try ProviderLinkStore(context.reader).list(user: context.member().id).filter { !$0.facts.picture.isEmpty }
    }
}
