// Chooses the shape for an ingredient by the words of its key, or else by its aisle and colour.

import Bytes

extension DrawnShape {
    /// The shape of an ingredient; `nil` if it cannot be seen in a dish, such as water.
    static func of(key: String, aisle: String, colour: DrawnColour) -> DrawnShape? {
        let words = lowercaseWords(of: key)
        if let last = words.last, unseen.contains(last) { return nil }
        // "Pepper" is a vegetable or a spice; the aisle or another word decides.
        if words.last == "pepper", isSpice(aisle) || colour == .black {
            return words.contains("cayenne") ? heap : seeds
        }
        if let shape = byPhrase[words.suffix(2).map(singular).joined(separator: " ")] { return shape }
        // The last known word decides: "lemon juice" has no word for juice, so a lemon is drawn.
        let shape =
            words.reversed().lazy.compactMap { byWord[$0] ?? byWord[singular($0)] }.first
            ?? of(aisle: aisle, colour: colour)
        let isGround = words.contains("ground") || words.contains("minced")
        return isGround && (shape == steak || shape == drumstick) ? mince : shape
    }

    private static func of(aisle: String, colour: DrawnColour) -> DrawnShape {
        let words = lowercaseWords(of: aisle).map(singular)
        for (word, shape) in byAisle where words.contains(word) { return shape }
        switch colour {
        case .green, .darkGreen: return leaf
        case .red, .orange, .purple, .blue: return berries
        case .yellow, .pink: return stoneFruit
        case .white, .cream: return grains
        case .brown, .darkBrown, .black, .grey: return nuts
        }
    }

    private static func isSpice(_ aisle: String) -> Bool {
        lowercaseWords(of: aisle).map(singular).contains { $0 == "spice" || $0 == "seasoning" }
    }

    private static func singular(_ word: String) -> String {
        if word.hasSuffix(bytes: "ies") { return word.dropLast(3) + "y" }
        if word.hasSuffix(bytes: "oes") || word.hasSuffix(bytes: "ches") || word.hasSuffix(bytes: "shes") {
            return String(word.dropLast(2))
        }
        return word.hasSuffix(bytes: "s") && !word.hasSuffix(bytes: "ss") ? String(word.dropLast()) : word
    }

    /// The words made of ASCII letters; a key in another script has none and is drawn by its aisle.
    private static func lowercaseWords(of text: String) -> [String] {
        text.lowercased().prefix(200).split { !($0.isASCII && $0.isLetter) }.prefix(8).map(String.init)
    }

    private static let unseen: Set = ["water", "ice", "salt", "soda", "gelatin", "yeast", "starch"]

    /// The shape by a word in the aisle's name; the first match in this order decides.
    private static let byAisle: [(String, DrawnShape)] = [
        ("herb", sprig), ("salad", lettuce), ("leafy", lettuce), ("mushroom", mushroom), ("vegetable", slices),
        ("fruit", stoneFruit), ("berry", berries), ("egg", egg), ("cheese", cheese), ("dairy", dollop),
        ("milk", dollop),
        ("seafood", shrimp), ("shellfish", shrimp), ("fish", fish), ("poultry", drumstick), ("sausage", sausage),
        ("deli", sausage), ("meat", steak), ("butcher", steak), ("pasta", nest), ("noodle", nest), ("rice", grains),
        ("grain", grains), ("cereal", grains), ("legume", beans), ("bean", beans), ("pulse", beans), ("nut", nuts),
        ("seed", seeds), ("bakery", breadSlice), ("bread", breadSlice), ("baking", heap), ("spice", heap),
        ("seasoning", heap), ("sweet", chocolate), ("confectionery", chocolate), ("oil", drops), ("condiment", drops),
        ("sauce", drops), ("vinegar", drops), ("drink", drops), ("beverage", drops), ("alcohol", drops),
        ("wine", drops),
        ("tin", beans), ("canned", beans), ("jar", olives), ("frozen", berries), ("produce", slices),
    ]

    /// Pairs of words that mean something else than their last word.
    private static let byPhrase: [String: DrawnShape] = [
        "spring onion": chives, "green onion": chives, "green bean": pod, "french bean": pod, "runner bean": pod,
        "bean sprout": needles, "vanilla bean": sticks, "vanilla pod": sticks, "peanut butter": dollop,
        "cream cheese": dollop,
        "cottage cheese": freshCheese, "goat cheese": freshCheese, "pine nut": seeds, "chestnut mushroom": mushroom,
        "ice cream": dollop, "sour cream": dollop, "rice noodle": nest, "rice paper": flatbread, "sea bass": fish,
    ]

    private static let byWord: [String: DrawnShape] = {
        var table: [String: DrawnShape] = [:]
        for (shape, words) in words {
            for word in words.split(bytes: " ") { table[String(word)] = shape }
        }
        return table
    }()

