"""How often the parser of ingredient lines agrees with people's labels; docs/quality.md says what counts as right."""

import argparse
import collections
import gzip
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LABELS = "ingredient-lines/lines-dev.jsonl.gz"
FIELDS = ("amount", "unit", "name")
COLUMNS = ("amount", "unit", "name", "whole name", "all")
LEAST = {"amount": 0.95, "unit": 0.95, "name": 0.95, "all": 0.88}
SIZES = set(
    "large medium small medium-size medium-sized extra-large jumbo big tiny medium-large lg md sm med large-size "
    "large-sized small-size small-sized mini".split()
)
NUMBERS = dict(one=1, two=2, three=3, four=4, five=5, six=6, seven=7, eight=8, nine=9, ten=10, twelve=12)
NUMBERS |= dict(a=1, an=1, half=0.5, quarter=0.25, dozen=12, couple=2)


def is_held_out(label: dict) -> bool:
    """Whether a line belongs to the held-out part. Nobody reads these lines, and no rule of the parser is based on them."""
    return hashlib.sha256(label["id"].encode()).hexdigest()[0] in "012"


def labels(is_wanted) -> list[dict]:
    data = pathlib.Path(os.environ.get("TOQUE_TEST_DATA", ROOT / ".." / "shared" / "data")) / LABELS
    if not data.exists():
        sys.exit(f"skipped: no {data}; name the folder of the test data in TOQUE_TEST_DATA")
    with gzip.open(data, "rt", encoding="utf-8") as lines:
        return [label for label in map(json.loads, lines) if is_wanted(label)]


def parse(lines: list[str]) -> list[dict]:
    """Returns the result of `toque parse` for the lines."""
    program = os.environ.get("TOQUE_PROGRAM", str(ROOT / ".build" / "release" / "toque"))
    typed = "\n".join(" ".join(line.split()) for line in lines) + "\n"
    environment = {key: value for key, value in os.environ.items() if not key.startswith("TOQUE_")}
    said = subprocess.run([program, "parse"], input=typed, capture_output=True, text=True, env=environment, check=True)
    parsed = [json.loads(line) for line in said.stdout.splitlines()]
    if len(parsed) != len(lines):
        sys.exit(f"{len(parsed)} answers to {len(lines)} lines")
    return parsed


