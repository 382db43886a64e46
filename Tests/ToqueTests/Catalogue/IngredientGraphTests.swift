import Testing

@testable import Food
@testable import Toque

/// Tests of the ingredient graph: parents, parts, and the facts that follow from them.
@Suite struct IngredientGraphTests {
    private static let text = """
        == dairy-and-eggs
        milk
          ru: молоко
          facts: dairy

        cheese
          ru: сыр
          is: milk
          facts: cheese

        parmesan
          ru: пармезан
          is: cheese
          facts: vegetarian no

        cheese without a word
          ru: безымянный сыр
          is: cheese

        flour
          ru: мука
          facts: grain-gluten

        walnuts
          ru: грецкие орехи
          facts: nut

        chilli
          ru: чили
          facts: hot-plant

        pesto
          ru: песто
          facts: plant
          holds: parmesan
          may hold: walnuts, chilli

        """

    private static func entries(_ more: String = "") throws -> [IngredientEntry] {
        try CatalogueFile.parse(text + more, file: "f")
    }

    private static func facts(_ key: String, _ more: String = "") throws -> IngredientFacts {
        try #require(try IngredientIndex(entries(more))[key]).facts
    }

    @Test func `a stated fact applies to all kinds unless they state otherwise`() throws {
        let parmesan = try Self.facts("parmesan")
        #expect(parmesan[.milk] == .yes && parmesan[.vegan] == .no)
        #expect(parmesan[.vegetarian] == .no)
        #expect(try Self.facts("cheese")[.vegetarian] == .unknown)
        #expect(try Self.facts("cheese-without-a-word") == Self.facts("cheese"))
        let free = try Self.facts("tame", "tame\n  ru: кроткий\n  is: parmesan\n  facts: free milk; vegetarian yes\n")
        #expect(free[.milk] == .no && free[.vegetarian] == .yes && free[.vegan] == .no)
    }

    @Test func `a certain part decides, a possible part leaves it unknown, and no part makes a promise`() throws {
        let pesto = try Self.facts("pesto")
        #expect(pesto[.milk] == .yes && pesto[.vegan] == .no && pesto[.vegetarian] == .no)
        #expect(pesto[.nuts] == .unknown && pesto[.spicy] == .unknown)
        #expect(pesto[.fish] == .no)
        // A fact that is not stated is never promised, whatever the parts are free of.
        let open = try Self.facts("dip", "dip\n  ru: соус\n  facts: made\n  holds: chilli\n  may hold: flour\n")
        #expect(open[.milk] == .unknown && open[.vegan] == .unknown && open[.gluten] == .unknown)
        #expect(open[.spicy] == .yes)
    }

    @Test(arguments: [
        (Fact.yes, Fact.no, true, Fact.no), (.yes, .no, false, .unknown), (.yes, .unknown, true, .unknown),
        (.yes, .yes, true, .yes), (.unknown, .yes, true, .unknown), (.unknown, .no, false, .unknown),
        (.unknown, .no, true, .no), (.no, .yes, true, .no), (.no, .unknown, false, .no),
    ])
    func `a part can only make a fact worse`(fact: Fact, part: Fact, isCertain: Bool, result: Fact) {
        let vegan = FactName.diet(.vegan)
        #expect(IngredientGraph.careful(fact, holding: part, isCertain: isCertain, vegan) == result)
        func turned(_ fact: Fact) -> Fact { fact == .yes ? .no : fact == .no ? .yes : .unknown }
        for name in [FactName.allergen(.milk), .diet(.spicy)] {
            let other = IngredientGraph.careful(turned(fact), holding: turned(part), isCertain: isCertain, name)
            #expect(other == turned(result))
        }
    }

    @Test func `a cycle is refused, and its facts are unknown`() throws {
        let more = """
            egg
              ru: яйцо
              is: hen

            hen
              ru: курица
              is: egg

            """
        #expect(IngredientGraph.problem(try Self.entries()) == nil)
        #expect(IngredientGraph.problem(try Self.entries(more)) == .circle(["egg", "hen", "egg"]))
        #expect(try Self.facts("egg", more) == .unknown)
        let own = "ouroboros\n  ru: уроборос\n  facts: plant\n  may hold: ouroboros\n"
        #expect(IngredientGraph.problem(try Self.entries(own)) == .circle(["ouroboros", "ouroboros"]))
        #expect(try Self.facts("ouroboros", own)[.vegan] != .yes)
    }

