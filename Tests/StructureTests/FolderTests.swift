// The folders of the site: `Site` at the bottom, features without circles, `App` and `Commands` on top.

import Testing

struct FolderTests {
    /// A type that a folder takes from another.
    struct Reference: Hashable, CustomStringConvertible {
        let from: String
        let type: String
        let to: String

        var description: String { "\(from) uses \(type) of \(to)" }
    }

    private static let site = Project.sources.filter { $0.folders.count >= 3 && $0.folders[1] == "Toque" }

    static let references: Set<Reference> = {
        var home: [String: String] = [:]
        for file in site {
            for type in file.types { home[type] = file.feature }
        }
        var references: Set<Reference> = []
        for file in site {
            for word in file.words where !word.isMember {
                guard let to = home[String(word.text)], to != file.feature else { continue }
                references.insert(Reference(from: file.feature, type: String(word.text), to: to))
            }
        }
        return references
    }()

    @Test func `no circle goes through the folders`() {
        let references = Self.references
        let circle = references.filter { Self.reaches($0.to, $0.from, in: references) }.map(\.description).sorted()
        #expect(circle.isEmpty)
    }

    @Test func `Site names no feature`() {
        #expect(Self.references.filter { $0.from == "Site" }.map(\.description).sorted() == [])
    }

    @Test func `only commands name App, and nobody names commands`() {
        let upward = Self.references.filter { $0.to == "App" && $0.from != "Commands" || $0.to == "Commands" }
        #expect(upward.map(\.description).sorted() == [])
    }

    @Test func `views and tests have the folders of the site`() {
        let features = Set(Self.site.map(\.feature))
        #expect(Set(Project.views.map { $0.folders.dropFirst().joined(separator: "/") }).subtracting(features) == [])
        // What each role may do is a test of all features.
        let tested = Set(
            Project.tests.filter { $0.folders[1] == "ToqueTests" && $0.folders.count > 2 }.map(\.feature))
        #expect(tested.subtracting(features) == ["Rights"])
    }

    private static func reaches(_ start: String, _ end: String, in references: Set<Reference>) -> Bool {
        var seen: Set<String> = [start]
        var open = [start]
        while let folder = open.popLast() {
            if folder == end { return true }
            for next in Set(references.filter { $0.from == folder }.map(\.to)) where seen.insert(next).inserted {
                open.append(next)
            }
        }
        return false
    }
}
