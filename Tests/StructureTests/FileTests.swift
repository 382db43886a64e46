// Checks of the project's files: length, opening comment, and use.

import Content
import Foundation
import Testing

@testable import Toque

struct FileTests {
    static let longest = 400

    @Test func `no file is longer than the limit`() {
        let groups = [
            Project.sources, Project.tests, Project.browserTests, Project.views, Project.scripts, Project.migrations,
        ]
        let long = groups.joined().filter { $0.lines.count - 1 > Self.longest }
        #expect(long.isEmpty)
    }

    @Test func `every source file opens with a comment`() {
        let silent = Project.sources.filter { !$0.text.hasPrefix("// ") }
        #expect(silent.isEmpty)
    }

    /// A file is used when another names a type or function of it or, for an extension, one of its members.
    @Test func `every source file is used by another`() {
        let words = Project.sources.map { (path: $0.path, words: Set($0.words.map { String($0.text) })) }
        let inViews = Set(Project.views.flatMap { $0.text.split { !$0.isLetter && !$0.isNumber }.map(String.init) })
        let unused = Project.sources.filter { file in
            let names = file.types + file.functions + file.membersOfOthers
            return file.name != "main.swift"
                && !names.contains { name in
                    inViews.contains(name) || words.contains { $0.path != file.path && $0.words.contains(name) }
                }
        }
        #expect(unused.isEmpty)
    }

    @Test func `every view is rendered and every partial included`() {
        let words = Set(Project.sources.flatMap { $0.words.map { String($0.text) } })
        for view in Project.views {
            let stem = view.path.dropFirst("Views/".count).dropLast(".html".count)
            let isPartial = view.name.hasPrefix("_")
            let tag = isPartial ? "{{> \(stem.replacing("/_", with: "/")) " : "{{layout \(stem) "
            let isIncluded = Project.views.contains { $0.path != view.path && $0.text.contains(tag) }
            let page = view.text.firstMatch(of: /\{\{page ([A-Za-z]+)\}\}/).map { String($0.1) } ?? ""
            // `RenderedArticle` renders its partial itself.
            let function = stem.split { "/_-".contains($0) }.map(\.capitalized).joined()
            let isRendered = words.contains(isPartial ? "render\(function)Partial" : page)
            #expect(isIncluded || isRendered, "\(view)")
        }
    }

    /// With `maxlength` the browser would cut pasted text silently. The site says that the text is too long and keeps
    /// it.
    @Test func `no text area has a maxlength`() {
        for view in Project.views { #expect(!view.text.contains(/<textarea[^>]*maxlength/), "\(view)") }
    }

    @Test func `every word list has a comment and is read by a rule`() throws {
        let code = Project.sources.map(\.code).joined()
        for list in Project.wordLists {
            let words = list.name.dropLast(".txt".count).split(separator: "-")
            let name = words[0] + words.dropFirst().map(\.capitalized).joined()
            let use = try Regex("WordList\\.\(name)\\b").wordBoundaryKind(.simple)
            #expect(list.text.hasPrefix("# ") && code.contains(use), "\(list)")
        }
    }

    @Test func `every file of Public is used`() {
        let quoted = (Project.sources + Project.scripts).map { file in
            (name: file.name, words: Set(file.text.utf8.split(separator: UInt8(ascii: "\"")).map { String($0) }))
        }
        for name in Project.names(in: "Public") {
            let isUsed = quoted.contains { $0.name != name && $0.words.contains(name) }
            if StarterFiles.all.contains(where: { $0.text.contains("drawing: \(name.dropFirst(9).dropLast(4))\n") }) {
                continue
            }
            #expect(isUsed, "Public/\(name)")
        }
    }

    @Test func `migrations are numbered without gaps and embedded in the program`() {
        let names = Project.migrations.map(\.name)
        for (index, name) in names.enumerated() {
            let number = String(repeating: "0", count: 4 - String(index + 1).count) + String(index + 1)
            #expect(name.wholeMatch(of: /\d{4}-[a-z0-9-]+\.sql/) != nil && name.hasPrefix(number), "\(name)")
        }
        #expect(EmbeddedMigrations.all.map(\.number) == Array(1...names.count))
    }

    @Test func `unsafe code has its reason in a comment on the same line`() {
        let doubtful: Set<String> = ["try!", "as!", "@unchecked", "nonisolated(unsafe)", "unsafeBitCast"]
        for file in Project.sources {
            for (code, line) in zip(
                SwiftCode.of(file.text).split(separator: "\n", omittingEmptySubsequences: false), file.lines)
            where doubtful.contains(where: code.contains) {
                #expect(line.contains("//"), "\(file): \(line)")
            }
        }
    }

    /// Foundation's `Process` reads past the end of directory entries, which sometimes crashes a process with a
    /// thousand open files. Changing the environment pulls it away from threads that read it.
    @Test func `no file starts programs through Foundation or changes the environment`() {
        for file in Project.sources + Project.tests {
            let found = file.words.filter { ["Process", "setenv", "unsetenv", "putenv"].contains($0.text) }
            #expect(found.isEmpty, "\(file)")
        }
    }
}
