// Checks the folders of the site against the table of floors in docs/architecture.md.

import Testing

struct FloorTests {
    /// Each folder of the table with its floor, in order. A row without a number belongs to the floor above it.
    private let rows: [(folder: String, floor: Int)]

    init() throws {
        let page = try #require(Project.file("docs/architecture.md")?.text)
        let table = page.split(separator: "\n", omittingEmptySubsequences: false)
            .drop { !$0.hasPrefix("| floor | folder |") }.dropFirst(2).prefix { $0.hasPrefix("|") }
        var rows: [(folder: String, floor: Int)] = []
        var floor = 0
        for row in table {
            let cells = row.split(separator: "|").map { $0.split(separator: " ") }
            floor = cells.first?.first.flatMap { Int($0) } ?? floor
            rows += cells[1].map { (String($0.filter { $0 != "`" && $0 != "," }), floor) }
        }
        self.rows = rows
    }

    @Test func `the table has each folder of the site once`() {
        #expect(rows.map(\.folder).sorted() == Set(FolderTests.site.map(\.feature)).sorted())
    }

    @Test func `floors are numbered from 1 upwards`() {
        let floors = rows.map(\.floor)
        #expect(floors == floors.sorted())
        #expect(Set(floors) == Set(1...(floors.last ?? 1)))
    }

    @Test func `each folder uses only folders of its own or a lower floor`() {
        let floors = Dictionary(rows.map { ($0.folder, $0.floor) }, uniquingKeysWith: max)
        let upward = FolderTests.references.filter { floors[$0.to, default: 0] > floors[$0.from, default: 0] }
        #expect(upward.map(\.description).sorted() == [])
    }
}
