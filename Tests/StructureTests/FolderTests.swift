// The feature folders of the site form no circle: each can be understood with those below it.

import Testing

struct FolderTests {
    /// A type that a folder takes from another.
    struct Reference: Hashable, CustomStringConvertible {
        let from: String
        let type: String
        let to: String

        var description: String { "\(from) uses \(type) of \(to)" }
    }

    /// These two wire the others together and may name every feature; features in turn know `App`.
    static let wiring: Set<String> = ["App", "Commands"]

    static let references: Set<Reference> = {
        let files = Project.sources.filter { $0.folders.count == 3 && $0.folders[1] == "Toque" }
        var home: [String: String] = [:]
        for file in files {
            for type in file.types { home[type] = file.folders[2] }
        }
        var references: Set<Reference> = []
        for file in files where !wiring.contains(file.folders[2]) {
            for word in file.words where !word.isMember {
                guard let to = home[String(word.text)], to != file.folders[2], !wiring.contains(to) else { continue }
                references.insert(Reference(from: file.folders[2], type: String(word.text), to: to))
            }
        }
        return references
    }()

    @Test func `no circle goes through the feature folders`() {
        let references = Self.references
        let circle = references.filter { Self.reaches($0.to, $0.from, in: references) }.map(\.description).sorted()
        #expect(circle.isEmpty)
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
