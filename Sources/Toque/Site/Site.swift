// The state that all event loops share: settings, writer, worker pools, assets, route table, and the parts of features.

public import Database
import Foundation
import HTTP
import HTTPServer
import Security
import Synchronization

/// The site. It names no feature: `App` creates it and adds what features need, such as the catalogue in memory.
public final class Site: Sendable {
    let settings: SiteConfiguration
    public let writer: Writer
    /// UTC milliseconds; tests replace it.
    public let clock: @Sendable () -> Int
    /// The threads for long forms, long searches, exports and other slow tasks.
    let workers: WorkerPool
    let assets: Assets
    let router: Router<Route>
    /// Ends the background worker's pause.
    let wakeSignal: WakeSignal
    private let secret: [UInt8]
    private let parts: [ObjectIdentifier: any Sendable]
    /// `nil` once the site closes: the writer must be the last to close the database.
    private let idleReaders = Mutex<[IdleReader]?>([])

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

    /// The part that a feature added, by its type: `var passwords: Passwords { part() }`.
    func part<Part: Sendable>(_ type: Part.Type = Part.self) -> Part {
        guard let part = parts[ObjectIdentifier(type)] as? Part else {
            preconditionFailure("the site was made without \(type)")
        }
        return part
    }

    /// The system time in UTC milliseconds.
    public static let systemClock: @Sendable () -> Int = { Int(Date().timeIntervalSince1970 * 1000) }

    /// Opens a new read connection to the site's database.
    public func openReader() throws -> Connection {
        try Connection(path: settings.databasePath, mode: .readOnly)
    }

    /// Runs `body` in a read transaction on a connection that only this thread uses meanwhile. Connections are kept, since
    /// opening one reads the whole schema, which takes milliseconds.
    func readOnWorker<T>(_ body: (Connection) throws -> T) throws -> T {
        let reader = try idleReaders.withLock { $0?.popLast() } ?? IdleReader(connection: openReader())
        // After an error, the connection is closed.
        let result = try reader.connection.readNow(body)
        idleReaders.withLock { if let count = $0?.count, count < Self.mostIdleReaders { $0?.append(reader) } }
        return result
    }

    private static let mostIdleReaders = 4

    func closeIdleReaders() { idleReaders.withLock { $0 = nil } }

    /// An id that is unique to this process; it need not be hard to guess.
    static func newRequestID() -> String {
        let number = requests.add(1, ordering: .relaxed).newValue
        return requestPrefix + String(number, radix: 36)
    }
    private static let requestPrefix = Random.token(bytes: 6) + "-"
    private static let requests = Atomic<Int>(0)

    static func newVisitorID() -> String { Random.token(bytes: 18) }

    /// Over HTTPS the `__Host-` prefix makes browsers enforce the attributes (RFC 6265bis, section 4.1.3).
    func cookieName(_ name: String) -> String {
        (settings.isSecure ? "__Host-toque_" : "toque_") + name
    }

    /// A form token of a session or visitor, masked differently on every page. A constant secret that is compressed
    /// together with what a visitor typed could be guessed from the lengths of many pages (BREACH).
    func formToken(for key: String) -> String {
        let mask = Random.bytes(32)
        return Base64URL.encode(mask + zip(mask, formSecret(for: key)).map { $0 ^ $1 })
    }

    func isFormToken(_ token: String, for key: String) -> Bool {
        guard let bytes = Base64URL.decode(token), bytes.count == 64 else { return false }
        let secret = zip(bytes[..<32], bytes[32...]).map { $0 ^ $1 }
        return constantTimeEqual(secret, formSecret(for: key))
    }

    /// A signature that only this site can make for these words; none of them may contain `|`.
    func seal(_ words: String...) -> String {
        Base64URL.encode(HMAC.sha256(key: secret, Array(words.joined(separator: "|").utf8)))
    }
    /// A separate key for each purpose for which the site seals or signs something.
    func key(for purpose: String) -> [UInt8] { HMAC.sha256(key: secret, Array("key|\(purpose)".utf8)) }

    private func formSecret(for key: String) -> [UInt8] {
        HMAC.sha256(key: secret, Array("form|\(key)".utf8))
    }
}

/// A connection that no thread uses.
private struct IdleReader: @unchecked Sendable {  // whoever takes it from the list is its only user
    let connection: Connection
}
