// Checks docs/security.md: it has a row for every requirement and names only tests that exist.

import Foundation
import Testing

struct SecurityPageTests {
    /// The rows of the table: the requirement's id and the last cell.
    private let rows: [(id: String, proof: String)]
    /// The id of every requirement.
    private static let ids = [
        ("H", 11), ("T", 4), ("S", 8), ("P", 7), ("R", 7), ("C", 4), ("X", 6), ("Z", 6), ("U", 7), ("F", 3), ("L", 3),
        ("A", 3), ("G", 3), ("W", 3), ("O", 3), ("D", 6), ("K", 3), ("M", 5),
    ].flatMap { letter, count in (1...count).map { "\(letter)\($0)" } }

    init() throws {
        let page = try #require(Project.file("docs/security.md")?.text)
        rows = page.split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { String($0).trimmingCharacters(in: .whitespaces) }
            guard cells.count == 3, let id = cells.first, id.wholeMatch(of: /[A-Z]\d+/) != nil else { return nil }
            return (id, cells[2])
        }
    }

    @Test func `every requirement has one row`() {
        #expect(rows.map(\.id).sorted() == Self.ids.sorted())
    }

    @Test func `every row names a test or says why there is none`() {
        let empty = rows.filter {
            $0.proof.firstMatch(of: /`[^`]+`/) == nil && !$0.proof.contains("in work") && !$0.proof.contains("no such")
        }
        #expect(empty.isEmpty, "\(empty.map(\.id))")
    }

    /// In the table a file name in backquotes is followed by a colon and test names: `Some/Tests.swift`: “what it
    /// says”.
    @Test func `every named test exists`() {
        var count = 0
        for row in rows {
            for match in row.proof.matches(of: /`([A-Za-z_\/-]+(?:\.swift|\.py)?)`(?::((?:[,; ]* “[^”]+”)+))?/) {
                let path = String(match.1)
                // A folder that does not exist yet.
                if path.hasPrefix("Sources/") { continue }
                guard let file = Project.file(path) else {
                    Issue.record("\(row.id): there is no \(path)")
                    continue
                }
                for name in (match.2 ?? "").matches(of: /“([^”]+)”/).map({ String($0.1) }) {
                    #expect(file.text.contains(name), "\(row.id): \(path) has no \(name)")
                    count += 1
                }
            }
        }
        #expect(count > 100)
    }
}
