"""Draws samples for people to read, and checks the samples that were read. These contain ids and line numbers, not texts."""

import csv
import gzip
import hashlib
import json
import math
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Browser"))
from running_site import ROOT, RunningSite

DATA = pathlib.Path(os.environ.get("TOQUE_TEST_DATA", ROOT / ".." / "shared" / "data"))
RECIPES = ["recipes/recipes-dev.jsonl.gz", "recipes/recipes-open-dev.jsonl"]
TAGS = "diet/recipe-diet-tags-dev.jsonl.gz"
KEPT = ROOT / "Tests" / "Data"
MATCHES_READ = KEPT / "matches-read.tsv"
REFUSALS_READ = KEPT / "refusals-read.tsv"
# The names of diets on the recipes' own sites, and in the program.
DIETS = {
    "vegan": "vegan",
    "vegetarian": "vegetarian",
    "gluten_free": "gluten-free",
    "dairy_free": "dairy-free",
    "tree_nut_free": "nuts",
    "peanut_free": "peanuts",
}
WRONG_MATCHES = 0.02
ALLERGENS = set(
    "gluten crustaceans eggs fish peanuts soy milk nuts celery mustard sesame sulphites lupin molluscs".split()
)


def rows(path: str) -> list[dict]:
    file = DATA / path
    if not file.exists():
        sys.exit(f"no {file}: name the folder of the test data in TOQUE_TEST_DATA")
    opened = gzip.open(file, "rt", encoding="utf-8") if file.suffix == ".gz" else open(file, encoding="utf-8")
    with opened as lines:
        return [json.loads(line) for line in lines]


def parsed(site: RunningSite, lines: list[str]) -> list[dict]:
    answers = site.toque("parse", typed="".join(line + "\n" for line in lines)).splitlines()
    assert len(answers) == len(lines), f"{len(lines)} lines, {len(answers)} answers"
    return [json.loads(answer) for answer in answers]


def derived(site: RunningSite, recipes: list[list[str]]) -> list[dict]:
    """Returns diets and allergens of each recipe by name, calculated from its lines. `because` contains the reasons."""
    return answers(site, recipes)


def answers(site: RunningSite, recipes: list) -> list[dict]:
    """Like `derived`, but accepts recipes as lists of lines, or as objects that also contain title and steps."""
    typed = "".join(json.dumps(recipe) + "\n" for recipe in recipes)
    found = [json.loads(answer) for answer in site.toque("diets", "--jsonl", typed=typed).splitlines()]
    assert len(found) == len(recipes), f"{len(recipes)} recipes, {len(found)} answers"
    others = ("because", "up_to_labels")
    return [answer["diets"] | answer["allergens"] | {name: answer[name] for name in others} for answer in found]


def recipes() -> dict[str, list[str]]:
    """Returns the ingredient lines of all recipes by id. A recipe that is in both files counts once."""
    return {
        recipe["id"]: [" ".join(line.split()) for line in recipe.get("ingredients", [])]
        for path in RECIPES
        for recipe in rows(path)
    }


def texts() -> list[dict]:
    """Returns all recipes with title, ingredient lines and steps."""
    found = {recipe["id"]: recipe for path in RECIPES for recipe in rows(path)}
    return [
        {
            "id": recipe["id"],
            "title": recipe.get("title", ""),
            "ingredients": [" ".join(line.split()) for line in recipe.get("ingredients", []) if is_line(line)],
            "steps": recipe.get("steps", []),
        }
        for recipe in found.values()
    ]


def promises(found: dict) -> set[str]:
    """Returns the diets that a recipe suits and the allergens it is free from, except spicy and diets that depend on amounts."""
    allergens = {name for name, answer in found.items() if answer == "no" and name in ALLERGENS}
    diets = {name for name, answer in found.items() if answer == "yes" and name not in ALLERGENS}
    return (allergens | diets) - {"spicy", "keto", "low-carb"}


def lost_promises(site: RunningSite) -> dict[tuple[str, str], str]:
    """Returns promises that depend on the ingredient lines only and are lost once title and steps are read, with the reason."""
    recipes = texts()
    bare = answers(site, [{"ingredients": recipe["ingredients"]} for recipe in recipes])
    whole = answers(site, recipes)
    return {
        (recipe["id"], promise): reason(after["because"], promise)
        for recipe, before, after in zip(recipes, bare, whole)
        for promise in sorted(promises(before) - promises(after))
    }


def count_lost(site: RunningSite) -> None:
    lost = lost_promises(site)
    print(f"recipes that lose a promise by what only their texts name: {len({key for key, _ in lost})} of {len(texts())}")
    for promise in sorted({promise for _, promise in lost}):
        print(f"  {promise}: {sum(name == promise for _, name in lost)}")


def draw_lost(site: RunningSite, count: int, seed: str) -> None:
    lost = lost_promises(site)
    print(f"# seed {seed}: {count} of {len(lost)} lost promises")
    for place in drawn(list(lost), count, seed):
        print(*place, lost[place], sep="\t")


def table(file: pathlib.Path) -> list[dict]:
    with open(file, encoding="utf-8", newline="") as lines:
        return list(csv.DictReader((line for line in lines if not line.startswith("#")), delimiter="\t"))


def drawn(places: list[tuple], count: int, seed: str) -> list[tuple]:
    """Draws the places with the lowest hash: the same for the same seed, and nearly the same if a few places change."""
    return sorted(places, key=lambda place: hashlib.sha256(":".join([seed, *map(str, place)]).encode()).digest())[:count]


def interval(wrong: int, count: int) -> tuple[float, float]:
    """The 95 % Wilson interval of a share."""
    share, z = wrong / count, 1.96
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z / (1 + z * z / count) * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    return max(0.0, middle - half), middle + half


