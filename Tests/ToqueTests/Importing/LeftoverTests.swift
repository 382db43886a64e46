import HTTP
import Testing
import Texts
import Words

@testable import Food
@testable import TestKit
@testable import Toque

/// Tests of imported data that is not part of a recipe's text.
@Suite struct LeftoverTests {
    private static func catalogue() throws -> Catalogue { try StartingPoint.made.get().catalogue }

    private func read(_ bytes: [UInt8], name: String = "") throws -> [ImportedRecipe] {
        try RecipeDocument(catalogue: Self.catalogue()).read(bytes, name: name)
    }

    private func schema(_ json: String) throws -> ImportedRecipe {
        let base = #""@type":"Recipe","name":"Soup","recipeIngredient":["1 onion","1 l water"]"#
        return try #require(try read(Array("{\(base),\(json)}".utf8)).first)
    }

    private func taken(_ recipe: ImportedRecipe) throws -> ConvertedRecipe { try Self.catalogue().take(recipe).get() }

    /// The first bytes of files, each character one byte.
    private static let beginnings: [(start: String, kind: BinaryKind)] = [
        ("%PDF-1.7", .pdf), ("\u{89}PNG\r\n", .picture), ("\u{FF}\u{D8}\u{FF}\u{E0}", .picture), ("GIF89a", .picture),
        ("RIFF1234WEBPVP8 ", .picture), ("\0\0\0 ftypheic", .picture), ("\0\0\0 ftypisom", .video),
        ("\u{D0}\u{CF}\u{11}\u{E0}", .document), (#"{\rtf1\ansi Soup}"#, .document), ("ID3\u{3}\0", .sound),
        ("7z\u{BC}\u{AF}", .archive), ("\u{7F}ELF\u{2}\u{1}\u{1}\0\0", .other),
        ("SQLite format 3\0\u{10}\0\u{1}\u{1}\0", .other),
    ]

    @Test(arguments: beginnings)
    func `a binary file is refused, and the error names its kind`(start: String, kind: BinaryKind) throws {
        let bytes = start.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        #expect(throws: ImportRefusal.binary(kind)) { try read(bytes, name: "soup.pdf") }
        #expect(throws: ImportRefusal.binary(kind)) { try read(TestGzip.file(bytes)) }
        for language in Language.allCases {
            #expect(Text.dynamic("import.problem.binary.\(kind.rawValue)", language) != nil)
        }
    }

    @Test func `a word processor document is not an archive of recipes`() throws {
        let file = try ArchiveImportTests.archive([
            ("[Content_Types].xml", Array("<Types/>".utf8)), ("word/document.xml", Array("<p>Soup</p>".utf8)),
        ])
        #expect(throws: ImportRefusal.binary(.document)) { try read(file) }
    }

    @Test func `the page names the refused file and lists formats that can be imported`() async throws {
        let site = try TestSite()
        let answer = try await site.client(.alice).upload(
            "/recipes/import", [], file: ("file", "soup.pdf", Array("%PDF-1.7".utf8)))
        #expect(answer.status == .unprocessable)
        #expect(answer.shows("soup.pdf is a PDF. We can import web pages, text, JSON, Cooklang"))
    }

    @Test func `a text in UTF-16 is read`() throws {
        let text = "Soup\nIngredients\n1 onion\nMethod\nCook it."
        let bytes: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(try read(bytes).first?.lines.map(\.text) == ["1 onion"])
    }

    @Test(arguments: ["recipe", "RECIPE", "https://schema.org/recipe", "http://schema.org/Recipe"])
    func `a type is recognised in any letter case`(type: String) throws {
        let json = #"{"@type":"\#(type)","name":"Soup","recipeIngredient":["1 onion"]}"#
        #expect(try read(Array(json.utf8)).map(\.title) == ["Soup"])
        let page = #"<script type="application/ld+json">[\#(json)]</script>"#
        #expect(try read(Array(page.utf8)).map(\.title) == ["Soup"])
        let marked = """
            <html><div itemscope itemtype="\(type)"><b itemprop="name">Soup</b>
            <i itemprop="recipeIngredient">1 onion</i></div></html>
            """
        #expect(try read(Array(marked.utf8)).map(\.title) == ["Soup"])
    }

    @Test func `a line break in an ingredient becomes a space`() throws {
        func lines(_ json: String) throws -> [String] {
            let text = #"{"@type":"Recipe","name":"Soup","recipeIngredient":\#(json)}"#
            return try read(Array(text.utf8)).first?.lines.map(\.text) ?? []
        }
        #expect(try lines(#"["2 cups\nflour","1\r\negg"]"#) == ["2 cups flour", "1 egg"])
        #expect(try lines(#"["2 cups<br>flour, sifted","1 egg"]"#) == ["2 cups flour, sifted", "1 egg"])
        #expect(try lines(#"["2 cups\nflour"]"#) == ["2 cups flour"])
        #expect(try lines(#""2 cups flour\n1 egg\nsalt""#) == ["2 cups flour", "1 egg", "salt"])
        #expect(try lines(#"["2 cups flour\n1 egg"]"#) == ["2 cups flour", "1 egg"])
    }

    @Test func `buttons and ratings of a page do not become its title`() throws {
        let text = """
            Skip to content
            Home » Recipes » Soups
            Jump to Recipe  |  Print Recipe
            ★★★★☆
            4.8 from 123 votes
            Share
            Pin 345
            Nettle soup
            12 Comments
            Ingredients
            200 g nettles
            Method
            Boil it.
            """
        let recipe = try #require(try read(Array(text.utf8)).first)
        #expect(recipe.title == "Nettle soup")
        #expect(recipe.description.isEmpty)
        #expect(recipe.notUnderstood.map(\.text) == ["★★★★☆", "4.8 from 123 votes"])
        let russian = """
            Перейти к рецепту
            Оценка: 4,8 (12 голосов)
            Поделиться
            Борщ
            Ингредиенты
            2 свёклы
            Приготовление
            Сварить.
            """
        #expect(try read(Array(russian.utf8)).first?.title == "Борщ")
    }

    @Test(arguments: [
        "2024", "7 Up cake", "Five star chicken", "Save the date squares", "Pin wheels", "Print-shop cookies",
        "Home fries", "Pork & beans", "Share-a-bowl salad", "12 hour brisket", "Rating day stew",
        "Шарлотка на основе кефира",
    ])
    func `a title that contains such a word stays a title`(title: String) throws {
        #expect(PagePart(title) == nil)
    }

    @Test func `each value that is not imported is reported`() throws {
        let recipe = try schema(
            """
            "keywords":["quick","red","\(String(repeating: "x", count: 41))"],"recipeCategory":["Soup","Brunch","Odd"],"recipeCuisine":["Martian","Lunar"],
            "tool":["pot","ladle"],"aggregateRating":{"@type":"AggregateRating","ratingValue":4.8,"ratingCount":120},
            "recipeInstructions":[{"@type":"HowToStep","text":"Boil.","performTime":"PT5M"}],"slogan":"So good"
            """)
        let notes = try taken(recipe).notes
        func examples(_ kind: ImportNote) -> [String] { notes.filter { $0.kind == kind }.map(\.example) }
        #expect(examples(.keywords) == [String(repeating: "x", count: 41)])
        #expect(try taken(recipe).body.tags == "quick, red")
        #expect(examples(.tools) == ["pot", "ladle"])
        #expect(examples(.unknownCategory) == ["Brunch", "Odd"])
        #expect(examples(.unknownCuisine) == ["Martian", "Lunar"])
        #expect(
            examples(.otherField) == [
                "step performTime: PT5M", "aggregateRating: ratingCount 120, ratingValue 4.8", "slogan: So good",
            ])
    }

