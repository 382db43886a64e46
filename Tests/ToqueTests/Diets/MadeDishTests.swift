import Testing

@testable import Food
@testable import TestKit
@testable import Toque

/// Tests of dishes that a step makes and that a text names again, without `the`, or that only a title names.
@Suite struct MadeDishTests {
    private static let custard = "4 eggs\n200 g sugar\n1 l milk"
    private static let dough = "500 g flour\n100 g sugar\n2 eggs"

    @Test(arguments: [
        (custard, "Whisk everything. Pour custard into a dish.|Spread meringue over custard."),
        (custard, "For the custard: whisk all.|Spoon a dollop of custard on plates."),
        (custard, "For the ice cream, freeze all.|Fill with scoops of ice cream."),
        ("500 g beef\n1 onion", "Shape into about 48 very small meatballs.|Add meatballs."),
        ("500 g beef\n1 onion", "Form into eighteen 2-inch meatballs.|Add meatballs."),
        (dough, "Roll into balls. Roll dough balls in the sugar."), (dough, "Put some on each piece and roll up."),
        (dough, "Put the sugar into a bowl, and roll balls in it."),
        ("250 ml heavy cream, whipped\n3 pears", "Garnish with whipped cream."),
        ("100 g gram flour\n4 potatoes", "Mix flour and water. Dip potato slices in batter."),
        ("100 g oats\n1 tbsp ground flaxseed", "Leave the flax egg for five minutes."),
        ("200 g lamb liver\n1 onion", "Clean the offal."), ("200 g fish roe\n1 lemon", "Mix the roe with the juice."),
        ("3 яйца\n100 г сахара", "Взбейте куриные белки с сахаром."),
        ("3 яйца\n100 г сахара", "Разбейте свежие куриные домашние яйца."),
        ("200 г чечевицы\n1 луковица", "Подавайте отдельно или к мясным блюдам."),
        ("500 г перца\n1 чеснок", "Хороша к мясным и рыбным блюдам."),
    ])
    func `what the steps make of the list changes nothing when it is named again`(_ lines: String, _ step: String)
        throws
    {
        #expect(try answer(lines, step) == answer(lines, "Mix."))
    }

    @Test(arguments: [
        (custard, "Bake it.|Serve with scoops of ice cream.", Allergen.nuts),
        (custard, "Add bought cookies.|Top with cookies.", .gluten),
        ("500 g rice\n1 onion", "Add meatballs.", .eggs),
        (dough, "Bake. Cool before frosting with your favorite frosting.", .milk),
        (dough, "Arrange the cookies.|Fill with cookie or candy.", .peanuts),
        ("3 pears", "Garnish with whipped cream.", .milk),
        ("500 g cod", "Dip the fish in batter and fry.", .gluten),
        ("100 g oats", "Beat in an egg.", .eggs),
        ("100 g oats", "Make a cheese sauce and pour it over.", .milk),
        ("100 g oats", "Make a custard and pour it over.", .eggs), ("2 carrots", "Make pancakes.", .milk),
        ("100 g oats", "For the bechamel, follow your usual recipe.", .milk),
        ("100 g oats", "Make an omelette and lay it on top.", .eggs), ("2 carrots", "Add the meatballs.", .milk),
        ("2 carrots", "Turn it into a cheese fondue.", .milk), ("2 carrots", "Add the shellfish.", .molluscs),
        ("100 g oats", "Top with vegan parmesan or parmesan.", .milk),
        ("3 apples\n100 g almonds", "Top with chopped nougat.", .eggs),
        ("3 apples\n100 g almonds", "Top with chopped nougats.", .milk),
        ("2 pork chops\n2 tbsp oil", "Serve the pork with a ready-made schnitzel.", .gluten),
        ("2 pork chops\n2 tbsp oil", "Serve the pork with two schnitzels.", .eggs),
        ("200 г чечевицы", "Подавайте с мясным и рыбным соусом.", .fish),
    ])
    func `what the list cannot make is still asked`(_ lines: String, _ step: String, _ allergen: Allergen) throws {
        #expect(try answer(lines, step)[allergen] != .no)
    }

