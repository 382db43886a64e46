// Names of dishes that a recipe makes itself or buys ready, with what each is made of; `MadeDishes` looks them up.

import Bytes

extension MadeDishes {
    /// A kind of dish, by the last word of its names.
    struct Kind {
        /// Base ingredients, as word forms: the recipe makes the dish if its lines name one of them. Empty if the dish
        /// needs no particular ingredient.
        var bases: Set<String>
        /// Whether it is also sold ready-made: then `add …` and `serve with …` mean a bought one.
        let isBought: Bool
        /// Whether it is made of flour or ready pastry, so that starch alone is no base.
        var isOfFlour = false
        /// Whether it is bread, pasta or the like: made of flour, and usually only a part of the dish that a title
        /// names.
        var isBread = false
        /// Whether it is baked goods, of which some contain no flour.
        var isDough = false
        /// Whether it often has milk, eggs or meat too, which its bases are not.
        var isRich = false
        /// Whether lines without a base cannot make it, although the title names it.
        var needsBase = false
        /// Other words in the names of bought products: `soy` of `soy sauce`.
        var bought: Set<String> = []
    }

    static let kinds: [String: Kind] = {
        let flour =
            "flour meal cornmeal starch cornstarch oat oatmeal mix semolina groat masa polenta matzo bisquick quinoa dough wrapper мука"
        let patties =
            "aubergine bean beef beet bison bulgur cauliflower chicken chickpea chorizo chuck couscous crab edamame eggplant elk"
            + " falafel fish garbanzo halloumi ham jackfruit lamb lentil meat millet mince mushroom nut oat patty"
            + " pea pork portobello potato quinoa rice salmon sausage seitan shrimp sirloin tempeh tofu tuna turkey veal"
            + " vegetable venison walnut фарш"
        let rows: [(dishes: String, bases: String, isBought: Bool)] = [
            (
                "crust pastry pie tart cake cupcake pancake blintz crepe waffle muffin scone biscuit brownie cheesecake"
                    + " donut gingerbread cornbread shortbread pierogi perogi perogie pierogie sponge layer ladyfinger pizza"
                    + " flatbread bun roll cookie wafer loaf breading shell bar торт пирог пирожок пирожное чебурек беляш",
                flour + " crumb crust pastry phyllo filo", true
            ), ("tortilla", flour, true),
            (
                "bread wrap crispbread focaccia ciabatta baguette naan pita noodle pasta ravioli gnocchi dumpling gyoza mandu wonton potsticker cracker pretzel sheet",
                flour, true
            ), ("meringue", "egg white aquafaba", false),
            ("gravy", "flour starch cornstarch cornflour arrowroot roux dripping", true),
            (
                "batter filling topping marinade rub puree paste salad soup stew chowder bisque gazpacho casserole chili curry"
                    + " stuffing seasoning dip spread ring sauce dressing"
                    + " glaze крем глазурь начинка суп соус",
                "", false
            ), ("dough тесто корж", flour + " crust pastry crumb bread манка крахмал", false),
            ("vinaigrette", "vinegar juice lemon lime oil mayonnaise", false),
            ("frosting icing fondant buttercream", "sugar honey syrup chocolate cream", false),
            (
                "lollipop halva halwa cordial toffee butterscotch caramel fudge candy praline gelato sorbet granita sherbet",
                "sugar honey syrup chocolate milk", false
            ), ("syrup jam jelly marmalade", "sugar honey syrup", true),
            (
                "chutney relish", "sugar honey vinegar juice lime lemon mint cilantro mango date bean", false
            ), ("truffle bonbon", "chocolate cream cheese", false),
            ("burger cheeseburger hamburger", patties, true),
            (
                "burrito enchilada quesadilla taco sandwich panini",
                flour
                    + " bread bagel baguette biscuit bun ciabatta cookie cracker croissant halloumi loaf pita roll shell"
                    + " toast tortilla waffle wrap", true
            ),
            ("crouton", "bread tortilla pita baguette", false),
            ("sausage salami pate jerky", "pork beef liver meat turkey lamb chicken", true),
            ("meatball", "pork beef meat turkey lamb chicken veal mince", false),
            ("coleslaw", "cabbage", false),
            ("slaw", "apple broccoli cabbage carrot fennel jicama kohlrabi radish sprout squash zucchini", false),
            ("sofrito", "onion", false),
            ("pickle", "cucumber vinegar", false),
            ("custard pudding curd", "egg yolk milk cream starch cornstarch", false),
            ("hollandaise bearnaise", "egg yolk", false), ("gremolata", "parsley", false),
            ("dashi", "kombu bonito katsuobushi", false),
            ("salsa", "tomato tomatillo mango pepper pineapple peach", false), ("ganache", "chocolate", false),
            ("mayonnaise mayo", "egg yolk aquafaba milk", true),
            ("lasagna", flour, true),
            ("pesto", "basil parsley cilantro mint arugula spinach kale herb walnut pistachio pea", false),
            ("aioli remoulade", "egg yolk aquafaba mayonnaise", false), ("hummus", "chickpea garbanzo bean", false),
            ("guacamole", "avocado", false), ("granola", "oat", false), ("tapenade", "olive", false),
        ]
        var kinds: [String: Kind] = [:]
        for row in rows {
            for form in NameWords.forms(row.dishes) {
                kinds[form] = Kind(
                    bases: NameWords.forms(row.bases), isBought: row.isBought,
                    isOfFlour: row.bases.hasPrefix(bytes: flour))
            }
        }
        for form in NameWords.forms(WordList.breadAndPasta) {
            kinds[form]?.isBread = true
        }
        for form in NameWords.forms(WordList.richDishes) { kinds[form]?.isRich = true }
        for form in NameWords.forms(rows[0].dishes) { kinds[form]?.isDough = true }
        for form in NameWords.forms("cornbread tortilla") { kinds[form]?.isOfFlour = false }
        for form in NameWords.forms("burger cheeseburger hamburger sandwich samosa") { kinds[form]?.needsBase = true }
        for form in NameWords.forms("dough тесто корж") {
            kinds[form]?.bases.formUnion(NameWords.forms(WordList.basesWithoutFlour))
        }
        let bought: [(dish: String, names: Set<String>)] = [
            ("sauce соус", NameWords.forms(WordList.boughtSauces)), ("paste", NameWords.forms(WordList.boughtPastes)),
            ("curd", NameWords.forms("bean cheese")), ("shell", NameWords.forms("taco")),
        ]
        for row in bought { for form in NameWords.forms(row.dish) { kinds[form]?.bought = row.names } }
        return kinds
    }()

