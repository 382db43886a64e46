// Reads the login providers that the operator has configured.

import Bytes
import Fetching
import Foundation

/// Reads `TOQUE_OIDC_NAME_…` for any number of providers, and Facebook, which has settings of its own.
enum ProviderSettings {
    private static let openID = "TOQUE_OIDC_"
    private static let facebook = "TOQUE_FACEBOOK_"
    private static let parts = ["_CLIENT_ID", "_CLIENT_SECRET", "_ISSUER", "_LABEL"]
    private static let googleIssuer = "https://accounts.google.com"

    static func read(_ settings: Settings) throws(Configuration.Invalid) -> [Provider] {
        let values = settings.all(beginning: [openID, facebook]).filter { !$0.value.isEmpty }
        var names: Set<String> = []
        for key in values.keys where key.hasPrefix(bytes: openID) {
            guard let part = parts.first(where: { key.hasSuffix(bytes: $0) }) else { throw unknown(key) }
            let name = String(key.dropFirst(openID.count).dropLast(part.count))
            let isName = name.utf8.allSatisfy { (65...90).contains($0) || (48...57).contains($0) }
            guard isName, (1...32).contains(name.utf8.count), name != "FACEBOOK" else { throw unknown(key) }
            names.insert(name)
        }
        var providers: [Provider] = []
        for name in names.sorted() { providers.append(try openID(name, values)) }
        if let facebook = try readFacebook(values) { providers.append(facebook) }
        guard Set(providers.map(\.issuer)).count == providers.count else {
            throw Configuration.Invalid(description: "two of TOQUE_OIDC_… have one issuer")
        }
        return providers
    }

    private static func unknown(_ key: String) -> Configuration.Invalid {
        Configuration.Invalid(
            description: "\(key) is not a setting; TOQUE_OIDC_NAME_ISSUER, _CLIENT_ID, _CLIENT_SECRET and _LABEL are, "
                + "with a NAME of capital letters and digits")
    }

    private static func openID(_ name: String, _ values: [String: String]) throws(Configuration.Invalid) -> Provider {
        let prefix = openID + name
        let isGoogle = name == "GOOGLE"
        guard let issuer = values[prefix + "_ISSUER"] ?? (isGoogle ? googleIssuer : nil),
            let id = values[prefix + "_CLIENT_ID"], let secret = values[prefix + "_CLIENT_SECRET"]
        else {
            throw Configuration.Invalid(
                description: "\(prefix)_ISSUER, _CLIENT_ID and _CLIENT_SECRET need each other")
        }
        guard isFetchable(issuer), !issuer.contains(bytes: "?"), !issuer.contains(bytes: "#"), issuer.utf8.count <= 500
        else {
            throw Configuration.Invalid(
                description: "\(prefix)_ISSUER has to be an https:// address; http:// is for this machine only")
        }
        let label = values[prefix + "_LABEL"] ?? (isGoogle ? "Google" : name.prefix(1) + name.dropFirst().lowercased())
        return Provider(
            key: name.lowercased(), label: String(label.prefix(40)), kind: .openID, issuer: issuer, clientID: id,
            clientSecret: secret)
    }

    private static func readFacebook(_ values: [String: String]) throws(Configuration.Invalid) -> Provider? {
        let own = values.keys.filter { $0.hasPrefix(bytes: facebook) }
        if own.isEmpty { return nil }
        let known = ["CLIENT_ID", "CLIENT_SECRET", "TEST_HOST"].map { facebook + $0 }
        if let key = own.sorted().first(where: { !known.contains($0) }) {
            throw Configuration.Invalid(description: "\(key) is not a setting")
        }
        guard let id = values["TOQUE_FACEBOOK_CLIENT_ID"], let secret = values["TOQUE_FACEBOOK_CLIENT_SECRET"] else {
            throw Configuration.Invalid(
                description: "TOQUE_FACEBOOK_CLIENT_ID and TOQUE_FACEBOOK_CLIENT_SECRET need each other")
        }
        let host = values["TOQUE_FACEBOOK_TEST_HOST"]
        guard host.map({ $0.hasPrefix(bytes: "http://") && isFetchable($0) && !$0.hasSuffix(bytes: "/") }) ?? true
        else {
            throw Configuration.Invalid(description: "TOQUE_FACEBOOK_TEST_HOST is for http:// on this machine only")
        }
        return Provider(
            key: "facebook", label: "Facebook",
            kind: .facebook(
                pages: host ?? "https://www.facebook.com", answers: host ?? "https://graph.facebook.com"),
            issuer: "https://www.facebook.com", clientID: id, clientSecret: secret)
    }
}
