// Fuzzes the answers of login providers: an issuer's settings, the claims of a token, and Facebook's profile.
// Accepted values must match the request and keep their limits.

import Fetching
import Foundation
import Synchronization

@testable import TestKit
@testable import Toque

private let issuer = "https://issuer.example"
private let demand = IDTokenDemand(issuer: issuer, clientID: "toque", nonce: "n", now: 1_800_000_000_000)
private let facebook = Provider(
    key: "facebook", label: "Facebook", kind: .facebook(pages: issuer, answers: issuer), issuer: issuer,
    clientID: "toque", clientSecret: "s")

/// Answers with a token first, then with the given bytes.
private final class Answering: Fetcher {
    private let answers: Mutex<[[UInt8]]>

    init(_ bytes: [UInt8]) { answers = Mutex([Array(#"{"access_token":"t"}"#.utf8), bytes]) }

    func fetch(_ request: FetchRequest) throws(FetchFailure) -> FetchAnswer {
        let body = answers.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        guard let body else { throw .unreachable("asked too often") }
        return FetchAnswer(status: 200, body: body)
    }
}

@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    if let document = try? OpenIDDocument(bytes, issuer: issuer) {
        for address in [document.door, document.token, document.keys] {
            precondition(address.hasPrefix("https://") && isFetchable(address))
        }
    }
    if let claims = ProviderClient.read(IDTokenClaims.self, bytes) { check(claims) }
    let client = ProviderClient([facebook], baseURL: "https://toque.example", fetcher: Answering(bytes))
    if let arrival = try? client.facebookArrival(facebook, issuer, code: "c", ProviderSecret(text: "s")) {
        precondition(!arrival.isEmailVerified && arrival.authenticatedAt == nil)
        let subject = arrival.identity.subject.utf8
        precondition(!subject.isEmpty && subject.allSatisfy { (48...57).contains($0) })
        check(arrival.facts)
    }
    return 0
}

private func check(_ claims: IDTokenClaims) {
    let time = IDTokenRules.authenticatedAt(claims, now: demand.now) ?? 0
    precondition((0...demand.now).contains(time))
    precondition(IDTokenRules.username(from: claims.name ?? "").unicodeScalars.count <= 32)
    check(ProviderFacts(email: "", name: "", picture: IDTokenRules.picture(claims.picture)))
    guard IDTokenRules.problem(claims, demand, isSame: ==) == nil else { return }
    precondition(claims.iss == issuer && claims.nonce == demand.nonce && claims.aud.names.contains(demand.clientID))
    precondition(claims.exp * 1_000 > Double(demand.now - IDTokenRules.leeway))
    precondition(IDTokenRules.subjectLength.contains(claims.sub.utf8.count))
}

private func check(_ facts: ProviderFacts) {
    precondition(facts.email.isEmpty || MailAddress.problem(facts.email) == nil)
    precondition(facts.name.count <= 100 && facts.picture.utf8.count <= 2_000)
    precondition(facts.picture.isEmpty || facts.picture.hasPrefix("https://"))
}