    @Test(arguments: [
        ("Easy", Difficulty.easy), ("medium", .medium), ("Hard", .hard), ("Средняя", .medium), ("сложно", .hard),
    ])
    func `difficulty is read from every kind of source`(word: String, difficulty: Difficulty) throws {
        #expect(try taken(schema(#""difficulty":"\#(word)""#)).body.difficulty == difficulty)
        let cooklang = "---\ntitle: Tea\ndifficulty: \(word)\n---\nBoil @water{1%l}."
        #expect(try taken(try #require(read(Array(cooklang.utf8)).first)).body.difficulty == difficulty)
        let plain = "Soup\nDifficulty: \(word)\nIngredients\n1 onion\nMethod\nCook it."
        #expect(try taken(try #require(read(Array(plain.utf8)).first)).body.difficulty == difficulty)
        let paprika = #"{"name":"Soup","ingredients":"1 onion","directions":"Cook.","difficulty":"\#(word)"}"#
        #expect(try taken(try #require(read(Array(paprika.utf8)).first)).body.difficulty == difficulty)
    }

    @Test func `an unknown difficulty is reported`() throws {
        let recipe = try taken(schema(#""difficulty":"spicy""#))
        #expect(recipe.body.difficulty == nil)
        #expect(recipe.notes.contains { $0.kind == .otherField && $0.example == "difficulty: spicy" })
    }
}
