// What all event loops share: settings, the writer, worker pools, assets, the route table, and the parts that features add.

public import Database
import Foundation
import HTTP
import HTTPServer
import Security
import Synchronization

/// The site. It names no feature: `App` makes it and adds what features need, such as the catalogue in memory.
public final class Site: Sendable {
    let settings: SiteConfiguration
    public let writer: Writer
    /// UTC milliseconds; tests set it.
    public let clock: @Sendable () -> Int
    /// Where pictures, long forms and other slow work run.
    let workers: WorkerPool
    let assets: Assets
    let router: Router<Route>
    /// Ends the background worker's pause.
    let wakeSignal: WakeSignal
    private let secret: [UInt8]
    private let parts: [ObjectIdentifier: any Sendable]

    init(
        settings: SiteConfiguration, writer: Writer, workers: WorkerPool, assets: Assets, router: Router<Route>,
        wakeSignal: WakeSignal, secret: [UInt8], clock: @escaping @Sendable () -> Int, parts: [any Sendable]
    ) {
        self.settings = settings
        self.writer = writer
        self.workers = workers
        self.assets = assets
        self.router = router
        self.wakeSignal = wakeSignal
        self.secret = secret
        self.clock = clock
        self.parts = Dictionary(uniqueKeysWithValues: parts.map { (ObjectIdentifier(type(of: $0)), $0) })
    }

    /// What a feature added, by its type: `var passwords: Passwords { part() }`.
    func part<Part: Sendable>(_ type: Part.Type = Part.self) -> Part {
        guard let part = parts[ObjectIdentifier(type)] as? Part else {
            preconditionFailure("the site was made without \(type)")
        }
        return part
    }

    /// The time of the system in UTC milliseconds.
    public static let systemClock: @Sendable () -> Int = { Int(Date().timeIntervalSince1970 * 1000) }

    /// A new read connection to the site's database.
    public func openReader() throws -> Connection {
        try Connection(path: settings.databasePath, mode: .readOnly)
    }

    /// A number that is this process's alone; it need not be hard to guess.
    static func newRequestID() -> String {
        let number = requests.add(1, ordering: .relaxed).newValue
        return requestPrefix + String(number, radix: 36)
    }
    private static let requestPrefix = Random.token(bytes: 6) + "-"
    private static let requests = Atomic<Int>(0)

    static func newVisitorID() -> String { Random.token(bytes: 18) }

    /// Over HTTPS the name demands what the attributes promise (RFC 6265bis, section 4.1.3).
    func cookieName(_ name: String) -> String {
        (settings.isSecure ? "__Host-toque_" : "toque_") + name
    }

    /// A form token of a session or visitor, masked anew for every page: compressed beside what a visitor typed, a secret
    /// that stays the same could be guessed from the lengths of many pages (BREACH).
    func formToken(for key: String) -> String {
        let mask = Random.bytes(32)
        return Base64URL.encode(mask + zip(mask, formSecret(for: key)).map { $0 ^ $1 })
    }

    func isFormToken(_ token: String, for key: String) -> Bool {
        guard let bytes = Base64URL.decode(token), bytes.count == 64 else { return false }
        let secret = zip(bytes[..<32], bytes[32...]).map { $0 ^ $1 }
        return constantTimeEqual(secret, formSecret(for: key))
    }

    /// What only this site can have made of these words; none of them holds a bar.
    func seal(_ words: String...) -> String {
        Base64URL.encode(HMAC.sha256(key: secret, Array(words.joined(separator: "|").utf8)))
    }
    /// A key of its own for everything that the site seals or signs.
    func key(for purpose: String) -> [UInt8] { HMAC.sha256(key: secret, Array("key|\(purpose)".utf8)) }

    private func formSecret(for key: String) -> [UInt8] {
        HMAC.sha256(key: secret, Array("form|\(key)".utf8))
    }
}
