"""Recipes generated from a seed: plausible titles, ingredient lines and steps, the same on every machine."""

import json
import pathlib
import random

SEED = 7
COUNT = 20_000
# Search words: one that occurs in very many recipes, and one that occurs in few.
COMMON_WORD, RARE_WORD = "tomatoes", "persimmon"
RARE_EVERY = 200

WAYS = "Roast, Braised, Pickled, Grilled, Smoky, Creamy, Crisp, Slow, Quick, Winter, Summer".split(", ")
DISHES = "soup, stew, pie, salad, curry, gratin, bake, fritters, risotto, tart, noodles".split(", ")
ENDS = "for two, for a crowd, from one tin, from the market, with leftovers, on toast, in one pan".split(", ")
CATEGORIES = "soup, main, side, salad, dessert, breakfast".split(", ")
CUTS = "finely chopped, peeled and diced, thinly sliced, crushed, at room temperature, washed, for serving".split(", ")

# The format of a line, the range of its amount, and the foods with such amounts.
LARDER = [
    (
        "{} g {}", range(100, 1000, 50),
        "potatoes, carrots, flour, red lentils, rice, mushrooms, spinach, leeks, butter, sugar, chicken thighs, beef, "
        "pork shoulder, smoked salmon, feta cheese, cherry tomatoes, green beans, cabbage, chickpeas, walnuts",
    ),
    ("{} ml {}", range(50, 800, 50), "milk, cream, vegetable stock, chicken stock, white wine, coconut milk, water"),
    (
        "{} {}", range(2, 7),
        "eggs, onions, tomatoes, lemons, apples, courgettes, aubergines, garlic cloves, bay leaves, red peppers",
    ),
    (
        "{} tbsp {}", range(1, 5),
        "olive oil, soy sauce, lemon juice, honey, mustard, paprika, ground cumin, chopped parsley, tomato paste",
    ),
]
FOODS = [(shape, amounts, name) for shape, amounts, names in LARDER for name in names.split(", ")]

STEPS = [
    "Warm the {0} in a wide pan over a middling heat.",
    "Add the {0} and the {1}, and let them soften for {2} minutes.",
    "Stir in the {0}, season well and cover the pan.",
    "Leave it alone for {2} minutes; the {0} should give way to a spoon.",
    "Meanwhile mix the {0} with the {1} in a bowl, and set it aside.",
    "Fold the {1} through, taste, and add salt if it asks for some.",
    "Bake at {3} degrees until the top has colour, about {2} minutes.",
    "Rest it for {2} minutes before it goes to the table.",
]


def ingredient_line(rng: random.Random, food: tuple) -> str:
    shape, amounts, name = food
    cut = f", {rng.choice(CUTS)}" if shape == "{} g {}" and rng.random() < 0.5 else ""
    return shape.format(rng.choice(amounts), name) + cut


def recipe(rng: random.Random, number: int) -> dict:
    foods = rng.sample(FOODS, rng.randint(6, 12))
    names = [name for _, _, name in foods]
    lines = [ingredient_line(rng, food) for food in foods]
    if number % RARE_EVERY == 0:
        lines.append(f"1 {RARE_WORD}")
    steps = [
        text.format(*rng.sample(names, 2), rng.randint(5, 45), rng.randrange(160, 230, 10))
        for text in rng.sample(STEPS, rng.randint(4, 7))
    ]
    return {
        "@context": "https://schema.org",
        "@type": "Recipe",
        "@id": f"urn:made:{number}",
        "name": f"{rng.choice(WAYS)} {names[0]} {rng.choice(DISHES)} {rng.choice(ENDS)}",
        "description": f"A {rng.choice(DISHES)} of {names[0]} and {names[1]} that keeps until tomorrow.",
        "recipeCategory": rng.choice(CATEGORIES),
        "recipeYield": str(rng.randint(1, 8)),
        "prepTime": f"PT{rng.randrange(5, 40, 5)}M",
        "cookTime": f"PT{rng.randrange(5, 120, 5)}M",
        "recipeIngredient": lines,
        "recipeInstructions": steps,
    }


def recipes(count: int = COUNT) -> list[dict]:
    rng = random.Random(SEED)
    return [recipe(rng, number) for number in range(1, count + 1)]


def write(file: pathlib.Path) -> None:
    """Writes JSON lines for `toque import`."""
    file.write_text("".join(json.dumps(recipe) + "\n" for recipe in recipes()), encoding="utf-8")
