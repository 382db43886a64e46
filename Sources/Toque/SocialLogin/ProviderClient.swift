// Requests to providers: their configuration, their signing keys, and the user who comes back with a code.

import Bytes
import Fetching
import Foundation
import HTTP
import HTTPServer
import Security
import Synchronization

/// Why a login with a provider failed; the log says more than the user sees.
enum ProviderFailure: Error, Equatable {
    /// The provider cannot be reached, or does not work.
    case unreachable(String)
    /// The provider's answer cannot be trusted.
    case refused(String)
}

/// Sends requests to providers on threads of its own, so that a slow provider does not delay password checks.
final class ProviderClient: Sendable {
    struct Cached<Value: Sendable>: Sendable {
        let value: Value
        let at: Int
    }

    private struct Memory {
        var documents: [String: Cached<OpenIDDocument>] = [:]
        var keys: [String: Cached<KeySet>] = [:]
    }

    /// How long a provider's configuration and keys are cached.
    static let memory = Milliseconds.hour
    /// The shortest time before the keys are fetched again because of an unknown key.
    static let keysAgainAfter = Milliseconds.minute

    let all: [Provider]
    let callback: @Sendable (Provider) -> String
    let fetcher: any Fetcher
    private let workers: WorkerPool?
    private let known = Mutex(Memory())

    init(_ providers: [Provider], baseURL: String, fetcher: any Fetcher) {
        all = providers
        self.fetcher = fetcher
        callback = { baseURL + Address.providerCallback($0.key) }
        workers = providers.isEmpty ? nil : WorkerPool(threads: 4, queueLimit: 64)
    }

    func provider(key: String?) -> Provider? { all.first { $0.key == key } }

    func provider(issuer: String) -> Provider? { all.first { $0.issuer == issuer } }

    /// The address at the provider to which the browser is sent.
    func door(_ provider: Provider, _ secret: ProviderSecret, confirms: Bool, now: Int) async throws -> String {
        try await run {
            switch provider.kind {
            case .openID: try self.openIDDoor(provider, secret, confirms: confirms, now: now)
            case .facebook(let pages, _): self.facebookDoor(provider, pages, secret)
            }
        }
    }

    /// The user who comes back with the code; `namesIssuer` says whether the redirect named the issuer.
    func arrival(
        _ provider: Provider, code: String, _ secret: ProviderSecret, namesIssuer: Bool, now: Int
    ) async throws -> ProviderArrival {
        try await run {
            switch provider.kind {
            case .openID:
                if try self.document(provider, now: now).namesItself, !namesIssuer {
                    throw ProviderFailure.refused("no iss")
                }
                return try self.openIDArrival(provider, code: code, secret, now: now)
            case .facebook(_, let answers):
                return try self.facebookArrival(provider, answers, code: code, secret)
            }
        }
    }

    private func run<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
        guard let workers else { throw SiteError.notFound }
        return try await workers.run(work)
    }

    /// The body of an answer with status 200. A 4xx is `refused`, and any other status is `unreachable`.
    func fetch(_ request: FetchRequest) throws(ProviderFailure) -> [UInt8] {
        do {
            let answer = try fetcher.fetch(request)
            switch answer.status {
            case 200: return answer.body
            case 400..<500: throw ProviderFailure.refused("status \(answer.status)")
            default: throw ProviderFailure.unreachable("status \(answer.status)")
            }
        } catch let failure as ProviderFailure {
            throw failure
        } catch {
            throw .unreachable("\(error)")
        }
    }

    /// Decodes JSON with keys in snake case; `nil` if it is malformed or has duplicate keys.
    static func read<T: Decodable>(_ type: T.Type, _ bytes: [UInt8]) -> T? {
        guard StrictJSON.keys(bytes) != nil else { return nil }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try? decoder.decode(type, from: Data(bytes))
    }

    /// The configuration of an issuer, from the cache or fetched.
    func document(_ provider: Provider, now: Int) throws(ProviderFailure) -> OpenIDDocument {
        let issuer = provider.issuer
        if let cached = known.withLock({ $0.documents[issuer] }), Self.isNew(cached.at, now) { return cached.value }
        let path = issuer + (issuer.hasSuffix(bytes: "/") ? "" : "/") + ".well-known/openid-configuration"
        let document: OpenIDDocument
        do {
            document = try OpenIDDocument(fetch(FetchRequest(path)), issuer: issuer)
        } catch {
            // A wrong configuration is the provider's fault, not the user's.
            if case .refused(let reason) = error { throw .unreachable(reason) }
            throw error
        }
        known.withLock { $0.documents[issuer] = Cached(value: document, at: now) }
        return document
    }

    /// The key that signed a token. An unknown key id may belong to a new key, so the keys are fetched again, but at
    /// most once a minute, since anybody can invent key ids.
    func key(for token: SignedToken, _ provider: Provider, now: Int) throws(ProviderFailure) -> PublicKey {
        let issuer = provider.issuer
        let cached = known.withLock { $0.keys[issuer] }
        if let cached, Self.isNew(cached.at, now) {
            if let key = cached.value.key(for: token) { return key }
            guard now - cached.at >= Self.keysAgainAfter else { throw .refused("unknown key") }
        }
        guard let keys = try KeySet(fetch(FetchRequest(document(provider, now: now).keys))) else {
            throw .unreachable("no set of keys")
        }
        known.withLock { $0.keys[issuer] = Cached(value: keys, at: now) }
        guard let key = keys.key(for: token) else { throw .refused("unknown key") }
        return key
    }

    /// A time in the future does not count as new, so a clock that is set back does not extend the cache.
    private static func isNew(_ at: Int, _ now: Int) -> Bool { (0..<memory).contains(now - at) }
}

extension Site {
    var providers: ProviderClient { part() }
}
