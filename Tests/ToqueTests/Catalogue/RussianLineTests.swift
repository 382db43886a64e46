import Testing

@testable import Food
@testable import Toque

@Suite struct RussianLineTests {
    @Test(arguments: [
        LineCase("2 ст. л. сахара", 2, "tbsp", "сахара"),
        LineCase("2 ст.л. масла", 2, "tbsp", "масла"),
        LineCase("1 ч. л. соли", 1, "tsp", "соли"),
        LineCase("1/2 ч. ложки корицы", 0.5, "tsp", "корицы"),
        LineCase("2 столовые ложки уксуса", 2, "tbsp", "уксуса"),
        LineCase("столовая ложка уксуса", nil, "tbsp", "уксуса"),
        LineCase("200 г муки", 200, "g", "муки"),
        LineCase("0,5 л молока", 0.5, "l", "молока"),
        LineCase("1 000 г сахара", 1000, "g", "сахара"),
        LineCase("1\u{a0}000 г сахара", 1000, "g", "сахара"),
        LineCase("10\u{202f}050 мл воды", 10_050, "ml", "воды"),
        LineCase("1,250 кг муки", 1.25, "kg", "муки"),
        LineCase("3 зубчика чеснока", 3, "clove", "чеснока"),
        LineCase("1½ стакана муки", 1.5, "glass", "муки"),
        LineCase("полтора стакана воды", 1.5, "glass", "воды"),
        LineCase("полстакана молока", 0.5, "glass", "молока"),
        LineCase("пол-литра воды", 0.5, "l", "воды"),
        LineCase("пол-лимона", 0.5, nil, "лимона"),
        LineCase("две луковицы", 2, nil, "луковицы"),
        LineCase("от 2 до 3 луковиц", 2, nil, "луковиц", max: 3),
        LineCase("3–4 ст. л. сметаны", 3, "tbsp", "сметаны", max: 4),
        LineCase("около 300 г грибов", 300, "g", "грибов", note: "около"),
        LineCase("щепотка соли", nil, "pinch", "соли"),
        LineCase("1 банка (400 г) фасоли", 1, "can", "фасоли", note: "400 г"),
        LineCase("1 ст. ложка с горкой муки", 1, "tbsp", "муки", note: "с горкой"),
        LineCase("сок половины лимона", 0.5, nil, "лимона", note: "сок"),
    ])
    func `Russian amounts and units are read`(expected: LineCase) throws { try check(expected) }

    @Test(arguments: [
        LineCase("мука — 200 г", 200, "g", "мука"),
        LineCase("Сахар - 1 ст.л.", 1, "tbsp", "Сахар"),
        LineCase("яйца – 3 шт.", 3, "piece", "яйца"),
        LineCase("Масло сливочное 100 г", 100, "g", "Масло сливочное"),
        LineCase("Яйца (2 шт.)", 2, "piece", "Яйца"),
        LineCase("соль по вкусу", nil, nil, "соль", note: "по вкусу"),
        LineCase("петрушка для украшения", nil, nil, "петрушка", note: "для украшения"),
        LineCase("луковица – 1 шт. (мелко нарезанная)", 1, "piece", "луковица", note: "мелко нарезанная"),
        LineCase("2 крупные луковицы, нарезанные кубиками", 2, nil, "луковицы", note: "крупные, нарезанные кубиками"),
        LineCase("свежемолотый чёрный перец", nil, nil, "чёрный перец", note: "свежемолотый"),
        LineCase("НАТЁРТЫЙ сыр 100 г", 100, "g", "сыр", note: "НАТЁРТЫЙ"),
        LineCase("сливочное масло или маргарин — 100 г", 100, "g", "сливочное масло"),
    ])
    func `Russian amounts after the name, and notes, are read`(expected: LineCase) throws { try check(expected) }

    private func check(_ expected: LineCase) throws {
        let parsed = try CatalogueFixture.parser().parse(expected.line)
        #expect(parsed.amount == expected.amount)
        #expect(parsed.amountMax == expected.max)
        #expect(parsed.unit == expected.unit)
        #expect(parsed.name == expected.name)
        if let note = expected.note { #expect(parsed.note == note) }
    }
}
