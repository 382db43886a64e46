// Builds the site from its parts, and answers each request with it.

public import Database
import Fetching
import Foundation
public import HTTP
import HTTPServer
import Mail
import Security
import Synchronization

/// The access log, if the settings ask for one.
private struct RequestLog: Sendable {
    let file: AccessLog?
}

/// Memory for requests that have not arrived completely, and disk space for long bodies.
struct InputRoom: Sendable {
    let memory: Allowance
    let spool: Allowance
}

extension Site {
    var configuration: Configuration { part() }
    var accessLog: AccessLog? { part(RequestLog.self).file }
    var backgroundWorker: BackgroundWorker { part() }
    var metrics: Metrics { part() }
    var inputRoom: InputRoom { part() }

    /// Opens the site on a database that is already migrated (`DataFolder.prepare`).
    public convenience init(
        configuration: Configuration, clock: @escaping @Sendable () -> Int = Site.systemClock
    ) throws {
        let delivery: any Delivery = configuration.smtp ?? MailFolder(path: configuration.site.outboxPath)
        try self.init(configuration: configuration, delivery: delivery, fetcher: HTTPSClient(), clock: clock)
    }

    /// Tests open many sites and pass `assets`, since compressing the files of `Public/` takes longer than everything
    /// else.
    convenience init(
        configuration: Configuration, delivery: any Delivery, fetcher: any Fetcher, web: (any WebReader)? = nil,
        push: (any PushService)? = nil, poster: (any WebPoster)? = nil, assets: Assets? = nil,
        disk: @escaping DiskReader = StorageWork.disk, clock: @escaping @Sendable () -> Int
    ) throws {
        let settings = configuration.site
        for folder in [settings.mediaPath, settings.spoolPath] {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        let secret = try SecretFile.load(path: configuration.secretFile)
        let writer = try Writer(path: settings.databasePath)
        let catalogue = CatalogueCache()
        let wakeSignal = WakeSignal()
        let errors = ErrorCounter()
        errors.keep(in: writer, forwards: settings.webhook != nil, clock: clock)
        let failedLogins = FailedLogins()
        failedLogins.keep(in: writer, clock: clock)
        let seenRecipes = SeenRecipes()
        seenRecipes.keep(in: writer)
        let earlierSearches = EarlierSearches()
        earlierSearches.keep(in: writer)
        let pantryIndex = PantryIndex()
        let popular = PopularRecipes(pantryIndex)
        let requestTimes = RequestTimes()
        let recipeIndex = RecipeSearchIndex(path: settings.searchIndexPath, catalogue: catalogue)
        let mailSignal = WakeSignal()
        let mailer = Mailer(baseURL: settings.baseURL, secret: secret, wakeSignal: mailSignal)
        let webPush = WebPush(
            secret: secret, contact: settings.securityContact ?? settings.baseURL,
            service: push ?? PushClient(testOrigin: configuration.pushTestHost), testOrigin: configuration.pushTestHost)
        let parts: [any Sendable] = [
            configuration, RequestLog(file: try configuration.accessLog.map(AccessLog.init)), catalogue, errors,
            failedLogins, seenRecipes, earlierSearches, mailer,
            requestTimes, Metrics(requestTimes), Limiter(isOn: configuration.rateLimits),
            PasswordWords(path: configuration.passwordWords),
            Passwords(cost: configuration.passwordCost), ArticleCache(), KeptPages(), CardCache(limit: 4_096),
            SharedPictureCache(limit: 64), StepLineCache(limit: 4_096), TutorialCache(), CategoryCounts(),
            pantryIndex, recipeIndex, popular, ShelfCache(),
            ImportWorkers(threads: 2), PictureWorkers(), ArchiveWorker(),
            FactWorkers(), ShoppingSignals(),
            ImportTurns(),
            InputRoom(
                memory: Allowance(configuration.inputMegabytes << 20),
                spool: Allowance(configuration.spoolMegabytes << 20)),
            ProviderClient(configuration.providers, baseURL: settings.baseURL, fetcher: fetcher),
            RecipeWeb(web ?? WebClient(testOrigin: configuration.importTestHost)),
            webPush, TimerRinger(writer: writer, webPush: webPush, clock: clock),
            MailSender(
                writer: writer, delivery: delivery, from: configuration.sender, mailer: mailer, wakeSignal: mailSignal,
                clock: clock, beforeEach: Self.beforeEachMail),
            try BackgroundWorker(
                settings: settings, writer: writer, catalogue: catalogue, popular: popular,
                recipeIndex: recipeIndex, mailer: mailer,
                poster: poster ?? WebClient(testOrigin: configuration.importTestHost), wakeSignal: wakeSignal,
                requestTimes: requestTimes, disk: disk, clock: clock),
        ]
        self.init(
            settings: settings, writer: writer,
            workers: WorkerPool(threads: max(2, ProcessInfo.processInfo.activeProcessorCount), queueLimit: 256),
            assets: try assets ?? Assets(folder: configuration.root + "/Public"), router: Routes.router(),
            wakeSignal: wakeSignal, secret: secret, clock: clock, parts: parts)
    }

    /// Runs at least once a minute, so expired rows are deleted soon and a clock that is set back cannot make them
    /// valid again.
    private static func beforeEachMail(_ db: Connection, _ mailer: Mailer, _ now: Int) throws {
        try ResetRequestStore(db).answer(mailer, now: now)
        try SessionStore(db).tidy(now: now)
        try AccountLinkStore(db).tidy(now: now)
        try ProviderStore(db).tidy(now: now)
    }

    /// Answers one request with the read connection of the loop that received it. `inClear` means that it arrived on
    /// the port that only redirects to HTTPS.
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

    /// The response to input that reached no handler: the parser refused it, or the server is overloaded.
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

    /// Makes browsers use HTTPS only from now on; they ignore the header on unencrypted responses.
    private func addTransportSecurity(to response: inout Response) {
        let subdomains = configuration.hstsSubdomains ? "; includeSubDomains" : ""
        response.headers.add("Strict-Transport-Security", "max-age=\(configuration.hstsSeconds)\(subdomains)")
    }

    /// Continues in new log files, after the old ones were renamed.
    func reopenLogs() { accessLog?.reopen() }

    /// Stops the mail sender, the timers and the background worker, and closes the writer once queued writes are on disk.
    public func close() {
        mailSender.stop()
        timerRinger.stop()
        backgroundWorker.stop()
        errors.close()
        failedLogins.close()
        seenRecipes.close()
        earlierSearches.close()
        closeIdleReaders()
        writer.close()
        accessLog?.close()
    }
}