    @Test(arguments: [
        ("2 tomatoes\n1 onion", "Whisk. Season the dressing.", "Tomatoes with French Dressing"),
        ("100 g chickpea flour\n1 onion", "Flip the omelette.", "Vegan omelette"),
        ("400 g seitan\n100 g flour\n1 egg\n50 g breadcrumbs", "Fry each schnitzel.", "Seitan schnitzel"),
        ("2 corn tortillas\n1 lettuce", "Bake strips of tortilla.", "Salad with Tortilla Croutons"),
        ("400 g tofu\n1 onion", "Mash.", "Eggless Egg Salad"),
        ("400 g chickpeas\n1 onion", "Mash.", "Vegan Tuna Salad"),
        ("4 eggs\n3 potatoes", "Fry. Invert tortilla onto a plate.", "Potato Tortilla"),
        ("200 g flour\n100 g butter", "Chill.", "Pâte brisée"),
        ("500 g flour\n2 eggs", "Bake. Brush an X on each bun.", "Hot Cross Buns"),
        ("400 g crushed tomatoes\n200 g penne", "Simmer.", "Penne with Arrabbiata Sauce"),
    ])
    func `a title names the dish that the steps make`(_ lines: String, _ step: String, _ title: String) throws {
        #expect(try answer(lines, step, title: title) == answer(lines, "Mix."))
    }

    @Test(arguments: ["Fry the meat with the onion.", "Brown the poultry.", "Обжарьте мясо.", "Добавьте лук к мясу."])
    func `meat that no line has is asked`(_ step: String) throws {
        #expect(try answer("2 onions\n1 tbsp olive oil", step)[.vegan] != .yes)
        #expect(try answer("400 g beef\n2 onions", step) == answer("400 g beef\n2 onions", "Mix."))
    }

    @Test(arguments: [
        ("2 carrots", "Simmer the prepared meatballs in the soup.", "Meatball soup"),
        ("200 g spaghetti", "Fry your favourite meatballs.", "Spaghetti and Meatballs"),
        ("2 carrots", "Add your favourite beef burgers.", "Tomato burger"),
    ])
    func `a bought dish is asked although the title names it`(_ lines: String, _ step: String, _ title: String) throws {
        #expect(try answer(lines, step, title: title)[.vegan] != .yes)
    }

    @Test func `a Russian adjective of a tool names no food`() throws {
        #expect(try answer("1 капуста", "Отбейте капусту мясным молотком.")[.vegan] == .yes)
    }

