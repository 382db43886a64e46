// The whole site as tests use it: its own data folder, a clock that the test sets, and users.

import Database
import Fetching
import Foundation
import HTTP
import Security

@testable import Food
@testable import Toque

/// A site in memory; its folder is deleted with it.
final class TestSite: Sendable {
    /// So low that a login takes no time in a test.
    static let passwordCost = PasswordCost(memory: 64, passes: 1)
    /// The folder of the package, found from this file.
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    /// The files of `Public/`, which are the same for all sites.
    private static let assets = Result { try Assets(folder: root + "/Public") }

    let folder: TestFolder
    let clock: TestClock
    let site: Site
    let mail = CaughtMail()

    /// Creates a site with a new folder.
    convenience init() throws { try self.init(folder: .filled(), clock: TestClock()) }

    /// Creates a site on an existing folder, as after a restart; `catalogue` saves loading it again.
    init(
        folder: TestFolder, clock: TestClock, fetcher: any Fetcher = NoNetwork(), web: any WebReader = FakeWeb(),
        push: any PushService = FakePush(), poster: (any WebPoster)? = nil, catalogue: Catalogue? = nil,
        change: (inout Configuration) -> Void = { _ in }
    ) throws {
        self.folder = folder
        self.clock = clock
        var configuration = Self.configuration(folder)
        change(&configuration)
        site = try Site(
            configuration: configuration, delivery: mail, fetcher: fetcher, web: web, push: push, poster: poster,
            assets: Self.assets.get(), disk: Self.disk
        ) { clock.now }
        let known = try catalogue ?? StartingPoint.made.get().catalogue
        _ = try site.catalogue.current(KnownCatalogue(catalogue: known))
    }

    /// A site with rate limits.
    static func limited() throws -> TestSite {
        try TestSite(folder: .filled(), clock: TestClock()) { $0.rateLimits = true }
    }

    /// The tests must not depend on the disk of the machine.
    @Sendable private static func disk(_ folder: String) -> (free: Int, size: Int) { (50 << 30, 100 << 30) }

    deinit { site.close() }

    static func configuration(_ folder: TestFolder) -> Configuration {
        var configuration = Configuration()
        configuration.data = folder.path
        configuration.secretFile = folder.path + "/secret"
        configuration.root = root
        configuration.passwordCost = passwordCost
        // The tests must not depend on an installed package.
        configuration.passwordWords = ""
        // Tests send requests faster than people do.
        configuration.rateLimits = false
        return configuration
    }

    var now: Int { clock.now }

    /// The current catalogue of the site.
    func catalogue() throws -> Catalogue { try site.catalogue.current(site.openReader()) }

    /// A browser without a login.
    func visitor() throws -> TestClient { try TestClient(self) }

    /// A browser in which the person is logged in.
    func client(_ person: Person) throws -> TestClient {
        let client = try TestClient(self)
        let now = now
        let session = try site.writer.writeNow {
            try SessionStore($0).begin(user: person.id, SessionStart(), now: now)
        }
        client.cookies[site.cookieName("session")] = session.cookie
        return client
    }

    /// Reads the database in its current state.
    func read<T>(_ body: (Connection) throws -> T) throws -> T { try body(site.openReader()) }

    /// The first value of a query.
    func value<T: ColumnValue>(_ sql: SQL) throws -> T? { try read { try $0.value(sql) } }

    func count(_ sql: SQL) throws -> Int { try value(sql) ?? 0 }

    /// Writes to the database directly, as a person with a shell could.
    func write<T: Sendable>(_ body: @escaping @Sendable (Connection) throws -> T) throws -> T {
        try site.writer.writeNow(body)
    }

    /// Runs one statement directly on the database.
    func run(_ sql: SQL) throws { _ = try write { try $0.run(sql) } }
}
