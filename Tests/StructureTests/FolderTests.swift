// Checks how the folders of the site depend on each other: `Site` at the bottom, then features, then `App` and
// `Commands`.

import Testing

struct FolderTests {
    /// A use of a type from another folder.
    struct Reference: Hashable, CustomStringConvertible {
        let from: String
        let type: String
        let to: String

        var description: String { "\(from) uses \(type) of \(to)" }
    }

    static let site = Project.sources.filter { $0.folders.count >= 3 && $0.folders[1] == "Toque" }

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

    @Test func `folders have no circular references`() {
        let references = Self.references
        let circle = references.filter { Self.reaches($0.to, $0.from, in: references) }.map(\.description).sorted()
        #expect(circle.isEmpty)
    }

    @Test func `Site names no type of a feature`() {
        #expect(Self.references.filter { $0.from == "Site" }.map(\.description).sorted() == [])
    }

    @Test func `only Commands refers to App, and no folder refers to Commands`() {
        let upward = Self.references.filter { $0.to == "App" && $0.from != "Commands" || $0.to == "Commands" }
        #expect(upward.map(\.description).sorted() == [])
    }

    /// Not every feature has pages, so only tests need a folder for each.
    @Test func `views and tests have the same folders as the site`() {
        let features = Set(Self.site.map(\.feature))
        #expect(Set(Project.views.map { $0.folders.dropFirst().joined(separator: "/") }).subtracting(features) == [])
        let tested = Set(
            Project.tests.filter { $0.folders[1] == "ToqueTests" && $0.folders.count > 2 }.map(\.feature))
        // Rights tests all features, so it has no folder in the site.
        #expect(tested.subtracting(features) == ["Rights"])
        #expect(features.subtracting(tested) == [])
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
