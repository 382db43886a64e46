import Content
import Testing

@testable import Food
@testable import TestKit
@testable import Toque

/// Tests of the explanation of an answer, from the line to the facts in the catalogue.
@Suite struct ReasonTreeTests {
    private static let catalogue: Catalogue = {
        guard let start = try? StartingPoint.made.get() else {
            preconditionFailure("the starter catalogue does not load")
        }
        return start.catalogue
    }()

    private func body(_ text: String, servings: Int? = nil) -> RecipeBody {
        var body = RecipeBody()
        body.lines = Self.catalogue.lines(pasted: text)
        body.servings = servings
        return body
    }

    private func steps(_ subject: DietReason.Subject, _ body: RecipeBody) -> [ReasonStep] {
        let diets = Self.catalogue.diets(of: body)
        return ReasonTree(lines: Self.catalogue.asked(body), index: Self.catalogue.index).steps(
            subject, diets[subject], names: diets.reason(for: subject))
    }

    @Test func `the tree leads from Parmesan by cheese to milk, which is not vegan`() {
        let steps = steps(.diet(.vegan), body("200 g pasta\n50 g Parmesan"))
        let milk = ReasonStep(claim: .states("milk", .diet(.vegan), .no))
        let cheese = ReasonStep(claim: .countsAs("cheese", "milk"), because: [milk])
        let parmesan = ReasonStep(claim: .countsAs("parmesan", "cheese"), because: [cheese])
        #expect(steps == [ReasonStep(claim: .line(1), because: [parmesan])])
    }

    @Test func `the tree ends at a fact that an ingredient states itself`() {
        let grana = ReasonStep(claim: .states("grana-padano", .diet(.vegetarian), .no))
        #expect(
            steps(.diet(.vegetarian), body("50 g Grana Padano")) == [ReasonStep(claim: .line(0), because: [grana])])
    }

    @Test func `the tree names a part with the ingredient that may contain it`() throws {
        let steps = steps(.allergen(.nuts), body("2 tbsp pesto"))
        let line = try #require(steps.first)
        #expect(line.claim == .line(0))
        #expect(line.because.contains { $0.claim == .mayHold("pesto", "walnuts") })
    }

    @Test func `the tree names unknown foods, notes and headings as such`() {
        #expect(
            steps(.diet(.vegan), body("1 cup unobtainium"))
                == [ReasonStep(claim: .line(0), because: [ReasonStep(claim: .notInCatalogue("unobtainium"))])])
        let noted = steps(.diet(.vegan), body("2 onions, fried in butter"))
        #expect(noted.first?.because.first?.claim == .noteNames("butter"))
        var headed = body("1 onion")
        headed.lines[0].group = "Bacon"
        #expect(steps(.diet(.vegan), headed).map(\.claim) == [.heading("Bacon")])
    }

    @Test func `the tree names an approximate match as such`() {
        let good = steps(.diet(.vegan), body("200 g brocoli"))
        #expect(good.first?.because == [ReasonStep(claim: .isLike("brocoli", "broccoli"))])
        let kosher = steps(.diet(.kosher), body("1 chicken breast\n200 g mozarela"))
        #expect(kosher.contains { $0.because.first?.claim == .isLike("mozarela", "mozzarella") })
    }

    @Test func `the tree names both meat and milk`() {
        let steps = steps(.diet(.kosher), body("1 chicken breast\n50 g butter"))
        #expect(steps.map(\.claim) == [.line(0), .line(1)])
        #expect(steps.first?.because == [ReasonStep(claim: .isMeat("chicken-breast"))])
    }

    @Test func `the tree names the main sources of carbohydrate, or uncounted foods`() {
        let much = steps(.diet(.keto), body("1 kg sugar\n100 g flour", servings: 2))
        #expect(much.first?.because == [ReasonStep(claim: .brings("sugar"))])
        let open = steps(.diet(.keto), body("1 kg sugar\n1 cup unobtainium"))
        #expect(open.contains { $0.because.contains { $0.claim == .uncounted("unobtainium") } })
    }

    @Test func `an answer that these lines do not give has no explanation`() {
        let tree = ReasonTree(lines: Self.catalogue.asked(body("1 onion")), index: Self.catalogue.index)
        #expect(tree.steps(.diet(.vegan), .no, names: ["egg"]) == [])
        #expect(tree.steps(.diet(.vegan), .yes, names: []) == [])
    }

    @Test func `a way down through many that rest on many ends`() throws {
        let text = IngredientGraphTests.levels(of: 20, bottom: "facts: nut")
        let entries = try CatalogueFile.parse("== a\n" + text, file: "f")
        let catalogue = Self.catalogue.with(entries: entries, ids: [:], nutrition: [:])
        var body = RecipeBody()
        body.lines = catalogue.lines(pasted: "100 g l7p0")
        let lines = catalogue.asked(body)
        let steps = ReasonTree(lines: lines, index: catalogue.index).steps(
            .allergen(.nuts), .unknown, names: catalogue.diets(of: body).reason(for: .allergen(.nuts)))
        let ends = Self.ends(steps)
        #expect(ends.allSatisfy(Self.isEnd) && (100...1_000).contains(ends.count), "\(ends.count)")
    }

    @Test func `every answer of every starter recipe that has a reason has a way down to its end`() throws {
        let files = StarterFiles.all.filter { $0.path.hasPrefix("Recipes/") }
        #expect(files.count > 50)
        for file in files {
            let body = try StarterRecipe.parse(file.text, file: file.path, Self.catalogue)
            let diets = Self.catalogue.diets(of: body)
            for reason in diets.reasons {
                let steps = steps(reason.subject, body)
                #expect(!steps.isEmpty, "\(body.title): \(reason.subject.name)")
                #expect(Self.ends(steps).allSatisfy(Self.isEnd), "\(body.title): \(reason.subject.name)")
            }
        }
    }

    private static func ends(_ steps: [ReasonStep]) -> [ReasonStep.Says] {
        steps.flatMap { $0.because.isEmpty ? [$0.claim] : ends($0.because) }
    }

    private static func isEnd(_ claim: ReasonStep.Says) -> Bool {
        switch claim {
        case .states, .notInCatalogue, .isLike, .isMeat, .brings, .uncounted, .unlisted: true
        default: false
        }
    }
}
