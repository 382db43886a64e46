// Tests of reading the search box: words that state a filter become one, and all others stay words.

import Bytes
import Content
import HTTP
import Testing

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct TypedSearchTests {
    private static let catalogue: Catalogue? = try? RealData.catalogue()

    private func typed(_ text: String) throws -> TypedSearch { TypedSearch(text, try #require(Self.catalogue)) }

    private func words(_ search: TypedSearch) -> [String] {
        search.terms.map { ($0.isExcluded ? "-" : "") + $0.words.joined(separator: " ") }
    }

    @Test(arguments: [
        ("vegan chocolate cake", [SearchFact.diet(.vegan)], ["chocolate", "cake"]),
        ("gluten free bread", [.diet(.glutenFree)], ["bread"]), ("gluten-free bread", [.diet(.glutenFree)], ["bread"]),
        ("pasta without garlic", [.without("garlic")], ["pasta"]),
        ("chicken no onion", [.without("onion")], ["chicken"]),
        ("cake -chocolate", [.without("chocolate")], ["cake"]), ("egg free cake", [.without("egg")], ["cake"]),
        ("30 minute chicken", [.minutes(30)], ["chicken"]), ("soup in under 1 hour", [.minutes(60)], ["soup"]),
        ("quick dinner", [.minutes(30), .category("main")], []), ("low carb bread", [.diet(.lowCarb)], ["bread"]),
        ("суп без чеснока", [.without("чеснока")], ["суп"]), ("веганский суп", [.diet(.vegan)], ["суп"]),
        ("soup with lentils for a coeliac", [.with("lentils"), .diet(.glutenFree)], ["soup"]),
        ("рецепт супа за 40 минут", [.minutes(40)], ["супа"]),
        ("tree nut free brownies", [.without("tree nut")], ["brownies"]),
        ("cake without eggs and milk", [.without("eggs"), .without("milk")], ["cake"]),
        ("no eggs, milk", [.without("eggs"), .without("milk")], []),
        ("without peanuts, butter", [.without("peanuts"), .without("butter")], []),
        ("no fish, sauce", [.without("fish")], ["sauce"]),
        ("without milk/chocolate", [.without("milk"), .without("chocolate")], []),
        ("-nuts,milk", [.without("nuts"), .without("milk")], []),
        ("nuts, milk free", [.without("nuts"), .without("milk")], []), ("cake ‑eggs", [.without("eggs")], ["cake"]),
        ("no half-and-half, eggs", [.without("half and half"), .without("eggs")], []),
        ("суп без яиц, молока и сыра", [.without("яиц"), .without("молока"), .without("сыра")], ["суп"]),
        ("egg and milk free cake", [.without("egg"), .without("milk")], ["cake"]),
        ("egg and dairy free", [.without("egg"), .diet(.dairyFree)], []),
        ("egg-free from scratch cake", [.without("egg")], ["scratch", "cake"]),
        ("soy free from scratch", [.without("soy")], ["scratch"]),
        ("cake without any eggs", [.without("eggs")], ["cake"]), ("cake no cow's milk", [.without("milk")], ["cake"]),
        ("neither milk nor eggs", [.without("milk"), .without("eggs")], []),
        ("ни яиц, ни молока", [.without("яиц"), .without("молока")], []),
        ("cake allergic to eggs", [.without("eggs")], ["cake"]),
        ("without gluten or eggs", [.diet(.glutenFree), .without("eggs")], []),
        ("rice with lentils and carrots", [.with("lentils"), .with("carrots")], ["rice"]),
        ("mac and cheese", [], ["mac and cheese"]), ("meatless soup", [.without("meat")], ["soup"]),
        ("how do i make a soup for my friends", [], ["soup", "friends"]),
        ("without eggs,milk", [.without("eggs"), .without("milk")], []),
        ("without eggs/milk", [.without("eggs"), .without("milk")], []),
        ("without eggs & milk", [.without("eggs"), .without("milk")], []),
        ("without eggs or any milk", [.without("eggs"), .without("milk")], []),
        ("суп без яиц и без молока", [.without("яиц"), .without("молока")], ["суп"]),
        ("egg/soy free cake", [.without("egg"), .without("soy")], ["cake"]),
        ("egg-free, soy-free cookies", [.without("egg"), .without("soy")], ["cookies"]),
        ("egg, milk and sesame free cake", [.without("egg"), .without("milk"), .without("sesame")], ["cake"]),
    ])
    func `words that state a filter are read as it`(_ text: String, _ facts: [SearchFact], _ rest: [String]) throws {
        let search = try typed(text)
        #expect(search.parts.map(\.fact) == facts)
        #expect(words(search) == rest)
    }

    /// Each of these names can be read with its neighbour too. The box once tried every combination.
    @Test func `an exclusion in other words is read, or stops looser readings`() throws {
        #expect(try typed("baklava w/o walnuts").without() == ["walnuts"])
        #expect(try typed("nutfree baklava").diets() == [.nutFree])
        #expect(try typed("glutenfree pancakes").diets() == [.glutenFree])
        #expect(try typed("not spicy chicken").diets() == [])
        for text in ["pancakes avoid eggz", "cake for eggz allergy", "exclude eggz", "sans eggz cake"] {
            #expect(try typed(text).hasUnreadExclusion, "\(text)")
        }
        #expect(try !typed("chocolate cake").hasUnreadExclusion)
    }

    @Test func `many names that could belong together are read at once`() throws {
        let text = String(repeating: "agar, ", count: TypedSearch.limit)
        #expect(try typed(text).parts.isEmpty)
        #expect(try typed(text + "free").ignored.count == 1)
    }

    @Test(arguments: [
        ("no bake cheesecake", ["no", "bake", "cheesecake"]), ("free range eggs", ["free range eggs"]),
        ("quick bread", ["quick", "bread"]), ("rice with love", ["rice", "with", "love"]),
        ("7 up cake", ["7 up", "cake"]),
        ("30", ["30"]), ("without", ["without"]), ("cake -glorb", ["cake", "-glorb"]), ("-", []), ("\"", []),
        ("999999999999 minutes", ["999999999999", "minutes"]), ("-soup", ["-soup"]),
    ])
    func `words that state no filter stay words`(_ text: String, _ rest: [String]) throws {
        let search = try typed(text)
        #expect(search.parts.isEmpty && words(search) == rest)
    }

    @Test(arguments: [
        ("\"vegan cake\"", ["vegan cake"]), ("soup «без лука»", ["soup", "без лука"]), ("\"vegan", []),
        ("-\"chocolate cake\" pie", ["pie"]),
    ])
    func `a quoted phrase is a phrase`(_ text: String, _ rest: [String]) throws {
        let search = try typed(text)
        #expect(text == "\"vegan" ? search.diets() == [.vegan] : words(search).contains(rest.last ?? ""))
    }

    @Test func `a filter that is taken off leaves the other words`() throws {
        let parts = try typed("vegan \"layer cake\" without nuts, quick").parts
        #expect(
            parts.map(\.rest) == [
                "\"layer cake\" without nuts, quick", "vegan \"layer cake\" quick",
                "vegan \"layer cake\" without nuts,",
            ])
    }

    @Test func `a word finds the other names of its ingredient`() throws {
        let names = try typed("cilantro").terms.flatMap(\.names).map { $0.joined(separator: " ") }
        #expect(names.contains("кинза") || names.contains("coriander") || names.contains("coriander leaf"), "\(names)")
        #expect(try typed("\"cilantro\"").terms.flatMap(\.names).isEmpty)
    }

    @Test func `every phrase of the list states a filter that exists`() throws {
        let phrases = SearchPhrases.starter
        let text = try #require(StarterFiles.all.first { $0.path == "search-phrases.txt" }).text
        let lines = text.lines.filter { !$0.isEmpty && !$0.hasPrefix("#") }
        #expect(phrases.count == lines.reduce(0) { $0 + $1.split(separator: ",").count })
    }

    @Test func `at most 24 words are read`() throws {
        #expect(try typed(String(repeating: "so -so ", count: 100)).terms.count == TypedSearch.limit)
    }

    // MARK: Results

    private func titles(_ site: TestSite, _ words: String) async throws -> [String] {
        try await site.visitor().json(
            "/search?q=\(Percent.encode(query: words))", as: ListAnswer<CardAnswer>.self
        ).items.map(\.title)
    }

    private func site() throws -> TestSite {
        let site = try TestSite()
        try site.plant("Cream of tomato soup with basil", "1 kg tomatoes\n1 onion\n100 ml cream")
        try site.plant("Tomato soup", "1 kg tomatoes\n1 carrot\n1 l water")
        try site.plant("Toast", "2 slices of bread\n1 tin of tomato soup")
        try site.plant("Окрошка", "3 огурца\n1 л кефира", language: "ru")
        return site
    }

    @Test func `the recipe with the typed title comes first, then titles with every word`() async throws {
        #expect(
            try await titles(site(), "tomato soup") == ["Tomato soup", "Cream of tomato soup with basil", "Toast"])
    }

    @Test func `a filter in words applies and has a chip`() async throws {
        let site = try site()
        #expect(try await titles(site, "vegan soup") == ["Tomato soup"])
        #expect(try await !titles(site, "soup without onion").contains("Cream of tomato soup with basil"))
        #expect(try await titles(site, "tomato soup -basil") == ["Tomato soup", "Toast"])
        #expect(try await titles(site, "\"soup with basil\"") == ["Cream of tomato soup with basil"])
        let page = try await site.visitor().get("/search?q=vegan+tomato+soup").text
        #expect(page.contains("href=\"/search?q=tomato%20soup\"") || page.contains("href=\"/search?q=tomato+soup\""))
    }

    @Test(arguments: ["огурцы", "огурец", "cucumber", "cucumbers"])
    func `an ingredient is found by any of its names`(_ word: String) async throws {
        #expect(try await titles(site(), word) == ["Окрошка"])
    }

    @Test func `an excluded word counts beside a filter only, and alone`() async throws {
        #expect(try await !titles(site(), "vegan -soup").contains("Tomato soup"))
        #expect(try await titles(site(), "-soup") == ["Окрошка"])
    }

    @Test func `more words than are read find nothing and are named`() async throws {
        let words = String(repeating: "no pork ", count: 12) + "no walnuts"
        #expect(try await titles(site(), words) == [])
        let page = try await site().visitor().get("/search?q=\(Percent.encode(query: words))").text
        #expect(page.contains("<li>walnuts</li>"))
    }

    @Test func `a better spelling keeps every filter and exclusion`() async throws {
        let page = try await site().visitor().get("/search?q=tomatto+-basill+without+walnuts&diet=halal").text
        #expect(page.contains("/search?q=tomato%20-basill%20without%20walnuts&amp;diet=halal"))
    }

    @Test func `taking one name off a list keeps the other`() throws {
        #expect(
            try typed("cake without eggs and milk").parts.map(\.rest) == ["cake without milk", "cake without eggs"])
    }

    @Test func `where only a label decides, a recipe fits after a choice`() async throws {
        let site = try TestSite()
        try site.plant("Bean soup", "1 kg tomatoes\n1 l vegetable stock")
        try site.plant("Strange soup", "1 kg tomatoes\n1 l vegetable stock\n2 glorbs")
        try site.plant("Carrot soup", "1 kg carrots\n1 l water")
        func find(_ query: String) async throws -> LabelAnswer {
            try await site.visitor().json("/search?" + query, as: LabelAnswer.self)
        }
        let certain = try await find("diet=vegan")
        #expect(certain.items.map(\.title) == ["Carrot soup"] && certain.checkLabel == 1)
        let both = try await find("diet=vegan&check=1")
        #expect(Set(both.items.map(\.title)) == ["Carrot soup", "Bean soup"] && both.checkLabel == 0)
        #expect(both.items.first { $0.title == "Bean soup" }?.check == ["vegetable stock"])
        #expect(both.items.first { $0.title == "Carrot soup" }?.check == nil)
        // A note or a moderator's answer that says otherwise is no question of labels.
        try site.plant("Buttered soup", "1 kg tomatoes\n1 l vegetable stock, with butter")
        #expect(try await find("diet=vegan&check=1").items.count == 2)
        // Allergens are a choice of their own.
        let celery = try await find("free_from=celery&check=1")
        #expect(celery.items.map(\.title) == ["Carrot soup"])
        #expect(try await find("free_from=celery&check_allergens=1").items.count == 3)
        // The form keeps the choice, because its counts include these recipes, and shows it.
        let allergens = try await site.visitor().get("/search?free_from=celery&check_allergens=1")
        #expect(allergens.text.contains(#"type="checkbox" name="check_allergens" value="1" checked"#))
        // Food made at home has no label.
        try site.plant("Old soup", "1 kg tomatoes\n1 l homemade vegetable stock")
        #expect(try await find("diet=vegan&check=1").items.count == 2)
        let page = try await site.visitor().get("/search?diet=vegan").text
        #expect(page.contains("/search?diet=vegan&amp;check=1"))
        let checked = try await site.visitor().get("/search?diet=vegan&check=1")
        #expect(checked.text.contains("vegetable stock") && checked.shows("Vegan (2)"))
    }

    private struct LabelAnswer: Decodable {
        struct Item: Decodable {
            let title: String
            let check: [String]?
        }

        let items: [Item]
        let checkLabel: Int

        private enum CodingKeys: String, CodingKey {
            case items
            case checkLabel = "check_label"
        }
    }

    @Test(arguments: ["min_rating=9", "nutrition=tasty", "sort=taste"])
    func `a filter without data finds nothing and is named`(_ query: String) async throws {
        let page = try await site().visitor().get("/search?q=soup&\(query)").text
        #expect(!page.contains("recipe-card") && page.contains("<li>\(query.split(separator: "=")[1])</li>"))
    }

    @Test func `JSON says how a search was read`() async throws {
        struct Answer: Decodable {
            struct Reading: Decodable {
                let words: String
                let without: [String]
                let diets: [String]
                let maxMinutes: Int?

                private enum CodingKeys: String, CodingKey {
                    case words, without, diets
                    case maxMinutes = "max_minutes"
                }
            }

            let readAs: Reading

            private enum CodingKeys: String, CodingKey { case readAs = "read_as" }
        }
        let query = Percent.encode(query: "quick vegan soup without garlic")
        let read = try await site().visitor().json("/search?q=\(query)", as: Answer.self).readAs
        #expect(read.words == "soup" && read.without == ["garlic"] && read.diets == ["vegan"] && read.maxMinutes == 30)
    }

    @Test func `a search without results says what to leave out`() async throws {
        let page = try await site().visitor().get("/search?q=vegan+tomato+soup+deluxe").text
        #expect(page.contains("/search?q=vegan%20tomato%20soup") || page.contains("/search?q=vegan+tomato+soup\""))
        #expect(page.contains("deluxe"))
    }
}