def units() -> dict[str, str]:
    """Returns each English form of a unit with its key, including common misspellings in the labels."""
    forms = {"tb": "tbsp", "tbls": "tbsp", "tsbp": "tbsp"}
    for line in (ROOT / "Starter" / "units.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            key, english = [field.strip() for field in line.split("|")[:2]]
            forms |= {form.strip().rstrip(".").lower(): key for form in english.split(",")}
    return forms


def numbers(text: str) -> list[tuple[float, float | None]]:
    """Returns the labelled quantities, each with the upper end of its range or None: `1.5 4-5` has two."""
    found = []
    for word in re.findall(r"[^\s]+", text.lower()):
        ends = [end for end in re.split(r"-|to\b", word) if end]
        values = [NUMBERS[end] if end in NUMBERS else as_number(end) for end in ends]
        values = [value for value in values if value is not None]
        if values:
            found.append((values[0], values[1] if len(values) > 1 else None))
    return found


def as_number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def is_near(one: float | None, other: float | None) -> bool:
    if one is None or other is None:
        return one is other
    return abs(one - other) <= max(0.01 * abs(other), 0.0005)


def same_amount(label: dict, parsed: dict) -> bool:
    wanted = numbers(label["quantity"])
    if not wanted:
        # `a pinch` and `an egg` may have 1 or no amount.
        return parsed["amount"] is None or parsed["amount"] == 1 and bool(re.match(r"\W*an?\b", label["line"].lower()))
    return any(is_near(parsed["amount"], low) and is_near(parsed["amount_max"], high) for low, high in wanted)


def folded(name: str) -> str:
    """Returns the name in lower case, without spaces and punctuation, and with each word in the singular."""
    return "".join(singular(word) for word in re.findall(r"[^\W_]+", name.lower()))


def singular(word: str) -> str:
    if word in ("leaves", "loaves", "halves", "knives"):
        return word[:-3] + "f"
    for ending, other in (("ies", "y"), ("oes", "o"), ("ches", "ch"), ("shes", "sh"), ("sses", "ss")):
        if word.endswith(ending) and len(word) > 4:
            return word[: -len(ending)] + other
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def labelled_units(label: dict, forms: dict[str, str]) -> set[str | None]:
    """Returns the keys of the labelled units. A unit that the site does not have is kept as text and counts as wrong."""
    text = re.sub(r"\bfl\.? oz\b|\bfluid ounces?\b", "floz", label["unit"].lower())
    words = [word.rstrip(".") for word in text.split()]
    found = {forms.get(word, forms.get(singular(word), word)) for word in words if word not in SIZES}
    return found or {None}


def right(label: dict, parsed: dict, forms: dict[str, str]) -> dict[str, bool]:
    wanted, found = folded(label["name"]), parsed["name"]
    verdict = {
        "amount": same_amount(label, parsed),
        "unit": parsed["unit"] in labelled_units(label, forms),
        "whole name": wanted == folded(found),
    }
    verdict["all"] = all(verdict.values())
    return verdict | {"name": verdict["whole name"] or wanted == folded(first_alternative(found))}


def first_alternative(name: str) -> str:
    """Returns `butter` for `butter or margarine`, because some labels contain only the first alternative."""
    return re.split(r",| or |/", name)[0] if re.search(r" or |/", name) else name


def shares(verdicts: list[dict[str, bool]]) -> dict[str, float]:
    return {field: sum(verdict[field] for verdict in verdicts) / len(verdicts) for field in COLUMNS}


def report(judged: list[tuple[dict, dict]]) -> dict[str, dict]:
    """Returns the share of right results for simple lines and for all lines, in total and by source."""
    groups = collections.defaultdict(list)
    for label, verdict in judged:
        for source in ("every source", label["source"]):
            groups[f"all lines, {source}"].append(verdict)
            if label["simple"]:
                groups[f"simple lines, {source}"].append(verdict)
    return {name: {"lines": len(group)} | shares(group) for name, group in sorted(groups.items(), reverse=True)}


def print_table(groups: dict[str, dict]) -> None:
    print(f"| lines | count | {' | '.join(COLUMNS)} |\n|{' --- |' * (len(COLUMNS) + 2)}")
    for name, group in groups.items():
        shown = " | ".join(f"{group[field] * 100:.1f} %" for field in COLUMNS)
        print(f"| {name} | {group['lines']:,} | {shown} |")


def show(judged: list[tuple], field: str, source: str | None, start: int, count: int) -> None:
    """Prints disagreements. They are only from the development part, never from the held-out part."""
    wrong = [
        (label, parsed) for label, parsed, verdict in judged
        if label["simple"] and not verdict[field] and source in (None, label["source"])
    ]
    print(f"{len(wrong)} disagreements")
    for label, parsed in wrong[start : start + count]:
        said = {"amount": [parsed["amount"], parsed["amount_max"]], "unit": parsed["unit"], "name": parsed["name"]}
        wanted = label["quantity"] if field == "amount" else label[field]
        print(f"{label['line']}\n    label {wanted!r}, parser {said[field]!r}")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--show", choices=FIELDS, help="disagreements of the part for development")
    options.add_argument("--source", help="of this source only")
    options.add_argument("--from", dest="start", type=int, default=0)
    options.add_argument("--count", type=int, default=50)
    options.add_argument("--development", action="store_true", help="figures of the part for development")
    options.add_argument("--json", action="store_true")
    chosen = options.parse_args()
    develops = chosen.development or chosen.show is not None
    lines = labels(lambda label: is_held_out(label) != develops)
    forms = units()
    judged = [
        (label, parsed, right(label, parsed, forms))
        for label, parsed in zip(lines, parse([label["line"] for label in lines]))
    ]
    if chosen.show:
        return show(judged, chosen.show, chosen.source, chosen.start, chosen.count)
    groups = report([(label, verdict) for label, _, verdict in judged])
    print(json.dumps(groups)) if chosen.json else print_table(groups)
    simple = groups["simple lines, every source"]
    missed = [f"{field} {simple[field]:.3f} of {least}" for field, least in LEAST.items() if simple[field] < least]
    if missed and not develops:
        sys.exit("missed: " + ", ".join(missed))


if __name__ == "__main__":
    main()
