// Tests of the triggers and constraints that refuse invalid SQL even if it does not come from the site.

import Database
import Testing

@testable import TestKit
@testable import Toque

@Suite struct DatabaseGuardTests {
    /// Expects that the database refuses the statement.
    private func expectRefused(
        _ sql: SQL, on site: TestSite, location: SourceLocation = #_sourceLocation
    ) {
        #expect(sourceLocation: location) { try site.run(sql) } throws: { error in
            if case DatabaseError.constraint = error { true } else { false }
        }
    }

    @Test func `the database allows one decision for each submission`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        let before = try site.count("SELECT id FROM decision")
        let columns: SQL = """
            submission_id, recipe_id, revision_id, kind, by_id, reasons, message, seen_sha256, policy_version, decided_at
            """
        let other: SQL = """
            SELECT submission_id, recipe_id, revision_id, 'reject', \(Person.bella.id), 'NOT_A_RECIPE', 'no', seen_sha256,
                policy_version, decided_at FROM decision
            """
        expectRefused("INSERT INTO decision (\(sql: columns)) \(sql: other)", on: site)
        expectRefused("INSERT OR REPLACE INTO decision (\(sql: columns)) \(sql: other)", on: site)
        expectRefused(
            """
            INSERT OR REPLACE INTO decision (id, \(sql: columns))
            SELECT id, submission_id, recipe_id, revision_id, 'reject', \(Person.bella.id), 'NOT_A_RECIPE', 'no',
                seen_sha256, policy_version, decided_at FROM decision
            """, on: site)
        expectRefused("UPDATE decision SET kind = 'reject', reasons = 'SPAM', message = 'x'", on: site)
        expectRefused("UPDATE decision SET by_id = \(Person.bella.id)", on: site)
        expectRefused("UPDATE OR REPLACE decision SET submission_id = NULL", on: site)
        expectRefused("DELETE FROM decision", on: site)
        #expect(try site.count("SELECT id FROM decision") == before)
        #expect(try site.count("SELECT count(*) FROM decision WHERE recipe_id = \(recipe) AND kind = 'approve'") == 1)
    }

    @Test func `the state of a decided submission cannot change`() async throws {
        let site = try TestSite()
        _ = try await site.publish(.vegan)
        for state in ["queued", "withdrawn", "rejected", "changes-requested", "approved"] {
            expectRefused("UPDATE submission SET state = \(state)", on: site)
        }
        expectRefused("DELETE FROM submission", on: site)
    }

    @Test func `a submission leaves the queue only with a matching decision`() async throws {
        let site = try TestSite()
        _ = try await site.submit(site.write(.vegan))
        for state in ["rejected", "changes-requested", "approved"] {
            expectRefused("UPDATE submission SET state = \(state)", on: site)
        }
        #expect(try site.value("SELECT state FROM submission") == "queued")
    }

    @Test func `the database allows one open submission for each recipe`() async throws {
        let site = try TestSite()
        let recipe = try await site.write(.vegan)
        let open = try await site.submit(recipe)
        let columns: SQL = """
            case_id, recipe_id, revision_id, base_revision_id, round, state, version, queued_at, due_at,
            hints
            """
        let copy: SQL = "SELECT \(sql: columns) FROM submission WHERE id = \(open)"
        expectRefused("INSERT INTO submission (\(sql: columns)) \(sql: copy)", on: site)
        expectRefused("INSERT OR REPLACE INTO submission (\(sql: columns)) \(sql: copy)", on: site)
        expectRefused(
            "INSERT OR REPLACE INTO submission (id, \(sql: columns)) SELECT id, \(sql: columns) FROM submission",
            on: site)
        expectRefused("UPDATE submission SET recipe_id = recipe_id + 1", on: site)
        #expect(try site.count("SELECT count(*) FROM submission WHERE state = 'queued'") == 1)
        #expect(try site.submission(of: recipe) == open)
    }

    @Test func `a withdrawn submission cannot return to the queue next to a new one`() async throws {
        let site = try TestSite()
        let recipe = try await site.write(.vegan)
        let first = try await site.submit(recipe)
        _ = try await site.client(.alice).post("/recipes/\(recipe)/withdraw")
        _ = try await site.submit(recipe)
        expectRefused("UPDATE submission SET state = 'queued' WHERE id = \(first)", on: site)
        expectRefused("UPDATE OR REPLACE submission SET state = 'queued' WHERE id = \(first)", on: site)
        #expect(try site.count("SELECT count(*) FROM submission WHERE state = 'queued'") == 1)
    }

    @Test func `the database lets only an approved revision go live`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        let live = try site.count("SELECT live_revision_id FROM recipe WHERE id = \(recipe)")
        try await site.save(recipe, .honey)
        let edit = try site.count("SELECT head_revision_id FROM recipe WHERE id = \(recipe)")
        let draft = try await site.write(.unknown)
        #expect(edit != live)

        expectRefused("UPDATE recipe SET live_revision_id = \(edit) WHERE id = \(recipe)", on: site)
        expectRefused("UPDATE recipe SET live_revision_id = head_revision_id WHERE id = \(draft)", on: site)
        expectRefused("UPDATE recipe SET live_revision_id = \(live) WHERE id = \(draft)", on: site)
        expectRefused(
            """
            INSERT OR REPLACE INTO recipe (id, author_id, head_revision_id, live_revision_id, created_at, updated_at)
            SELECT id, author_id, head_revision_id, head_revision_id, 1, 1 FROM recipe
            """, on: site)
        expectRefused(
            "INSERT INTO recipe (author_id, live_revision_id, created_at, updated_at) VALUES (1, \(edit), 1, 1)",
            on: site)
        #expect(try site.count("SELECT live_revision_id FROM recipe WHERE id = \(recipe)") == live)
    }

    @Test func `a public row contains only the live revision`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        try await site.save(recipe, .honey)
        let edit = try site.count("SELECT head_revision_id FROM recipe WHERE id = \(recipe)")
        let draft = try await site.write(.unknown)
        expectRefused("UPDATE public_recipe SET revision_id = \(edit)", on: site)
        expectRefused("UPDATE public_recipe SET recipe_id = \(draft)", on: site)
        expectRefused(
            """
            INSERT OR REPLACE INTO public_recipe SELECT recipe_id, \(edit), author_id, title, title_key, slug, language,
                category_id, cuisine_id, total_minutes, photo_id, published_at, diet_yes, diet_no, allergen_yes,
                allergen_no, reasons, unknown_lines, 0, 0, 0 FROM public_recipe
            """, on: site)
    }

    @Test func `a decision approves only the text that the moderator read`() async throws {
        let site = try TestSite()
        let submission = try await site.submit(site.write(.vegan))
        let wrong = String(repeating: "0", count: 64)
        for (by, sha) in [("\(Person.bob.id)", "'\(wrong)'"), ("\(Person.alice.id)", "v.sha256"), ("NULL", "v.sha256")]
        {
            expectRefused(
                """
                INSERT INTO decision
                    (submission_id, recipe_id, revision_id, kind, by_id, seen_sha256, policy_version, decided_at)
                SELECT s.id, s.recipe_id, v.id, 'approve', \(raw: by), \(raw: sha), 1, 1
                FROM submission s JOIN revision v ON v.id = s.revision_id WHERE s.id = \(submission)
                """, on: site)
        }
    }

    @Test func `a revision cannot be changed, deleted or replaced`() async throws {
        let site = try TestSite()
        _ = try await site.publish(.vegan)
        let body: String? = try site.value("SELECT body FROM revision")
        expectRefused("UPDATE revision SET body = '{}'", on: site)
        expectRefused("UPDATE revision SET sha256 = \(String(repeating: "0", count: 64))", on: site)
        expectRefused("UPDATE OR REPLACE revision SET id = id + 1", on: site)
        expectRefused("DELETE FROM revision", on: site)
        expectRefused(
            """
            INSERT OR REPLACE INTO revision (id, recipe_id, n, title, slug, body, sha256, author_id, created_at)
            SELECT id, recipe_id, n, 'Other', 'other', '{}', sha256, author_id, created_at FROM revision
            """, on: site)
        expectRefused(
            """
            INSERT OR REPLACE INTO revision (recipe_id, n, title, slug, body, sha256, author_id, created_at)
            SELECT recipe_id, n, 'Other', 'other', '{}', sha256, author_id, created_at FROM revision
            """, on: site)
        #expect(try site.value("SELECT body FROM revision") == body)
    }

    @Test func `the audit log cannot be changed, shortened, replaced or forged`() async throws {
        let site = try TestSite()
        _ = try await site.publish(.vegan)
        let head = try site.read { try AuditStore($0).head() }
        let columns: SQL = """
            at, actor_id, actor_name, action, object, object_id, from_state, to_state, detail, previous, hash
            """
        expectRefused("UPDATE audit SET actor_name = 'mallory' WHERE id = 1", on: site)
        expectRefused("UPDATE OR REPLACE audit SET id = id + 1 WHERE id = \(head.rows)", on: site)
        expectRefused("DELETE FROM audit WHERE id = \(head.rows)", on: site)
        expectRefused("INSERT OR REPLACE INTO audit SELECT * FROM audit WHERE id = \(head.rows)", on: site)
        expectRefused("INSERT INTO audit (\(sql: columns)) SELECT \(sql: columns) FROM audit LIMIT 1", on: site)
        expectRefused(
            "INSERT INTO audit (id, \(sql: columns)) SELECT \(head.rows + 2), \(sql: columns) FROM audit WHERE id = 1",
            on: site)
        expectRefused(
            "INSERT INTO audit (id, \(sql: columns)) SELECT \(head.rows + 1), \(sql: columns) FROM audit WHERE id = 1",
            on: site)
        #expect(try site.read { try AuditStore($0).head() } == head)
        #expect(try site.read { try AuditStore($0).firstBrokenRow() } == nil)
    }

    @Test func `check finds a log entry that was changed without the triggers`() async throws {
        let site = try TestSite()
        _ = try await site.publish(.vegan)
        let submit = try #require(try site.value("SELECT id FROM audit WHERE action = 'submit'") as Int?)
        try site.run("DROP TRIGGER audit_is_never_changed")
        try site.run("UPDATE audit SET actor_name = 'bella' WHERE id = \(submit)")
        #expect(try site.read { try AuditStore($0).firstBrokenRow() } == submit)
        #expect(
            try site.failures().contains(
                CheckFailure(check: "audit", finding: "row \(submit) does not continue the hash chain")))
    }

    @Test func `check finds a log entry that was deleted without the triggers`() async throws {
        let site = try TestSite()
        _ = try await site.publish(.vegan)
        try site.run("DROP TRIGGER audit_is_never_deleted")
        try site.run("DELETE FROM audit WHERE id = 2")
        #expect(try site.read { try AuditStore($0).firstBrokenRow() } == 2)
    }

    @Test func `every connection runs delete triggers for REPLACE and checks foreign keys`() throws {
        let site = try TestSite()
        for connection in [
            try site.site.openReader(), try Connection(path: site.site.configuration.databasePath, mode: .readWrite),
        ] {
            #expect(try connection.value("PRAGMA recursive_triggers") == 1)
            #expect(try connection.value("PRAGMA foreign_keys") == 1)
        }
        #expect(try site.write { try $0.value("PRAGMA recursive_triggers") as Int? } == 1)
    }
}
