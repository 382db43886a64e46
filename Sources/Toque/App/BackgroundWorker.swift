// The background threads: one keeps the search index; the other derives recipes, makes backups, previews catalogue changes, announces ends of licences, sends
// digests and webhook events, makes archives and videos, erases accounts, deletes expired data.

import Archive
import Database
import Dispatch
import Fetching
import Foundation
import Synchronization
import Video

final class BackgroundWorker: Sendable {
    /// Seconds between rounds when nothing wakes the thread.
    private static let round = 600
    /// The same while the database's log still contains what was erased.
    private static let roundWithFullLog = 5

    private let settings: SiteConfiguration
    private let writer: Writer
    private let catalogue: CatalogueCache
    private let popular: PopularRecipes
    private let recipeIndex: RecipeSearchIndex
    private let mailer: Mailer
    private let poster: any WebPoster
    private let clock: @Sendable () -> Int
    private let disk: DiskReader
    private let requestTimes: RequestTimes
    private let wakeSignal: WakeSignal
    private let stopped = Mutex(false)
    private let lastSweep = Mutex(0)
    private let lastCount = Mutex<Int?>(nil)
    private let lastNote = Mutex<Int?>(nil)
    /// True until the log is emptied after an erasure or a sweep: a reader, such as a backup, can prevent it for a while.
    private let logIsFull = Mutex(false)
    /// Archives that were being made when the process ended wait until then: they may be why it ended, and the site
    /// should run for a while before they are tried again.
    private let restsUntil = Mutex(0)
    private let thread = DispatchGroup()

