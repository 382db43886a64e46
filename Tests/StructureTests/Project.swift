// Reads the project's own files for the structure tests.

import Foundation

/// A file of the project, with its path relative to the project's folder.
struct ProjectFile: Sendable, CustomStringConvertible {
    let path: String
    let text: String
    /// For Swift files: the text without comments and literals, and its words.
    let code: String
    let words: [CodeWord]

    init(path: String, text: String) {
        self.path = path
        self.text = text
        code = path.hasSuffix(".swift") ? SwiftCode.of(text) : ""
        words = Self.words(of: code)
    }

    var description: String { path }
    var name: String { path.split(separator: "/").last.map(String.init) ?? path }
    /// The folders that contain it, outermost first.
    var folders: [String] { path.split(separator: "/").dropLast().map(String.init) }
    /// Its folder below `Sources/Toque` or `Tests/ToqueTests`: `Search`, `Admin/Users`.
    var feature: String { folders.dropFirst(2).joined(separator: "/") }
    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
}

enum Project {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static let sources = files(in: "Sources", suffix: ".swift")
    static let tests = files(in: "Tests", suffix: ".swift")
    static let browserTests = files(in: "Tests/Browser", suffix: ".py")
    static let views = files(in: "Views", suffix: ".html")
    static let scripts = files(in: "Public", suffix: ".js")
    static let migrations = files(in: "Migrations", suffix: ".sql")
    static let wordLists = files(in: "Starter/Words", suffix: ".txt")

    /// The files in a folder and its subfolders, sorted by path; symbolic links are not followed.
    static func files(in folder: String, suffix: String) -> [ProjectFile] {
        guard let all = FileManager.default.enumerator(atPath: root.path + "/" + folder) else { return [] }
        return all.compactMap { $0 as? String }
            .filter { $0.hasSuffix(suffix) && !$0.split(separator: "/").contains { $0.hasPrefix(".") } }
            .sorted().compactMap { file("\(folder)/\($0)") }
    }

    static func file(_ path: String) -> ProjectFile? {
        FileManager.default.contents(atPath: root.path + "/" + path).map {
            ProjectFile(path: path, text: String(decoding: $0, as: UTF8.self))
        }
    }

    /// The names in a folder, without hidden ones.
    static func names(in folder: String) -> [String] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: root.path + "/" + folder)) ?? []
        return all.filter { !$0.hasPrefix(".") }.sorted()
    }
}
