"""How good the search finds: judged queries over real recipes, beside plain full-text search in the same run."""

import argparse
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import urllib.parse
import urllib.request
from dataclasses import dataclass

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "Browser"))
os.environ.setdefault("TOQUE_PROGRAM", str(HERE.parents[1] / ".build/release/toque"))
from judging import DEPTH, HIGHEST, IMPORTED, RECIPES, Query, Recipe, folded, ndcg, queries, recipes  # noqa: E402
from plain import PlainSearch  # noqa: E402
from running_site import RunningSite, program  # noqa: E402

# How far each group must be ahead of plain search, and the share of exact titles that must come first.
AHEAD = 0.15
FIRST = 0.98
# The number of titles drawn as queries. A title needs no judgement, since its own recipe is right.
DRAWN_TITLES = 500


@dataclass
class Answer:
    query: Query
    found: list[Recipe]
    toque: float
    plain: float
    best: dict[int, int]

    def line(self) -> str:
        counts = ", ".join(f"{number} of grade {grade}" for grade, number in sorted(self.best.items(), reverse=True))
        query = self.query
        return f"{self.toque:.2f} (plain {self.plain:.2f}) {query.language} {query.group}: {query.text} [{counts}]"


def import_all(site: RunningSite) -> None:
    """Imports and publishes the recipes for an author with a licence."""
    site.toque("migrate")
    site.add_user("alice", "member")
    site.toque("user", "licence", "alice", "--until", "2099-12-31")
    done = subprocess.run(
        [program(), "import", str(IMPORTED), "--author", "alice", "--publish"],
        env=site.environment,
        capture_output=True,
        text=True,
        timeout=900,
    )
    assert done.returncode == 0, done.stderr