    init(
        settings: SiteConfiguration, writer: Writer, catalogue: CatalogueCache, popular: PopularRecipes,
        recipeIndex: RecipeSearchIndex, mailer: Mailer, poster: any WebPoster, wakeSignal: WakeSignal,
        requestTimes: RequestTimes, disk: @escaping DiskReader, clock: @escaping @Sendable () -> Int
    ) throws {
        self.settings = settings
        self.wakeSignal = wakeSignal
        self.catalogue = catalogue
        self.popular = popular
        self.recipeIndex = recipeIndex
        self.mailer = mailer
        self.poster = poster
        self.writer = writer
        (self.requestTimes, self.disk, self.clock) = (requestTimes, disk, clock)
        try FileManager.default.createDirectory(
            atPath: settings.exportsPath, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700]
        )
    }

    /// Starts the thread, which runs until `stop`.
    func start() {
        let start = clock()
        restsUntil.withLock { $0 = start + Self.round * Milliseconds.second }
        do { try writer.writeNow { try ExportStore($0).failBegun() } } catch { Log.error("archives: \(error)") }
        do { try writer.writeNow { try VideoStore($0).resume() } } catch { Log.error("videos: \(error)") }
        thread.enter()
        let thread = Thread { [self] in
            while !isStopping {
                work()
                wakeSignal.wait(seconds: logIsFull.withLock { $0 } ? Self.roundWithFullLog : Self.round)
            }
            do { try noteDay(isLast: true) } catch { Log.error("the figures of the day: \(error)") }
            self.thread.leave()
        }
        thread.name = "background"
        thread.start()
        startIndexing()
    }

    /// The search index has its own thread, so that searches never wait for other work.
    private func startIndexing() {
        thread.enter()
        let thread = Thread { [self] in
            while !isStopping {
                do { try index() } catch { Log.error("the search index: \(error)") }
                recipeIndex.wakeSignal.wait(seconds: Self.round)
            }
            do { try recipeIndex.save(writer) } catch { Log.error("the search index: \(error)") }
            self.thread.leave()
        }
        thread.name = "search index"
        thread.start()
    }

    /// Returns when the current step has ended; the rest waits for the next start.
    func stop() {
        stopped.withLock { $0 = true }
        wakeSignal.wake()
        recipeIndex.wakeSignal.wake()
        thread.wait()
    }

    private var isStopping: Bool { stopped.withLock { $0 } }

    /// Runs every task that is due. A failure is logged, and tried again in the next round.
    func work() {
        for (name, task) in [
            ("popular recipes", countPopular), ("deriving diets", derive),
            ("previewing changes", previewChanges),
            ("notifications", notify), ("videos", makeVideos),
            ("archives", makeExports), ("expired archives", removeExports), ("erasing", erase),
            // Not later, because a backup can take minutes.
            ("emptying the database's log", emptyLog), ("backups", makeBackup),
            ("disk space", measureStorage), ("the figures of the day", noteDay),
            ("the last hash of the log", recordAuditHead), ("the webhook", forward), ("sweeping", sweep),
        ] where !isStopping {
            do { try task() } catch { Log.error("\(name): \(error)") }
        }
    }

    private func index() throws {
        let reader = try Connection(path: settings.databasePath, mode: .readOnly)
        try recipeIndex.work(reader, writer) { isStopping }
    }

    private func derive() throws {
        let reader = try Connection(path: settings.databasePath, mode: .readOnly)
        try Derivation(writer: writer, reader: reader, catalogue: catalogue).run { !isStopping }
    }

    /// Reads all recipes, so not each time that something else wakes the thread.
    private func countPopular() throws {
        let now = clock()
        if let last = lastCount.withLock({ $0 }), (last..<last + Self.round * Milliseconds.second).contains(now) {
            return
        }
        try popular.count(Connection(path: settings.databasePath, mode: .readOnly), now: now)
        lastCount.withLock { $0 = now }
    }

    private func noteDay() throws { try noteDay(isLast: false) }

    /// Not each time that something else wakes the thread.
    private func noteDay(isLast: Bool) throws {
        let now = clock()
        if !isLast, let last = lastNote.withLock({ $0 }), (last..<last + Self.round * Milliseconds.second).contains(now)
        {
            return
        }
        let times = requestTimes.takeFresh()
        do {
            try writer.writeNow { try ActivityStore($0).note(times, now: now) }
        } catch {
            requestTimes.putBack(times)
            throw error
        }
        lastNote.withLock { $0 = now }
    }

    private func notify() throws {
        let reader = try Connection(path: settings.databasePath, mode: .readOnly)
        try NotificationWork(writer: writer, reader: reader, mailer: mailer).run(now: clock()) { isStopping }
    }

    /// Without ffmpeg, videos that were uploaded earlier wait.
    private func makeVideos() throws {
        guard let tools = settings.video else { return }
        let reader = try Connection(path: settings.databasePath, mode: .readOnly)
        let making = VideoMaking(tools: tools, writer: writer, mediaPath: settings.mediaPath) { [self] in
            isStopping
        }
        // One video per round, so that archives, erasures and recipes that wait are not held up.
        guard let video = try VideoStore(reader).next(now: clock()) else { return }
        try making.run(video)
        wakeSignal.wake()
    }

    private func previewChanges() throws {
        let reader = try Connection(path: settings.databasePath, mode: .readOnly)
        try ImpactPreview(writer: writer, reader: reader, catalogue: catalogue).run { !isStopping }
    }

    private func makeExports() throws {
        let reader = try Connection(path: settings.databasePath, mode: .readOnly)
        let isRested = clock() >= restsUntil.withLock { $0 }
        while !isStopping, let row = try ExportStore(reader).next(isRested: isRested) {
            do {
                let now = clock()
                try make(row, reader, now: now)
            } catch ArchiveError.cancelled {
                return try writer.writeNow { try ExportStore($0).putBack(row) }
            } catch {
                Log.error("the archive of account \(row.user): \(error)")
                try writer.writeNow { try ExportStore($0).fail(row) }
            }
        }
    }

    private func make(_ row: ExportRow, _ reader: Connection, now: Int) throws {
        let path = "\(settings.exportsPath)/\(row.file)"
        try writer.writeNow { try ExportStore($0).begin(row) }
        let archive = ExportArchive(db: reader, mediaPath: settings.mediaPath)
        try archive.write(of: row.user, to: path, site: settings.baseURL, now: now) { [self] share in
            let percent = Int(share * 100)
            // If the progress cannot be saved, the archive still continues.
            try? writer.writeNow { try ExportStore($0).note(min(99, max(1, percent)), of: row) }
            return !isStopping
        }
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
        try writer.writeNow { try ExportStore($0).finish(row, size: size, now: now) }
    }

    /// Deletes every file that the database does not know, so that none is left behind after a crash.
    private func removeExports() throws {
        let now = clock()
        let known = try writer.writeNow { db in
            try ExportStore(db).tidy(now: now)
            return try ExportStore(db).files(now: now)
        }
        for file in try FileManager.default.contentsOfDirectory(atPath: settings.exportsPath)
        where !known.contains(file) {
            try FileManager.default.removeItem(atPath: "\(settings.exportsPath)/\(file)")
        }
    }

    private func makeBackup() throws {
        let reader = try Connection(path: settings.databasePath, mode: .readOnly)
        try BackupWork(settings: settings, writer: writer, reader: reader, mailer: mailer).run(now: clock()) { [self] in
            isStopping
        }
    }

    private func measureStorage() throws {
        let reader = try Connection(path: settings.databasePath, mode: .readOnly)
        try StorageWork(settings: settings, writer: writer, reader: reader, mailer: mailer, disk: disk)
            .run(now: clock())
    }

    /// Copies the last hash of the log out of the database, once a day.
    private func recordAuditHead() throws {
        let reader = try Connection(path: settings.databasePath, mode: .readOnly)
        let head = try AuditStore(reader).head()
        if let folder = settings.backups.folder {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
        try AuditHeads(path: settings.auditHeadsPath).add(rows: head.rows, hash: head.hash, now: clock())
    }

    private func forward() throws {
        guard let webhook = settings.webhook else { return }
        let reader = try Connection(path: settings.databasePath, mode: .readOnly)
        let work = WebhookWork(
            settings: webhook, site: settings.baseURL, poster: poster, writer: writer, reader: reader,
            clock: clock)
        if try work.run(isStopping: { [self] in isStopping }) { wakeSignal.wake() }
    }

    private func erase() throws {
        let now = clock()
        let reader = try Connection(path: settings.databasePath, mode: .readOnly)
        let erasure = Erasure(
            writer: writer, reader: reader, settings: settings, isStopping: { [self] in isStopping })
        let due = try AccountDeletionStore(reader).due(now: now)
        for user in due where !isStopping {
            // A failed erasure must not block the others.
            do { try erasure.run(user, now: now) } catch { Log.error("the erasure of account \(user): \(error)") }
            recipeIndex.wakeSignal.wake()
        }
        if !due.isEmpty { logIsFull.withLock { $0 = true } }
    }

    private func sweep() throws {
        let now = clock()
        guard now - lastSweep.withLock({ $0 }) >= Milliseconds.day else { return }
        // Without a mail server nobody can confirm an address.
        if settings.hasMailServer { try writer.writeNow { try AccountDeletionStore($0).forgetUnconfirmed(now: now) } }
        try Retention(writer: writer, settings: settings).sweep(now: now)
        let reader = try Connection(path: settings.databasePath, mode: .readOnly)
        let count = try MediaSweep.run(writer, reader, mediaPath: settings.mediaPath, now: now)
        if count > 0 { Log.notice("pictures that nothing shows: removed \(count)") }
        // The process may have ended between an erasure and this.
        logIsFull.withLock { $0 = true }
        lastSweep.withLock { $0 = now }
    }

    private func emptyLog() throws {
        guard logIsFull.withLock({ $0 }) else { return }
        if try Erasure.emptyLog(settings) { logIsFull.withLock { $0 = false } }
    }
}
