import Foundation
import Testing

@testable import Food
@testable import Toque

/// Tests that a line naming an allergen in plain words is never free of it, neither as typed nor as stored.
@Suite struct AllergenWordTests {
    struct Words: Sendable, CustomTestStringConvertible {
        let allergen: Allergen
        /// English words as they are written.
        let words: Set<String>
        /// Ingredients whose names contain such a word although they are free of the allergen.
        let harmless: Set<String>

        var testDescription: String { allergen.rawValue }

        init(_ allergen: Allergen, _ words: String, except harmless: String = "") {
            self.allergen = allergen
            self.words = Set(words.split(whereSeparator: \.isWhitespace).map(String.init))
            self.harmless = Set(harmless.split(whereSeparator: \.isWhitespace).map(String.init))
        }

        func named(_ line: String) -> Bool {
            line.lowercased().split { !$0.isLetter }.contains { words.contains(String($0)) }
        }
    }

    static let words = [
        Words(
            .milk, "milk butter buttered cheese cheesy cream creamy yogurt parmesan ranch alfredo custard ghee whey",
            except: """
                peanut-butter coconut-milk cream-of-tartar soy-milk almond-milk coconut-cream almond-butter jam peanuts
                butterhead-lettuce chili-beans rice-milk canned-butter-beans peanut-flour hemp-milk cocoa-butter lima-beans
                sunflower-seed-butter sweet-pickle cashew-butter coconut-drink creamed-coconut nut-butter oat-milk
                kitchen-equipment
                """),
        Words(
            .gluten,
            """
            bread breadcrumbs pasta noodles wheat beer crackers cookies dough breaded battered barley rye gravy stuffing
            """,
            except: """
                rice-noodle glass-noodle shirataki-noodle kitchen-equipment ginger-beer root-beer dry-yeast sweet-pickle
                water buckwheat rice
                """),
        Words(.eggs, "egg eggs mayonnaise mayo meringue yolk yolks"),
        Words(.nuts, "almonds walnuts walnut pecans hazelnuts pistachios cashews pesto praline marzipan"),
        Words(.peanuts, "peanut peanuts"),
        Words(.soy, "soy tofu miso edamame tamari teriyaki hoisin"),
        Words(.sesame, "sesame tahini hummus"),
        Words(
            .fish, "fish anchovy anchovies worcestershire tuna salmon cod caesar", except: "vegan-worcestershire-sauce"),
        Words(.crustaceans, "shrimp prawns crab lobster scampi langoustines", except: "crab-boil"),
        Words(.celery, "celery celeriac"),
        Words(.mustard, "mustard", except: "mustard-greens"),
        Words(
            .molluscs, "clams oyster oysters mussels scallops squid calamari",
            except: "wild-mushrooms oyster-mushrooms mushrooms veal-cutlet patty-pan-squash salsify oyster-crackers"),
    ]

    private static let lines = Result {
        let recipes = try RealData.objects("recipes/recipes-dev.jsonl.gz", as: StoredLineTests.Recipe.self)
        return Set(RealData.sample(recipes, every: 4).flatMap(\.ingredients)).sorted()
    }

    @Test(
        .enabled(if: RealData.has("recipes/recipes-dev.jsonl.gz"), "recipes/recipes-dev.jsonl.gz is missing"),
        arguments: words)
    func `no real line that names an allergen is free of it`(words: Words) throws {
        let (catalogue, lines) = (try RealData.catalogue(), try Self.lines.get().filter(words.named))
        #expect(lines.count > 10)
        let free = lines.filter { line in
            let parsed = catalogue.parse(line)
            if parsed.isHeading || words.harmless.contains(catalogue.index.match(parsed)?.key ?? "") { return false }
            return catalogue.dietsCommand.derive([line])[words.allergen] == .no
                || StoredLineTests.stored(line, catalogue)[words.allergen] == .no
        }
        #expect(free.isEmpty, "\(free.count) of \(lines.count): \(free.prefix(20))")
    }

    /// Written for this test, because there is no collection of Russian recipes.
    @Test(arguments: [
        (Allergen.milk, "200 мл молока|50 г сливочного масла|100 г сыра|2 ст. л. сметаны|200 г творога|лук (на масле)"),
        (.gluten, "200 г муки|2 ломтика хлеба|100 г макарон|50 г панировочных сухарей|200 г манки|100 г печенья"),
        (.eggs, "2 яйца|1 желток|100 г майонеза|3 белка|тесто, смазать яйцом|200 г безе"),
        (.nuts, "100 г грецких орехов|50 г миндаля|100 г фундука|50 г орехов|100 г марципана"),
        (.peanuts, "100 г арахиса|2 ст. л. арахисовой пасты|100 г козинаков"),
        (.soy, "50 мл соевого соуса|200 г тофу|200 мл соевого молока|100 г мисо"),
        (.sesame, "20 г кунжута|2 ст. л. тахини|100 г хумуса|1 ст. л. кунжутного масла"),
        (.fish, "300 г лосося|1 банка тунца|100 г анчоусов|500 г рыбы|200 г крабовых палочек|1 банка шпрот"),
        (.crustaceans, "300 г креветок|100 г крабового мяса|2 лангустина|200 г скампи|200 г креветок, очищенных"),
        (.celery, "2 стебля сельдерея|1 корень сельдерея|морковь, лук, сельдерей"),
        (.mustard, "1 ч. л. горчицы|1 ст. л. дижонской горчицы|1 ч. л. горчичного порошка"),
        (.molluscs, "300 г мидий|200 г кальмаров|6 устриц|2 ст. л. устричного соуса|кольца кальмара, 200 г"),
    ])
    func `no Russian line that names an allergen is free of it`(allergen: Allergen, lines: String) throws {
        let catalogue = try RealData.catalogue()
        for line in lines.split(separator: "|").map(String.init) {
            #expect(catalogue.dietsCommand.derive([line])[allergen] != .no, "\(line)")
            #expect(StoredLineTests.stored(line, catalogue)[allergen] != .no, "\(line), stored")
        }
    }
}