    @Test(arguments: ["Мясной суп", "Куриный суп", "Рыбный суп"])
    func `a Russian adjective of a title names its food`(_ title: String) throws {
        #expect(try answer("1 морковь", "Варите.", title: title)[.vegan] != .yes)
        #expect(
            try answer("400 г говядины", "Варите.", title: "Мясной суп")[.halal]
                == answer("400 г говядины", "Варите.")[.halal])
    }

    @Test(arguments: ["Use a meat thermometer.", "A meal without meat.", "It needs no meat."])
    func `a tool and a denial are no meat`(_ step: String) throws {
        #expect(try answer("2 onions\n1 tbsp olive oil", step)[.vegan] == .yes)
        #expect(try answer("1 coconut", "Scoop the meat out.")[.vegan] == .yes)
    }

    @Test func `a food before a sign in a title is in the dish`() throws {
        #expect(try answer("3 potatoes", "Bake.", title: "Feta & Potato Bake")[.milk] != .no)
        #expect(try answer("3 potatoes", "Bake.", title: "Peanut & Potato Curry")[.peanuts] != .no)
        #expect(try answer("3 potatoes", "Bake.", title: "Mustard Potatoes")[.mustard] != .no)
        #expect(try answer("3 potatoes", "Bake.", title: "Potato Pesto Salad")[.milk] != .no)
        #expect(try answer("2 mangoes\n100 g sugar", "Boil the chutney.", title: "Mango Chutney")[.mustard] == .no)
    }

    @Test(arguments: [
        "Sausage and Potato Bake", "Sausages, Potatoes and Carrots", "Sausage & Potato Bake", "Сосиски с картофелем",
        "Eggs with Potatoes", "Pasta with Potatoes", "Almonds and Potatoes",
    ])
    func `the first food of a title is in the dish as the others are`(_ title: String) throws {
        let found = try answer("3 potatoes\n2 carrots", "Bake.", title: title)
        #expect(
            found[.vegan] != .yes || found[.gluten] != .no || found[.nuts] != .no,
            "\(title)")
        let named = try answer("3 potatoes\n6 eggs\n200 g penne", "Bake.", title: "Eggs and Pasta with Potatoes")
        #expect(named[.vegetarian] == .yes && named[.nuts] == .no)
    }

    @Test func `meat is the flesh of a plant only where it is taken out of it`() throws {
        for step in [
            "Brown the meat and add the pumpkin.", "Обжарьте мясо, добавьте тыкву.", "Cut the meat into cubes.",
        ] {
            #expect(try answer("1 pumpkin", step)[.vegan] != .yes)
        }
        for step in ["Scoop the meat out.", "Grate the coconut meat.", "Roast the meat of the pumpkin."] {
            #expect(try answer("1 pumpkin\n1 coconut", step)[.vegan] == .yes)
        }
    }

    @Test func `a bought food in a title that no step names is still asked`() throws {
        #expect(try answer("2 tomatoes", "Slice.", title: "Tomatoes with French Dressing")[.mustard] != .no)
        #expect(try answer("200 g penne", "Boil.", title: "Penne with Vegan Parmesan")[.nuts] != .no)
        #expect(try answer("1 lettuce", "Fill the tortilla.", title: "Lettuce Tortilla")[.gluten] != .no)
        #expect(try answer("1 lettuce", "Tear.", title: "Salad with Pâté")[.vegan] != .yes)
    }

    @Test(arguments: [
        ("4 potatoes", "Serve with ready-made schnitzel.", "A salad for schnitzel"),
        ("300 g strawberries", "Crush the store-bought nougat and stir it in.", "Strawberry nougat"),
        ("3 tomatoes", "Slide the omelette onto a plate.", "Tomato omelette"),
        ("3 помидора", "Переверните омлет.", "Омлет с овощами"),
        ("400 g seitan", "Fry each schnitzel.", "Seitan schnitzel"),
    ])
    func `what a dish of the title is made of is asked if the list lacks it`(
        _ lines: String, _ step: String, _ title: String
    ) throws {
        let found = try answer(lines, step, title: title)
        #expect(found[.eggs] != .no && found[.vegan] != .yes)
    }

    @Test(arguments: [
        ("3 яйца\n100 г муки", "Обмакните куриные кусочки в яйцо."),
        ("3 яйца\n100 г муки", "Смажьте куриные рулетики взбитым яйцом."),
        ("200 г риса", "Подавайте к столу с мясным соусом и гарниром."),
        ("200 г риса", "Добавьте к рису мясные шарики и гарнир."),
        ("200 g cod", "Add the offal."),
    ])
    func `meat that a step adds is asked, whatever words are near it`(_ lines: String, _ step: String) throws {
        #expect(try answer(lines, step)[.kosher] != .yes)
    }

    @Test(arguments: [
        "pesto", "mayonnaise", "sausages", "satay sauce", "toast", "bagels", "custard", "coleslaw", "meatballs",
        "salad cream",
    ])
    func `what a title names beside the dish is asked if the list cannot make it`(_ food: String) throws {
        let found = try answer("100 g rice", "Spoon the \(food) over the rice.", title: "Rice with \(food)")
        #expect(found[.vegan] != .yes)
    }

    @Test(arguments: [
        ("1 kg potatoes\n1 bunch basil\n50 g pine nuts", "Stir in the pesto.", "Potatoes with Pesto"),
        ("500 g beef\n1 onion\n200 g rice", "Serve the meatballs.", "Rice with Meatballs"),
        ("1 kg mussels\n1 bunch parsley", "Serve in the broth.", "Mussels in Broth"),
        ("200 g cabbage\n200 g tofu", "Serve the coleslaw.", "Tofu with Coleslaw"),
    ])
    func `what a title names beside the dish may be made of the list`(_ lines: String, _ step: String, _ title: String)
        throws
    {
        #expect(try answer(lines, step, title: title) == answer(lines, "Mix."))
    }
}
