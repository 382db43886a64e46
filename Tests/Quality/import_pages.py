"""How well `toque read` understands pages of many sites, compared with the expectations of another project's scrapers.

A field counts only if the page's own structured data agrees with the expectation (`jsonld_agrees`). Others are only printed."""
import gzip
import html
import json
import os
import re
import subprocess
import sys
import unicodedata
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
DATA = Path(os.environ.get("TOQUE_TEST_DATA", PROJECT / "../shared/data")) / "import-pages/pages-dev.jsonl.gz"
PROGRAM = Path(os.environ.get("TOQUE_PROGRAM", PROJECT / ".build/release/toque"))
TARGET = 0.99


def plain(text):
    """Normalises a text for comparison: no entities, one space between words, no soft hyphens."""
    text = html.unescape(html.unescape(str(text or ""))).replace("\u00ad", "")
    return re.sub(r"[\s\u200b\ufeff]+", " ", text).strip()


def letters(text):
    """Keeps only letters and digits. ½ and 1/2 become 12. Punctuation and line breaks differ without a difference in meaning."""
    text = unicodedata.normalize("NFKC", plain(re.sub(r"<[^>]*>", " ", html.unescape(str(text or "")))))
    return re.sub(r"[\W_]+", "", text.lower())


def minutes(recipe, field):
    found = re.fullmatch(r"PT(\d+)M", recipe.get(field, ""))
    return int(found[1]) if found else None


def numbers(text):
    """Returns the numbers in a text. One common number is enough, because `4-6` on one side may be `6` on the other."""
    return {int(number) for number in re.findall(r"\d+", str(text or ""))}


def steps(recipe, with_sections, with_names):
    texts = []
    for item in recipe.get("recipeInstructions", []):
        inner = item.get("itemListElement", [item])
        if with_sections and "itemListElement" in item:
            texts.append(item["name"])
        for step in inner:
            if with_names:
                texts.append(step.get("name", ""))
            texts.append(step["text"])
    return letters(" ".join(texts))


def agreements(recipe, expected):
    """Returns for each field whether the result agrees with the expectation."""
    wanted_steps = letters(" ".join(expected.get("instructions_list") or []))
    total = minutes(recipe, "totalTime")
    if total is None and (recipe.get("prepTime") or recipe.get("cookTime")):
        total = (minutes(recipe, "prepTime") or 0) + (minutes(recipe, "cookTime") or 0)
    ours = [letters(line) for line in recipe.get("recipeIngredient", [])]
    wanted = [letters(line) for line in expected.get("ingredients") or []]
    ways = [(sections, names) for sections in (False, True) for names in (False, True)]
    return {
        "title": plain(recipe.get("name")) == plain(expected["title"]),
        "ingredients": ours == wanted,
        "ingredients_set": sorted(ours) == sorted(wanted),
        "steps_text": any(steps(recipe, *way) == wanted_steps for way in ways),
        "total_time": total == expected.get("total_time"),
        "yields": bool(numbers(recipe.get("recipeYield")) & numbers(expected.get("yields"))),
    }


def read(page):
    """Returns the program's result for a page: a recipe or a refusal."""
    command = [PROGRAM, "read", "-", "--address", page["expected"]["canonical_url"]]
    done = subprocess.run(command, input=page["html"].encode(), capture_output=True, timeout=60)
    if done.returncode == 0:
        return json.loads(done.stdout.splitlines()[0]), ""
    return None, done.stderr.decode().strip()


