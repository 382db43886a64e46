// Tests of the settings for login providers.

import Testing

@testable import Toque

@Suite struct ProviderSettingsTests {
    private let google = [
        "TOQUE_OIDC_GOOGLE_CLIENT_ID": "id", "TOQUE_OIDC_GOOGLE_CLIENT_SECRET": "secret",
    ]
    private let club = [
        "TOQUE_OIDC_CLUB_ISSUER": "https://id.example.org/club", "TOQUE_OIDC_CLUB_CLIENT_ID": "id",
        "TOQUE_OIDC_CLUB_CLIENT_SECRET": "secret",
    ]
    private let facebook = ["TOQUE_FACEBOOK_CLIENT_ID": "id", "TOQUE_FACEBOOK_CLIENT_SECRET": "secret"]

    private func read(_ values: [String: String]...) throws -> [Provider] {
        try Configuration.load(environment: values.reduce(into: [:]) { $0.merge($1) { _, new in new } }).providers
    }

    @Test func `settings can name no provider, Google, others and Facebook`() throws {
        #expect(try read([:]).isEmpty)
        let all = try read(google, club, facebook, ["TOQUE_OIDC_CLUB_LABEL": "The club"])
        #expect(all.map(\.key) == ["club", "google", "facebook"])
        #expect(all.map(\.label) == ["The club", "Google", "Facebook"])
        #expect(
            all.map(\.issuer) == [
                "https://id.example.org/club", "https://accounts.google.com", "https://www.facebook.com",
            ])
        #expect(all.map(\.confirms) == [true, true, false])
    }

    @Test func `an unencrypted issuer is allowed only on this machine`() throws {
        for host in ["127.0.0.1:9", "localhost", "[::1]:9"] {
            #expect(try read(club, ["TOQUE_OIDC_CLUB_ISSUER": "http://\(host)"]).count == 1)
        }
        for issuer in [
            "http://example.org", "http://127.0.0.1.example.org", "ftp://a", "https://a?b", "id.example.org",
        ] {
            #expect(throws: Configuration.Invalid.self, "\(issuer)") {
                try read(club, ["TOQUE_OIDC_CLUB_ISSUER": issuer])
            }
        }
        #expect(throws: Configuration.Invalid.self) {
            try read(facebook, ["TOQUE_FACEBOOK_TEST_HOST": "https://example.org"])
        }
        #expect(try read(facebook, ["TOQUE_FACEBOOK_TEST_HOST": "http://127.0.0.1:9"]).count == 1)
    }

    @Test func `incomplete, misspelt or duplicate settings are refused without showing the secret`() throws {
        let wrong = [
            ["TOQUE_OIDC_GOOGLE_CLIENT_ID": "id"],
            ["TOQUE_OIDC_CLUB_CLIENT_ID": "a", "TOQUE_OIDC_CLUB_CLIENT_SECRET": "b"],
            ["TOQUE_OIDC_GOOGLE_CLIENT_SECRETS": "hidden"], ["TOQUE_OIDC__CLIENT_ID": "id"],
            ["TOQUE_OIDC_a_CLIENT_ID": "id"], ["TOQUE_OIDC_FACEBOOK_CLIENT_ID": "id"],
            ["TOQUE_FACEBOOK_CLIENT_SECRET": "hidden"], ["TOQUE_FACEBOOK_ID": "id"],
        ]
        for values in wrong {
            let error = #expect(throws: Configuration.Invalid.self, "\(values)") { try read(values) }
            #expect(error?.description.contains("hidden") == false)
        }
        #expect(throws: Configuration.Invalid.self) {
            try read(google, club, ["TOQUE_OIDC_CLUB_ISSUER": "https://accounts.google.com"])
        }
    }
}
