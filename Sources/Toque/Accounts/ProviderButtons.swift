// The buttons and rows that account pages show for login providers.

import HTML
import HTTP
import Texts

/// A form with one button that leads to a provider.
struct ProviderButton {
    let label: String
    let address: String
    let next: String
    let formToken: String
}

/// A linked provider account in a list.
struct ProviderLinkView {
    let name: String
    /// The name and email address of the account there, as far as the provider gave them.
    let account: String?
    let linked: String
    let lastUsed: HTML
    let picture: String?
    /// The address that unlinks it; `nil` if the provider is no longer configured.
    let unlink: String?

    init(_ row: ProviderLinkRow, _ context: Context) {
        let language = context.language
        let provider = context.site.providers.provider(issuer: row.issuer)
        name = provider?.label ?? row.issuer
        let words = [row.facts.name, row.facts.email].filter { !$0.isEmpty }
        account = words.isEmpty ? nil : words.joined(separator: ", ")
        linked = Dates.day(row.linkedAt, language)
        lastUsed = Moment(row.lastUsedAt, language).html { Text.providersLastUsed(language, time: $0) }
        picture = row.facts.picture.isEmpty ? nil : row.facts.picture
        unlink = provider.map { Address.unlinkProvider($0.key) }
    }
}

extension Context {
    /// One login button for each configured provider.
    func providerButtons(next: String) -> [ProviderButton] {
        providerButtons(site.providers.all, .provider, next: next) { Text.providersSignIn(language, name: $0) }
    }

    func providerButtons(
        _ providers: [Provider], _ address: Address, next: String, label: (String) -> String
    ) -> [ProviderButton] {
        providers.map {
            ProviderButton(label: label($0.label), address: address($0.key), next: next, formToken: formToken)
        }
    }

    /// The configured providers that the user has linked.
    func linkedProviders(of user: Int) throws -> [Provider] {
        let providers = site.providers.all
        if providers.isEmpty { return [] }
        let issuers = Set(try ProviderLinkStore(reader).list(user: user).map(\.issuer))
        return providers.filter { issuers.contains($0.issuer) }
    }
}
