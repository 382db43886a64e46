// A small catalogue for tests, and access to the starter catalogue and to real data.

import Compression
import Foundation
import Testing

@testable import Food
@testable import Toque

enum CatalogueFixture {
    static let unitLines = """
        # key | English | Russian | kind | factor
        g | gram, grams, g | грамм, грамма, граммов, г, гр | mass | 1
        kg | kilogram, kilograms, kg | килограмм, кг | mass | 1000
        oz | ounce, ounces, oz | унция | mass | 28.35
        lb | pound, pounds, lb, lbs | фунт | mass | 453.59
        ml | millilitre, millilitres, ml | миллилитр, мл | volume | 1
        l | litre, litres, l | литр, литра, л | volume | 1000
        pinch | pinch, pinches | щепотка, щепотки | volume | 0.31
        tsp | teaspoon, teaspoons, tsp | чайная ложка, чайных ложек, ч. л., ч. ложки | volume | 4.93
        tbsp | tablespoon, tablespoons, tbsp | столовая ложка, столовые ложки, ст. л., ст. ложка | volume | 14.79
        floz | fluid ounce, fluid ounces, fl oz | жидкая унция | volume | 29.57
        cup | cup, cups, c | чашка, чашки | volume | 236.59
        glass | glass, glasses | стакан, стакана, стаканов | volume | 250
        piece | piece, pieces | штука, штуки, шт | count | 1
        clove | clove, cloves | зубчик, зубчика, зубчиков | count | 1
        bunch | bunch, bunches | пучок, пучка | count | 1
        slice | slice, slices | ломтик, ломтика | count | 1
        can | can, cans, tin | банка, банки | count | 1
        package | package, packages | пачка, пачки | count | 1
        sprig | sprig, sprigs | веточка, веточек | count | 1
        stalk | stalk, stalks | стебель | count | 1
        cube | cube, cubes | кубик | count | 1
        handful | handful, handfuls | горсть | count | 1
        """

    static let ingredientLines = """
        == vegetables

        onion | onions
          ru: репчатый лук | луковицы
          also: yellow onion
          also ru: лук, луковица
          facts: plant
          usda: 11282
          density: 0.68
          portions: piece 110, small 70

        garlic
          ru: чеснок
          facts: plant

        carrot | carrots
          ru: морковь
          facts: plant

        == herbs-and-spices

        salt
          ru: соль
          facts: mineral

        black pepper
          ru: чёрный перец
          also: pepper
          also ru: перец
          facts: plant

        chilli powder
          ru: молотый чили
          facts: hot-plant; unsure gluten

        == dairy-and-eggs

        milk
          ru: молоко
          facts: dairy

        butter
          ru: сливочное масло
          facts: dairy

        egg | eggs
          ru: яйцо | яйца
          also: hen's egg
          facts: egg

        cheese | cheeses
          ru: сыр
          facts: cheese

        == oils-and-fats

        margarine
          ru: маргарин
          facts: made; vegan unknown; free gluten

        olive oil
          ru: оливковое масло
          also: extra virgin olive oil
          facts: plant

        == grains-and-pasta

        pasta
          ru: макароны
          facts: grain-gluten

        flour
          ru: пшеничная мука
          also: plain flour, all-purpose flour
          also ru: мука
          facts: grain-gluten

        == meat

        chicken breast | chicken breasts
          ru: куриная грудка
          also ru: куриное филе
          facts: meat

        beef liver
          ru: говяжья печень
          also ru: печень
          facts: meat

        bacon
          ru: бекон
          facts: pork

        == bread-and-pastry

        biscuit | biscuits
          ru: печенье
          facts: grain-gluten; vegan unknown; unsure milk, eggs

        bread
          ru: хлеб
          facts: grain-gluten; unsure milk

        == stock-and-soup

        chicken stock
          ru: куриный бульон
          facts: meat; unsure celery, gluten

        vegetable stock
          ru: овощной бульон
          facts: plant; unsure celery, gluten

        == nuts-and-seeds

        almond milk
          ru: миндальное молоко
          facts: nut

        peanut butter
          ru: арахисовая паста
          facts: plant; contains peanuts

        == fish-and-seafood

        shrimp
          ru: креветки
          facts: crustacean

        == drinks

        white wine
          ru: белое вино
          facts: alcohol; contains sulphites

        red wine
          ru: красное вино
          facts: alcohol; contains sulphites
        """

    static func units() throws -> UnitTable { try UnitTable(parsing: unitLines, file: "units.txt") }
    static func parser() throws -> IngredientLineParser { IngredientLineParser(units: try units()) }
    static func index() throws -> IngredientIndex {
        IngredientIndex(try CatalogueFile.parse(ingredientLines, file: "fixture.txt"))
    }

    /// The diets of a recipe with these lines.
    static func diets(_ lines: String...) throws -> DerivedDiets {
        try command().derive(lines)
    }

    /// Derives diets; onions have 8 g of carbohydrate, flour 76 g, and all other foods are unknown.
    static func command() throws -> DietsCommand {
        DietsCommand(parser: try parser(), index: try index(), units: try units()) { entry in
            let carbohydrate: Double? = ["onion": 8, "flour": 76][entry.key]
            return carbohydrate.map { amount in
                Nutrition(number: 1, name: "", figures: Nutrient.allCases.map { $0 == .carbohydrate ? amount : nil })
            }
        }
    }
}

/// The starter catalogue of the project and data that is not part of it.
enum RealData {
    private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private static func folder(_ variable: String, _ standard: String) -> URL {
        ProcessInfo.processInfo.environment[variable].map { URL(filePath: $0) }
            ?? package.appending(path: standard).standardizedFileURL
    }

    static var starter: URL { folder("TOQUE_STARTER", "Starter") }
    static var data: URL { folder("TOQUE_TEST_DATA", "../shared/data") }

    static func has(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: starter.appending(path: "units.txt").path)
            && FileManager.default.fileExists(atPath: data.appending(path: name).path)
    }

    /// One row of every `step`, or all rows if `TOQUE_ALL_DATA` is set, which takes a minute in a debug build.
    static func sample<Row>(_ rows: [Row], every step: Int) -> [Row] {
        if ProcessInfo.processInfo.environment["TOQUE_ALL_DATA"] != nil { return rows }
        return stride(from: 0, to: rows.count, by: step).map { rows[$0] }
    }

    static func units() throws -> UnitTable {
        let text = try String(contentsOf: starter.appending(path: "units.txt"), encoding: .utf8)
        return try UnitTable(parsing: text, file: "units.txt")
    }

    static func parser() throws -> IngredientLineParser { IngredientLineParser(units: try units()) }

    static func index() throws -> IngredientIndex {
        let folder = starter.appending(path: "Ingredients")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".txt") }
        var entries: [IngredientEntry] = []
        for file in files.sorted() {
            let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            entries += try CatalogueFile.parse(text, file: file)
        }
        return IngredientIndex(entries)
    }

    /// The catalogue that a new site has, without a database.
    static func catalogue() throws -> Catalogue { try starterCatalogue.get() }
    private static let starterCatalogue = Result { Catalogue(starter: try StarterCatalogue()) }

    /// The objects of a file of JSON lines, which may be compressed.
    static func objects<Row: Decodable>(_ name: String, as type: Row.Type) throws -> [Row] {
        let bytes = Array(try Data(contentsOf: data.appending(path: name)))
        let text = name.hasSuffix(".gz") ? try Gzip.decompress(bytes, limit: 1 << 30) : bytes
        let decoder = JSONDecoder()
        return try text.split(separator: UInt8(ascii: "\n")).map { try decoder.decode(type, from: Data($0)) }
    }
}
