// Tests of the command line: accepted and refused arguments, settings, exit status.

import Database
import Foundation
import HTTP
import Security
import Testing
import Texts
import Words

@testable import TestKit
@testable import Toque

@Suite struct ArgumentsTests {
    private func arguments(_ words: String...) -> Arguments { Arguments(words, environment: [:]) }

    @Test func `options, flags and words are accepted in any order`() throws {
        var arguments = arguments("a.json", "--json", "--author", "eve", "b.json")
        let flags = [arguments.take(flag: "--json"), arguments.take(flag: "--json")]
        let authors = [try arguments.take(option: "--author"), try arguments.take(option: "--author")]
        let rest = try arguments.rest()
        #expect(flags == [true, false])
        #expect(authors == ["eve", nil])
        #expect(rest == ["a.json", "b.json"])
        try arguments.finish()
    }

    @Test func `an option without a value, an unknown option and an extra word are refused`() {
        #expect(throws: CommandLineTool.Usage.self) {
            var arguments = arguments("--author")
            _ = try arguments.take(option: "--author")
        }
        #expect(throws: CommandLineTool.Usage.self) {
            var arguments = arguments("a", "--unicorn")
            _ = try arguments.rest()
        }
        #expect(throws: CommandLineTool.Usage.self) {
            var arguments = arguments("extra")
            try arguments.finish()
        }
    }

    @Test func `options override the environment, the environment overrides the file`() throws {
        let folder = try TestFolder()
        let file = folder.path + "/settings"
        try Data("# a comment\n\nTOQUE_DATA=from-file\nTOQUE_PORT=1\nTOQUE_HOST=10.0.0.1\n".utf8).write(
            to: URL(fileURLWithPath: file))
        var arguments = Arguments(
            ["--config", file, "--data", "from-option"], environment: ["TOQUE_PORT": "2", "HOME": "/"])
        let configuration = try arguments.configuration()
        #expect(configuration.data == "from-option")
        #expect(configuration.port == 2)
        #expect(configuration.host == "10.0.0.1")
        #expect(configuration.secretFile == "from-option/secret")
        #expect(configuration.databasePath == "from-option/toque.sqlite")
    }

    @Test(arguments: [
        ["TOQUE_PORT": "x"], ["TOQUE_PORT": "65536"], ["TOQUE_PORT": "-1"], ["TOQUE_LOOPS": "257"],
        ["TOQUE_BASE_URL": "example.org"],
        ["TOQUE_BASE_URL": "https://example.org/"], ["TOQUE_ARGON2_MEMORY_KIB": "63"], ["TOQUE_ARGON2_PASSES": "0"],
    ])
    func `the error for an invalid setting names it`(environment: [String: String]) {
        #expect { try Configuration.load(environment: environment) } throws: {
            "\($0)".contains(environment.keys.first ?? "?")
        }
    }

    @Test(arguments: [
        ("TOQUE_RATE_LIMTS", "TOQUE_RATE_LIMITS"), ("TOQUE_REQUIRE_TWO_STEPS", "TOQUE_REQUIRE_TWO_STEP"),
        ("TOQUE_DATA_", "TOQUE_DATA"), ("TOQUE_port", nil), ("TOQUE_UNICORN_STABLE", nil), ("TOQUE_", nil),
    ])
    func `an unknown setting is refused, and the error suggests the nearest name without its value`(
        key: String, nearest: String?
    ) throws {
        let folder = try TestFolder()
        let file = folder.path + "/settings"
        _ = FileManager.default.createFile(atPath: file, contents: Data("\(key)=a-secret\n".utf8))
        let loads: [() throws -> Configuration] = [
            { try Configuration.load(environment: [key: "a-secret"]) },
            { try Configuration.load(environment: [:], file: file) },
        ]
        for load in loads {
            #expect(
                performing: { try load() },
                throws: { error in
                    let hint = nearest.map { "; \($0) is one" } ?? ""
                    return "\(error)" == "\(key) is not a setting of Toque\(hint)"
                })
        }
    }

    @Test func `settings of project scripts are allowed in the environment but not in the file`() throws {
        for key in ["TOQUE_TEST_DATA", "TOQUE_PROGRAM", "TOQUE_FUZZ"] {
            _ = try Configuration.load(environment: [key: "x", "HOME": "/"])
        }
        let folder = try TestFolder()
        let file = folder.path + "/settings"
        _ = FileManager.default.createFile(atPath: file, contents: Data("TOQUE_PROGRAM=x\n".utf8))
        #expect(throws: Configuration.Invalid.self) { try Configuration.load(environment: [:], file: file) }
    }

    @Test func `the default settings make a complete site on this machine`() throws {
        let configuration = try Configuration.load(environment: [:])
        #expect(configuration.data == "var" && configuration.host == "127.0.0.1" && configuration.port == 8080)
        #expect(configuration.baseURL == "http://127.0.0.1:8080")
        #expect(!configuration.isSecure)
        let six = try Configuration.load(environment: ["TOQUE_HOST": "::1"])
        #expect(six.baseURL == "http://[::1]:8080")
    }
}

