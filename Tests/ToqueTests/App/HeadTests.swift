// Tests that HEAD answers like GET without content, on every route and in every role.

import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct HeadTests {
    /// Headers that differ from one answer to the next, whatever the method.
    private static let passing: Set<String> = ["x-request-id", "set-cookie", "etag"]

    @Test func `HEAD has the headers of GET and no content`() async throws {
        let rights = try await RightsSite(recipe: 2)
        for person in [Visitor.visitor, .owner, .moderator, .admin] {
            for route in Routes.all where route.method == .get {
                // Each has its own browser, because the message about an outcome is shown only once.
                let (get, head) = (try rights.client(person), try rights.client(person))
                _ = (try await get.token(), try await head.token())
                let asked = try await get.send(.get, rights.target(route))
                let told = try await head.send(.head, rights.target(route))
                #expect(told.status == asked.status, "\(RightsTests.name(route)) \(person)")
                #expect(Self.names(told) == Self.names(asked), "\(RightsTests.name(route)) \(person)")
                for (name, value) in asked.headers where !Self.passing.contains(name.lowercased()) {
                    #expect(told.headers[name] == value, "\(RightsTests.name(route)) \(person): \(name)")
                }
            }
        }
    }

    private static func names(_ response: Response) -> [String] {
        response.headers.map { $0.name.lowercased() }.sorted()
    }
}
