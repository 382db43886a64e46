// Thousands of random acts of authors, moderators and admins: after each the invariants hold, and replaying the audit
// log gives the state of the database. `TOQUE_ACTS` sets their number.

import Database
import Foundation
import Testing

@testable import TestKit
@testable import Toque

@Suite struct RandomActsTests {
    private static let acts = ProcessInfo.processInfo.environment["TOQUE_ACTS"].flatMap { Int($0) } ?? 10_000

    /// States that must never exist; each query finds none.
    private static let forbidden: [(name: String, query: SQL)] = [
        (
            "two decisions on a submission",
            "SELECT 1 FROM decision WHERE submission_id > 0 GROUP BY submission_id HAVING count(*) > 1"
        ),
        (
            "two open submissions of a recipe",
            "SELECT 1 FROM submission WHERE state = 'queued' GROUP BY recipe_id HAVING count(*) > 1"
        ),
        (
            "a live revision without an approval of its hash",
            """
            SELECT 1 FROM recipe r JOIN revision v ON v.id = r.live_revision_id WHERE NOT EXISTS (
                SELECT 1 FROM decision d WHERE d.revision_id = v.id AND d.kind = 'approve' AND d.seen_sha256 = v.sha256)
            """
        ),
        (
            "a public row of a text that is not live, or hidden",
            """
            SELECT 1 FROM public_recipe p JOIN recipe r ON r.id = p.recipe_id
            WHERE p.revision_id IS NOT r.live_revision_id OR r.deleted_at > 0 OR r.hidden_by > 0 OR r.unpublished_at > 0
            """
        ),
        (
            "a revision by somebody other than the author",
            "SELECT 1 FROM revision v JOIN recipe r ON r.id = v.recipe_id WHERE v.author_id <> r.author_id"
        ),
        (
            "a decision on one's own recipe, or twice by one person",
            """
            SELECT 1 FROM decision d JOIN recipe r ON r.id = d.recipe_id
            WHERE r.author_id IN (d.by_id, d.second_by_id) OR d.by_id = d.second_by_id
            """
        ),
        (
            "a decision by somebody whose report of the recipe waited",
            """
            SELECT 1 FROM decision d JOIN report_issue i ON i.kind = 'recipe' AND i.target_id = d.recipe_id
            JOIN report p ON p.issue_id = i.id LEFT JOIN measure m ON m.id = p.measure_id
            WHERE d.is_automatic = 0 AND p.reporter_id IN (d.by_id, d.second_by_id) AND p.created_at < d.decided_at
                AND (m.id IS NULL OR m.decided_at > d.decided_at)
            """
        ),
        (
            "a held decision by the author or twice by one person",
            """
            SELECT 1 FROM held_decision h JOIN submission s ON s.id = h.submission_id JOIN recipe r ON r.id = s.recipe_id
            WHERE r.author_id IN (h.by_id, h.second_by_id) OR h.by_id = h.second_by_id
            """
        ),
        (
            "a held decision on a submission that ended",
            """
            SELECT 1 FROM held_decision h JOIN submission s ON s.id = h.submission_id
            WHERE h.outcome IS NULL AND s.state <> 'queued'
            """
        ),
        (
            "a measure on one's own thing",
            "SELECT 1 FROM measure WHERE user_id IN (by_id, second_by_id) OR by_id = second_by_id"
        ),
        (
            "an appeal decided by somebody who took part",
            """
            SELECT 1 FROM appeal a JOIN decision d ON d.id = a.decision_id
            WHERE a.by_id IN (a.user_id, d.by_id, d.second_by_id)
            """
        ),
        (
            "a refusal without a reason and a message",
            "SELECT 1 FROM decision WHERE kind IN ('reject', 'request-changes') AND (reasons = '' OR message = '')"
        ),
        (
            "a submission that did not end as decided",
            """
            SELECT 1 FROM submission s LEFT JOIN decision d ON d.submission_id = s.id
            WHERE (s.state IN ('queued', 'withdrawn')) <> (d.id IS NULL)
            """
        ),
        (
            "an automatic approval without a verdict, or of changed ingredients, steps or times",
            """
            SELECT 1 FROM decision d JOIN submission s ON s.id = d.submission_id
            LEFT JOIN automatic_verdict a ON a.submission_id = s.id AND a.outcome = 'approved'
            JOIN revision new ON new.id = s.revision_id LEFT JOIN revision old ON old.id = s.base_revision_id
            WHERE d.is_automatic = 1 AND (a.submission_id IS NULL OR old.id IS NULL
                OR new.body ->> 'lines' <> old.body ->> 'lines' OR new.body ->> 'steps' <> old.body ->> 'steps')
            """
        ),
        (
            "two notifications of a decision, or one to the person who decided",
            """
            SELECT 1 FROM notification n JOIN decision d ON n.event = 'decision-' || d.id
            GROUP BY d.id HAVING count(*) > 1 OR max(n.user_id IN (d.by_id, d.second_by_id)) = 1
            """
        ),
        (
            "an open suggestion twice for a recipe",
            "SELECT 1 FROM suggestion WHERE state = 'open' GROUP BY recipe_id HAVING count(*) > 1"
        ),
    ]