@Suite struct CommandTests {
    private func run(_ words: String...) async -> Int32 { await CommandLineTool.run(words, environment: [:]) }

    @Test func `help exits with 0, missing or invalid arguments with 2`() async {
        #expect(await run("--help") == 0)
        for command in CommandLineTool.commands { #expect(await run(command.name, "--help") == 0) }
        #expect(await run() == 2)
        #expect(await run("unicorn") == 2)
        #expect(await run("check", "--unicorn") == 2)
        #expect(await run("user") == 2)
        #expect(await run("user", "unicorn") == 2)
        #expect(await run("import") == 2)
    }

    @Test func `a new folder is migrated once and passes the check`() async throws {
        let folder = try TestFolder()
        let data = folder.path + "/new/folder"
        #expect(await run("migrate", "--data", data) == 0)
        #expect(await run("migrate", "--data", data) == 0)
        #expect(await run("check", "--data", data) == 0)
        #expect(await run("check", "--json", "--data", data) == 0)
        #expect(await run("reindex", "--data", data) == 0)
    }

    @Test func `commands refuse a database of another version`() async throws {
        let site = try TestSite()
        let data = site.folder.path
        try site.run("INSERT INTO schema_migration VALUES (9999, 'later', 'x', 0)")
        for command in ["check", "reindex", "migrate", "serve", "seed"] {
            #expect(await run(command, "--data", data) == 1)
        }
        #expect(await run("user", "list", "--data", data) == 1)
        #expect(await run("user", "link", "alice", "--data", data) == 1)
        #expect(await run("import", "--starter", "--data", data) == 1)
        for _ in 0..<2 {
            try site.run("DELETE FROM schema_migration WHERE number = (SELECT max(number) FROM schema_migration)")
        }
        for command in ["check", "reindex"] { #expect(await run(command, "--data", data) == 1) }
        #expect(await run("user", "list", "--data", data) == 1)
    }

    @Test func `check fails on a damaged folder`() async throws {
        let site = try TestSite()
        _ = try await site.publish(.vegan)
        let data = site.folder.path
        #expect(await run("check", "--data", data) == 0)
        try site.run("UPDATE public_recipe SET diet_yes = 0")
        #expect(await run("check", "--data", data) == 1)
        #expect(await run("reindex", "--data", data) == 0)
        #expect(await run("check", "--data", data) == 0)
    }

    @Test func `commands grant licences and make links next to a running site`() async throws {
        let site = try TestSite()
        let charlie = try site.client(.charlie)
        let recipe = try await site.write(.vegan, as: .charlie)
        #expect(await run("user", "licence", "charlie", "--until", "2099-12-31", "--data", site.folder.path) == 0)
        #expect(try await charlie.post("/recipes/\(recipe)/submit").status == .seeOther)
        #expect(await run("user", "link", "CHARLIE", "--data", site.folder.path) == 0)
        #expect(try site.count("SELECT count(*) FROM sign_in_link") == 1)
        let row = "SELECT actor_name || ' ' || object_id FROM audit WHERE action = 'reset-link'" as SQL
        #expect(try site.value(row) == "shell \(Person.charlie.id)")
        #expect(try site.value("SELECT subject FROM outbox") == Text.mailEventResetLinkMade(.en))
        #expect(await run("user", "list", "--data", site.folder.path) == 0)
        #expect(await run("user", "list", "--json", "--data", site.folder.path) == 0)
        for wrong in [
            ["user", "licence", "nobody", "--until", "2099-12-31"], ["user", "licence", "charlie"], ["user", "link"],
            ["user", "licence", "charlie", "--until", "2020-01-01"], ["user", "licence", "charlie", "--until", "soon"],
            ["user", "link", "nobody"], ["user", "add", "dora"],
            ["user", "add", "dora", "--email", "d@x", "--role", "god"],
        ] {
            #expect(await CommandLineTool.run(wrong + ["--data", site.folder.path], environment: [:]) == 2, "\(wrong)")
        }
        #expect(
            try site.value("SELECT actor_name FROM audit WHERE action = 'licence-grant' ORDER BY id DESC LIMIT 1")
                == "shell")
        #expect(try site.failures() == [])
    }

    @Test func `files are imported for the given author`() async throws {
        let folder = try TestFolder()
        let data = folder.path + "/data"
        let file = folder.path + "/recipes.jsonl"
        try Data(ImportTests.recipe("Soup").utf8).write(to: URL(fileURLWithPath: file))
        #expect(await run("import", file, "--data", data, "--publish") == 0)
        #expect(await run("import", file, "--data", data, "--publish", "--json") == 0)
        #expect(await run("import", file, "--data", data, "--author", "nobody") == 2)
        #expect(await run("import", folder.path + "/none.json", "--data", data) == 1)
        #expect(await run("import", "--starter", file, "--data", data) == 2)
        let reader = try Connection(path: data + "/toque.sqlite", mode: .readOnly)
        #expect(try reader.value("SELECT u.username FROM recipe r JOIN user u ON u.id = r.author_id") == "toque")
        #expect(await run("check", "--data", data) == 0)
    }

    @Test func `an import makes the site’s own account where a user was added before the first start`() async throws {
        let site = try TestSite()
        #expect(try site.count("SELECT count(*) FROM user WHERE username_key = 'toque'") == 0)
        let (data, file) = (site.folder.path, site.folder.path + "/recipes.jsonl")
        try Data(ImportTests.recipe("Soup").utf8).write(to: URL(fileURLWithPath: file))
        for _ in 0..<2 { #expect(await run("import", file, "--data", data) == 0) }
        #expect(try site.value("SELECT u.username FROM recipe r JOIN user u ON u.id = r.author_id") == "toque")
        #expect(try site.count("SELECT count(*) FROM audit WHERE action = 'first-start'") == 1)
        #expect(await run("check", "--data", data) == 0)
    }

    @Test func `seed makes recipes in every state, once, and the check passes`() async throws {
        let folder = try TestFolder()
        #expect(await run("seed", "--data", folder.path) == 0)
        #expect(await run("check", "--data", folder.path) == 0)
        #expect(await run("seed", "--data", folder.path) == 2)
        let reader = try Connection(path: folder.path + "/toque.sqlite", mode: .readOnly)
        let states = try reader.all("SELECT DISTINCT state FROM submission ORDER BY state") { $0[0] as String }
        #expect(states == ["approved", "changes-requested", "queued", "rejected", "withdrawn"])
    }
}

/// Tests of the first start on an empty folder.
@Suite struct FirstStartTests {
    @Test func `the first start makes an admin with a login link that works once`() async throws {
        let folder = try TestFolder()
        let configuration = TestSite.configuration(folder)
        let first = try DataFolder.prepare(configuration, now: TestClock.start)
        let link = try #require(first.signInAddress)
        #expect(link.hasPrefix("http://127.0.0.1:8080/sign-in/"))
        let site = try TestSite(folder: folder, clock: TestClock())
        let visitor = try site.visitor()
        let path = String(link.dropFirst("http://127.0.0.1:8080".count))
        #expect(try await visitor.get("/admin").status == .seeOther)
        #expect(try await visitor.post(path).status == .seeOther)
        #expect(try await visitor.get("/admin").status == .ok)
        #expect(try site.count("SELECT count(*) FROM ingredient") >= 600)
        // While the admin has no password the next start prints another link; after that none.
        #expect(try DataFolder.prepare(configuration, now: TestClock.start).signInAddress != nil)
        try site.write { try AccountStore($0).setPassword(.init(hash: "hash", isLong: true), user: 1) }
        let again = try DataFolder.prepare(configuration, now: TestClock.start)
        #expect(again.signInAddress == nil && again.migrations == 0)
        #expect(try site.count("SELECT count(*) FROM user") == 2)
        #expect(try site.failures() == [])
    }

    @Test func `no password logs in to the site’s own account`() async throws {
        let folder = try TestFolder()
        _ = try DataFolder.prepare(TestSite.configuration(folder), now: TestClock.start)
        let site = try TestSite(folder: folder, clock: TestClock())
        for password in ["", "toque", "chef"] {
            for login in ["toque", "chef", "toque@localhost"] {
                let answer = try await site.visitor().post("/login", [("login", login), ("password", password)])
                #expect(answer.status == .unprocessable)
            }
        }
    }
}
