"""Reads the judged queries and grades recipes by the queries' rules. Nothing here uses the site that is measured.

A rule is read from left to right. The first condition that a recipe meets gives its grade. Without one the grade is 0:

    lines: garlic = 0; title: tomato + soup = 3; title: soup & lines: tomato/tomatoes = 2

`&` requires both tests, `+` every word, and `/` one of the words. `"ice cream"` is a phrase, `bak*` is the beginning of a
word, and `@meat` is a list in words.tsv. A word also matches with `s` or `es`, and a word in `y` also with `ies`.
The fields are title, lines (the ingredients), steps, tags, any (all of these) and id. `exact` matches a title that equals
the query, `words` a title with all words of the query, and `quick` a recipe that claims to take at most half an hour.
"""

import functools
import gzip
import json
import math
import os
import pathlib
import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

HERE = pathlib.Path(__file__).resolve().parent
DATA = pathlib.Path(os.environ.get("TOQUE_TEST_DATA", HERE.parents[1] / ".." / "shared" / "data"))
RECIPES = DATA / "recipes" / "recipes-dev.jsonl.gz"
IMPORTED = DATA / "recipes" / "recipes-dev.schema.jsonl.gz"
HIGHEST = 3
DEPTH = 10


def folded(text: str) -> str:
    """Returns the text in lower case, without accents and apostrophes. Other punctuation becomes one space."""
    plain = unicodedata.normalize("NFKD", text.lower())
    plain = "".join(sign for sign in plain if not unicodedata.combining(sign) and sign not in "'’‘`®™")
    return " ".join(re.findall(r"[^\W_]+", plain))


class Recipe:
    def __init__(self, row: dict):
        self.id = row["id"]
        self.title = row["title"]
        self.lines = row.get("ingredients", [])
        self.steps = row.get("steps", [])
        self.description = row.get("description", "")
        self.tag_list = row.get("tags", [])
        self.minutes = row.get("time_minutes")
        # Lines end with a bar, so that no phrase matches across two lines.
        self.texts = {
            "id": row["id"],
            "title": folded(self.title),
            "lines": " | ".join(map(folded, self.lines)),
            "steps": " | ".join(map(folded, [self.description, *self.steps])),
            "tags": " | ".join(map(folded, self.tag_list)),
        }
        self.texts["any"] = " | ".join(self.texts[name] for name in ("title", "lines", "steps", "tags"))

    def is_quick(self) -> bool:
        said = re.search(r"\b(quick|quickest|fast|fastest|speedy|[1-3]?[05] minutes?)\b", self.texts["title"])
        return (self.minutes or math.inf) <= 30 or bool(said) or "Quick & Easy" in self.tag_list


Test = Callable[[Recipe], bool]


@dataclass(frozen=True)
class Query:
    language: str
    group: str
    text: str
    rule: str

    def grade(self, recipe: Recipe) -> int:
        """Returns the grade of the first condition that the recipe meets. Tests those above grade 0 first: it is faster."""
        read = conditions(self.rule, self.text)
        if not any(grade and all(test(recipe) for test in tests) for tests, grade in read):
            return 0
        return next(grade for tests, grade in read if all(test(recipe) for test in tests))


def table(name: str) -> list[list[str]]:
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def recipes() -> list[Recipe]:
    with gzip.open(RECIPES, "rt", encoding="utf-8") as lines:
        return [Recipe(json.loads(line)) for line in lines]


def queries() -> list[Query]:
    return [Query(*row) for language in ("en", "ru") for row in table(f"queries-{language}.tsv")[1:]]


@functools.cache
def word_lists() -> dict[str, tuple[list[str], list[str]]]:
    """Returns the words of each list, and phrases that do not count although they contain one: coconut milk is not milk."""
    return {name: (words.split(", "), but.split(", ") if but else []) for name, words, but in table("words.tsv")[1:]}


def one_of(words: list[str]) -> str:
    """Returns a pattern for words and phrases, each also in the plural."""

    def pattern(word: str) -> str:
        if word.endswith("*"):
            return re.escape(folded(word[:-1])) + r"\w*"
        if word.endswith("…"):
            return re.escape(folded(word[:-1])).replace("\\ ", " ") + "[^|]*"
        word = re.escape(folded(word)).replace("\\ ", " ")
        return f"{word[:-1]}(?:y|ies)" if word.endswith("y") else f"{word}(?:s|es)?"

    # The longest first, so that a phrase is not cut after its first words.
    return rf"\b(?:{'|'.join(map(pattern, sorted(words, key=len, reverse=True)))})\b"


@functools.cache
def words_test(field: str, words: str) -> Test:
    """Returns a test: the field contains one of the words, which `/` separates."""
    offered = [word.strip().strip('"') for word in words.split("/")]
    lists = [word_lists()[word[1:]] for word in offered if word.startswith("@")]
    but = [phrase for _, phrases in lists for phrase in phrases]
    wanted = re.compile(one_of([word for word in offered if word[0] != "@"] + [word for words, _ in lists for word in words]))
    if not but:
        return lambda recipe: bool(wanted.search(recipe.texts[field]))
    misleading = re.compile(one_of(but))
    return lambda recipe: bool(wanted.search(misleading.sub(" ", recipe.texts[field])))


def tests_of(written: str, query: str) -> list[Test]:
    match written:
        case "exact":
            return [lambda recipe: recipe.texts["title"] == folded(query)]
        case "words":
            return [words_test("title", word) for word in folded(query).split()]
        case "quick":
            return [Recipe.is_quick]
    field, _, words = written.partition(": ")
    if field == "id":
        return [lambda recipe: recipe.id in words.split()]
    assert field in ("title", "lines", "steps", "tags", "any"), f"no field “{field}” in “{written}”"
    return [words_test(field, word) for word in words.split(" + ")]


@functools.cache
def conditions(rule: str, query: str) -> list[tuple[list[Test], int]]:
    read = []
    for written in rule.split("; "):
        left, _, grade = written.rpartition(" = ")
        # Tests of titles come first, because they are the fastest.
        parts = sorted(left.split(" & "), key=lambda part: not part.startswith("title"))
        read.append(([test for part in parts for test in tests_of(part, query)], int(grade)))
    return read


def ndcg(grades: list[int], all_grades: list[int]) -> float:
    """Normalised discounted cumulative gain: the gain of the results divided by the gain of the best possible order."""

    def gain(ordered: list[int]) -> float:
        return sum((2**grade - 1) / math.log2(place + 2) for place, grade in enumerate(ordered[:DEPTH]))

    return gain(grades) / gain(sorted(all_grades, reverse=True))
