import Testing

@testable import Food
@testable import TestKit
@testable import Toque

/// Tests of Russian cases: a step's word names an ingredient only as a form of its noun.
@Suite struct RussianNounTests {
    @Test(arguments: [
        ("перцем", "перец"), ("сливок", "сливки"), ("масел", "масло"), ("солью", "соль"), ("соей", "соя"),
        ("моркови", "морковь"), ("пельменей", "пельмени"), ("груш", "груша"), ("мороженого", "мороженое"),
        ("киви", "киви"), ("сметаной", "сметана"), ("желтков", "желток"), ("сухарями", "сухари"), ("пенне", "пенне"),
        ("чая", "чай"), ("огурцами", "огурец"), ("килек", "килька"),
        ("индеек", "индейка"), ("шампанским", "шампанское"), ("сарделек", "сарделька"),
    ])
    func `a case or plural is a form of the noun`(_ word: String, _ noun: String) {
        #expect(RussianNouns.isForm(word, of: noun))
    }

    @Test(arguments: [
        "Обжарьте цыплят", "Добавьте куски зайца", "Нарежьте угря", "Добавьте рыбки", "Обжарьте курочку",
        "Добавьте печенку", "Откройте банку килек", "Сварите пять сарделек",
    ])
    func `meat and fish in any case are seen`(_ step: String) throws {
        let catalogue = try RealData.catalogue()
        var body = RecipeBody()
        body.title = "Обед"
        body.lines = catalogue.lines(pasted: "500 г моркови")
        body.steps = [RecipeStep(text: step + ".")]
        #expect(catalogue.diets(of: body)[.vegetarian] == .unknown)
    }

    @Test(arguments: [
        ("до орехового запаха", Fact.no), ("с ореховым кремом", .unknown), ("до миндального аромата", .no),
    ])
    func `an adjective of a smell names no food`(_ words: String, _ nuts: Fact) throws {
        let catalogue = try RealData.catalogue()
        var body = RecipeBody()
        body.title = "Каша"
        body.lines = catalogue.lines(pasted: "200 г гречки\n1 л воды")
        body.steps = [RecipeStep(text: "Варите \(words).")]
        #expect(catalogue.diets(of: body)[.nuts] == nuts)
    }

    @Test(arguments: [
        ("со", "соя"), ("пену", "пенне"), ("подливая", "подлива"), ("подливайте", "подлива"), ("кислая", "кисель"),
        ("соленым", "соленья"), ("филе", "филло"), ("просейте", "просо"), ("просеянную", "просо"), ("солите", "соль"),
        ("перчите", "перец"), ("солить", "соль"),
    ])
    func `another word with the same stem is not`(_ word: String, _ noun: String) {
        #expect(!RussianNouns.isForm(word, of: noun))
    }
}
