// The people of the tests, who are in every test database.

import Database
import Security

@testable import Toque

/// A user in a test; the raw value is the user's id.
enum Person: Int, CaseIterable, Sendable {
    /// A licensed author, two moderators, a member without recipes, an admin.
    case alice = 1
    case bob, bella, charlie, ada

    static let password = "a password for the tests"

    var id: Int { rawValue }
    var name: String { "\(self)" }
    var email: String { "\(self)@example.org" }

    var role: Role {
        switch self {
        case .alice, .charlie: .member
        case .bob, .bella: .moderator
        case .ada: .admin
        }
    }

    /// The person as handlers see them.
    var viewer: Viewer {
        Viewer(
            id: id, username: name, role: role, sessionID: "", address: .unknown, suspendedUntil: nil,
            suspensionReason: "",
            isLicensed: self == .alice)
    }

    /// Adds all people to an empty database, and Alice's publishing licence for a year.
    static func addAll(to db: Connection, now: Int) throws {
        let password = try HashedPassword(password, cost: TestSite.passwordCost)
        for person in allCases {
            let id = try AccountStore(db).add(
                username: person.name, email: person.email, password: password, role: person.role, now: now)
            precondition(id == person.id)
            guard person.role != .member else { continue }
            try AuditStore(db).append(
                .init(action: "user-add", object: .user, id: id, from: "", to: person.role.rawValue), by: .system,
                at: now)
        }
        try LicenceStore(db).grant(
            user: alice.id, until: now + 365 * TestClock.day, note: "for the tests", by: ada.viewer.actor, now: now)
    }
}
