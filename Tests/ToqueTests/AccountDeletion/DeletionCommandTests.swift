// Tests of `toque user delete`, `keep` and `export` next to a running site.

import Database
import Foundation
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct DeletionCommandTests {
    private func run(_ site: TestSite, _ words: String...) async -> Int32 {
        await CommandLineTool.run(["user"] + words + ["--data", site.folder.path], environment: [:])
    }

    @Test func `commands delete, keep and export an account`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        let file = site.folder.path + "/alice.zip"
        #expect(await run(site, "export", "alice", file) == 0)
        #expect(FileManager.default.contents(atPath: file)?.starts(with: [0x50, 0x4B]) == true)
        #expect(try site.value("SELECT actor_name FROM audit WHERE action = 'export' AND object_id = 1") == "shell")
        #expect(await run(site, "delete", "alice", "--withdraw") == 0)
        #expect(try await site.visitor().get(site.address(of: recipe)).status == .notFound)
        #expect(try site.value("SELECT actor_name FROM audit WHERE action = 'leave'") == "shell")
        #expect(await run(site, "delete", "alice") == 0)
        #expect(try site.count("SELECT count(*) FROM leaving") == 1)
        #expect(await run(site, "keep", "alice") == 0)
        #expect(try await site.visitor().get(site.address(of: recipe)).status == .ok)
    }

    @Test func `the last admin, an unknown user and a missing file are refused`() async throws {
        let site = try TestSite()
        #expect(await run(site, "delete", "ada") == 2)
        #expect(await run(site, "delete", "nobody") == 2)
        #expect(await run(site, "export", "alice") == 2)
        #expect(await run(site, "export", "alice", site.folder.path + "/none/a.zip") == 1)
        #expect(try site.count("SELECT count(*) FROM leaving") == 0)
        #expect(try site.count("SELECT count(*) FROM audit WHERE action = 'export'") == 0)
    }
}