    /// Dishes by their whole names, as word forms. The recipe makes one if its lines name an ingredient from every set:
    /// for a white sauce, flour or cornstarch, and milk or cream.
    static let wholes: [[String]: [Set<String>]] = {
        let flour = "flour cornstarch"
        let rows: [(names: String, bases: [String])] = [
            ("ice cream", ["cream milk half yogurt banana"]), ("whipped cream", ["cream"]),
            ("mashed potato|potato wedge", ["potato"]),
            ("white sauce|bechamel sauce|bechamel|cream sauce", [flour, "milk cream"]),
            (
                "barbecue sauce|bbq sauce|barbeque sauce",
                ["ketchup tomato molasses vinegar hoisin soy mustard worcestershire"]
            ),
            ("mayonnaise", ["egg yolk aquafaba", "oil"]), ("simple syrup", ["sugar"]),
            ("cookie mix|brownie mix|baking mix|bread mix|muffin mix|pancake mix", ["flour", "powder soda yeast"]),
            ("egg wash|pastry cream", ["egg yolk"]), ("salad dressing", ["vinegar juice lemon oil mayonnaise"]),
            ("candied nut", ["sugar", "nut pecan almond walnut"]), ("teriyaki sauce", ["soy"]),
            (
                "enchilada sauce|marinara sauce|arrabbiata sauce|arrabiata sauce|spaghetti sauce|pizza sauce|pasta sauce",
                ["tomato"]
            ),
            ("applesauce|apple sauce", ["apple"]), ("tzatziki|tzatziki sauce", ["yogurt cream", "cucumber"]),
            ("dough ball", ["flour"]), ("pita chip", ["pita"]), ("potato chip|potato crisp", ["potato"]),
            ("cream cheese frosting|cream cheese icing", ["cheese"]),
            ("buttercream|buttercream frosting|buttercream icing|butter frosting", ["butter margarine shortening"]),
            ("royal icing", ["egg meringue aquafaba"]),
            ("caramel sauce|butterscotch sauce|caramel syrup", ["sugar"]),
            (
                "burger patty|hamburger patty|turkey burger",
                ["meat beef turkey chicken pork lamb bean lentil salmon chuck"]
            ),
            ("hollandaise sauce|bearnaise sauce", ["egg yolk"]),
            ("tartar sauce", ["mayonnaise"]), ("cocktail sauce", ["ketchup"]), ("hot fudge sauce", ["chocolate cocoa"]),
            (
                "seasoning mix|spice mix|spice blend|spice rub|dry rub",
                ["salt pepper paprika cumin chili cinnamon turmeric coriander ginger"]
            ),
            ("cheese sauce", ["cheese cheddar gruyere parmesan fontina mozzarella velveeta gouda"]),
            ("meat sauce", ["beef meat pork sausage turkey chicken lamb veal"]), ("horseradish cream", ["horseradish"]),
            ("salsa verde", ["tomatillo parsley cilantro"]), ("caramel bit", ["sugar"]), ("hash brown", ["potato"]),
            ("garlic in oil", ["garlic"]),
            (
                "simmer sauce|cooking water|pasta water|pan juice|pan dripping|cooking juice|cooking liquid|stock pot",
                []
            ),
        ]
        var wholes: [[String]: [Set<String>]] = [:]
        for row in rows {
            for name in row.names.split(bytes: "|") {
                wholes[NameWords.split(String(name)).map(\.form)] = row.bases.map(NameWords.forms)
            }
        }
        return wholes
    }()
}