def is_line(line: str) -> bool:
    return bool(line) and not line.endswith(":")


def found_matches(site: RunningSite) -> dict[tuple[str, int], tuple[str, str]]:
    """Returns the ingredient and the text of every line with a known ingredient, by recipe and line number."""
    written = recipes()
    places = [(key, at) for key, lines in written.items() for at, line in enumerate(lines) if is_line(line)]
    lines = [written[key][at] for key, at in places]
    answers = parsed(site, lines)
    return {
        place: (answer["ingredient"], line)
        for place, line, answer in zip(places, lines, answers)
        if answer["ingredient"]
    }


def draw_matches(site: RunningSite, count: int, seed: str) -> None:
    """Draws from all lines of all recipes, so frequent ingredients are drawn more often."""
    found = found_matches(site)
    print(f"# seed {seed}: {count} of {len(found)} lines with an ingredient")
    for place in drawn(list(found), count, seed):
        print(*place, *found[place], sep="\t")


def matches_hold(site: RunningSite) -> bool:
    """Checks the samples that were read: the last has few wrong matches, right ones are unchanged, and no wrong one is back."""
    read = table(MATCHES_READ)
    found = found_matches(site)
    back = []
    for row in read:
        now = found.get((row["recipe"], int(row["line"])), ("none", ""))[0]
        if row["verdict"] != "arguable" and (now == row["ingredient"]) != (row["verdict"] == "right"):
            back.append(f"{row['recipe']} {row['line']}: {row['ingredient']} was {row['verdict']}, now {now}")
    for sample in samples(read):
        rows = [row for row in read if row["sample"] == sample]
        wrong, arguable = (sum(row["verdict"] == verdict for row in rows) for verdict in ("wrong", "arguable"))
        low, high = interval(wrong, len(rows))
        print(
            f"matches read, sample {sample}: {len(rows)}, wrong {wrong} = {wrong / len(rows):.1%}"
            f" (95 %: {low:.1%} to {high:.1%}; at most {WRONG_MATCHES:.0%}), arguable {arguable}"
        )
    print("".join(line + "\n" for line in back), end="")
    return not back and wrong / len(rows) <= WRONG_MATCHES


def samples(read: list[dict]) -> list[str]:
    return list(dict.fromkeys(row["sample"] for row in read))


def refusals(site: RunningSite) -> tuple[dict[str, int], dict[tuple[str, str], str], dict[str, int]]:
    """Returns how many recipes name each diet on their own site, which of these Toque does not derive, with the reason, and
    for how many of those only the label of a product decides."""
    written = recipes()
    said = [recipe for recipe in rows(TAGS) if recipe["id"] in written]
    facts = derived(site, [written[recipe["id"]] for recipe in said])
    counted = dict.fromkeys(DIETS, 0)
    labels = dict.fromkeys(DIETS, 0)
    refused: dict[tuple[str, str], str] = {}
    for recipe, found in zip(said, facts):
        for diet in [diet for diet in DIETS if diet in recipe["says"]]:
            counted[diet] += 1
            name = DIETS[diet]
            if found[name] != ("no" if name in ("nuts", "peanuts") else "yes"):
                refused[recipe["id"], diet] = reason(found["because"], name)
                labels[diet] += name in found["up_to_labels"]
    return counted, refused, labels


def reason(because: list[str], name: str) -> str:
    """Returns the reason for one diet or allergen, such as `not vegan: eggs`."""
    subjects = (f"{name} unknown: ", f"not {name}: ", f"contains {name}: ")
    return next((text for text in because if text.startswith(subjects)), "no line that is understood")


def draw_refusals(site: RunningSite, count: int, seed: str) -> None:
    _, refused, _ = refusals(site)
    print(f"# seed {seed}: {count} of {len(refused)} refusals")
    for place in drawn(list(refused), count, seed):
        print(*place, refused[place], sep="\t")


def catalogue_names() -> set[str]:
    """Returns the names of ingredients in the starter catalogue, singular and plural."""
    files = [file.read_text(encoding="utf-8") for file in (ROOT / "Starter" / "Ingredients").glob("*.txt")]
    entries = [line for text in files for line in text.splitlines() if line and line[0] not in " #="]
    return {name.strip() for entry in entries for name in entry.split("|")}


def list_refusals(site: RunningSite) -> None:
    """Prints each recipe whose site names a diet that Toque does not derive, and the reason. `?` replaces words of the recipe."""
    names = catalogue_names()
    print("recipe\tdiet\treason")
    for place, why in sorted(refusals(site)[1].items()):
        head, _, found = why.partition(": ")
        known = [name if name in names else "?" for name in found.split(", ")]
        print(*place, f"{head}: {', '.join(dict.fromkeys(known))}" if found else why, sep="\t")


def count_refusals(site: RunningSite) -> None:
    counted, refused, labels = refusals(site)
    for diet, number in counted.items():
        passed = number - sum(name == diet for _, name in refused)
        contains = sum(name == diet and " unknown: " not in why for (_, name), why in refused.items())
        both = passed + labels[diet]
        print(
            f"sites say {diet}: {number}, derived so {passed} ({passed / number:.0%}),"
            f" with checked labels {both} ({both / number:.0%}), not so {contains}, else unknown"
        )
    read = table(REFUSALS_READ)
    for sample in samples(read):
        rows = [row["verdict"] for row in read if row["sample"] == sample]
        verdicts = ", ".join(f"{rows.count(verdict)} {verdict}" for verdict in ("right", "gap", "mistake"))
        print(f"refusals read, sample {sample}: {len(rows)}, {verdicts}")
