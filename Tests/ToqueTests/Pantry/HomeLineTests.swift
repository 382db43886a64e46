// Tests how lines about the food at home are read: what packages say, lists between commas, and dates.

import Testing
import Words

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct HomeLineTests {
    /// `milk 1 l` for each food.
    private func foods(_ line: String) throws -> [String]? {
        try RealData.catalogue().foodsAtHome(line)?.map { food in
            [food.key, food.amount.map { Amounts.typed($0, nil) } ?? "", food.unit].filter { !$0.isEmpty }
                .joined(separator: " ")
        }
    }

    @Test(arguments: [
        ("творог 5%", "tvorog"), ("молоко 3,2% 1л", "milk 1 l"), ("молоко 3,2 % жирности", "milk"),
        ("milk 2%", "low-fat-milk"), ("milk 2% fat", "low-fat-milk"), ("кефир 1%", "kefir"),
        ("Greek yogurt 0% 500g", "nonfat-greek-yogurt 500 g"), ("яйца С1 10шт", "egg 10"), ("яйца C0", "egg"),
        ("eggs size L", "egg"), ("12 eggs, size M", "egg 12"),
    ])
    func `a percentage of fat and a grade of eggs are no part of the name`(line: String, food: String) throws {
        #expect(try foods(line) == [food])
    }

    @Test(arguments: [
        ("eggs x 6", "egg 6"), ("яйца х10", "egg 10"), ("2x cream 200 ml", "heavy-cream 400 ml"),
        ("cream 2 x 200 ml", "heavy-cream 400 ml"), ("milk 1 l × 3", "milk 3 l"), ("3 x butter 250 g", "butter 750 g"),
    ])
    func `a number of packages multiplies the amount`(line: String, food: String) throws {
        #expect(try foods(line) == [food])
    }

    @Test(arguments: [
        ("Heinz ketchup", "ketchup"), ("ketchup Heinz", "ketchup"), ("500 g Barilla spaghetti", "spaghetti 500 g"),
        ("кетчуп Хайнц", "ketchup"), ("2x Heinz ketchup 400 g", "ketchup 800 g"),
    ])
    func `a maker's name is no part of the food`(line: String, food: String) throws {
        #expect(try foods(line) == [food])
    }

    @Test(arguments: [
        "Oatly milk", "Violife cheese", "Tyson chicken", "heinz ketchup", "Need ketchup", "Spoiled ketchup",
        "Протухший кетчуп", "ketchup 5%", "ketchup C1", "Heinz", "eggs x 0",
    ])
    func `what may be another food, or none, is refused`(line: String) throws {
        #expect(try foods(line) == nil)
    }

    @Test func `a recipe or a shopping list does not read so`() throws {
        for line in ["Heinz ketchup", "milk 2%", "eggs x 6", "soy sauce, ginger, honey"] {
            #expect(try RealData.catalogue().pantryLines(line) == nil, "\(line)")
        }
    }

    @Test(arguments: [
        ("rice (basmati) 1kg", "basmati-rice 1 kg"), ("beans, black", "black-beans"), ("рис (басмати)", "basmati-rice"),
        ("tomatoes, chopped", "tomato"), ("butter, unsalted", "butter"),
    ])
    func `a note names the kind, if it is no preparation`(line: String, food: String) throws {
        #expect(try foods(line) == [food])
    }

    @Test(arguments: [
        ("стакан риса", "rice 1 glass"), ("bag of rice", "rice 1 package"), ("2 cups rice", "rice 2 cup"),
    ])
    func `a unit in the singular is one of it`(line: String, food: String) throws {
        #expect(try foods(line) == [food])
    }

    @Test(arguments: [
        ("soy sauce, ginger, honey", ["soy-sauce", "ginger", "honey"]),
        ("молоко 3,2%, яйца, 2 моркови", ["milk", "egg", "carrot 2"]),
        ("2 onions, 1 kg potatoes", ["onion 2", "potato 1 kg"]),
    ])
    func `a line may list foods between commas`(line: String, expected: [String]) throws {
        #expect(try foods(line) == expected)
    }

    @Test(arguments: [
        "tomatoes, cherry", "milk, coconut", "flour, rice", "milk, eggs, frobnicators", "milk, eggs (none left)",
        "без молока, яйца", "butter or margarine, milk",
    ])
    func `a list is refused if a part is not understood, or two may be one food`(line: String) throws {
        #expect(try foods(line) == nil)
    }

    @Test(arguments: ["овощи", "vegetables", "2 kg vegetables", "fresh fish", "fruits", "рыба"])
    func `a word for many foods is refused`(line: String) throws {
        #expect(try foods(line) == nil)
        #expect(try RealData.catalogue().namesTooMany("frozen vegetables") == false)
    }

    // MARK: Dates

    private func day(_ line: String, _ language: Language = .en) -> String? {
        let dated = DatedLine(line, language)
        guard let day = dated.day else { return dated.isUnclear ? "?" : nil }
        return "\(dated.food) | \(day.day).\(day.month).\(day.year.map(String.init) ?? "")"
    }

    @Test(arguments: [
        ("milk best before 12/12", "milk | 12.12."), ("milk, use by 12 Dec", "milk | 12.12."),
        ("2 l milk (use by Dec 13th, 2026)", "2 l milk | 13.12.2026"),
        ("milk, best before: 31/1/27", "milk | 31.1.2027"),
        ("milk use by 1/31", "milk | 31.1."), ("milk exp 2026-12-03", "milk | 3.12.2026"),
        ("milk, use by 1/2", "?"), ("milk, use by tomorrow", "?"), ("milk use by 40 Dec", "?"), ("milk use by", "?"),
        ("milk, use by 12 Dec 2026 or so", "?"),
    ])
    func `a date at the end is read, if it means one day`(line: String, expected: String) {
        #expect(day(line) == expected)
    }

    @Test(arguments: [
        ("молоко, годен до 1.2", "молоко | 1.2."), ("молоко до 12 декабря", "молоко | 12.12."),
        ("молоко, срок годности до 12 дек. 2026 г.", "молоко | 12.12.2026"),
        ("сыр использовать до 3/4/26", "сыр | 3.4.2026"),
        ("молоко до 32.13", "?"), ("молоко, годен до завтра", "?"),
    ])
    func `in Russian the day comes first`(line: String, expected: String) {
        #expect(day(line, .ru) == expected)
    }

    @Test(arguments: ["2 до 3 луковиц", "от 2 до 3 кг картофеля", "2 l milk", "best butter"])
    func `a line without a date has none`(line: String) {
        #expect(day(line, .ru) == nil && !DatedLine(line, .ru).isUnclear)
        #expect(DatedLine(line, .en).food == line)
    }

    @Test func `a day without a year is the next one, or one just over`() {
        let now = Dates.endOfDay("2026-11-28") ?? 0
        func useBy(_ line: String) -> String? {
            DatedLine(line, .en).day.flatMap { PantryRules.useBy($0, now: now) }.map(Dates.iso)
        }
        #expect(useBy("milk use by 12 Dec") == "2026-12-12")
        #expect(useBy("milk use by 3 Jan") == "2027-01-03")
        #expect(useBy("milk use by 20 Nov") == "2026-11-20")
        #expect(useBy("milk use by 20 Oct") == "2027-10-20")
        #expect(useBy("milk use by 31 Nov") == nil)
    }
}
