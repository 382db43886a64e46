"""How well the catalogue knows what people write, and whether what it derives agrees with labels made elsewhere."""

import argparse
import csv
import gzip
import json
import os
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Browser"))
from running_site import ROOT, RunningSite

DATA = pathlib.Path(os.environ.get("TOQUE_TEST_DATA", ROOT / ".." / "shared" / "data"))
RECIPES = ["recipes/recipes-dev.jsonl.gz", "recipes/recipes-open-dev.jsonl"]
LABELS = "diet/ingredient-labels-dev.jsonl"
SETTLED = ROOT / "docs" / "quality" / "diet-labels.tsv"
# What the labels call otherwise than the catalogue.
ALLERGENS = {"tree nuts": "nuts"}
# Shares that have to be reached.
KNOWN_LINES = 0.95
VEGAN = 0.9


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


def derived(site: RunningSite, lines: list[str]) -> list[dict]:
    """Diets and allergens of each line as a recipe of its own, by one name each."""
    recipes = "".join(json.dumps([line]) + "\n" for line in lines)
    answers = [json.loads(answer) for answer in site.toque("diets", "--jsonl", typed=recipes).splitlines()]
    assert len(answers) == len(lines), f"{len(lines)} recipes, {len(answers)} answers"
    return [answer["diets"] | answer["allergens"] for answer in answers]


def recipe_lines() -> dict[str, int]:
    """All lines of all recipes with their number; recipes of both files count once, headings not at all."""
    recipes = {recipe["id"]: recipe for path in RECIPES for recipe in rows(path)}
    counted: dict[str, int] = {}
    for recipe in recipes.values():
        for line in recipe.get("ingredients", []):
            line = " ".join(line.split())
            if line and not line.endswith(":"):
                counted[line] = counted.get(line, 0) + 1
    return counted


def known_lines(site: RunningSite, unknown: pathlib.Path | None) -> bool:
    counted = recipe_lines()
    missing: dict[str, int] = {}
    for answer, number in zip(parsed(site, list(counted)), counted.values()):
        if answer["ingredient"] is None:
            name = answer["name"].lower()
            missing[name] = missing.get(name, 0) + number
    total = sum(counted.values())
    share = 1 - sum(missing.values()) / total
    print(f"recipe lines: {total}, in the catalogue {share:.2%} (at least {KNOWN_LINES:.0%})")
    if unknown:
        names = sorted(missing.items(), key=lambda item: (-item[1], item[0]))
        unknown.write_text("".join(f"{number}\t{name}\n" for name, number in names), encoding="utf-8")
    return share >= KNOWN_LINES


def claims(label: dict) -> list[tuple[str, str]]:
    """What a label rules out: the fact, and the answer that would be a false promise."""
    ruled_out = [(diet, "yes") for diet in ("vegan", "vegetarian") if label.get(diet) == "no"]
    return ruled_out + [(ALLERGENS.get(name, name), "no") for name in label.get("allergens", [])]


def settled() -> set[tuple[str, str]]:
    """Names and facts of promises that hold though the label says otherwise; its reasons are in the file."""
    with open(SETTLED, encoding="utf-8", newline="") as file:
        lines = csv.DictReader((line for line in file if not line.startswith("#")), delimiter="\t")
        promises = [line for line in lines if line["right"] == "toque" and line["derived"] != "unknown"]
        return {(line["name"], line["fact"]) for line in promises}


def agrees(site: RunningSite, shows_vegan: bool) -> bool:
    labels = [label for label in rows(LABELS) if label["id"].startswith("en:")]
    names = [label["name"] for label in labels]
    keys = [answer["ingredient"] for answer in parsed(site, names)]
    facts = derived(site, names)
    known_better = settled()
    false = [
        f"{name}: {fact} is {promise}, the label says otherwise"
        for label, name, found in zip(labels, names, facts)
        for fact, promise in claims(label)
        if found[fact] == promise and (name, fact) not in known_better
    ]
    vegan = [
        (name, key, found["vegan"])
        for label, name, key, found in zip(labels, names, keys, facts)
        if label.get("vegan") == "yes" and key
    ]
    doubted = [item for item in vegan if item[2] != "yes"]
    share = 1 - len(doubted) / len(vegan)
    print(f"labelled ingredients: {len(labels)}, in the catalogue {sum(key is not None for key in keys)}")
    print(f"false promises: {len(false)} (none), settled in {SETTLED.relative_to(ROOT)}: {len(known_better)}")
    print(f"labelled vegan: {len(vegan)}, derived so {share:.1%} (at least {VEGAN:.0%})")
    print("".join(line + "\n" for line in false), end="")
    if shows_vegan:
        print("".join(f"{name}\t{key}\t{answer}\n" for name, key, answer in doubted), end="")
    return not false and share >= VEGAN


def main() -> None:
    parser = argparse.ArgumentParser(prog="script/quality")
    parser.add_argument("--unknown", type=pathlib.Path, help="a file for the names that are not in the catalogue")
    parser.add_argument("--vegan", action="store_true", help="list what is labelled vegan and not derived so")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        # Without a database the program answers from the starter catalogue.
        site = RunningSite(pathlib.Path(folder) / "none")
        done = [known_lines(site, options.unknown), agrees(site, options.vegan)]
    sys.exit(0 if all(done) else 1)


if __name__ == "__main__":
    main()
