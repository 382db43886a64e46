// The whole site as a test has it: its own folder, a clock that the test sets, and people who are there already.

import Database
import Fetching
import Foundation
import HTTP
import Security

@testable import Food
@testable import Toque

/// A site in memory; its folder goes with it.
final class TestSite: Sendable {
    /// So cheap that a log-in costs a test nothing.
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

    /// A site on a new folder.
    convenience init() throws { try self.init(folder: .filled(), clock: TestClock()) }

    /// A site on a folder that is there, as after a restart; with a catalogue that was loaded from it before, if any.
    init(
        folder: TestFolder, clock: TestClock, fetcher: any Fetcher = NoNetwork(), web: any WebReader = FakeWeb(),
        catalogue: Catalogue? = nil, change: (inout Configuration) -> Void = { _ in }
    ) throws {
        self.folder = folder
        self.clock = clock
        var configuration = Self.configuration(folder)
        change(&configuration)
        site = try Site(
            configuration: configuration, delivery: mail, fetcher: fetcher, web: web, assets: Self.assets.get()
        ) { clock.now }
        let known = try catalogue ?? StartingPoint.made.get().catalogue
        _ = try site.catalogue.current(KnownCatalogue(catalogue: known))
    }

    /// A site that holds people to its limits.
    static func limited() throws -> TestSite {
        try TestSite(folder: .filled(), clock: TestClock()) { $0.rateLimits = true }
    }

    deinit { site.close() }

    static func configuration(_ folder: TestFolder) -> Configuration {
        var configuration = Configuration()
        configuration.data = folder.path
        configuration.secretFile = folder.path + "/secret"
        configuration.root = root
        configuration.passwordCost = passwordCost
        // Whether a package is installed must not matter.
        configuration.passwordWords = ""
        // Tests are quicker than people.
        configuration.rateLimits = false
        return configuration
    }

    var now: Int { clock.now }

    /// The catalogue of the site as it is now.
    func catalogue() throws -> Catalogue { try site.catalogue.current(site.openReader()) }

    /// A browser that nobody is logged in with.
    func visitor() throws -> TestClient { try TestClient(self) }

    /// A browser in which a person is logged in.
    func client(_ person: Person) throws -> TestClient {
        let client = try TestClient(self)
        let now = now
        let session = try site.writer.writeNow {
            try SessionStore($0).begin(user: person.id, SessionStart(), now: now)
        }
        client.cookies[site.cookieName("session")] = session.cookie
        return client
    }

    /// Reads the database as it is now.
    func read<T>(_ body: (Connection) throws -> T) throws -> T { try body(site.openReader()) }

    /// The first value of a query.
    func value<T: ColumnValue>(_ sql: SQL) throws -> T? { try read { try $0.value(sql) } }

    func count(_ sql: SQL) throws -> Int { try value(sql) ?? 0 }

    /// Writes past the site, as one with a shell could.
    func write<T: Sendable>(_ body: @escaping @Sendable (Connection) throws -> T) throws -> T {
        try site.writer.writeNow(body)
    }

    /// Runs one statement past the site.
    func run(_ sql: SQL) throws { _ = try write { try $0.run(sql) } }
}
