// Tests of titles whose dish has a crust, dough, bread or pasta that no line accounts for, and of food whose own name a
// text leaves out.

import Testing

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct TitleBaseTests {
    private static let cherries = "1 kg cherries\n200 g sugar"

    @Test(arguments: [
        "Cherry pie", "Rhubarb tarts", "Plum Crumble", "Peach Cobbler", "Apple Crisp", "Cherry Pizza", "Cherry Strudel",
        "Cherry Cake", "Cherry muffins 2", "Cherry Cookies", "Cherry Pancakes with Sugar", "Cherry Pie and Sugar",
        "Cherry bread", "Cherry Croissants", "Cherry Shortcake", "Кулич", "Cherry Dumplings", "Cherry Sandwich",
        "Cherry tacos", "Cherry pie recipe", "Cherry Tabbouleh",
        "Пирог с вишней", "Пирог вишневый", "Вишневый торт", "Вареники с вишней", "Шарлотка", "Блины", "Пицца с вишней",
    ])
    func `a dish of dough is not promised without gluten if no line has any`(title: String) throws {
        #expect(try answer(Self.cherries, "Bake.")[.gluten] == .no)
        #expect(try answer(Self.cherries, "Bake.", title: title)[.gluten] != .no)
    }

    @Test(arguments: ["Cherry pie", "Cherry Cake", "Cherry Crumble", "Вишневый пирог", "Вишневый торт"])
    func `its dough may have butter or eggs`(title: String) throws {
        #expect(try answer(Self.cherries, "Bake.", title: title)[.vegan] != .yes)
        #expect(try answer(Self.cherries, "Bake.", title: "Vegan \(title)")[.vegan] == .yes)
        #expect(try answer(Self.cherries, "Bake.", title: "Vegan \(title)")[.gluten] != .no)
    }

    @Test(arguments: [
        ("Cherry pie", "1 kg cherries\n200 g rice flour"), ("Apple Crumble", "4 apples\n200 g gluten-free oats"),
        ("Cherry pie filling", cherries), ("Filling for a cherry pie", cherries), ("Crustless Cherry Tart", cherries),
        ("Shepherd's Pie", "400 g lamb\n500 g parsnips"), ("Cauliflower Crust Pizza", "1 cauliflower\n2 tomatoes"),
        ("Almond Cake", "250 g ground almonds\n5 eggs"), ("Peanut Butter Cookies", "200 g peanut butter\n1 egg"),
        ("Lettuce Tacos", "1 lettuce\n2 tomatoes"), ("Bread and Butter Pickles", "1 kg cucumbers\n200 g sugar"),
        ("Potato Pancakes", "1 kg potatoes\n1 onion"), ("Rice Noodles", "200 g rice noodles\n1 onion"),
        ("Тесто для пирога", "200 г рисовой муки"), ("Оладьи из кабачков", "2 кабачка\n100 г рисовой муки"),
        ("Potato wedges", "1 kg potatoes\n2 tbsp olive oil"),
    ])
    func `a title whose dough a line accounts for changes nothing`(title: String, lines: String) throws {
        #expect(try answer(lines, "Bake.", title: title)[.gluten] == answer(lines, "Bake.")[.gluten])
        #expect(try answer(lines, "Bake.", title: title)[.vegan] == answer(lines, "Bake.")[.vegan])
    }

    @Test(arguments: [
        ("Pecan Pie", "200 g pecans\n200 g sugar"), ("Potato Pie", "1 kg potatoes\n1 onion"),
        ("Cherry Pie", "1 kg cherries\n1 tbsp cornflour"), ("Cherry Pie", "1 can cherry pie filling\n100 g sugar"),
    ])
    func `what fills a pie is not its crust`(title: String, lines: String) throws {
        #expect(try answer(lines, "Bake.", title: title)[.gluten] != .no)
    }

    @Test(arguments: [
        ("Creamy Tomato Soup", Allergen.milk), ("Milky Carrots", .milk), ("Carrot Raita", .milk),
        ("Carrot Cheesecake", .milk), ("Saag Paneer", .milk), ("Carrot Omelette", .eggs), ("Carrot Pavlova", .eggs),
        ("Nutty Carrots", .nuts), ("Carrot Satay", .peanuts), ("Окрошка", .milk), ("Морковный чизкейк", .milk),
        ("Безе", .eggs), ("Сациви", .nuts),
    ])
    func `a title asks for the milk, eggs or nuts that its dish is made of`(title: String, allergen: Allergen) throws {
        let lines = "400 g carrots\n2 tomatoes\n1 onion"
        #expect(try answer(lines, "Cook.")[allergen] == .no)
        #expect(try answer(lines, "Cook.", title: title)[allergen] != .no)
    }

    @Test(arguments: [
        ("Creamy Tomato Soup", "1 kg tomatoes\n200 ml coconut milk"), ("Creamy Pasta", "300 g pasta\n100 g cashews"),
        ("Vegetable Korma", "400 ml coconut milk\n4 carrots"), ("Carrot Stroganoff", "4 carrots\n100 ml oat cream"),
        ("Nutty Rice", "200 g rice\n50 g walnuts"), ("Avocado Mousse", "2 avocados\n50 g sugar"),
        ("Saag Paneer", "400 g spinach\n200 g tofu"), ("Creamy Mash", "1 kg potatoes\n50 g butter"),
    ])
    func `what stands in for cream or nuts accounts for the title's word`(title: String, lines: String) throws {
        #expect(try answer(lines, "Cook.", title: title)[.vegan] == answer(lines, "Cook.")[.vegan])
        #expect(try answer(lines, "Cook.", title: title)[.milk] == answer(lines, "Cook.")[.milk])
    }

    @Test(arguments: [
        ("Serve with a scoop of vanilla.", Allergen.milk), ("Top with two scoops of strawberry.", .milk),
        ("Serve with vanilla.", .milk), ("Подавайте с шариком ванильного.", .milk), ("Serve with soft serve.", .milk),
        ("Serve with Bird's.", .milk), ("Top with a Flake.", .milk), ("Serve with Häagen-Dazs.", .milk),
        ("Stir in a knob.", .milk), ("Serve with a full English.", .eggs), ("Serve with a fry-up.", .eggs),
        ("Serve with a ploughman's.", .gluten), ("Serve with pikelets.", .gluten), ("Add a spoonful of PB2.", .peanuts),
        ("Top with jalapeño poppers.", .milk), ("Serve with surf and turf.", .crustaceans),
        ("Припылите стол.", .gluten), ("Подавайте с горбушкой.", .gluten), ("Подавайте с баранками.", .gluten),
        ("Обжарьте на масле раст./слив.", .milk), ("Обжарьте на масле (раст. или слив.).", .milk),
        ("Обжарьте, не жалейте масла.", .milk), ("Украсьте киндером.", .milk), ("Toss in chestnuts.", .nuts),
    ])
    func `food that a step names by its brand, flavour or meal counts`(step: String, allergen: Allergen) throws {
        let lines = "400 г моркови\n1 луковица"
        #expect(try answer(lines, "Cook.")[allergen] == .no)
        #expect(try answer(lines, step)[allergen] != .no)
    }

    /// The answers of lines are the same with a title as without, for what dough, cream and eggs change.
    private func expectSame(_ title: String, _ lines: String, _ step: String = "Cook.") throws {
        let (titled, untitled) = (try answer(lines, step, title: title), try answer(lines, step))
        for allergen in [Allergen.gluten, .milk, .eggs, .nuts, .peanuts, .fish, .soy] {
            #expect(titled[allergen] == untitled[allergen], "\(title) changes \(allergen)")
        }
        #expect(titled[.vegan] == untitled[.vegan] && titled[.vegetarian] == untitled[.vegetarian])
    }

    @Test(arguments: [
        ("Lemon Cheesecake", "400 g cream cheese\n100 g sugar"),
        ("Tiramisu", "250 g mascarpone\n12 ladyfingers\n2 eggs"),
        ("Carrot Frittata", "4 eggs\n2 carrots"), ("Cucumber Raita", "300 g yogurt\n1 cucumber"),
        ("Tzatziki", "300 g yogurt\n1 cucumber"), ("Mango Lassi", "300 g yogurt\n1 mango"),
        ("Безе", "4 яичных белка\n200 г сахара"), ("Окрошка", "1 л кефира\n3 огурца"),
        ("Чизкейк", "400 г сливочного сыра\n100 г сахара"), ("Chicken Alfredo", "1 chicken\n200 ml heavy cream"),
        ("Carrot Satay", "4 carrots\n100 g peanut butter"),
    ])
    func `a dish with what it is made of is no bought product`(title: String, lines: String) throws {
        try expectSame(title, lines)
    }

    @Test(arguments: [
        ("Potato Samosas", "1 kg potatoes\n1 onion"), ("Rice Burritos", "300 g rice\n1 onion"),
        ("Cabbage Dumplings", "1 cabbage\n1 onion"), ("Potato Tacos", "1 kg potatoes\n1 onion"),
        ("Peanut Butter Sandwich", "100 g peanut butter\n1 banana"), ("Walnut Bread", "100 g walnuts\n100 g sugar"),
        ("Pecan Brownies", "100 g pecans\n100 g sugar"), ("Вареники с картофелем", "1 кг картофеля\n1 луковица"),
        ("Пирожки с капустой", "1 капуста\n1 луковица"), ("Пирог с картофелем", "1 кг картофеля\n1 луковица"),
        ("Чебуреки с кабачком", "2 кабачка\n1 луковица"), ("Lemon Meringue Pie", "3 lemons\n200 g sugar"),
        ("Angel Cake", "6 lemons\n200 g sugar"), ("Cherry Muffins", "1 kg cherries\n12 muffin cups"),
    ])
    func `a filling is not the dough`(title: String, lines: String) throws {
        #expect(try answer(lines, "Cook.")[.gluten] == .no)
        #expect(try answer(lines, "Cook.", title: title)[.gluten] != .no)
    }

    @Test(arguments: [
        ("Collard Burritos", "4 collard leaves\n300 g rice"), ("Zucchini Lasagna", "3 zucchini\n4 tomatoes"),
        ("Portobello Pizza", "4 portobello mushrooms\n2 tomatoes"), ("Watermelon Pizza", "1 watermelon\n1 kiwi"),
        ("Cherry Pie (Vegan)", "1 kg cherries\n200 g rice flour"),
        ("Spinach Quiche (Crustless)", "400 g spinach\n4 eggs"),
        ("Quiche without Crust", "400 g spinach\n4 eggs"), ("Apple Pie, No Crust", "4 apples\n100 g sugar"),
        ("Gluten-Free Cherry Pie", "1 kg cherries\n200 g sugar"), ("Пирог без муки", "1 кг вишни\n200 г сахара"),
        ("Creamy Tomato Soup - Vegan", "1 kg tomatoes\n1 onion"), ("Creamy Tomato Soup (No Cream)", "1 kg tomatoes"),
        ("Vegan Creamy Soup", "1 kg tomatoes\n1 onion"), ("Egg Muffins", "6 eggs\n1 pepper"),
        ("Meringue Cookies", "4 egg whites\n200 g sugar"), ("Cottage Pie", "400 g beef\n500 g parsnips"),
        ("Sweet and Tart Carrots", "400 g carrots\n1 lemon"), ("Салат Шарлотка", "400 г моркови\n1 лимон"),
        ("Creamy Beans", "400 g white beans\n1 onion"), ("Creamy Risotto", "300 g rice\n1 onion"),
        ("Creamy Cauliflower Soup", "1 cauliflower\n1 onion"), ("Banana Mousse", "3 bananas\n50 g sugar"),
        ("Chickpea Omelette", "200 g chickpeas\n1 onion"),
    ])
    func `a title that names no dough, or what replaces it, changes nothing`(title: String, lines: String) throws {
        try expectSame(title, lines)
    }

    @Test func `a quiche that steps bake in a greased dish has no crust`() throws {
        let lines = "400 g spinach\n4 eggs"
        try expectSame("Spinach Quiche", lines, "Pour into a greased pie dish. Bake.")
        #expect(try answer(lines, "Pour into the crust in a greased dish.", title: "Spinach Quiche")[.gluten] != .no)
    }

    @Test(arguments: [
        ("Banana Cheesecake", "3 bananas\n50 g sugar", Allergen.milk), ("Avocado Raita", "2 avocados\n1 onion", .milk),
        ("Chickpea Shakshuka", "200 g chickpeas\n4 tomatoes", .eggs), ("Tiramisu", "250 g mascarpone", .eggs),
        ("Tiramisu", "250 g mascarpone", .gluten), ("Panzanella", "4 tomatoes\n1 cucumber", .gluten),
    ])
    func `each food of a title's dish is asked`(title: String, lines: String, allergen: Allergen) throws {
        #expect(try answer(lines, "Cook.")[allergen] == .no)
        #expect(try answer(lines, "Cook.", title: title)[allergen] != .no)
    }

    @Test(arguments: [
        ("Припылите сахарной пудрой.", "400 г моркови\n20 г сахарной пудры"),
        ("Подпылите какао.", "400 г моркови\n20 г какао"),
        ("Bragg about it.", "400 g carrots"), ("Serve drizzled with vanilla.", "400 g carrots\n1 tsp vanilla extract"),
        ("Flora and fauna.", "400 g carrots"),
    ])
    func `a powder, a brand's word and listed vanilla name no other food`(step: String, lines: String) throws {
        let (told, plain) = (try answer(lines, step), try answer(lines, "Cook."))
        for allergen in [Allergen.gluten, .milk, .soy] { #expect(told[allergen] == plain[allergen]) }
    }

    @Test(arguments: ["roast dinner", "Sunday roast", "mixed grill", "kamaboko"])
    func `a meal of meat or fish that is served counts`(meal: String) throws {
        #expect(try answer("400 g carrots\n1 onion", "Serve with your \(meal).")[.vegan] != .yes)
    }

    @Test(arguments: [
        ("400 g plums\n2 tbsp olive oil", "Добавьте слив."), ("400 g carrots", "Add a scoop of vanilla sugar."),
        ("400 g carrots", "Cook until soft and serve."), ("1 chicken", "Serve with the bird on a plate."),
        ("400 g carrots\n1 piece ginger", "Add a knob."), ("400 g cod", "Pull off a flake."),
        ("400 g carrots", "Turn the knob."),
    ])
    func `the same words in other places name no food`(lines: String, step: String) throws {
        #expect(try answer(lines, step)[.milk] == answer(lines, "Cook.")[.milk])
    }
}