    @Test func `an unknown parent or part is refused`() throws {
        let more = "dip\n  ru: соус\n  facts: plant\n  holds: unobtainium\n"
        #expect(IngredientGraph.problem(try Self.entries(more)) == .unknown("unobtainium", of: "dip"))
        #expect(try Self.facts("dip", more)[.vegan] == .unknown)
    }

    @Test func `a chain of eight steps is followed, a ninth is refused and unknown`() throws {
        func chain(_ steps: Int) -> String {
            let names = "bcdefghijk".prefix(steps + 1).map { "c\($0)" }
            return zip(names, [""] + names).map { name, above in
                "\(name)\n  ru: ц\(name)\n  \(above.isEmpty ? "facts: plant" : "is: \(above)")\n"
            }.joined(separator: "\n")
        }
        #expect(IngredientGraph.problem(try Self.entries(chain(8))) == nil)
        #expect(try Self.facts("cj", chain(8))[.vegan] == .yes)
        #expect(IngredientGraph.problem(try Self.entries(chain(9))) == .tooDeep("ck"))
        #expect(try Self.facts("ck", chain(9))[.vegan] == .unknown)
    }

    /// Eight levels of so many ingredients, each of which may hold all of the level below, on a part of their own.
    static func levels(of width: Int, bottom: String) -> String {
        (0..<8).map { level in
            (0..<width).map { place in
                let below = level == 0 ? "bottom" : (0..<width).map { "l\(level - 1)p\($0)" }.joined(separator: ", ")
                return "l\(level)p\(place)\n  ru: у\(level)ч\(place)\n  facts: plant\n  may hold: \(below)\n\n"
            }.joined()
        }.joined() + "bottom\n  ru: низ\n  \(bottom)\n"
    }

    @Test func `each of many that rest on many is looked at once`() throws {
        let nuts = try Self.entries(Self.levels(of: 20, bottom: "facts: nut"))
        #expect(IngredientGraph.problem(nuts) == nil)
        let index = IngredientIndex(nuts)
        let top = try #require(index["l7p0"]).facts
        #expect(top[.nuts] == .unknown && top[.vegan] == .yes && top[.milk] == .no)
        let round = try Self.entries(Self.levels(of: 20, bottom: "is: l0p0"))
        #expect(IngredientGraph.problem(round) != nil)
        #expect(IngredientGraph(round).problems(from: round.map(\.key)).count == 161)
        #expect(try #require(IngredientIndex(round)["l7p0"]).facts[.vegan] == .unknown)
        let deep = try Self.entries(Self.levels(of: 20, bottom: "is: cheese"))
        #expect(IngredientGraph.problem(deep) == .tooDeep("l6p0"))
    }

    @Test func `changing a parent is checked for everything that depends on it`() throws {
        let entries = try Self.entries()
        let graph = IngredientGraph(entries)
        func problem(making key: String, aKindOf parent: String) -> IngredientGraph.Problem? {
            IngredientGraph(entries.map { $0.key == key ? $0.with(parent: parent) : $0 })
                .problems(from: [key]).first
        }
        #expect(problem(making: "milk", aKindOf: "parmesan") == .circle(["milk", "parmesan", "cheese", "milk"]))
        #expect(problem(making: "milk", aKindOf: "milk") != nil)
        #expect(problem(making: "milk", aKindOf: "flour") == nil)
        #expect(graph.dependencies(of: "parmesan") == ["cheese", "milk"] && graph.dependencies(of: "flour").isEmpty)
        #expect(graph.dependents(of: ["milk"]) == ["cheese", "parmesan", "cheese-without-a-word", "pesto"])
        #expect(graph.dependents(of: ["pesto"]).isEmpty)
    }