class Search:
    """The site's search. The number of a recipe is its place in the import. The title of each result is checked."""

    def __init__(self, site: RunningSite, imported: list[Recipe]):
        self.site = site
        self.imported = imported

    def find(self, typed: str) -> list[Recipe]:
        address = f"{self.site.address}/search?{urllib.parse.urlencode({'q': typed})}"
        request = urllib.request.Request(address, headers={"Accept": "application/json"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            items = json.load(answer)["items"][:DEPTH]
        found = [self.imported[item["id"] - 1] for item in items]
        for item, recipe in zip(items, found):
            assert folded(item["title"]) == folded(recipe.title), f"{item} is not {recipe.id}"
        return found


def answered(query: Query, everything: dict[str, Recipe], search: Search, plain: PlainSearch) -> Answer:
    grades = {key: query.grade(recipe) for key, recipe in everything.items()}
    values = list(grades.values())
    assert any(values), f"no recipe is right for “{query.text}”"
    found = search.find(query.text)
    return Answer(
        query,
        found,
        ndcg([grades[recipe.id] for recipe in found], values),
        ndcg([grades[key] for key in plain.find(query.text)], values),
        {grade: values.count(grade) for grade in range(1, HIGHEST + 1) if grade in values},
    )


def mean(values: list[float]) -> float:
    return sum(values) / len(values)


def groups_hold(answers: list[Answer]) -> bool:
    """Prints a row for each group, and whether it passes. Titles need not be ahead of plain search: any search finds them."""
    held = True
    print(f"{'group':28} queries  toque  plain  ahead")
    for language, group in dict.fromkeys((answer.query.language, answer.query.group) for answer in answers):
        rows = [answer for answer in answers if (answer.query.language, answer.query.group) == (language, group)]
        toque, plain = mean([row.toque for row in rows]), mean([row.plain for row in rows])
        missed = group != "titles" and toque - plain < AHEAD
        held = held and not missed
        print(f"{language + ' ' + group:28} {len(rows):7} {toque:6.3f} {plain:6.3f} {toque - plain:+6.3f}{' missed' * missed}")
    for language in dict.fromkeys(answer.query.language for answer in answers):
        rows = [answer for answer in answers if answer.query.language == language]
        toque, plain = mean([row.toque for row in rows]), mean([row.plain for row in rows])
        print(f"{language + ' all':28} {len(rows):7} {toque:6.3f} {plain:6.3f} {toque - plain:+6.3f}")
    return held


def titles_hold(name: str, titles: list[str], search: Search, shown: int) -> bool:
    """Whether the first result is a recipe with that title, for enough titles."""
    missed = []
    for title in titles:
        found = search.find(title)
        if not found or folded(found[0].title) != folded(title):
            missed.append(f"  {title}: {found[0].title if found else 'nothing'}")
    share = 1 - len(missed) / len(titles)
    print(f"{name}: {len(titles)}, first {share:.1%} (at least {FIRST:.0%})")
    print("".join(line + "\n" for line in missed[:shown]), end="")
    return share >= FIRST


def drawn(imported: list[Recipe]) -> list[str]:
    """Returns the titles of the recipes whose ids have the lowest hashes, in lower case."""
    ordered = sorted(imported, key=lambda recipe: hashlib.sha256(recipe.id.encode()).digest())
    return [recipe.title.lower() for recipe in ordered[:DRAWN_TITLES]]


def show_worst(answers: list[Answer], count: int) -> None:
    """Prints the queries with the lowest scores. Of equal ones, those where plain search is better come first."""
    for answer in sorted(answers, key=lambda answer: (answer.toque, -answer.plain))[:count]:
        print("\n" + answer.line())
        for recipe in answer.found:
            print(f"  {answer.query.grade(recipe)} {recipe.id}: {recipe.title}")
        if not answer.found:
            print("  nothing")


def show_judgements(asked: list[Query], imported: list[Recipe]) -> None:
    """Prints the number of recipes of each grade, and some of their titles. Nothing is searched."""
    for query in asked:
        print(f"{query.language} {query.group}: {query.text}\t{query.rule}")
        for grade in range(HIGHEST, 0, -1):
            graded = [recipe.title for recipe in imported if query.grade(recipe) == grade]
            print(f"  {grade}: {len(graded)} {' | '.join(graded[:: len(graded) // 5 + 1])}")


def main() -> int:
    options = argparse.ArgumentParser(prog="script/relevance", description=__doc__)
    options.add_argument("--worst", type=int, default=0, help="print this many of the worst queries with what was found")
    options.add_argument("--group", help="only this group of queries, such as typos")
    options.add_argument("--judgements", action="store_true", help="print what the judgements say, and ask no search")
    options.add_argument("--json", type=pathlib.Path, help="a file for the figures of each query")
    chosen = options.parse_args()
    if not RECIPES.exists():
        print(f"skipped: {RECIPES} is not there")
        return 0
    imported = recipes()
    asked = [query for query in queries() if chosen.group in (None, query.group)]
    if chosen.judgements:
        show_judgements(asked, imported)
        return 0
    everything = {recipe.id: recipe for recipe in imported}
    with tempfile.TemporaryDirectory() as folder:
        site = RunningSite(pathlib.Path(folder) / "data")
        import_all(site)
        site.start()
        try:
            search, plain = Search(site, imported), PlainSearch(imported)
            answers = [answered(query, everything, search, plain) for query in asked]
            done = [groups_hold(answers)]
            if titles := [query.text for query in asked if query.group == "titles"]:
                done.append(titles_hold("titles as typed", titles, search, chosen.worst))
                done.append(titles_hold("drawn titles", drawn(imported), search, chosen.worst))
        finally:
            site.stop()
    show_worst(answers, chosen.worst)
    if chosen.json:
        rows = [[row.query.language, row.query.group, row.query.text, row.toque, row.plain] for row in answers]
        chosen.json.write_text(json.dumps(rows, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return 0 if all(done) else 1


if __name__ == "__main__":
    sys.exit(main())
