"""Measures how many lines of real recipes the catalogue knows, and whether derived facts agree with labels by others."""

import argparse
import pathlib
import sys
import tempfile

import reading
from reading import ROOT, RunningSite, derived, parsed, rows

LABELS = "diet/ingredient-labels-dev.jsonl"
SETTLED = reading.KEPT / "diet-labels.tsv"
# Allergens whose names in the labels differ from those in the catalogue.
ALLERGENS = {"tree nuts": "nuts"}
# The lowest shares that pass.
KNOWN_LINES = 0.95
VEGAN = 0.9


def recipe_lines() -> dict[str, int]:
    """Returns all ingredient lines of all recipes except headings, each with its count."""
    counted: dict[str, int] = {}
    for lines in reading.recipes().values():
        for line in filter(reading.is_line, lines):
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
    """Returns the facts that a label decides, each with the answer that would be a false promise."""
    ruled_out = [(diet, "yes") for diet in ("vegan", "vegetarian") if label.get(diet) == "no"]
    return ruled_out + [(ALLERGENS.get(name, name), "no") for name in label.get("allergens", [])]


def disagreements(label: dict, found: dict) -> list[tuple[str, str]]:
    """Returns the facts of a label that the site derives differently or not at all, each with the site's answer."""
    diets = [diet for diet in ("vegan", "vegetarian") if label.get(diet) in ("yes", "no")]
    allergens = [ALLERGENS.get(name, name) for name in label.get("allergens", [])]
    return [(diet, found[diet]) for diet in diets if found[diet] != label[diet]] + [
        (allergen, {"no": "free"}.get(found[allergen], "unknown")) for allergen in allergens if found[allergen] != "yes"
    ]


def agrees(site: RunningSite, shows_vegan: bool) -> bool:
    labels = [label for label in rows(LABELS) if label["id"].startswith("en:")]
    names = [label["name"] for label in labels]
    keys = [answer["ingredient"] for answer in parsed(site, names)]
    facts = derived(site, [[name] for name in names])
    written = reading.table(SETTLED)
    # Promises that are right although the label disagrees. The file contains the reasons.
    known_better = {(row["name"], row["fact"]) for row in written if row["right"] == "toque" and row["derived"] != "unknown"}
    settled = {(row["name"], row["fact"]) for row in written}
    unsettled = [
        f"{name}: {fact} is {answer}, the label says otherwise, and nobody has settled it"
        for label, name, key, found in zip(labels, names, keys, facts)
        for fact, answer in disagreements(label, found)
        if key and (name, fact) not in settled
    ]
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
    print(f"disagreements that are not settled there: {len(unsettled)} of {len(settled)} (none)")
    print("".join(line + "\n" for line in false + unsettled), end="")
    if shows_vegan:
        print("".join(f"{name}\t{key}\t{answer}\n" for name, key, answer in doubted), end="")
    return not false and not unsettled and share >= VEGAN


def main() -> None:
    parser = argparse.ArgumentParser(prog="script/quality")
    parser.add_argument("--unknown", type=pathlib.Path, help="a file for the names that are not in the catalogue")
    parser.add_argument("--vegan", action="store_true", help="list what is labelled vegan and not derived so")
    parser.add_argument("--refusals", action="store_true", help="list recipes without a diet that their site says")
    parser.add_argument("--draw", choices=["matches", "refusals", "lost"], help="print a sample for reading, nothing else")
    parser.add_argument("--count", type=int, default=300, help="how many to draw")
    parser.add_argument("--seed", default="one", help="another word draws another sample")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        # Without a database the program uses the starter catalogue.
        site = RunningSite(pathlib.Path(folder) / "none")
        if options.draw:
            draws = {"matches": reading.draw_matches, "refusals": reading.draw_refusals, "lost": reading.draw_lost}
            return draws[options.draw](site, options.count, options.seed)
        if options.refusals:
            return reading.list_refusals(site)
        done = [known_lines(site, options.unknown), agrees(site, options.vegan), reading.matches_hold(site)]
        reading.count_refusals(site)
        reading.count_lost(site)
    sys.exit(0 if all(done) else 1)


if __name__ == "__main__":
    main()
