import Testing

@testable import Food
@testable import Toque

/// Tests that nutrition values apply only to the state of the ingredient in the line, such as raw or cooked.
@Suite struct FoodStateTests {
    private static let catalogue = Result { Catalogue(starter: try StarterCatalogue()) }

    private func body(_ lines: String...) throws -> RecipeBody {
        var body = RecipeBody()
        body.servings = 1
        body.category = "main"
        body.lines = try Self.catalogue.get().lines(pasted: lines.joined(separator: "\n"))
        return body
    }

    /// Kilocalories per 100 g; nil if unknown.
    private func energy(_ line: String) throws -> Double? {
        let sum = try Self.catalogue.get().nutrition(of: body(line))
        return sum.missing.isEmpty ? sum.perHundredGrams(.energy) : nil
    }

    @Test(arguments: [
        ("100 g rice", 365.0), ("100 g cooked rice", 130), ("200 g cooked white rice", 130),
        ("100 g варёного риса", 130),
        ("100 г отварного риса", 130), ("100 g lentils", 343), ("100 g cooked lentils", 116), ("100 g pasta", 371),
        ("100 g cooked pasta", 158), ("100 г отварных макарон", 158), ("100 g cooked black beans", 91),
        ("100 g minced beef", 254), ("100 г говяжьего фарша", 254), ("100 g ground beef", 254),
        ("100 g fresh basil", 23),
        ("100 g dried chickpeas, soaked overnight", 364), ("100 g blanched almonds", 590), ("100 g smoked salmon", 117),
        ("100 g parboiled rice", 374),
        ("100 г пропаренного риса", 374), ("100 г копчёного лосося", 117),
        ("100 g raw shrimp", 71), ("2 cups cooked chicken, shredded", 167), ("100 g boneless duck", 404),
    ])
    func `a line uses the values for its state`(line: String, energy: Double) throws {
        #expect(try self.energy(line).map { $0.rounded() } == energy)
    }

    @Test(arguments: [
        // With such a preparation the weight may be that of either state.
        "100 g rice, cooked", "100 g lentils (boiled)", "100 g beef, minced", "100 г говядины, отварной",
        // There are no values for this state.
        "100 g cooked basmati and wild rice", "100 g fried aubergines", "100 g dried turnips", "100 g cooked turnips",
        "100 g stewed pears", "100 г жареного кабачка", "100 g canned turnips", "100 г сушёной моркови",
        "100 g soaked chickpeas", "100 g soaked dried chickpeas", "100 g chickpeas, soaked overnight",
        "100 g cashews, soaked and drained",
        "100 г замоченной фасоли", "100 г фасоли, замоченной на ночь", "100 g salt cod, soaked",
        "100 g blanched spinach", "100 g carrots, blanched", "100 g parboiled potatoes", "100 g rice, parboiled",
        "100 г бланшированной спаржи", "100 г риса, пропаренного", "100 g smoked pork shoulder", "100 g tuna, smoked",
        "100 г копчёной скумбрии, замоченной", "100 г свинины горячего копчения",
        // Boiled, of which there are only figures of roasted dry groats.
        "100 г варёной гречки", "100 г гречки (отварной)", "100 g cooked kasha", "100 g cooked buckwheat groats",
        // With bones and shells.
        "100 g pistachios in shell", "100 g peas in pods", "100 g chestnuts in shells", "100 г арахиса в скорлупе",
        "1 whole chicken", "1 chicken", "1.5 kg chicken", "1 kg duck", "2 bone-in pork loin", "1 kg leg of lamb",
        "4 chicken drumsticks", "1 kg mussels", "1 тушка курицы", "1 kg pork, with bones",
    ])
    func `without values for the state the energy is unknown`(line: String) throws {
        let catalogue = try Self.catalogue.get()
        let body = try body(line)
        #expect(try energy(line) == nil)
        #expect(NutritionClaims.of(catalogue.nutrition(of: body), isSolid: true).isEmpty)
        #expect(catalogue.nutrition(of: body).servingGrams(1) == nil)
    }

    @Test func `a state that changes little keeps the values`() throws {
        for line in [
            "2 hard-boiled eggs", "100 g toasted almonds", "1 tsp dried oregano", "100 g frozen peas",
            "100 g blanched hazelnuts", "100 g smoked bacon", "100 g smoked ham", "1 tsp smoked paprika",
            "100 g roasted buckwheat", "100 г гречки", "100 g shelled pistachios", "100 g smoked Gouda",
            "100 g unsmoked bacon", "1 pinch saffron, soaked",
        ] {
            #expect(try energy(line) != nil, "\(line)")
        }
    }

    @Test func `minced beef does not use the values of lean beef and gets no low-fat claim`() throws {
        let catalogue = try Self.catalogue.get()
        let minced = catalogue.nutrition(of: try body("500 g minced beef"))
        #expect(!NutritionClaims.of(minced, isSolid: true).contains(.lowFat))
        #expect((minced.perHundredGrams(.fat) ?? 0) > 15)
        // As older versions stored such lines: the row may mean either.
        var row = RecipeLine(amount: 500, unit: "g", ingredient: "beef", note: "minced")
        var old = RecipeBody()
        old.lines = [row]
        #expect(catalogue.nutrition(of: old).missing == ["beef"])
        row.note = "in small pieces"
        old.lines = [row]
        #expect(catalogue.nutrition(of: old).missing.isEmpty)
    }

    @Test func `a row keeps the words that change the food`() throws {
        let catalogue = try Self.catalogue.get()
        let lines = catalogue.lines(
            pasted: "2 cups cooked rice, cooled\n1 onion, chopped\n500 g minced beef\n2 cups finely chopped onions")
        #expect(lines.map(\.ingredient) == ["cooked rice", "onion", "minced beef", "onions"])
        #expect(lines.map(\.note) == ["cooled", "chopped", "", "finely chopped"])
    }

    @Test func `the carbohydrate of another state makes no promise and no refusal`() throws {
        let catalogue = try Self.catalogue.get()
        func answer(_ line: String) throws -> Fact { catalogue.diets(of: try body(line))[.lowCarb] }
        #expect(try answer("100 g carrots") == .yes)
        #expect(try answer("100 g dried carrots") == .unknown)
        #expect(try answer("60 g rice") == .no)
        #expect(try answer("60 g cooked rice") == .yes)
        #expect(try answer("60 g rice, cooked") == .unknown)
    }
}
