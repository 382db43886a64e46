// Tests of the course that a title makes plain.

import Content
import Testing

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct TitleDishTests {
    private func course(_ title: String) throws -> String? {
        try StartingPoint.made.get().catalogue.course(ofTitle: title)
    }

    @Test(arguments: [
        ("Tomato Soup", "soup"), ("Cream of Mushroom Soup II", "soup"), ("Ham & Bean Soup Recipe", "soup"),
        ("Salmon Chowder with Dill", "soup"), ("Hot Borscht", "soup"), ("Three Bean Salad (for a crowd)", "salad"),
        ("Lemon Pudding Cookies", "baking"), ("Grandma's Pound Cake", "baking"), ("Apple Pie", "baking"),
        ("Carrot Cake", "baking"), ("Banana Bread", "baking"), ("Rye Bread", "bread"),
        ("No-Bake Cheesecake", "dessert"),
        ("Chocolate Pudding", "dessert"), ("Peach Ice Cream - easy", "dessert"), ("Strawberry Smoothies", "drink"),
        ("Champagne Cocktail", "drink"), ("Caesar Salad Dressing", "sauce"), ("Sauce for Pasta", "sauce"),
        ("Meat Loaf", "main"), ("Butternut Squash Lasagne", "main"), ("Garlic Mashed Potatoes", "side"),
        ("Plum Jam", "preserve"),
        ("Чизкейк", "dessert"), ("Борщ украинский", "soup"), ("Сырный суп с грибами", "soup"),
        ("Крем-суп из тыквы", "soup"), ("Салат из свёклы", "salad"), ("Пирог с яблоками", "baking"),
        ("Вишнёвый пирог", "baking"), ("Торт «Наполеон»", "baking"), ("Шоколадное мороженое", "dessert"),
        ("Жаркое по-домашнему", "main"), ("Картофельное пюре", "side"), ("Чесночный хлеб", "bread"),
    ])
    func `the dish of a title has a course`(title: String, expected: String) throws {
        #expect(try course(title) == expected)
    }

    @Test(arguments: [
        "Easy Chicken", "Pie", "Chicken Pot Pie", "Tomato Tart", "Corn Pudding", "Crab Cakes", "Salmon Cakes",
        "Cod Cake",
        "Shrimp Cocktail", "Date Bread", "Biscuits & Gravy", "Soup and Salad", "Steak with Pepper Sauce",
        "Topping for Cake", "Peppers, Roasted", "Cookie Dough", "Soup Mix", "Pancakes", "Beef Stew", "", "!", "II",
        "For Cake",
        "Пирог", "Пирог с мясом", "Кекс из тунца", "Начинка пирога", "Начинка для торта", "Рыба в соусе", "Суп и салат",
        "Коктейль из креветок", "Запечённая картошка", "Оладьи на кефире", "Рецепт", "Шоколадный",
    ])
    func `a title that does not make the course plain has none`(title: String) throws {
        #expect(try course(title) == nil)
    }

    @Test func `every course of the dish words is a category`() throws {
        let catalogue = try StartingPoint.made.get().catalogue
        let text = try #require(StarterFiles.all.first { $0.path == "dish-words.txt" }).text
        for (number, line) in CatalogueText.lines(text) where !line.hasPrefix("#") {
            let fields = CatalogueText.split(line, by: "|")
            #expect(fields.count <= 3, "line \(number)")
            guard fields.count == 3, !fields[2].isEmpty else { continue }
            let course = DishWords.Course(fields[2])
            #expect(course.map { catalogue.isListed(.category, $0.category) } == true, "line \(number)")
        }
    }

    @Test func `a very long title is read too`() throws {
        #expect(try course(String(repeating: "apple ", count: 2_000) + "pie") == "baking")
    }
}
