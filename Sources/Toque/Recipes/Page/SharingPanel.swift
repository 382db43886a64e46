// The part of the owner's panel that says and changes who sees the recipe.

import HTTP
import Texts
import Words

struct SharingPanel {
    struct Person {
        let name: String
        let address: String
        let removeAddress: String
    }

    let formToken: String
    let action: String
    /// Says who can see the recipe now.
    let sentence: String
    /// Empty while the recipe is public: it has to be unpublished first.
    let choices: [Choice]
    let names: Field
    let people: [Person]
    /// The address of the link.
    let link: String?
    let renewAddress: String
    let problems: FieldProblems
    let audienceError: String?

    var isChangeable: Bool { !choices.isEmpty }

    init(_ own: OwnRecipe, canPublish: Bool, isRead: Bool, _ sent: SentSharing?, _ context: Context) throws {
        let language = context.language
        let sharing = try SharingStore(context.reader).sharing(of: own.id)
        formToken = context.formToken
        action = Address.shareRecipe(own.id)
        renewAddress = Address.renewRecipeLink(own.id)
        sentence = Self.sentence(own, sharing, isRead: isRead, language)
        let chosen = sent?.audience ?? sharing.audience
        let offered = RecipeAudience.allCases.filter { $0 != .everyone || canPublish }
        choices =
            own.isPublic
            ? []
            : offered.map {
                Choice(
                    value: $0.rawValue, label: Text.dynamic("sharing.audience.\($0.rawValue)", language) ?? "",
                    isChosen: $0 == chosen)
            }
        var names = Field(
            name: "names", label: Text.sharingNames(language), value: sent?.typed ?? "", error: sent?.errors["names"])
        names.help = Text.sharingNamesHelp(language, limit: String(SharingRules.people))
        names.autocomplete = "off"
        self.names = names
        problems = (sent?.errors ?? FieldErrors()).summary
        audienceError = sent?.errors["audience"]
        people = sharing.people.map {
            Person(
                name: $0.name == $0.username ? $0.name : "\($0.name) (\($0.username))",
                address: Address.cook($0.username), removeAddress: Address.removeRecipeReader(own.id, $0.id))
        }
        let site = context.site
        link = sharing.seal.map {
            site.settings.baseURL + Address.linkedRecipe(SecretLink(RecipeSharing.purpose, seal: $0, site).token)
        }
    }

    private static func sentence(
        _ own: OwnRecipe, _ sharing: Sharing, isRead: Bool, _ language: Language
    ) -> String {
        if own.isPublic { return Text.sharingNowPublic(language) }
        let isHidden = own.takenDownBy != nil || own.hiddenBy != nil
        let people = isHidden || sharing.audience == .author ? [] : sharing.people.map(\.name)
        let names =
            people.count > SharingRules.listed
            ? Text.sharingPeopleCount(language, count: people.count) : people.joined(separator: ", ")
        let now: String =
            if isHidden {
                Text.sharingNowHidden(language)
            } else if sharing.audience == .link {
                people.isEmpty ? Text.sharingNowLink(language) : Text.sharingNowLinkAnd(language, names: names)
            } else if people.isEmpty {
                Text.sharingNowAuthor(language)
            } else {
                Text.sharingNowPeople(language, names: names)
            }
        return isRead ? now + " " + Text.sharingModerators(language) : now
    }
}
