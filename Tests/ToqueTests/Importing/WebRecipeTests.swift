// Tests of reading recipes from web pages: JSON-LD, microdata, and refusals.

import Foundation
import HTMLReading
import Testing

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct WebRecipeTests {
    private func page(_ json: String..., body: String = "", head: String = "") -> String {
        let scripts = json.map { "<script type=\"application/ld+json\">\($0)</script>" }.joined()
        return
            "<!DOCTYPE html><html lang=\"en\"><head><title>A page</title>\(head)\(scripts)</head><body>\(body)</body></html>"
    }

    private let pie = """
        {"@context":"https://schema.org","@type":"Recipe","name":"Plum &amp; Pear Pie","recipeIngredient":["2 plums","1 pear &frac12;"],
        "recipeInstructions":"Slice.\\nBake.","recipeYield":["8","8 slices"],"prepTime":"PT20M","cookTime":"P0Y0M0DT0H40M",
        "keywords":"fruit, autumn","nutrition":{"@type":"NutritionInformation","calories":"210 kcal"},
        "image":[{"@type":"ImageObject","url":"https://a.example/1.jpg"},"https://a.example/2.jpg"],
        "author":[{"@type":"Person","name":"Eve"},{"name":"Ann"}],"recipeCategory":"Dessert","recipeCuisine":["English"]}
        """

    @Test func `every field of a page’s recipe is read`() throws {
        let recipe = try WebRecipe.read(page(pie), address: "https://a.example/pie")
        #expect(recipe.title == "Plum & Pear Pie")
        #expect(recipe.lines.map(\.text) == ["2 plums", "1 pear ½"])
        #expect(recipe.steps.map(\.text) == ["Slice.", "Bake."])
        #expect(recipe.yields == ["8", "8 slices"] && recipe.servings(UnitTable([])) == 8)
        #expect(recipe.prepMinutes == 20 && recipe.cookMinutes == 40 && recipe.totalMinutes == nil)
        #expect(recipe.keywords == ["fruit", "autumn"] && recipe.nutrition == ["calories": "210 kcal"])
        #expect(recipe.images == ["https://a.example/1.jpg", "https://a.example/2.jpg"])
        #expect(recipe.author == "Eve, Ann" && recipe.categories == ["Dessert"] && recipe.cuisines == ["English"])
        #expect(recipe.address == "https://a.example/pie" && recipe.language == "en")
        #expect(recipe.notUnderstood.isEmpty)
    }

    @Test(arguments: [
        "{\"@context\":\"https://schema.org\",\"@graph\":[{\"@type\":\"WebPage\"},PIE]}",
        "[[{\"@type\":\"Person\"}],[PIE]]",
        "{\"@type\":\"WebPage\",\"mainEntity\":PIE}", "{\"@type\":\"ItemList\",\"itemListElement\":[{\"item\":PIE}]}",
        "{\"@type\":\"Review\",\"itemReviewed\":PIE},", "\n// <![CDATA[\nPIE;\n// ]]>",
    ])
    func `a recipe is found anywhere in a page’s data`(shell: String) throws {
        #expect(try WebRecipe.read(page(shell.replacing("PIE", with: pie))).title == "Plum & Pear Pie")
    }

    @Test func `the most complete recipe is read, and others are reported`() throws {
        let teaser = #"{"@type":["Thing","Recipe"],"name":"Teaser"}"#
        let other = #"{"@type":"Recipe","name":"Jam","recipeIngredient":["1 kg plums"],"recipeInstructions":"Boil."}"#
        let recipe = try WebRecipe.read(page(teaser, pie, other))
        #expect(recipe.title == "Plum & Pear Pie")
        #expect(recipe.notUnderstood == [.init(field: "recipe", text: "Jam")])
    }

    @Test func `sections, nested steps and names of steps keep their order`() throws {
        let steps = """
            [{"@type":"HowToSection","name":"Base","itemListElement":[{"@type":"HowToStep","name":"Mix","text":"Mix all."},
            {"@type":"HowToStep","name":"Rest","text":"Wait an <b>hour</b>."}]},
            {"@type":"HowToStep","name":"Step 3","itemListElement":[{"@type":"HowToDirection","text":"Bake."},{"@type":"HowToTip","text":"Look."}]},
            "<ol><li>Cool.</li><li>Eat.</li></ol>"]
            """
        let json = pie.replacing(#""Slice.\nBake.""#, with: steps)
        let recipe = try WebRecipe.read(page(json))
        #expect(
            recipe.steps == [
                .init(text: "Mix all.", section: "Base"), .init(text: "Wait an hour.", section: "Base", name: "Rest"),
                .init(text: "Bake. Look."), .init(text: "Cool."), .init(text: "Eat."),
            ])
        #expect(recipe.stepTexts == ["Base: Mix all.", "Rest: Wait an hour.", "Bake. Look.", "Cool.", "Eat."])
    }

    @Test func `an author elsewhere on the page is found by id`() throws {
        let json = pie.replacing(
            #"[{"@type":"Person","name":"Eve"},{"name":"Ann"}]"#, with: #"{"@id":"https://a.example/#eve"}"#)
        let person = #"{"@graph":[{"@type":"Person","@id":"https://a.example/#eve","name":"Eve"}]}"#
        #expect(try WebRecipe.read(page(json, person)).author == "Eve")
    }

    @Test func `microdata is read on pages without JSON-LD`() throws {
        let recipe = try WebRecipe.read(page(body: Self.microdata))
        #expect(recipe.title == "Bean soup" && recipe.author == "Eve" && recipe.description == "Warm.")
        #expect(recipe.lines.map(\.text) == ["400 g beans", "1 onion"])
        #expect(recipe.steps.map(\.text) == ["Soak.", "Cook."])
        #expect(recipe.cookMinutes == 90 && recipe.prepMinutes == 15 && recipe.yields == ["4 bowls"])
        #expect(recipe.images == ["/soup.jpg"] && recipe.nutrition == ["calories": "300 kcal"])
        #expect(recipe.notUnderstood.map(\.field) == ["aggregateRating"])
    }

    static let microdata = """
        <div itemscope itemtype="http://schema.org/Recipe" itemref="more"><h1 itemprop="name">Bean <i>soup</i></h1>
        by <a itemprop="author" href="/eve">Eve</a><p itemprop="description">Warm.</p><img itemprop="image" src="/soup.jpg">
        <time itemprop="cookTime" datetime="PT1H30M">an hour and a half</time><meta itemprop="prepTime" content="PT15M">
        <ul><li itemprop="recipeIngredient">400 g
        beans<li itemprop="recipeIngredient">1 onion</ul>
        <ol itemprop="recipeInstructions"><li>Soak.<li>Cook.</ol>
        <div itemprop="nutrition" itemscope itemtype="http://schema.org/NutritionInformation"><b itemprop="calories">300 kcal</b></div>
        <div itemprop="aggregateRating" itemscope><span itemprop="ratingValue">5</span></div></div>
        <p id="more">Enough for <span itemprop="recipeYield">4 bowls</span></p>
        """

    @Test(.timeLimit(.minutes(30)))
    func `microdata with many references is read up to a limit and reported`() throws {
        let names = (1...50).map { "name\($0)" }.joined(separator: " ")
        let open = #"<div itemscope itemprop="\#(names)">"#
        let close = String(repeating: "</div>", count: 8)
        let nested = String(repeating: open, count: 8) + #"<b itemprop="x">deep</b>"# + close
        let refs = (0..<8).flatMap { level in
            let below = (1...20).map { "l\(level + 1)-\($0)" }.joined(separator: " ")
            return (1...20).map {
                #"<div id="l\#(level)-\#($0)"><p itemprop="p" itemscope itemref="\#(below)"></p></div>"#
            }
        }
        let start = #"<div itemscope itemtype="http://schema.org/Recipe" itemref="l0-1"><h1 itemprop="name">Soup</h1>"#
        let line = #"<p itemprop="recipeIngredient">1 onion</p>"#
        let recipe = try WebRecipe.read(page(body: start + line + nested + "</div>" + refs.joined()))
        #expect(recipe.title == "Soup" && recipe.lines.map(\.text) == ["1 onion"])
        #expect(recipe.notUnderstood.contains { $0.field == "page" })
    }

    @Test func `long lists of names in microdata cost as much as their length, and too long ones are not read`() throws
    {
        func page(_ spaces: Int) -> String {
            let refs = { (letter: String) in (0..<20).map { "\(letter)\($0)" }.joined(separator: " ") }
            let levels = [("a", "b"), ("b", "c"), ("c", "e")].map { level, below in
                (0..<20).map {
                    "<p id=\(level)\($0) itemscope itemprop=x itemref=\"\(below == "e" ? "e" : refs(below))\"></p>"
                }.joined()
            }
            let line = "<b itemprop=name>Soup</b><b itemprop=recipeIngredient>1 onion</b>"
            let start = "<div itemscope itemtype='https://schema.org/Recipe' itemref=\"\(refs("a"))\">\(line)</div>"
            let blank = String(repeating: " ", count: spaces)
            return self.page(body: start + levels.joined() + "<p id=e itemprop='\(blank)'></p>")
        }
        func isCut(_ spaces: Int) throws -> Bool {
            let recipe = try WebRecipe.read(page(spaces))
            #expect(recipe.title == "Soup" && recipe.lines.map(\.text) == ["1 onion"])
            return recipe.notUnderstood.contains { $0.field == "page" }
        }
        // The last element is visited 8,000 times, at the cost of 1 step and of 1 for each 64 bytes.
        #expect(try !isCut(60))
        #expect(try isCut(1_900))
        #expect(try !isCut(3_000))
    }

    @Test func `a name that an element repeats has one value`() throws {
        let name = "<div itemscope itemprop='name name'>"
        let nested = String(repeating: name, count: 5) + "<b itemprop='name name'>Eve</b>"
        let start = "<div itemscope itemtype='https://schema.org/Recipe'><b itemprop=name>Soup</b>"
        let recipe = try WebRecipe.read(
            page(body: start + "<b itemprop=recipeIngredient>1 onion</b><div itemprop=author itemscope>\(nested)"))
        #expect(recipe.author == "Eve")
    }

    @Test func `the values of all scripts of a page count towards the limit`() throws {
        let (list, document) = ("[" + String(repeating: "0,", count: 100_000) + "0]", #"{"a":0}"#)
        #expect(try WebRecipe.read(page(pie, list, list)).title == "Plum & Pear Pie")
        for more in [[list, list, list], [String(repeating: document, count: 150_000)]] {
            let scripts = more.map { "<script type=\"application/ld+json\">\($0)</script>" }.joined()
            #expect(throws: ImportRefusal.tooLong) { try WebRecipe.read(page(pie, head: scripts)) }
        }
    }

    @Test func `values that many recipes refer to cost as much as they are long`() throws {
        let names = (1...20).map { "x\($0)" }.joined(separator: " ")
        let shared = (1...20).map { number in
            #"<p id="p\#(number)"><meta itemprop="\#(names)" content="\#(String(repeating: "&amp;b ", count: 700))"></p>"#
        }
        let ids = (1...20).map { "p\($0)" }.joined(separator: " ")
        let soup = #"<p itemscope itemtype="http://schema.org/Recipe" itemref="\#(ids)">"#
        let root = try #require(HTMLPage(page(body: String(repeating: soup, count: 20) + shared.joined()))).root
        let read = Microdata.items(in: root)
        let texts = read.items.flatMap { item in item.values.flatMap { SchemaText.texts($0) } }
        #expect(read.isCut && read.items.count == 20)
        #expect(texts.reduce(0) { $0 + $1.utf8.count } < 64 * ImportLimits.steps)
    }

    @Test func `fields missing in the recipe are read from the page`() throws {
        let head = """
            <link rel="canonical" href="https://a.example/x"><meta property="og:image" content="https://a.example/o.jpg">
            <meta name="description" content="Said by the page.">
            """
        let json = #"{"@type":"Recipe","name":"Toast","recipeIngredient":"1 slice bread\n10 g butter"}"#
        let recipe = try WebRecipe.read(page(json, head: head), address: "https://a.example/y")
        #expect(recipe.lines.map(\.text) == ["1 slice bread", "10 g butter"])
        #expect(recipe.address == "https://a.example/x" && recipe.images == ["https://a.example/o.jpg"])
        #expect(recipe.description == "Said by the page.")
    }

    @Test func `a page without a recipe or with broken data is refused with the reason`() {
        for html in ["", "<p>Hello", page(#"{"@type":"Organization","name":"A"}"#), page(#"{"@type":"Recipe"}"#)] {
            #expect(throws: ImportRefusal.noRecipe) { try WebRecipe.read(html) }
        }
        let broken = #expect(throws: ImportRefusal.self) { try WebRecipe.read(page("nothing of JSON")) }
        #expect(broken?.description == "its structured data cannot be read as JSON")
        #expect(throws: ImportRefusal.tooLong) {
            try WebRecipe.read(String(repeating: "x", count: ImportLimits.document + 1))
        }
    }

    @Test func `an incomplete recipe is shown with what is missing`() throws {
        let recipe = try WebRecipe.read(
            page(#"{"@type":"Recipe","name":"Air","recipeYield":{"value":2,"unitText":"bags"}}"#))
        #expect(recipe.title == "Air" && recipe.yields == ["2 bags"])
        #expect(recipe.notUnderstood.map(\.field) == ["recipeIngredient", "recipeInstructions"])
    }

    @Test(arguments: [
        ("1 egg ((large))", "1 egg (large)"), ("1 leek , sliced", "1 leek, sliced"),
        ("1 fig (cut (or not))", "1 fig (cut (or not))"),
    ])
    func `marks of other programs are removed from ingredient lines`(line: String, text: String) throws {
        let recipe = try WebRecipe.read(page(#"{"@type":"Recipe","name":"A","recipeIngredient":["\#(line)"]}"#))
        #expect(recipe.lines.map(\.text) == [text])
    }

    @Test func `a recipe beyond the limits is cut and reported`() throws {
        let lines = (0..<ImportLimits.lines + 5).map { "\"\($0) g salt\"" }.joined(separator: ",")
        let json = #"{"@type":"Recipe","name":"Sea","recipeIngredient":[\#(lines)],"recipeInstructions":"Boil."}"#
        let recipe = try WebRecipe.read(page(json))
        #expect(recipe.lines.count == ImportLimits.lines)
        #expect(recipe.notUnderstood == [.init(field: "ingredients", text: "5 more", remark: .more(5))])
    }

    @Test func `schema.org JSON of a recipe reads back the same`() throws {
        let recipe = try WebRecipe.read(page(pie), address: "https://a.example/pie")
        let again = LenientJSON.values(recipe.schemaJSON).compactMap { $0 as? [String: Any] }.map(SchemaReader().read)
        #expect(again.first?.lines == recipe.lines && again.first?.steps == recipe.steps)
        #expect(again.first?.images == recipe.images && again.first?.prepMinutes == recipe.prepMinutes)
        #expect(again.first?.notUnderstood == [] && again.first?.keywords == recipe.keywords)
    }
}
