// What README.md promises: every script, page, setting, command and library, and none that is not there.

import Testing

@testable import Toque

struct ReadmeTests {
    private let readme: String

    init() throws { readme = try #require(Project.file("README.md")?.text) }

    @Test func `every page of docs and every script is named`() {
        let paths = ["docs", "script"].flatMap { folder in Project.names(in: folder).map { "\(folder)/\($0)" } }
        let untold = paths.filter { $0 != "script/lib.sh" && !readme.contains($0) }
        #expect(untold.isEmpty)
    }

    @Test func `the settings are those of the program`() throws {
        let source = try #require(Project.file("Sources/Toque/App/Configuration.swift")?.text)
        let known = Set(source.matches(of: /"(TOQUE_[A-Z0-9_]+)"/).map { String($0.1) })
        let told = Set(readme.matches(of: /\| `(TOQUE_[A-Z0-9_]+)` \|/).map { String($0.1) })
        #expect(told == known)
    }

    @Test func `the commands are those of the program`() {
        let told = Set(readme.matches(of: /\| `toque ([a-z]+)/).map { String($0.1) })
        #expect(told == Set(CommandLineTool.commands.map(\.name)))
    }

    @Test func `the libraries are those of the package, and the scripts install them`() throws {
        let package = try #require(Project.file("Package.swift")?.text)
        let scripts = try #require(Project.file("script/lib.sh")?.text)
        let used = Set(package.matches(of: /debian: "([a-z0-9.-]+)"\)/).map { String($0.1) })
        let told = Set(readme.matches(of: /\| `([a-z0-9.-]+-dev)` \|/).map { String($0.1) })
        #expect(told == used)
        let missing = used.filter { !scripts.contains("\n\($0) ") }
        #expect(missing.isEmpty)
    }
}