    private static let words: [(DrawnShape, String)] = [
        (leaf, "basil mint sage bay spinach sorrel nettle leaf kaffir shiso"),
        (sprig, "parsley coriander cilantro oregano marjoram chervil watercress lovage microgreen herb"),
        (needles, "rosemary dill thyme tarragon fennel frond seaweed nori wakame savory"),
        (chives, "chive scallion leek lemongrass"),
        (lettuce, "lettuce rocket arugula kale chard romaine endive radicchio chicory salad chinese pak bok choy"),
        (tomato, "tomato passata ketchup"),
        (slices, "cucumber courgette zucchini gherkin pickle kiwi marrow"),
        (carrot, "carrot parsnip"),
        (ring, "onion shallot squid calamari pineapple"),
        (pepper, "pepper paprika capsicum ajvar"),
        (chilli, "chilli chili jalapeno cayenne harissa sriracha adjika gochujang sambal"),
        (potato, "potato yam cassava celeriac truffle"),
        (mushroom, "mushroom shiitake porcini chanterelle champignon portobello"),
        (garlic, "garlic"),
        (bulb, "beetroot beet radish turnip swede kohlrabi daikon rutabaga horseradish"),
        (stalks, "asparagus celery rhubarb stalk bamboo"),
        (floret, "broccoli cauliflower romanesco"),
        (cabbage, "cabbage sprout sauerkraut kimchi artichoke"),
        (aubergine, "aubergine eggplant"),
        (pod, "pea mangetout edamame okra tamarind"),
        (corn, "corn sweetcorn maize hominy"),
        (ginger, "ginger turmeric galangal"),
        (olives, "olive caper"),
        (citrus, "lemon lime orange grapefruit mandarin clementine tangerine yuzu kumquat"),
        (
            berries,
            "berry blueberry raspberry blackberry cranberry currant blackcurrant redcurrant grape gooseberry raisin "
                + "sultana elderberry juniper acai lingonberry pomegranate barberry"
        ),
        (cherries, "cherry"),
        (strawberry, "strawberry"),
        (apple, "apple pear quince"),
        (stoneFruit, "peach apricot plum nectarine mango persimmon papaya prune date fig lychee"),
        (avocado, "avocado guacamole"),
        (banana, "banana plantain"),
        (wedge, "pumpkin squash melon watermelon butternut cantaloupe"),
        (coconut, "coconut"),
        (egg, "egg yolk mayonnaise"),
        (cheese, "cheese parmesan cheddar gruyere emmental gouda pecorino edam comte manchego brie camembert raclette"),
        (freshCheese, "tofu feta mozzarella paneer halloumi suluguni tempeh ricotta mascarpone marshmallow"),
        (butter, "butter margarine ghee lard shortening"),
        (dollop, "cream yogurt yoghurt milk buttermilk kefir quark skyr smetana hummus tahini pesto meringue"),
        (
            fish,
            "fish salmon cod trout tuna mackerel herring sardine anchovy haddock halibut perch pike carp bream bass "
                + "sole eel pollock caviar roe tilapia hake"
        ),
        (shrimp, "shrimp prawn lobster crab crayfish langoustine"),
        (shell, "mussel clam oyster scallop cockle octopus"),
        (steak, "beef steak pork veal lamb mutton venison ham prosciutto brisket loin meat shank chop liver"),
        (drumstick, "chicken turkey duck goose drumstick wing quail poultry thigh"),
        (bacon, "bacon pancetta lardon guanciale speck"),
        (sausage, "sausage chorizo salami frankfurter kielbasa pepperoni nduja bratwurst merguez"),
        (mince, "mince granola muesli walnut pecan"),
        (nest, "spaghetti linguine tagliatelle fettuccine noodle vermicelli pappardelle ramen udon soba capellini"),
        (
            tubes,
            "pasta penne macaroni rigatoni fusilli farfalle ziti orecchiette lasagne conchiglie cannelloni gnocchi"
        ),
        (
            grains,
            "rice quinoa couscous bulgur barley oat buckwheat millet semolina freekeh spelt farro polenta groat "
                + "breadcrumb amaranth"
        ),
        (beans, "bean chickpea lentil kidney soybean legume"),
        (nuts, "almond nut hazelnut cashew pistachio peanut macadamia chestnut pine marzipan praline"),
        (seeds, "seed sesame poppy chia linseed flax caraway cumin peppercorn mustard sprinkle nigella cardamom clove"),
        (heap, "flour powder cocoa spice masala zaatar sumac saffron nutmeg allspice"),
        (sugar, "sugar fudge toffee"),
        (chocolate, "chocolate nougat"),
        (sticks, "cinnamon vanilla liquorice anise"),
        (breadSlice, "bread toast brioche baguette bun roll loaf crouton biscuit cracker"),
        (flatbread, "tortilla pita pitta lavash flatbread naan wrap chapati pastry filo dough"),
        (
            drops,
            "oil vinegar sauce wine stock broth soy beer rum brandy vodka coffee tea espresso liqueur "
                + "worcestershire tabasco"
        ),
        (honey, "honey syrup molasses treacle jam marmalade"),
    ]
}
