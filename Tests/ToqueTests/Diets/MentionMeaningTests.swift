// Tests of words that seemed to say that a food is not in the dish, and do not.

import Testing

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct MentionMeaningTests {
    @Test(
        arguments: [
            ("Каша", "200 г риса\n1 луковица", "Жарьте до золотистого цвета сало.", [.diet(.vegan)]),
            ("Крем", "200 г риса\n1 луковица", "Взбейте до белого цвета яйца.", [.lacks(.eggs)]),
            (
                "Жареные грибы", "500 г шампиньонов\n1 луковица\nсоль",
                "Обжарьте лук до золотистого цвета на сливочном масле, добавьте грибы.", [.diet(.vegan), .lacks(.milk)]
            ),
            (
                "Капуста", "500 г капусты\n1 луковица", "Обжарьте лук до золотистого цвета с беконом.",
                [.diet(.vegan), .diet(.halal)]
            ),
            (
                "Каша", "200 г риса\n1 луковица", "Обжарьте до светло-коричневого цвета на свином сале.",
                [.diet(.vegan), .diet(.halal)]
            ),
            ("Каша", "200 г риса\n1 луковица", "Жарьте лук до золотистого цвета в сливках.", [.diet(.vegan)]),
            (
                "Пюре", "500 г картофеля\nсоль", "Разомните и разведите до нужной консистенции горячим молоком.",
                [.diet(.vegan), .lacks(.milk)]
            ),
            ("Соус", "500 г помидоров", "Доведите до нужной консистенции сметаной.", [.lacks(.milk)]),
            ("Суп", "500 г шампиньонов\n1 л воды", "Разбавьте до нужной консистенции сливками.", [.lacks(.milk)]),
            (
                "Суп", "500 г шампиньонов\n1 л воды", "При достижении нужной консистенции добавьте сметаны.",
                [.lacks(.milk)]
            ),
            (
                "Carrot Soup", "500 g carrots\n1 onion\n1 l water", "Adjust the consistency to taste with cream.",
                [.diet(.vegan), .lacks(.milk)]
            ),
        ] as [PromiseRow])
    func `food behind a colour or consistency is asked unless it is compared`(_ row: PromiseRow) throws {
        try expectPromises(of: row, are: false)
    }

    @Test(
        arguments: [
            (
                "Суп", "500 г шампиньонов\n1 л воды", "Варите до консистенции густой сметаны.",
                [.lacks(.milk), .diet(.vegan)]
            ),
            ("Суп", "500 г шампиньонов\n1 л воды", "Скатайте шарики размером с грецкий орех.", [.lacks(.nuts)]),
            (
                "Carrot Soup", "500 g carrots\n1 onion\n1 l water", "Blend to the consistency of heavy cream.",
                [.diet(.vegan), .lacks(.milk)]
            ),
        ] as [PromiseRow])
    func `a comparison of colour, size or consistency names no food`(_ row: PromiseRow) throws {
        try expectPromises(of: row, are: true)
    }

    @Test(
        arguments: [
            (
                "Apple Dessert", "4 apples\nCaramel sauce:\n200 g sugar\n50 ml water",
                "Melt the sugar, then whisk in butter and heavy cream.", [.diet(.vegan), .lacks(.milk)]
            ),
            (
                "Apple Pie", "4 apples\nFor the pie crust:\n200 g flour\n50 ml water",
                "Rub butter into the flour, add the water.", [.diet(.vegan), .lacks(.milk)]
            ),
            (
                "Cabbage", "1 napa cabbage\nKimchi:\n1 tbsp ginger\nsalt",
                "Mix with fish sauce and leave for three days.", [.diet(.vegan), .lacks(.fish)]
            ),
            (
                "Mash", "500 g potatoes\nGravy:\n1 onion\n1 tbsp olive oil\n200 ml water",
                "Fry the onion, stir in flour and milk, add the water.", [.diet(.glutenFree), .lacks(.milk)]
            ),
            (
                "Яблоки", "4 яблока\nКарамельный соус:\n200 г сахара",
                "Растопите сахар, добавьте сливочное масло и сливки.", [.diet(.vegan), .lacks(.milk)]
            ),
            (
                "Tart", "6 large eggs\n1 cup sugar\nSpecial equipment: a pastry or bench scraper; a pastry brush",
                "Whisk in butter.", [.lacks(.milk)]
            ),
        ] as [PromiseRow])
    func `what a heading names accounts for none of its ingredients`(_ row: PromiseRow) throws {
        try expectPromises(of: row, are: false)
    }

    @Test(
        arguments: [
            (
                "Apple Dessert", "4 apples\nCaramel sauce:\n200 g sugar\n50 ml water",
                "Melt the sugar. Pour the caramel sauce over the apples.", [.diet(.vegan), .lacks(.milk)]
            )
        ] as [PromiseRow])
    func `a heading names what its lines make`(_ row: PromiseRow) throws {
        try expectPromises(of: row, are: true)
    }

    @Test(
        arguments: [
            (
                "Courgettes", "1 courgette\n1 tbsp olive oil", "Cook. Serve with mashed potatoes.",
                [.diet(.keto), .diet(.lowCarb)]
            ),
            (
                "Courgettes", "1 courgette\n1 tbsp olive oil", "Cook. Serve with pierogi and mashed potatoes.",
                [.diet(.keto), .diet(.lowCarb)]
            ),
            (
                "Courgettes", "1 courgette\n1 tbsp olive oil", "Cook. Serve on top of frozen pizza, with meringues.",
                [.diet(.keto), .diet(.lowCarb)]
            ),
            (
                "Courgettes", "1 courgette\n1 tbsp olive oil", "Cook. Serve with injera.",
                [.diet(.keto), .diet(.lowCarb)]
            ),
            (
                "Cabbage Steaks", "1/2 white cabbage\n1 tbsp olive oil", "Drizzle with agave syrup and date syrup.",
                [.diet(.lowCarb)]
            ),
            ("Cabbage Steaks", "1/2 white cabbage\n1 tbsp olive oil", "Serve over gnocchi.", [.diet(.lowCarb)]),
            ("Omelette", "4 eggs\n1 courgette\n1 tbsp olive oil", "Serve with injera.", [.diet(.keto)]),
        ] as [PromiseRow])
    func `food without figures leaves keto and low-carb unknown`(_ row: PromiseRow) throws {
        try expectPromises(of: row, are: false)
    }

    @Test(
        arguments: [
            ("Omelette", "4 eggs\n1 courgette\n1 tbsp olive oil", "Cook in butter.", [.diet(.keto)])
        ] as [PromiseRow])
    func `butter leaves keto certain`(_ row: PromiseRow) throws {
        try expectPromises(of: row, are: true)
    }

    @Test(
        arguments: [
            (
                "Lentil Ragout", "300 g green lentils\n400 g tomatoes\n1 onion\nthyme",
                "Add the tomatoes, red wine, and thyme. Cook for 1 hour.", [.diet(.halal), .lacks(.sulphites)]
            ),
            ("Fish Pot", "300 g cod\n1 onion\nthyme", "Add the onion, white wine, and thyme.", [.diet(.halal)]),
            (
                "Mushrooms", "500 g mushrooms\n1 clove garlic",
                "Add the garlic, white wine, and mushrooms, and simmer.", [.diet(.halal)]
            ),
            (
                "Mushrooms", "500 g mushrooms\n1 clove garlic", "Put in the garlic, white wine, and mushrooms.",
                [.diet(.halal)]
            ),
            ("Lentil Soup", "300 g chickpeas\n1 onion", "Try red wine in place of some of the water.", [.diet(.halal)]),
        ] as [PromiseRow])
    func `wine between commas is in the dish`(_ row: PromiseRow) throws {
        try expectPromises(of: row, are: false)
    }

    @Test(
        arguments: [
            ("Lentil Soup", "300 g chickpeas\n1 onion", "Try a dry white wine.", [.diet(.halal)]),
            ("Lentil Soup", "300 g chickpeas\n1 onion", "Chardonnay, Napa Valley 2008", [.diet(.halal)]),
        ] as [PromiseRow])
    func `a wine to drink with the dish is not in it`(_ row: PromiseRow) throws {
        try expectPromises(of: row, are: true)
    }

    @Test(
        arguments: [
            (
                "Tofu with Ginger", "400 g tofu\n1 tbsp ginger\n1 tbsp olive oil\n300 g rice",
                "Marinate the tofu in soy and ginger.", [.diet(.glutenFree), .lacks(.gluten)]
            ),
            ("Rice Bowl", "200 g edamame\n300 g rice", "Season with soy.", [.lacks(.gluten)]),
            (
                "Cod Stew", "500 g cod\n400 g tomatoes\n1 onion", "Add the cod and the mixed seafood.",
                [.lacks(.crustaceans), .lacks(.molluscs), .diet(.kosher)]
            ),
            (
                "Anchovy Salad", "1 romaine lettuce\n6 anchovies\n2 tbsp olive oil",
                "Slice the steak and lay it on the salad.", [.diet(.halal)]
            ),
            (
                "Anchovy Salad", "1 romaine lettuce\n6 anchovies\n2 tbsp olive oil",
                "Slice the chicken breast and lay it on the salad.", [.diet(.halal)]
            ),
        ] as [PromiseRow])
    func `a word for a kind of food means no listed food that lacks its allergens`(_ row: PromiseRow) throws {
        try expectPromises(of: row, are: false)
    }

    @Test(
        arguments: [
            ("Cod Stew", "500 g cod\n400 g tomatoes", "Flake the fish.", [.diet(.halal), .diet(.kosher)]),
            ("Nut Mix", "500 g peanuts\n1 tbsp honey", "Chop the nuts.", [.lacks(.milk)]),
            ("Shrimp", "500 g shrimp\n1 lemon", "Add the shellfish.", [.lacks(.molluscs)]),
            ("Tofu", "500 g tofu\n3 tbsp soy sauce\n1 lemon", "Add the soy.", [.lacks(.milk)]),
        ] as [PromiseRow])
    func `a word for a kind of food means the listed food of that kind`(_ row: PromiseRow) throws {
        try expectPromises(of: row, are: true)
    }

    @Test(
        arguments: [
            ("Carrot Soup", "500 g carrots\n1 onion\n1 l water", "Don't add cold milk.", [.lacks(.milk)]),
            ("Mash", "1 kg potatoes\nsalt", "It tastes flat without cream.", [.lacks(.milk)]),
            ("Суп", "500 г моркови", "Куда же без сметаны.", [.lacks(.milk)]),
            (
                "Crumble Topping", "200 g rice flour\n100 g sugar",
                "Rub together until crumbly. The butter does not need to be soft.", [.diet(.vegan), .lacks(.milk)]
            ),
            (
                "Rice Cakes", "200 g rice flour\n100 g sugar", "Mix. Eggs do not need to be at room temperature.",
                [.lacks(.eggs)]
            ),
            (
                "Тесто", "300 г рисовой муки\n150 мл воды\nсоль",
                "Смешайте всё. Яйца не нужно взбивать отдельно, просто вмешайте их вилкой.",
                [.diet(.vegan), .lacks(.eggs)]
            ),
            (
                "Carrot Soup", "500 g carrots\n1 onion\n1 l water",
                "Don't add cream if the soup is still boiling: it will curdle.", [.diet(.vegan), .lacks(.milk)]
            ),
            (
                "Carrot Soup", "500 g carrots\n1 onion\n1 l water", "Don't add cream, if the soup is still boiling.",
                [.lacks(.milk)]
            ),
            ("Суп", "500 г моркови", "Не добавляйте сливки, если суп кипит.", [.lacks(.milk)]),
            (
                "Carrot Soup", "500 g carrots\n1 onion\n1 l water", "Do not add the cream to a boiling soup.",
                [.lacks(.milk)]
            ),
            (
                "Carrot Soup", "500 g carrots\n1 onion\n1 l water", "Do not add cream to a boiling soup.",
                [.lacks(.milk)]
            ),
            (
                "Tomato Salad", "500 g tomatoes\n2 tbsp olive oil", "For a vegan version, omit the feta.",
                [.diet(.vegan), .lacks(.milk)]
            ),
            (
                "Tomato Salad", "500 g tomatoes\n2 tbsp olive oil", "Omit feta to make it vegan.",
                [.diet(.vegan), .lacks(.milk)]
            ),
            ("x", "2 bananas", "Avoid butter straight from the fridge.", [.diet(.vegan)]),
            ("Mash", "1 kg potatoes\nsalt", "Mash is boring without butter.", [.diet(.vegan), .lacks(.milk)]),
            ("Mash", "1 kg potatoes\nsalt", "It is no good without milk.", [.diet(.vegan), .lacks(.milk)]),
            ("Mash", "1 kg potatoes\nsalt", "Without butter it is not the same.", [.diet(.vegan), .lacks(.milk)]),
            ("Mash", "1 kg potatoes\nsalt", "It would be incomplete without cream.", [.diet(.vegan), .lacks(.milk)]),
            ("Mash", "1 kg potatoes\nsalt", "Nothing is better than butter on top.", [.diet(.vegan), .lacks(.milk)]),
            ("Mash", "1 kg potatoes\nsalt", "There is no topping like butter.", [.diet(.vegan), .lacks(.milk)]),
            ("Борщ", "2 свёклы\n1 луковица", "Какой же борщ без сметаны!", [.diet(.vegan), .lacks(.milk)]),
            ("Борщ", "2 свёклы\n1 луковица", "Без сметаны это не борщ.", [.diet(.vegan), .lacks(.milk)]),
        ] as [PromiseRow])
    func `a denial of a state, a condition or a regret denies no food`(_ row: PromiseRow) throws {
        try expectPromises(of: row, are: false)
    }

    @Test(
        arguments: [
            ("Mash", "1 kg potatoes\nsalt", "Mash without butter or milk.", [.diet(.vegan)]),
            ("Mash", "1 kg potatoes\nsalt", "Eggs are not needed. Do not add salt or butter.", [.diet(.vegan)]),
            ("Mash", "1 kg potatoes\nsalt", "No need for butter. Don't use milk.", [.diet(.vegan)]),
            ("Пюре", "500 г картофеля", "Яйца не нужны. Не добавляйте молоко.", [.diet(.vegan)]),
        ] as [PromiseRow])
    func `a plain denial still denies the food`(_ row: PromiseRow) throws {
        try expectPromises(of: row, are: true)
    }

    @Test(
        arguments: [
            (
                "Carrot Soup", "500 g carrots\n1 onion\n1 l water", "Whisk the water and cream together until smooth.",
                [.lacks(.milk)]
            ),
            ("Lunch", "2 peppers", "Fill the wraps with the peppers.", [.diet(.glutenFree)]),
            (
                "Vegetable Filling", "2 peppers\n1 onion\n1 tbsp olive oil\n1 tsp cumin",
                "Pile into warm wraps and serve.", [.diet(.glutenFree)]
            ),
            (
                "Vegetable Filling", "2 peppers\n1 onion\n1 tbsp olive oil\n1 tsp cumin", "Serve with wraps.",
                [.diet(.glutenFree)]
            ),
            (
                "Vegetable Filling", "2 peppers\n1 onion\n1 tbsp olive oil\n1 tsp cumin", "Pile into rolls and serve.",
                [.diet(.glutenFree)]
            ),
            (
                "Vegetable Filling", "2 peppers\n1 onion\n1 tbsp olive oil\n1 tsp cumin",
                "Spoon onto crusty rolls and serve.", [.diet(.glutenFree)]
            ),
            (
                "Vegetable Filling", "2 peppers\n1 onion\n1 tbsp olive oil\n1 tsp cumin", "Serve hot, toast alongside.",
                [.diet(.glutenFree)]
            ),
            (
                "Vegetable Filling", "2 peppers\n1 onion\n1 tbsp olive oil\n1 tsp cumin",
                "Divide among wraps and serve.", [.diet(.glutenFree)]
            ),
            (
                "Fruit Glasses", "500 g strawberries\n2 tbsp sugar",
                "Layer in glasses: strawberries at the bottom, then sugar, cream on top.",
                [.diet(.vegan), .lacks(.milk)]
            ),
            (
                "Carrot Soup", "500 g carrots\n1 onion\n1 l water", "Pour in the water and cream all at once.",
                [.lacks(.milk)]
            ),
            ("Carrot Soup", "500 g carrots\n1 onion\n1 l water", "Heat the water and cream together.", [.lacks(.milk)]),
            (
                "Carrot Soup", "500 g carrots\n1 onion\n1 l water",
                "Slowly add the milk making sure there are no lumps.", [.lacks(.milk)]
            ),
            ("Beans", "200 g green beans", "Boil, sprinkle with cheese like on a pizza.", [.lacks(.milk)]),
            (
                "Soup", "200 g cabbage\n1 tbsp olive oil",
                "Ask the butcher for beef bones and simmer with the cabbage.", [.diet(.vegan), .diet(.halal)]
            ),
        ] as [PromiseRow])
    func `a food is not a verb, a shape or a tool because of the word behind it`(_ row: PromiseRow) throws {
        try expectPromises(of: row, are: false)
    }

    @Test(
        arguments: [
            (
                "Energy Bars", "200 g dates\n100 g almonds", "Press into a tin and cut into bars. Slice into rolls.",
                [.lacks(.gluten), .lacks(.milk)]
            ),
            (
                "Cookies", "200 g rice flour\n100 g margarine\n100 g sugar",
                "In a bowl, cream the margarine and sugar. Cream together until fluffy.", [.lacks(.gluten)]
            ),
        ] as [PromiseRow])
    func `shapes and verbs are no food`(_ row: PromiseRow) throws {
        try expectPromises(of: row, are: true)
    }

    @Test(
        arguments: [
            ("Каша", "200 г гречки\n1 ст. л. растительного масла\nсоль", "Взбейте масло с солью.", [.lacks(.milk)]),
            (
                "Каша", "200 г гречки\n1 ст. л. растительного масла\nсоль", "Положите сверху кусочек масла.",
                [.diet(.vegan), .lacks(.milk)]
            ),
            (
                "Каша", "200 г гречки\n1 ст. л. растительного масла\nсоль", "Растопите масло и полейте кашу.",
                [.diet(.vegan), .lacks(.milk)]
            ),
            ("Салат", "3 огурца\nукроп\nсоль", "Заправьте сметанным соусом.", [.diet(.vegan), .lacks(.milk)]),
            (
                "Блюдо", "200 г рисовой муки\n100 г сахара", "Испеките коржи и промажьте сметанным кремом.",
                [.diet(.vegan), .lacks(.milk)]
            ),
            (
                "Блюдо", "200 г рисовой муки\n100 г сахара", "Испеките коржи и промажьте творожным кремом.",
                [.diet(.vegan), .lacks(.milk)]
            ),
            (
                "Блюдо", "200 г рисовой муки\n100 г сахара", "Испеките коржи и промажьте масляным кремом.",
                [.diet(.vegan), .lacks(.milk)]
            ),
            ("Суп", "500 г картофеля", "Подайте хлебушек отдельно.", [.diet(.glutenFree)]),
            ("Сырный суп", "500 г картофеля\n1 морковь", "Сварите овощи.", [.diet(.vegan), .lacks(.milk)]),
            ("Сливочный суп", "500 г картофеля\n1 морковь", "Сварите овощи.", [.diet(.vegan), .lacks(.milk)]),
        ] as [PromiseRow])
    func `Russian butter, adjectives and diminutives are food`(_ row: PromiseRow) throws {
        try expectPromises(of: row, are: false)
    }

    @Test(
        arguments: [
            (
                "Каша", "200 г гречки\n1 ст. л. растительного масла\nсоль", "Разогрейте масло и обжарьте гречку.",
                [.diet(.vegan), .lacks(.milk)]
            )
        ] as [PromiseRow])
    func `«масло» alone is the listed oil`(_ row: PromiseRow) throws {
        try expectPromises(of: row, are: true)
    }
}