    @Test func `the tables of what depends on what are made once, with the graph`() throws {
        let graph = IngredientGraph(try Self.entries())
        #expect(graph.dependents.mapValues(Set.init)["cheese"] == ["parmesan", "cheese-without-a-word"])
        #expect(graph.dependents["walnuts"] == ["pesto"] && graph.certainDependents["walnuts"] == nil)
        #expect(graph.children["parmesan"] == nil && graph.certainDependents["parmesan"] == ["pesto"])
        #expect(
            graph.dependents(of: ["milk", "walnuts"], certainly: true)
                == graph.dependents(of: ["milk"], certainly: true))
        #expect(graph.kinds(of: "milk") == ["cheese", "parmesan", "cheese-without-a-word"])
    }

    @Test func `ingredients are written after those they depend on`() throws {
        let keys = IngredientGraph.ordered(try Self.entries().reversed()).map(\.key)
        #expect(keys.count == 8)
        for (key, other) in [("milk", "cheese"), ("cheese", "parmesan"), ("parmesan", "pesto"), ("walnuts", "pesto")] {
            let (place, otherPlace) = (try #require(keys.firstIndex(of: key)), try #require(keys.firstIndex(of: other)))
            #expect(place < otherPlace)
        }
    }

    @Test func `stated facts read back as stored, and only changed ones are stated`() throws {
        let stated = try StatedFacts(line: "vegetarian no; contains nuts; unsure soy")
        #expect(stated.code == "n----------u-y------")
        #expect(StatedFacts(code: stated.code) == stated)
        #expect(StatedFacts(code: "n") == nil && StatedFacts(code: String(repeating: "x", count: 20)) == nil)
        let known = stated.over(try StatedFacts(line: "dairy").over(nil))
        #expect(stated.changed(from: known, to: known) == stated)
        var wanted = known
        wanted[.halal] = .no
        let changed = stated.changed(from: known, to: wanted)
        #expect(changed[.diet(.halal)] == .no && changed[.diet(.vegan)] == nil)
        #expect(changed.over(try StatedFacts(line: "dairy").over(nil)) == wanted)
    }

    @Test(arguments: [
        ("a\n  ru: а\n  facts: vegan no\n", "no profile"), ("a\n  ru: а\n  holds: milk\n", "no “facts:” line"),
        ("a\n  ru: а\n  is: milk\n  facts: vegan perhaps\n", "yes, no or unknown"),
        ("a\n  ru: а\n  is: milk\n  is: cheese\n", "second time"),
    ])
    func `an entry needs all facts or a parent`(text: String, message: String) {
        let error = #expect(throws: CatalogueError.self) { try CatalogueFile.parse("== a\n" + text, file: "f") }
        #expect(error?.message.contains(message) == true)
    }

    @Test func `the text of an entry includes parent and parts, and is unchanged without them`() throws {
        let entries = try Self.entries()
        let milk = try #require(entries.first { $0.key == "milk" })
        #expect(milk.text.split(separator: "\n", omittingEmptySubsequences: false).count == 12)
        #expect(milk.with(parent: "flour").text != milk.text)
        #expect(milk.with(parent: "flour") != milk)
    }
}

/// Tests of the parents and parts in the starter catalogue.
@Suite struct StarterGraphTests {
    @Test func `the starter catalogue has no cycle, and Parmesan is cheese, which is milk`() throws {
        let entries = try StarterCatalogue().entries
        #expect(IngredientGraph.problem(entries) == nil)
        let index = IngredientIndex(entries)
        #expect(index["parmesan"]?.parent == "cheese" && index["cheese"]?.parent == "milk")
        #expect(index["parmesan"]?.facts[.milk] == .yes && index["parmesan"]?.facts[.vegetarian] == .unknown)
        let protected = index["parmigiano-reggiano"]
        #expect(protected?.parent == "parmesan" && protected?.facts[.vegetarian] == .no)
        #expect(entries.filter { $0.parent != nil }.count > 250)
    }

    @Test(arguments: ["pesto", "stock-cube", "puff-pastry", "worcestershire-sauce", "custard", "mayonnaise"])
    func `a compound ingredient names its parts`(key: String) throws {
        let entry = try #require(try StarterCatalogue().entries.first { $0.key == key })
        #expect(!entry.parts.isEmpty)
    }

    @Test func `no part of an ingredient promises more than the ingredient states`() throws {
        let entries = try StarterCatalogue().entries
        for (raw, settled) in zip(entries, IngredientIndex(entries).entries) where raw.stated.isComplete {
            for name in FactName.allCases where settled.facts[name] == name.good {
                #expect(raw.facts[name] == name.good, "\(raw.key)")
            }
        }
    }
}
