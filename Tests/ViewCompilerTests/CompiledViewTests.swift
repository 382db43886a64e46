// Compiles views and texts to Swift, builds them with the site's compiler settings, and runs the program.

import Foundation
import Testing
import ViewCompiling

@Suite struct CompiledViews {
    @Test func `compiled views and texts write the expected HTML`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "views-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }

        func write(_ files: [(name: String, swift: String)]) throws -> [String] {
            try files.map { name, swift in
                let file = folder.appending(path: name)
                try swift.write(to: file, atomically: true, encoding: .utf8)
                return file.path
            }
        }
        try compile("HTML", own("HTML"), in: folder)
        try compile("Words", own("Words").filter { $0.hasSuffix("/Language.swift") }, in: folder)
        try compile("Texts", own("Texts") + write(texts()), in: folder)
        try compile("Content", own("Content") + write(content()), in: folder)
        try link(write(views()), in: folder)
        let output = try run(folder.appending(path: "pages").path, [])
        #expect(output == expected)
    }

    private func texts() throws -> [(name: String, swift: String)] {
        let files = [("en", english), ("ru", russian)].map { name, text in
            InputFile(path: "/Locales/\(name).txt", name: "\(name).txt", text: text)
        }
        return [("Text.swift", try compileLocales(files))]
    }

    private func content() throws -> [(name: String, swift: String)] {
        let hostile = "\"\"\"# \\#(x) \"\"\"##\r\n\u{0}\\"
        let starter = InputFile(path: "a", name: "R/a.txt", text: hostile)
        let migration = InputFile(path: "a", name: "0007-notes.sql", text: "SELECT '\\n';\n")
        return [
            ("Starter.swift", embedStarterFiles([starter])), ("Migrations.swift", try embedMigrations([migration])),
        ]
    }

    private func views() throws -> [(name: String, swift: String)] {
        try [("main.swift", program)]
            + [show, layout, outer, card].enumerated().map { ("View\($0).swift", try compileView($1)) }
    }

    /// The Swift files of one of the project's targets.
    private func own(_ target: String) throws -> [String] {
        let root = URL(filePath: #filePath).appending(path: "../../../Sources/\(target)").standardized.path
        return try FileManager.default.contentsOfDirectory(atPath: root).filter { $0.hasSuffix(".swift") }
            .map { "\(root)/\($0)" }
    }

    /// The compiler settings of the project, with warnings as errors.
    private func settings(_ folder: URL) -> [String] {
        let features = [
            "NonisolatedNonsendingByDefault", "ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault",
        ]
        return ["swiftc", "-swift-version", "6", "-warnings-as-errors", "-I", folder.path]
            + features.flatMap { ["-enable-upcoming-feature", $0] }
    }

    private func compile(_ module: String, _ sources: [String], in folder: URL) throws {
        let place = "\(folder.path)/\(module)"
        let output = ["-emit-module", "-emit-module-path", "\(place).swiftmodule", "-c", "-o", "\(place).o"]
        let arguments = settings(folder) + ["-parse-as-library", "-wmo", "-module-name", module]
        _ = try run("/usr/bin/env", arguments + output + sources)
    }

    private func link(_ sources: [String], in folder: URL) throws {
        let objects = ["HTML", "Words", "Texts", "Content"].map { "\(folder.path)/\($0).o" }
        let output = ["-module-name", "Pages", "-o", folder.path + "/pages"]
        _ = try run("/usr/bin/env", settings(folder) + output + objects + sources)
    }

    /// The output of a program, run through the shell: Foundation's `Process` fails with a thousand open files.
    private func run(_ program: String, _ arguments: [String]) throws -> String {
        let said = FileManager.default.temporaryDirectory.appending(path: "said-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: said) }
        let words = ([program] + arguments).map { "'\($0.replacing("'", with: "'\\''"))'" }
        let status = system("\(words.joined(separator: " ")) >'\(said.path)' 2>&1 </dev/null")
        let output = try String(contentsOf: said, encoding: .utf8)
        try #require(status == 0, Comment(rawValue: output))
        return output
    }
}

private let english = """
    home.title = Welcome & enjoy
    init = Start
    hello = Hello {name}, {other}
    recipes.count[one] = One recipe by {author}
    recipes.count[other] = {count} recipes by {author}
    """
private let russian = """
    home.title = Добро пожаловать
    init = Начало
    hello = Привет, {name}, {other}
    recipes.count[one] = {count} рецепт
    recipes.count[few] = {count} рецепта
    recipes.count[many] = {count} рецептов{author}
    """

private let show = view(
    """
    {{page RecipePage}}
    {{layout Shared/outer page.layout}}
    <h1 class="a{{#if isDraft}} draft{{/if}}">{{t home.title}} {{t init}} {{t hello name=title other=count}}</h1>
    {{#if isDraft}}
    draft
    {{else if !isOld}}
    not old
    {{/if}}
    <input {{#if isDraft}}checked{{/if}} value="{{title}}">
    <p title="{{t recipes.count author=title count=count}}">{{t recipes.count count=count author=title}}</p>
    {{#with author as author}}{{author}}{{#with note as other}}-{{/with}}{{else}}anonymous{{/with}}
    {{#each cards as card}}
    {{> Shared/card card}}
    {{card@index}}{{#if !card@last}}, {{/if}}{{#if card@first}}first{{/if}}
    {{else}}
    none
    {{/each}}
    {{#each none as card}}{{else}}empty{{/each}}{{#each cards as card}}x{{/each}}
    {{markup}}
    <img srcset="{{#each cards as card}}{{card.slug}} {{card.id}}w{{#if !card@last}}, {{/if}}{{/each}}">
    <img src="{{url}}">
    """)
private let layout = view(
    "{{page Layout}}\n<html lang=\"{{language.rawValue}}\"><title>{{title}}</title>{{content}}</html>\n",
    name: "Shared/layout.html")
private let outer = view(
    "{{page Layout}}\n{{layout Shared/layout page}}\n<main>\n{{content}}</main>\n", name: "Shared/outer.html")
private let card = view(
    "{{page RecipeCard}}\n<a href=\"/recipes/{{id}}-{{slug}}\">{{title}}</a>\n", name: "Shared/_card.html")

private let program = """
    import Content
    import HTML
    import Texts
    import Words

    protocol View {
        func render(_ language: Language, into out: inout HTMLBuffer)
    }

    struct Layout { var title: String }
    struct RecipeCard { var id: Int; var slug: String; var title: String }
    struct RecipePage {
        var layout = Layout(title: "<T>")
        var title = "A & \\"B\\"", isDraft = true, isOld = false, count = 3, author: String? = "me", note: String?
        var cards = [RecipeCard(id: 1, slug: "a/b", title: "<x>"), RecipeCard(id: 2, slug: "c d", title: "y")]
        var none: [Int] = [], markup = HTML(safe: "<b>"), url = "javascript:x"
    }
    var out = HTMLBuffer()
    let page: any View = RecipePage()
    page.render(.en, into: &out)
    page.render(.ru, into: &out)
    print(String(decoding: out.bytes, as: UTF8.self))
    let counts = [0, 1, 2, 4, 5, 11, 12, 14, 20, 21, 22, 25, 100, 101, 111, 112, 121, 1_002, -1, -2, -11]
    print(counts.map { Text.recipesCount(.en, author: "A", count: $0) }.map { $0.prefix(4) }.joined(separator: "|"))
    print(counts.map { Text.recipesCount(.ru, author: "", count: $0) }.joined(separator: "|"))
    print(Text.dynamic("home.title", .ru) ?? "-", Text.dynamic("hello", .en) ?? "-", Text.dynamic("x", .en) ?? "-")
    print(StarterFiles.all.map { $0.path + " " + $0.text.debugDescription }, EmbeddedMigrations.all.map { "\\($0.number) \\($0.name) \\($0.sql)" })
    """

private let expected = ##"""
    <html lang="en"><title>&lt;T&gt;</title><main>
    <h1 class="a draft">Welcome &amp; enjoy Start Hello A &amp; &quot;B&quot;, 3</h1>
    draft
    <input checked value="A &amp; &quot;B&quot;">
    <p title="3 recipes by A &amp; &quot;B&quot;">3 recipes by A &amp; &quot;B&quot;</p>
    me
    <a href="/recipes/1-a%2Fb">&lt;x&gt;</a>
    1, first
    <a href="/recipes/2-c%20d">y</a>
    2
    emptyxx
    <b>
    <img srcset="a/b 1w, c%20d 2w">
    <img src="#"></main>
    </html>
    <html lang="ru"><title>&lt;T&gt;</title><main>
    <h1 class="a draft">Добро пожаловать Начало Привет, A &amp; &quot;B&quot;, 3</h1>
    draft
    <input checked value="A &amp; &quot;B&quot;">
    <p title="3 рецепта">3 рецепта</p>
    me
    <a href="/recipes/1-a%2Fb">&lt;x&gt;</a>
    1, first
    <a href="/recipes/2-c%20d">y</a>
    2
    emptyxx
    <b>
    <img srcset="a/b 1w, c%20d 2w">
    <img src="#"></main>
    </html>

    0 re|One |2 re|4 re|5 re|11 r|12 r|14 r|20 r|21 r|22 r|25 r|100 |101 |111 |112 |121 |1002|One |-2 r|-11 
    0 рецептов|1 рецепт|2 рецепта|4 рецепта|5 рецептов|11 рецептов|12 рецептов|14 рецептов|20 рецептов|21 рецепт\##
    |22 рецепта|25 рецептов|100 рецептов|101 рецепт|111 рецептов|112 рецептов|121 рецепт|1002 рецепта\##
    |-1 рецепт|-2 рецепта|-11 рецептов
    Добро пожаловать - -
    ["R/a.txt \"\\\"\\\"\\\"# \\\\#(x) \\\"\\\"\\\"##\\r\\n\\0\\\\\""] ["7 notes SELECT \'\\n\';\n"]

    """##