def show(page, recipe, field):
    """Prints both sides of a disagreement, from the first difference on."""
    expected = page["expected"]
    sides = {
        "title": (recipe.get("name"), expected["title"]),
        "total_time": ([recipe.get(k) for k in ("prepTime", "cookTime", "totalTime")], expected.get("total_time")),
        "yields": (recipe.get("recipeYield"), expected.get("yields")),
        "ingredients": (recipe.get("recipeIngredient", []), expected.get("ingredients")),
        "steps_text": (steps(recipe, True, True), letters(" ".join(expected.get("instructions_list") or []))),
    }
    ours, wanted = sides.get(field, ("", ""))
    if field == "ingredients":
        parts = [pair for pair in zip(ours, wanted) if letters(pair[0]) != letters(pair[1])][:1]
        ours, wanted = (f"{len(ours)} {parts and parts[0][0]!r}", f"{len(wanted)} {parts and parts[0][1]!r}")
    if field == "steps_text":
        start = max(0, len(os.path.commonprefix([ours, wanted])) - 20)
        ours, wanted = ours[start : start + 80], wanted[start : start + 80]
    print(f"    {page['id']} {field}\n      read     {ours}\n      expected {wanted}")


def report(results):
    right, counted, other = Counter(), Counter(), Counter()
    for page, recipe, _ in results:
        for field, agrees in (page.get("jsonld_agrees") or {}).items():
            fits = recipe is not None and agreements(recipe, page["expected"])[field]
            if agrees:
                counted[field] += 1
                right[field] += fits
                if not fits and recipe is None:
                    print(f"    {page['id']} {field}: refused")
                elif not fits:
                    show(page, recipe, field)
            else:
                other[field] += fits
    for field in sorted(counted):
        share = 100 * right[field] / counted[field]
        print(f"{field}: {right[field]} of {counted[field]} ({share:.1f} %), and {other[field]} where the data differ")
    share = sum(right.values()) / sum(counted.values())
    print(f"all fields: {sum(right.values())} of {sum(counted.values())} ({100 * share:.2f} %)")
    return share


def report_kinds(results):
    """Reports on pages with broken JSON, with microdata, and without a recipe. The last kind must be refused."""
    bent = [(page, recipe, words) for page, recipe, words in results if page.get("quirks")]
    print(f"broken JSON: {sum(recipe is not None for _, recipe, _ in bent)} of {len(bent)} read")
    for kind in ("jsonld", "microdata"):
        pages = [recipe for page, recipe, _ in results if page["has"] == [kind]]
        print(f"{kind} only: {sum(recipe is not None for recipe in pages)} of {len(pages)} read")
    fits = Counter()
    microdata = [(page, recipe) for page, recipe, _ in results if page["has"] == ["microdata"] and recipe]
    for page, recipe in microdata:
        fits.update(field for field, is_right in agreements(recipe, page["expected"]).items() if is_right)
        if "--show" in sys.argv:
            for field, is_right in agreements(recipe, page["expected"]).items():
                if not is_right:
                    show(page, recipe, field)
    print("    as expected: " + ", ".join(f"{field} {fits[field]}" for field in sorted(fits)))
    empty = [(page, recipe, words) for page, recipe, words in results if not page["has"] and not page.get("quirks")]
    print(f"no structured recipe: {sum(recipe is None for _, recipe, _ in empty)} of {len(empty)} refused")
    for words, count in Counter(words for page, recipe, words in results if recipe is None).most_common():
        print(f"    {count} × {words}")
    for page, recipe, words in results:
        if (recipe is None) == bool(page["has"] or page.get("quirks")):
            print(f"    not as foreseen: {page['id']} {page['has']} {words or recipe['name']}")
    return all(recipe is not None for _, recipe, _ in bent) and all(recipe is None for _, recipe, _ in empty)


def main():
    if not DATA.exists():
        print(f"skipped: {DATA} is missing; set TOQUE_TEST_DATA")
        return 0
    pages = [json.loads(line) for line in gzip.open(DATA, "rt")]
    with ThreadPoolExecutor(2) as pool:
        results = [(page, *answer) for page, answer in zip(pages, pool.map(read, pages))]
    share = report(results)
    is_sorted = report_kinds(results)
    return 0 if share >= TARGET and is_sorted else 1


if __name__ == "__main__":
    sys.exit(main())