    @Test func `after random acts every invariant holds, and the replayed log gives the state`() throws {
        let site = try TestSite()
        let (catalogue, mailer) = (try site.catalogue(), site.site.mailer)
        let acts = Self.acts
        let done = try site.write { db in
            for person in [Person.alice, .bob, .bella, .ada] where person != .alice {
                try LicenceStore(db).grant(
                    user: person.id, until: TestClock.start + 90 * TestClock.day, note: "", by: Person.ada.viewer.actor,
                    now: TestClock.start)
            }
            var people = try RandomActs(db, catalogue, mailer, seed: 20_261_124)
            var replay = AuditReplay(db: db)
            var rows = try AuditStore(db).head().rows
            try replay.goOn()
            for number in 1...acts {
                let (name, error) = people.act()
                let now = try AuditStore(db).head().rows
                #expect(error == nil || now == rows, "\(name) was refused and is in the log")
                rows = now
                try replay.goOn()
                try Self.expectCheapInvariants(db, replay, "act \(number), \(name)")
                if number % 250 == 0 || number == acts { try Self.expectInvariants(db, replay, "act \(number)") }
            }
            return people.done
        }
        // Each kind of act worked at least once.
        #expect(done.count >= 24, "\(done)")
        #expect(try site.failures() == [])
    }

    /// What can be checked after each act without reading the whole log.
    private static func expectCheapInvariants(_ db: Connection, _ replay: AuditReplay, _ when: String) throws {
        for (name, query) in forbidden { #expect(try !db.exists(query), "\(when): \(name)") }
        let last = try db.first("SELECT id, state FROM submission ORDER BY id DESC LIMIT 1") {
            (id: $0[0] as Int, state: $0[1] as String)
        }
        if let last { #expect(replay.submissions[last.id] == last.state, "\(when)") }
        let held = try db.all("SELECT submission_id FROM held_decision WHERE outcome IS NULL AND submission_id > 0") {
            $0[0] as Int
        }
        #expect(replay.heldSubmissions == Set(held), "\(when)")
        let open = try db.all("SELECT id FROM suggestion WHERE state = 'open'") { $0[0] as Int }
        #expect(Set(replay.suggestions.filter { $0.value == "open" }.keys) == Set(open), "\(when)")
    }

    private static func expectInvariants(_ db: Connection, _ replay: AuditReplay, _ when: String) throws {
        let submissions = try db.all("SELECT id, state FROM submission") { ($0[0] as Int, $0[1] as String) }
        #expect(replay.submissions == Dictionary(uniqueKeysWithValues: submissions), "\(when)")
        let live = try db.all("SELECT id, live_revision_id FROM recipe WHERE live_revision_id > 0") {
            ($0[0] as Int, $0[1] as Int)
        }
        #expect(replay.live == Dictionary(uniqueKeysWithValues: live), "\(when)")
        #expect(try AuditStateCheck(db: db, told: replay).failures() == [], "\(when)")
        #expect(try AuditStore(db).firstBrokenRow() == nil, "\(when)")
    }
}
