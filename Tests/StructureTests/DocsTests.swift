// Checks that README.md and docs/ list all pages, scripts, settings, commands and libraries.

import Testing

@testable import Toque

struct DocsTests {
    private static func text(_ path: String) throws -> String { try #require(Project.file(path)?.text) }

    @Test func `README names every page of docs`() throws {
        let readme = try Self.text("README.md")
        let missing = Project.names(in: "docs").filter { $0.hasSuffix(".md") && !readme.contains("docs/\($0)") }
        #expect(missing.isEmpty)
    }

    @Test func `docs testing names every script`() throws {
        let page = try Self.text("docs/testing.md")
        let missing = Project.names(in: "script").filter { $0 != "lib.sh" && !page.contains("| `script/\($0)` |") }
        #expect(missing.isEmpty)
    }

    @Test func `docs settings lists exactly the settings of the program`() throws {
        let source = try Self.text("Sources/Toque/App/Configuration.swift")
        let known = Set(source.matches(of: /"(TOQUE_[A-Z0-9_]+)"/).map { String($0.1) })
        let listed = try Set(
            Self.text("docs/settings.md").matches(of: /\| `(TOQUE_[A-Z0-9_]+)` \|/).map { String($0.1) })
        #expect(listed == known)
    }

    @Test func `docs commands lists exactly the commands of the program`() throws {
        let listed = try Set(Self.text("docs/commands.md").matches(of: /\| `toque ([a-z]+)/).map { String($0.1) })
        #expect(listed == Set(CommandLineTool.commands.map(\.name)))
    }

    @Test func `docs architecture lists the libraries, and the scripts install them`() throws {
        let package = try Self.text("Package.swift")
        let scripts = try Self.text("script/lib.sh")
        let used = Set(package.matches(of: /debian: "([a-z0-9.-]+)"\)/).map { String($0.1) })
        let listed = try Set(
            Self.text("docs/architecture.md").matches(of: /\| `([a-z0-9.-]+-dev)` \|/).map { String($0.1) })
        #expect(listed == used)
        let missing = used.filter { !scripts.contains("\n\($0) ") }
        #expect(missing.isEmpty)
    }

    @Test func `the docs name every file of the site that is part of the rules' number`() throws {
        let plugin = try Self.text("Plugins/CompileViews/CompileViews.swift")
        let files = plugin.matches(of: /"Recipes\/([A-Za-z]+\.swift)"/).map { String($0.1) }
        #expect(files.count >= 3)
        for page in ["docs/architecture.md", "docs/catalogue.md"] {
            let text = try Self.text(page)
            #expect(files.filter { !text.contains("`\($0)`") }.isEmpty, "\(page)")
        }
    }

    @Test func `docs operating names every feature that connects to machines anywhere`() throws {
        let pages = [
            "Bugs": "webhook.md", "Cooking": "cook-mode.md", "Importing": "import.md", "SocialLogin": "providers.md",
        ]
        let connecting = Set(
            Project.sources.filter { $0.folders.count > 2 && $0.text.contains("\nimport Fetching\n") }
                .map(\.feature))
        #expect(connecting.subtracting(["App"]) == Set(pages.keys))
        let operating = try Self.text("docs/operating.md")
        let row = try #require(operating.split(separator: "\n").first { $0.hasPrefix("- `any` (every machine)") })
        #expect(pages.values.filter { !row.contains($0) }.isEmpty)
    }
}
