// Tests that a bought dish is asked although the recipe could make one like it, and that what it makes is not.

import Testing

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct MadeHereTests {
    @Test(
        arguments: [
            (
                "Dipping Sauce", "2 limes\n2 tbsp sugar\n1 clove garlic\n100 ml water",
                "Mix the lime juice, soy sauce, sugar, water and garlic.", [.diet(.glutenFree), .lacks(.soy)]
            ),
            (
                "Dipping Sauce", "2 limes\n2 tbsp sugar\n1 clove garlic\n100 ml water",
                "Mix the lime juice, fish sauce, sugar, water and garlic.", [.diet(.vegan), .lacks(.fish)]
            ),
            (
                "Dipping Sauce", "2 limes\n2 tbsp sugar\n1 clove garlic\n100 ml water", "Stir in hoisin sauce.",
                [.lacks(.soy)]
            ),
            (
                "Garlic Sauce", "2 limes\n2 tbsp sugar\n1 clove garlic\n100 ml water", "Stir in the fish sauce.",
                [.lacks(.fish)]
            ),
            (
                "Stir-Fry Sauce", "2 limes\n2 tbsp sugar\n1 clove garlic\n100 ml water", "Add oyster sauce.",
                [.lacks(.molluscs)]
            ),
            (
                "Green Beans", "500 g green beans\n1 tbsp cornstarch\n2 tbsp sugar\n100 ml water",
                "To make the sauce, mix oyster sauce, hoisin sauce and the sugar.",
                [.diet(.vegan), .lacks(.molluscs), .lacks(.soy)]
            ),
            (
                "Green Beans", "500 g green beans\n1 tbsp cornstarch\n2 tbsp sugar\n100 ml water",
                "To make the sauce, mix Worcestershire sauce with the sugar.", [.lacks(.fish), .diet(.vegan)]
            ),
            (
                "Chicken Bites", "500 g chicken\n1 tbsp cornstarch\n2 tbsp sugar\n100 ml water",
                "Stir in soy sauce. Cook until the sauce thickens.", [.diet(.glutenFree), .lacks(.soy)]
            ),
            (
                "Curry Paste", "6 cloves garlic\n1 tbsp ginger\n2 stalks lemongrass", "Pound with shrimp paste.",
                [.diet(.vegan), .lacks(.crustaceans)]
            ),
        ] as [PromiseRow])
    func `a bought sauce that goes into the sauce of the title is asked`(_ row: PromiseRow) throws {
        try expectPromises(of: row, are: false)
    }

    @Test(
        arguments: [
            (
                "Teriyaki Sauce", "1 cup soy sauce\n1 cup sugar\n1 tbsp cornstarch",
                "Boil. Pour the teriyaki sauce into a jar.", [.lacks(.milk)]
            ),
            (
                "Sweet Chili Sauce", "6 chilies\n1 cup sugar\n1 cup water\n4 cloves garlic",
                "Boil. Pour the chili sauce into a jar.", [.lacks(.milk), .diet(.vegan)]
            ),
        ] as [PromiseRow])
    func `a sauce that the title names is made by the recipe`(_ row: PromiseRow) throws {
        try expectPromises(of: row, are: true)
    }

    @Test(
        arguments: [
            (
                "Томатный соус", "500 г помидоров\n2 зубчика чеснока\n1 ч. л. сахара\nсоль",
                "Влейте соевый соус и прогрейте.", [.diet(.glutenFree), .lacks(.soy)]
            ),
            (
                "Кисло-сладкий соус", "500 г помидоров\n2 ст. л. сахара", "Добавьте рыбный соус и устричный соус.",
                [.diet(.vegan), .lacks(.fish), .lacks(.molluscs)]
            ),
            ("Соус к рыбе", "500 г помидоров\n2 ст. л. сахара", "Добавьте вустерский соус.", [.lacks(.fish)]),
            (
                "Кисло-сладкий соус", "500 г помидоров\n2 ст. л. сахара", "Добавьте немного соевого соуса.",
                [.lacks(.soy), .diet(.glutenFree)]
            ),
        ] as [PromiseRow])
    func `a bought sauce in a Russian recipe for a sauce is asked`(_ row: PromiseRow) throws {
        try expectPromises(of: row, are: false)
    }

    @Test(
        arguments: [
            (
                "Томатный соус", "500 г помидоров\n2 зубчика чеснока\n1 ч. л. сахара\nсоль",
                "Варите. Разлейте томатный соус по банкам.", [.diet(.glutenFree), .diet(.vegan)]
            )
        ] as [PromiseRow])
    func `a Russian sauce that the title names is made by the recipe`(_ row: PromiseRow) throws {
        try expectPromises(of: row, are: true)
    }

    @Test(
        arguments: [
            ("Mushroom Sauce", "500 g mushrooms", "Stir in mushroom soup.", [.lacks(.milk), .lacks(.gluten)]),
            (
                "Pavlova", "4 egg whites\n200 g sugar\n1/2 tsp cream of tartar\n200 g strawberries",
                "Pile whipped cream on top and add the strawberries.", [.diet(.dairyFree), .lacks(.milk)]
            ),
            (
                "Coconut Rice", "1 can coconut cream\n200 g rice", "Pipe whipped cream on top.",
                [.diet(.vegan), .lacks(.milk)]
            ),
            (
                "Pesto Pasta", "300 g spaghetti\n200 g cherry tomatoes\n1 tbsp olive oil",
                "Stir the pesto through the pasta with the tomatoes.", [.diet(.vegan), .lacks(.milk), .lacks(.nuts)]
            ),
            (
                "Pesto Pasta", "300 g spaghetti\nbasil leaves\n1 tbsp olive oil",
                "Stir the pesto through the pasta. Garnish with the basil.",
                [.diet(.vegan), .lacks(.milk), .lacks(.nuts)]
            ),
            (
                "Roast Aubergine", "2 aubergines\n2 tomatoes\n1 tbsp olive oil\nbasil leaves",
                "Spread pesto over them and top with the tomatoes and basil.", [.diet(.vegan), .diet(.nutFree)]
            ),
            (
                "Roast Pears", "4 pears\n2 tbsp sugar\n1 tsp cinnamon", "Scatter praline over the pears.",
                [.lacks(.nuts)]
            ),
            ("Roast Figs", "6 figs\n2 tbsp sugar", "Crumble halva over the top.", [.lacks(.sesame), .lacks(.nuts)]),
            (
                "Baked Apples", "4 apples\n2 tbsp sugar\n1 tsp cinnamon", "Pour caramel sauce over the apples.",
                [.diet(.vegan), .lacks(.milk)]
            ),
            ("Baked Peaches", "4 peaches\n2 tbsp sugar", "Scatter chopped fudge and toffee on top.", [.lacks(.milk)]),
            ("Baked Peaches", "4 peaches\n2 tbsp sugar", "Put a ball of gelato on each.", [.lacks(.milk)]),
            (
                "Apple Crumble", "4 apples\n100 g sugar\n100 g rice flour\n1 tsp cornstarch\n4 tbsp coconut oil",
                "Pour custard over and eat.", [.diet(.vegan), .lacks(.milk), .lacks(.eggs)]
            ),
            (
                "Banana Fritters", "3 bananas\n100 g rice flour\nsunflower oil for frying",
                "Ice cream on the side is a must.", [.diet(.vegan), .lacks(.milk)]
            ),
            (
                "Banana Smoothie", "2 bananas\n1 cup oat milk", "Blend the bananas, ice cream and oat milk.",
                [.diet(.vegan), .lacks(.milk)]
            ),
            (
                "Green Bean Plate", "300 g green beans\n1 tbsp olive oil\n1 lemon",
                "Spread hummus on a plate and pile the beans on top.", [.lacks(.sesame)]
            ),
            (
                "Bean and Tomato Stew", "400 g tomatoes\n200 g green beans\n1 onion\n1 tbsp olive oil",
                "Brown the meatballs in the oil and simmer them in the sauce.", [.diet(.vegan), .diet(.halal)]
            ),
            (
                "Roast Chicken Thighs", "4 chicken thighs\n500 g potatoes\n1 onion\n1 tbsp olive oil",
                "Tuck sausages between the chicken pieces and roast.", [.diet(.glutenFree), .lacks(.milk)]
            ),
            (
                "Roast Chicken Thighs", "4 chicken thighs\n500 g potatoes\n1 onion\n1 tbsp olive oil",
                "Tuck the sausages between the chicken pieces and roast.", [.diet(.glutenFree), .lacks(.milk)]
            ),
            (
                "Sandwich Filling", "1 cup oat milk\n400 g chickpeas\n1 lemon", "Spread mayo on the bread.",
                [.diet(.vegan), .lacks(.eggs)]
            ),
            (
                "Potatoes and Eggs", "500 g potatoes\n4 eggs\n1 tbsp olive oil\nchives", "Fold mayonnaise through.",
                [.lacks(.mustard), .lacks(.gluten)]
            ),
            (
                "Chocolate Cupcakes", "200 g rice flour\n200 g sugar\n100 ml sunflower oil\n30 g cocoa powder",
                "Bake. Spread 1 can vanilla frosting on the cupcakes.", [.diet(.vegan), .lacks(.milk)]
            ),
            (
                "Nut Roast", "200 g walnuts\n2 tbsp cornstarch\n1 onion", "Pour gravy over the slices.",
                [.diet(.vegetarian)]
            ),
            ("Onion Supper", "2 onions\n1 steak", "Serve with onion rings.", [.lacks(.gluten)]),
            (
                "Lentil Stew", "200 g lentils\n1 onion", "Brown the meatballs and add them.",
                [.diet(.vegan), .diet(.halal)]
            ),
            ("Cod Supper", "500 g cod", "Add the cod and seafood.", [.lacks(.crustaceans)]),
            ("Pancake Supper", "2 bananas", "Stir the pancake mix with water.", [.lacks(.gluten)]),
            ("Pancake Supper", "2 bananas", "Add the cake mix.", [.lacks(.gluten)]),
            ("Spring Rolls", "12 rice paper wrappers\n2 carrots", "Roll up. Boil the noodles.", [.lacks(.gluten)]),
            (
                "Trifle", "200 g strawberries\n1 tbsp cornstarch", "Break the sponge cake into pieces.",
                [.lacks(.gluten)]
            ),
        ] as [PromiseRow])
    func `a bought sweet or sauce beside one of its bases is asked`(_ row: PromiseRow) throws {
        try expectPromises(of: row, are: false)
    }

    @Test(
        arguments: [
            (
                "Pistachio Pesto", "1 cup pistachios\n2 cups cilantro\n1 cup olive oil",
                "Process all to a paste. Drizzle pesto sauce over.", [.lacks(.milk), .diet(.vegan)]
            ),
            (
                "Flan", "4 eggs\n1 cup sugar\n2 cups milk",
                "Melt the sugar. Pour caramel into ramekins. Pour the custard over and bake.",
                [.lacks(.gluten), .lacks(.nuts)]
            ),
            (
                "Vegan Pesto Pasta", "300 g rice noodles\n1 bunch basil\n50 g walnuts\n100 ml olive oil",
                "Blend the basil, walnuts and oil. Toss the noodles with the pesto.", [.diet(.vegan), .lacks(.milk)]
            ),
            (
                "Sundae", "1 can coconut cream\n200 g rice", "Whip the coconut cream. Top with the whipped cream.",
                [.diet(.vegan), .lacks(.milk)]
            ),
            (
                "Meatball Supper", "500 g beef\n1 onion\n1 egg", "Shape into meatballs. Brown the meatballs.",
                [.lacks(.gluten), .lacks(.milk)]
            ),
            ("Onion Supper", "2 onions\n1 eggplant", "Fry the eggplant and onion rings.", [.lacks(.gluten)]),
            (
                "Hummus", "400 g chickpeas\n50 g tahini\n1 lemon", "Blend. Spread hummus on a plate.",
                [.diet(.vegan), .lacks(.gluten)]
            ),
            (
                "Spice Supper", "1 tsp cumin\n1 tsp paprika\n2 bananas",
                "Mix cumin and paprika. Rub with the spice mix.", [.lacks(.gluten)]
            ),
        ] as [PromiseRow])
    func `a sweet or sauce that the steps make is not asked`(_ row: PromiseRow) throws {
        try expectPromises(of: row, are: true)
    }

    @Test(
        arguments: [
            (
                "Vegetable Stir-Fry", "1 tbsp cornstarch\n2 carrots\n1 red pepper\n1 tbsp sunflower oil",
                "Cook the noodles according to the packet.",
                [.diet(.glutenFree), .lacks(.gluten), .lacks(.eggs), .diet(.vegan)]
            ),
            (
                "Vegetable Stir-Fry", "2 carrots\n1 tbsp potato starch", "Boil egg noodles and toss with the carrots.",
                [.diet(.vegan), .lacks(.eggs), .lacks(.gluten)]
            ),
            (
                "Carrot Soup", "500 g carrots\n1 tbsp cornstarch\n1 onion\n1 tbsp olive oil",
                "Toast the bread and serve alongside.", [.diet(.glutenFree)]
            ),
            (
                "Chicken Soup", "1 chicken\n2 tbsp rice flour\n2 carrots",
                "Boil the egg noodles and put them in the bowls.", [.diet(.glutenFree), .lacks(.eggs)]
            ),
            (
                "Garlic Noodles", "6 cloves garlic\n1 tbsp cornstarch\n1 tbsp olive oil", "Boil the noodles and toss.",
                [.lacks(.gluten)]
            ),
        ] as [PromiseRow])
    func `bread and noodles are not made of a spoonful of starch`(_ row: PromiseRow) throws {
        try expectPromises(of: row, are: false)
    }

    @Test(
        arguments: [
            (
                "Banana Bread", "3 bananas\n2 cups rice flour\n2 eggs\n1 tsp baking soda", "Bake. Cool the bread.",
                [.lacks(.gluten), .lacks(.milk)]
            ),
            (
                "Chapati", "2 cups flour\n1 cup water", "Knead. Roll out. Cook the bread in a pan.",
                [.lacks(.milk), .lacks(.eggs)]
            ),
        ] as [PromiseRow])
    func `bread that the steps bake or knead is not asked`(_ row: PromiseRow) throws {
        try expectPromises(of: row, are: true)
    }

    @Test(
        arguments: [
            (
                "Baked Cheesecake", "600 g cream cheese\n150 g sugar\n3 eggs\n100 g butter",
                "Crush the digestive biscuits, stir in the melted butter and press into a tin. Bake.",
                [.diet(.glutenFree), .lacks(.gluten)]
            ),
            (
                "Baked Cheesecake", "600 g cream cheese\n150 g sugar\n3 eggs\n100 g butter\n1 tbsp cornstarch",
                "Crush the biscuits, stir in the butter and press into a tin. Bake.",
                [.diet(.glutenFree), .lacks(.gluten)]
            ),
            (
                "Baked Cheesecake", "600 g cream cheese\n150 g sugar\n3 eggs\n100 g butter",
                "Press the biscuit crumbs into a tin. Bake.", [.diet(.glutenFree)]
            ),
            (
                "Tiramisu", "250 g mascarpone\n100 g sugar\n250 ml coffee\ncocoa powder",
                "Dip the ladyfingers in the coffee and lay them in the dish.", [.lacks(.gluten), .lacks(.eggs)]
            ),
            (
                "Tiramisu", "250 g mascarpone\n100 g sugar\n250 ml coffee\n3 eggs",
                "Arrange the ladyfingers in the dish.", [.lacks(.gluten)]
            ),
            (
                "Tiramisu", "250 g mascarpone\n100 g sugar\n250 ml coffee\n3 eggs",
                "Put the ladyfingers in the dish, pour the coffee over.", [.lacks(.gluten)]
            ),
            (
                "Trifle", "250 g strawberries\n100 g sugar\n250 ml cream",
                "Cover the sponge cake with the strawberries.", [.lacks(.gluten)]
            ),
            (
                "Vegetable Soup", "500 g carrots\n2 potatoes\n1 onion",
                "Stir in the cream of mushroom soup and heat through.", [.diet(.vegan), .lacks(.gluten), .lacks(.milk)]
            ),
            (
                "Potato Soup", "500 g potatoes\n1 onion", "Stir in 1 can cream of celery soup.",
                [.diet(.vegan), .lacks(.gluten), .lacks(.milk)]
            ),
            (
                "Mushroom Soup", "500 g mushrooms\n1 onion", "Stir in the cream of mushroom soup.",
                [.diet(.vegan), .lacks(.gluten), .lacks(.milk)]
            ),
            (
                "Ice Cream Cake", "1 l strawberries\n100 g sugar",
                "Line the tin with sponge cake and spread the strawberry ice over it.",
                [.diet(.vegan), .lacks(.gluten), .lacks(.eggs)]
            ),
            (
                "Salad Dressing", "1 lemon\n2 tbsp olive oil\nparsley", "Stir in ranch dressing and parsley.",
                [.diet(.vegan), .lacks(.milk)]
            ),
            (
                "Dipping Sauce", "2 tbsp sugar\n1 clove garlic\n1 tbsp ginger\n100 ml water",
                "Stir in teriyaki sauce and cool.", [.diet(.glutenFree)]
            ),
        ] as [PromiseRow])
    func `bought baked goods and soups of several words are asked`(_ row: PromiseRow) throws {
        try expectPromises(of: row, are: false)
    }

    @Test(
        arguments: [
            (
                "Oat Cookies", "2 cups oats\n1 cup sugar\n2 bananas",
                "Bake. Put the cookies on a rack. Arrange the cookies on a plate.", [.lacks(.milk), .lacks(.eggs)]
            ),
            ("Flourless Cake", "50 g cocoa powder\n4 eggs\n100 g almonds", "Bake. Cut the cake.", [.lacks(.gluten)]),
        ] as [PromiseRow])
    func `baked goods that the recipe bakes are not asked`(_ row: PromiseRow) throws {
        try expectPromises(of: row, are: true)
    }

    @Test(
        arguments: [
            (
                "Mushroom Rice", "300 g risotto rice\n1 onion\n2 tbsp olive oil",
                "Ladle in the stock a little at a time.", [.diet(.vegetarian), .diet(.glutenFree), .lacks(.celery)]
            ),
            (
                "Mushroom Rice", "300 g risotto rice\n1 onion\n2 tbsp olive oil", "Ladle the stock over the rice.",
                [.diet(.vegetarian)]
            ),
            (
                "Mushroom Rice", "300 g risotto rice\n1 onion\n2 tbsp olive oil",
                "Stir the stock into the rice and taste.", [.diet(.vegetarian)]
            ),
        ] as [PromiseRow])
    func `stock that is put in is not the cooking liquid`(_ row: PromiseRow) throws {
        try expectPromises(of: row, are: false)
    }

    @Test(
        arguments: [
            ("Vegetable Broth", "2 carrots\n1 onion\n2 l water", "Simmer. Strain the stock.", [.diet(.vegan)])
        ] as [PromiseRow])
    func `stock that the recipe strains is its own`(_ row: PromiseRow) throws {
        try expectPromises(of: row, are: true)
    }
}
