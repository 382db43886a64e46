// The whole site in one value: what every event loop shares, and the way of a request through it.

public import Database
import Fetching
import Foundation
public import HTTP
import HTTPServer
import Mail
import Security
import Synchronization

/// The site: settings, the writer, worker pools, the catalogue in memory, and the route table.
public final class Site: Sendable {
    public let configuration: Configuration
    public let writer: Writer
    /// UTC milliseconds; tests set it.
    public let clock: @Sendable () -> Int
    /// Where pictures, long forms and other slow work run.
    let workers: WorkerPool
    let assets: Assets
    let passwordWords: PasswordWords
    let passwords: Passwords
    let catalogue: CatalogueCache
    let articles = ArticleCache(limit: 512)
    let cards = CardCache(limit: 4_096)
    let categoryCounts = CategoryCounts()
    let router: Router<Route>
    let accessLog: AccessLog?
    let mailer: Mailer
    let postman: Postman
    let caretaker: Caretaker
    let metrics = Metrics()
    let limiter: Limiter
    let providers: ProviderClient
    let web: RecipeWeb
    /// Where documents and archives of strangers are read.
    let importing = ImportWorkers(threads: 2)
    let factWorkers = FactWorkers()
    let importTurns = ImportTurns()
    let errors = ErrorBook()
    let failedLogins = FailedLogins()
    /// What all requests that have not come whole may take together: memory, and room on the disk.
    let inputMemory: Allowance
    let spoolRoom: Allowance
    private let secret: [UInt8]

    /// Opens the site on a database that is migrated already (`Site.prepare`).
    public convenience init(
        configuration: Configuration, clock: @escaping @Sendable () -> Int = Site.systemClock
    ) throws {
        let delivery: any Delivery = configuration.smtp ?? MailFolder(path: configuration.outboxPath)
        try self.init(configuration: configuration, delivery: delivery, fetcher: HTTPSClient(), clock: clock)
    }

    /// Who opens many sites on one `Public/` hands over its files: to compress them takes longer than all the rest.
    init(
        configuration: Configuration, delivery: any Delivery, fetcher: any Fetcher, web: (any WebReader)? = nil,
        assets: Assets? = nil, clock: @escaping @Sendable () -> Int
    ) throws {
        self.configuration = configuration
        self.clock = clock
        for folder in [configuration.mediaPath, configuration.spoolPath] {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        inputMemory = Allowance(configuration.inputMegabytes << 20)
        spoolRoom = Allowance(configuration.spoolMegabytes << 20)
        secret = try SecretFile.load(path: configuration.secretFile)
        writer = try Writer(path: configuration.databasePath)
        workers = WorkerPool(threads: max(2, ProcessInfo.processInfo.activeProcessorCount), queueLimit: 256)
        passwordWords = PasswordWords(path: configuration.passwordWords)
        passwords = Passwords(cost: configuration.passwordCost)
        self.assets = try assets ?? Assets(folder: configuration.root + "/Public")
        catalogue = CatalogueCache()
        router = Routes.router()
        accessLog = try configuration.accessLog.map(AccessLog.init)
        limiter = Limiter(isOn: configuration.rateLimits)
        providers = ProviderClient(configuration.providers, baseURL: configuration.baseURL, fetcher: fetcher)
        self.web = RecipeWeb(web ?? WebClient(testOrigin: configuration.importTestHost))
        errors.keep(in: writer)
        failedLogins.keep(in: writer, clock: clock)
        let bell = DispatchSemaphore(value: 0)
        mailer = Mailer(baseURL: configuration.baseURL, secret: secret, bell: bell)
        postman = Postman(
            writer: writer, delivery: delivery, from: configuration.sender, mailer: mailer, bell: bell, clock: clock
        ) { db, mailer, now in
            try ResetRequestStore(db).answer(mailer, now: now)
            // Within a minute, so that a clock set back revives nothing.
            try SessionStore(db).tidy(now: now)
            try AccountLinkStore(db).tidy(now: now)
            try ProviderStore(db).tidy(now: now)
        }
        caretaker = try Caretaker(
            configuration: configuration, writer: writer, catalogue: catalogue, clock: clock)
    }

    /// The time of the system in UTC milliseconds.
    public static let systemClock: @Sendable () -> Int = { Int(Date().timeIntervalSince1970 * 1000) }

    /// A new read connection to the site's database.
    public func openReader() throws -> Connection {
        try Connection(path: configuration.databasePath, mode: .readOnly)
    }

    /// Answers one request with the read connection of the loop that received it.
    /// `inClear` tells that it came where clients are only sent to HTTPS.
    public func respond(to request: Request, reader: Connection, inClear: Bool = false) async -> Response {
        let context = Context(site: self, reader: reader, request: request, inClear: inClear)
        let began = ContinuousClock.now
        var response = await Middleware.answer(context)
        response.headers["X-Request-Id"] = context.requestID
        if configuration.isSecure && !context.isInClear { addTransportSecurity(to: &response) }
        let duration = ContinuousClock.now - began
        metrics.add(context, response, duration)
        accessLog?.add(.init(context, response, duration))
        return response
    }

    /// Answers what the server could not hand over: the parser refused it, or there is too much of everything.
    func page(for refusal: Refusal) -> Response {
        var response = StaticPages.page(refusal.status)
        let id = Site.newRequestID()
        response.headers["X-Request-Id"] = id
        let isInClear = configuration.certificate != nil && !refusal.isEncrypted
        if configuration.isSecure && !isInClear { addTransportSecurity(to: &response) }
        if refusal.status == .unavailable { response.headers["Retry-After"] = "5" }
        metrics.add(refusal)
        accessLog?.add(.init(refusal, response, id: id, now: clock()))
        return response
    }

    /// Browsers come by HTTPS only from now on; they take no notice of this where it came without.
    private func addTransportSecurity(to response: inout Response) {
        let subdomains = configuration.hstsSubdomains ? "; includeSubDomains" : ""
        response.headers.add("Strict-Transport-Security", "max-age=\(configuration.hstsSeconds)\(subdomains)")
    }

    /// Goes on in new files, after the old ones were moved away.
    func reopenLogs() { accessLog?.reopen() }

    /// Ends the postman and the caretaker, and the writer after what is queued is on disk.
    public func close() {
        postman.stop()
        caretaker.stop()
        errors.close()
        failedLogins.close()
        writer.close()
        accessLog?.close()
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
        (configuration.isSecure ? "__Host-toque_" : "toque_") + name
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
