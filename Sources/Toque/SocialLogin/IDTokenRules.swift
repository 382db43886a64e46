// The checks that an ID token must pass before its subject is trusted (OpenID Connect Core, section 3.1.3.7).

import Bytes
import Foundation

/// The claims of an ID token.
struct IDTokenClaims: Decodable, Sendable {
    /// One client id or several.
    struct Audience: Decodable, Sendable {
        let names: [String]

        init(_ names: [String]) { self.names = names }

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            names = try (try? [container.decode(String.self)]) ?? container.decode([String].self)
        }
    }

    var iss: String
    var sub: String
    var aud: Audience
    var azp: String?
    /// In seconds, possibly with fractions.
    var exp: Double
    var iat: Double
    var nonce: String?
    var authTime: Double?
    var email: String?
    var emailVerified: Bool?
    var name: String?
    var preferredUsername: String?
    var picture: String?
}

/// The values that the token must match.
struct IDTokenDemand: Sendable {
    let issuer: String
    let clientID: String
    let nonce: String
    /// In UTC milliseconds.
    let now: Int
}

enum IDTokenProblem: Error, Equatable {
    case issuer, subject, audience, expired, fromTheFuture, nonce
}

enum IDTokenRules {
    /// How far the clocks of the two servers may differ, in milliseconds.
    static let leeway = Milliseconds.minute
    /// A subject is ASCII and at most 255 bytes (section 2); a token with a longer one is refused.
    static let subjectLength = 1...255
    private static let latest = 253_402_300_799.0

    /// The first problem with a token, or `nil`. `isSame` compares in constant time.
    static func problem(
        _ claims: IDTokenClaims, _ demand: IDTokenDemand, isSame: (String, String) -> Bool
    ) -> IDTokenProblem? {
        guard claims.iss == demand.issuer else { return .issuer }
        guard subjectLength.contains(claims.sub.utf8.count), claims.sub.utf8.allSatisfy({ $0 >= 32 && $0 < 127 })
        else { return .subject }
        guard claims.aud.names.contains(demand.clientID),
            claims.azp == demand.clientID || claims.azp == nil && claims.aud.names.count == 1
        else { return .audience }
        guard let expires = milliseconds(claims.exp), let issued = milliseconds(claims.iat),
            demand.now < expires + leeway
        else { return .expired }
        guard issued <= demand.now + leeway else { return .fromTheFuture }
        guard let nonce = claims.nonce, isSame(nonce, demand.nonce) else { return .nonce }
        return nil
    }

    /// Converts seconds to milliseconds; `nil` if negative or after the year 9999.
    static func milliseconds(_ seconds: Double) -> Int? {
        (0...latest).contains(seconds) ? Int(seconds * 1_000) : nil
    }

    /// When the user last logged in at the provider; `nil` if the token does not say, or says a time in the future.
    static func authenticatedAt(_ claims: IDTokenClaims, now: Int) -> Int? {
        guard let time = claims.authTime.flatMap(milliseconds), time <= now + leeway else { return nil }
        return min(time, now)
    }

    /// Whether the user logged in at the provider after being sent there, not some time before.
    static func isFresh(_ authenticatedAt: Int?, since began: Int) -> Bool {
        authenticatedAt.map { $0 >= began - leeway } ?? false
    }

    /// The address of a picture, if it is a usable HTTPS address; otherwise empty.
    static func picture(_ address: String?) -> String {
        guard let address, address.hasPrefix(bytes: "https://"), address.utf8.count <= 2_000,
            address.utf8.allSatisfy({ $0 > 32 && $0 < 127 })
        else { return "" }
        return address
    }

    /// A suggested username made from a name: letters, digits and hyphens.
    static func username(from name: String) -> String {
        let words = name.split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
        return String(words.precomposedStringWithCanonicalMapping.unicodeScalars.prefix(32).map(Character.init))
    }
}
