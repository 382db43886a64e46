"""Recipes mixed from real ones, the same for each seed. `toque import` reads them for the search benchmark."""

import gzip
import itertools
import json
import os
import pathlib
import random
import re

from measure import ROOT

SEED = 11
DATA = pathlib.Path(os.environ.get("TOQUE_TEST_DATA", ROOT / ".." / "shared" / "data"))
COLLECTION = DATA / "recipes" / "recipes-dev.schema.jsonl.gz"
# Total minutes. Short times occur more often.
MINUTES = [10, 15, 20, 20, 25, 30, 30, 35, 40, 45, 60, 60, 75, 90, 120, 180]
# The words of a title that decide its category. The first category that fits counts.
COURSES = {
    "soup": "soup stew chowder bisque broth chili", "salad": "salad slaw", "dessert": "cake pie cookies pudding ice tart",
    "bread": "bread rolls biscuits buns", "drink": "cocktail smoothie punch lemonade tea", "sauce": "sauce dressing dip",
    "breakfast": "pancakes oatmeal waffles omelet granola", "side": "potatoes rice beans",
}
CUISINES = "american british chinese french greek indian italian japanese korean mexican moroccan spanish thai turkish".split()
# Steps that name no food, so that they fit every list of ingredients.
STEPS = [
    "Heat the oven and prepare everything first.", "Mix the dry things in a large bowl.", "Stir until nothing sticks.",
    "Bring to the boil, then lower the heat.", "Cover and leave for ten minutes.", "Bake until the top has colour.",
    "Let it rest before you cut it.", "Chop everything finely.", "Cook slowly, and stir now and then.",
    "Taste it, and serve it warm.", "Leave it in a cool place overnight.", "Divide between four plates.",
    "Drain well and set aside.", "Fry in two batches until brown.", "Blend until smooth.", "Serve with what you like.",
]


def real_recipes() -> list[dict]:
    """The recipes of the collection; the starter recipes where it is missing."""
    if COLLECTION.exists():
        with gzip.open(COLLECTION, "rt", encoding="utf-8") as lines:
            return [recipe for recipe in map(json.loads, lines) if recipe["recipeIngredient"]]
    return [starter_recipe(file) for file in sorted((ROOT / "Starter" / "Recipes").glob("*.txt"))]


def starter_recipe(file: pathlib.Path) -> dict:
    text = file.read_text(encoding="utf-8")
    lines = [line[2:] for line in text.splitlines() if line.startswith("- ")]
    steps = re.findall(r"^\d+\. (.+)$", text, re.MULTILINE)
    title = re.search(r"^Title: (.+)$", text, re.MULTILINE)[1]
    return {
        "@context": "https://schema.org", "@type": "Recipe", "@id": f"urn:mixed:{file.stem}", "name": title,
        "recipeIngredient": lines, "recipeInstructions": steps,
    }


def course(title: str, rng: random.Random) -> str:
    words = set(title.lower().split())
    for name, known in COURSES.items():
        if words & set(known.split()):
            return name
    return rng.choice(["main", "main", "side", "snack"])


def sentence(recipe: dict, rng: random.Random) -> str:
    """A sentence of a recipe's steps, for the description of another one."""
    steps = recipe.get("recipeInstructions") or [""]
    step = rng.choice(steps)
    text = step if isinstance(step, str) else step.get("text", "")
    return next((part for part in text.split(". ") if 20 <= len(part) <= 120), "").strip()


def with_times(recipe: dict, rng: random.Random) -> dict:
    minutes = rng.choice(MINUTES)
    more = {"prepTime": f"PT{minutes // 3}M", "cookTime": f"PT{minutes - minutes // 3}M"}
    more["recipeCategory"] = course(recipe["name"], rng)
    if rng.random() < 0.5:
        more["recipeCuisine"] = rng.choice(CUISINES)
    return {key: value for key, value in recipe.items() if key != "totalTime"} | more


def mixed(number: int, real: list[dict], rng: random.Random) -> dict:
    """A recipe with one or two lines of another one, a title from both, and steps that name no food."""
    first, second, third = rng.sample(real, 3)
    lines = list(first["recipeIngredient"])
    for line in rng.sample(second["recipeIngredient"], min(len(second["recipeIngredient"]), rng.randint(1, 2))):
        lines[rng.randrange(len(lines))] = line
    front, back = first["name"].split(), second["name"].split()
    title = " ".join(front[: max(2, len(front) // 2 + 1)] + back[-2:])
    recipe = {
        "@context": "https://schema.org", "@type": "Recipe", "@id": f"urn:mixed:{number}", "name": title[:120],
        "description": sentence(third, rng), "recipeIngredient": lines, "recipeYield": str(rng.randint(1, 8)),
        "recipeInstructions": rng.sample(STEPS, rng.randint(3, 6)),
    }
    return with_times(recipe | {key: first[key] for key in ("keywords",) if key in first}, rng)


def write(file: pathlib.Path, count: int) -> int:
    """Writes at most `count` recipes as JSON lines: first the real ones with times, then mixtures; returns how many."""
    rng = random.Random(SEED)
    real = real_recipes()
    kept = rng.sample(real, min(count, len(real)))
    recipes = itertools.chain(
        (with_times(recipe, rng) for recipe in kept), (mixed(number, real, rng) for number in range(count - len(kept))))
    with file.open("w", encoding="utf-8") as out:
        for recipe in recipes:
            out.write(json.dumps(recipe, ensure_ascii=False) + "\n")
    return count
