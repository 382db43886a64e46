// What the site asks of providers: where their pages are, which keys they sign with, and who came with a code.

import Bytes
import Fetching
import Foundation
import HTTP
import HTTPServer
import Security
import Synchronization

/// Why somebody could not be recognised; the log says more than the person is told.
enum ProviderFailure: Error, Equatable {
    /// The provider, or the way to it, is broken.
    case unreachable(String)
    /// What came is not to be believed.
    case refused(String)
}

/// Speaks with providers, on threads of its own: one that is slow must not keep passwords from being checked.
final class ProviderClient: Sendable {
    struct Cached<Value: Sendable>: Sendable {
        let value: Value
        let at: Int
    }

    private struct Memory {
        var documents: [String: Cached<OpenIDDocument>] = [:]
        var keys: [String: Cached<KeySet>] = [:]
    }

    /// For how long what a provider says of itself is believed.
    static let memory = Milliseconds.hour
    /// A key that is not known yet is looked for again no sooner.
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

    /// Where a browser is sent.
    func door(_ provider: Provider, _ secret: ProviderSecret, confirms: Bool, now: Int) async throws -> String {
        try await run {
            switch provider.kind {
            case .openID: try self.openIDDoor(provider, secret, confirms: confirms, now: now)
            case .facebook(let pages, _): self.facebookDoor(provider, pages, secret)
            }
        }
    }

    /// Who comes with the code; `namesIssuer` tells whether the way back said whose it is.
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

    /// An answer with status 200; anything else of the address is the provider's failure.
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

    /// JSON whose keys have underscores, as values whose names have none.
    static func read<T: Decodable>(_ type: T.Type, _ bytes: [UInt8]) -> T? {
        guard StrictJSON.keys(bytes) != nil else { return nil }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try? decoder.decode(type, from: Data(bytes))
    }

    /// What an issuer says of itself.
    func document(_ provider: Provider, now: Int) throws(ProviderFailure) -> OpenIDDocument {
        let issuer = provider.issuer
        if let cached = known.withLock({ $0.documents[issuer] }), Self.isNew(cached.at, now) { return cached.value }
        let path = issuer + (issuer.hasSuffix(bytes: "/") ? "" : "/") + ".well-known/openid-configuration"
        let document: OpenIDDocument
        do {
            document = try OpenIDDocument(fetch(FetchRequest(path)), issuer: issuer)
        } catch {
            // Nobody's sign-in is at fault.
            if case .refused(let reason) = error { throw .unreachable(reason) }
            throw error
        }
        known.withLock { $0.documents[issuer] = Cached(value: document, at: now) }
        return document
    }

    /// The key that signed a token. A name that is not known may be a new key's, so the keys are fetched again, though
    /// not for everybody who makes up a name.
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

    /// A clock that was set back makes nothing last longer.
    private static func isNew(_ at: Int, _ now: Int) -> Bool { (0..<memory).contains(now - at) }
}

extension Site {
    var providers: ProviderClient { part() }
}
