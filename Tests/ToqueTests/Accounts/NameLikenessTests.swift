// Tests that no username looks like another, in whichever alphabets the two are written.

import Database
import Foundation
import HTTP
import Testing
import Words

@testable import TestKit
@testable import Toque

@Suite struct NameLikenessTests {
    @Test(arguments: [
        ("copa", "сора"), ("сора", "copa"), ("COPA", "сора"), ("copa", "СОРА"), ("xopo", "хоро"), ("pico", "рісо"),
        ("boba", "вова"), ("kot", "кот"), ("gogo", "ɡoɡo"), ("papa", "ρaρa"),
    ])
    func `a name has the same skeleton in every alphabet`(one: String, other: String) {
        #expect(NameRules.likeness(one) == NameRules.likeness(other))
    }

    @Test(arguments: [
        ("anna", "ΑΝΝΑ"), ("tony", "ΤΟΝΥ"), ("vavo", "νανο"), ("nano", "νανο"), ("кот", "κοτ"), ("папа", "παπα"),
        ("coca", "ϲοϲα"), ("COPA", "ϹΟΡΑ"), ("nono", "ոօոօ"), ("алён", "алëн"),
    ])
    func `small Greek letters match as small and capital letters, other alphabets match each other`(
        one: String, other: String
    ) {
        #expect(!Set(NameRules.likenesses(one)).isDisjoint(with: NameRules.likenesses(other)))
    }

    @Test(arguments: [
        ("ivan", "иван"), ("rene", "rené"), ("olga", "ольга"), ("mila", "мила"), ("зина", "зима"), ("bill", "biii"),
        ("ann", "ana"), ("rn1", "m1a"), ("kim", "кит"),
    ])
    func `names that look different have different skeletons`(one: String, other: String) {
        #expect(Set(NameRules.likenesses(one)).isDisjoint(with: NameRules.likenesses(other)))
    }

    @Test func `every confusable letter maps to a letter that maps to itself`() {
        let all = (0x61...0x1_0000 as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init)
        let odd = all.filter { scalar in
            let likeness = Confusables.likeness(scalar)
            return Confusables.likeness(likeness) != likeness || scalar.isASCII && likeness != scalar
        }
        #expect(odd.isEmpty && all.contains { Confusables.likeness($0) != $0 })
    }

    /// Registers; returns the error at the username, or nil.
    private func register(_ username: String, _ site: TestSite) async throws -> String? {
        let number = try site.count("SELECT count(*) FROM user")
        let fields = RegistrationTests.fields(username: username, email: "n\(number)@example.org")
        let answer = try await site.visitor().post("/register", fields)
        guard answer.status == .unprocessable else {
            #expect(answer.status == .seeOther)
            return nil
        }
        #expect(try site.count("SELECT count(*) FROM user") == number)
        #expect(answer.hasError(at: "username") && !answer.hasError(at: "email"))
        return String(try #require(answer.text.firstMatch(of: /id="username-error"[^>]*>([^<]+)/)).1)
    }

    @Test(arguments: [["copa", "сора"], ["сора", "copa"], ["ΝΙΚΑ", "nika"], ["nika", "ΝΙΚΑ"]])
    func `a name that looks like a registered one is refused as taken`(names: [String]) async throws {
        let site = try TestSite()
        let taken = try await register("alice", site)
        #expect(taken != nil)
        #expect(try await register(names[0], site) == nil)
        let told = try await register(names[1], site)
        #expect(told == taken)
        #expect(try site.failures() == [])
    }

    @Test func `of two similar names registered at the same time only one is accepted`() async throws {
        let site = try TestSite()
        func add(_ name: String, _ number: Int) throws {
            try site.write {
                _ = try AccountStore($0).add(username: name, email: "n\(number)@x.org", password: nil, now: 1)
            }
        }
        try add("сора", 1)
        #expect(throws: DatabaseError.self) { try add("copa", 2) }
        #expect(NewAccountFields.taken("somebody is called so", .en)["username"] != nil)
        #expect(try site.count("SELECT count(*) FROM user WHERE username_likeness = 'copa'") == 1)
    }

    @Test func `a registration through a provider cannot use a similar name`() async throws {
        let (site, issuer) = try FakeIssuer.site()
        #expect(try await register("сора", site) == nil)
        let browser = try site.visitor()
        try await browser.signIn(issuer).expect(.seeOther)
        let fields = [("username", "copa"), ("email", "dora@elsewhere.example")]
        #expect(try await browser.post("/register/provider", fields).hasError(at: "username"))
        #expect(try await browser.post("/register/provider", [("username", "dora"), fields[1]]).location == "/welcome")
    }

    @Test func `a display name cannot look like another’s username`() async throws {
        let site = try TestSite()
        #expect(try await register("сора", site) == nil)
        let charlie = try site.client(.charlie)
        for name in ["Copa", "СОРА", "ϹΟΡΑ"] {
            let answer = try await charlie.post("/settings/profile", [("display_name", name)])
            #expect(answer.hasError(at: "display_name"), "\(name)")
        }
    }

    @Test func `the name of an account to be deleted stays reserved until it is erased`() async throws {
        let site = try TestSite()
        try site.run("UPDATE user SET username = 'сора', username_key = 'сора' WHERE id = 1")
        try site.write { try NameLikenessStore($0).deriveAll() }
        try await site.client(.ada).post("/admin/users/1/delete", [("recipes", "keep"), ("reason", "A wish.")])
            .expect(.seeOther)
        #expect(try await register("copa", site) != nil)
        #expect(try site.failures() == [])
        site.clock.advance(by: 14 * TestClock.day)
        site.site.backgroundWorker.work()
        #expect(try site.failures() == [])
        #expect(try await register("copa", site) == nil)
    }

    @Test func `old names that look alike both stay, and no new account can use either`() async throws {
        let site = try TestSite()
        // Rows of a program that knew fewer look-alike letters: now each of these names looks like another.
        for (user, name) in [(1, "copa"), (2, "сора")] {
            try site.run(
                """
                UPDATE user SET username = \(name), username_key = \(name), username_likeness = \(name)
                WHERE id = \(user)
                """)
        }
        for (user, name, key) in [(3, "Рорру", "рорру"), (4, "Poppy", "poppy")] {
            try site.run("UPDATE user SET display_name = \(name), display_key = \(key) WHERE id = \(user)")
        }
        #expect(try site.failures().map(\.check) == ["names"])
        _ = try site.write { try Reindex(db: $0).run() }
        #expect(try site.failures() == [])
        #expect(try site.count("SELECT count(*) FROM user WHERE username_likeness = 'copa'") == 2)
        #expect(try site.count("SELECT count(*) FROM user WHERE display_key IN ('рорру', 'poppy')") == 2)
        for name in ["copa", "сора"] {
            try await site.visitor().post("/login", LoginTests.fields(name)).expect(.seeOther)
            #expect(try await register(name.uppercased(), site) != nil)
        }
    }

    @Test func `check finds wrong keys of names, and reindex rebuilds them`() async throws {
        let site = try TestSite()
        try await site.client(.charlie).post("/settings/profile", [("display_name", "Charlie B")]).expect(.seeOther)
        for change: SQL in [
            "UPDATE user SET username_likeness = 'bob' WHERE id = 1",
            "UPDATE user SET display_key = 'x' WHERE display_name IS NOT NULL",
        ] {
            try site.run(change)
            #expect(try site.failures().map(\.check) == ["names"])
            _ = try site.write { try Reindex(db: $0).run() }
            #expect(try site.failures() == [])
        }
    }
}
