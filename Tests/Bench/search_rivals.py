"""The programs that the search is compared with in the same run: plain SQL on a copy of the texts, and Tantivy if possible."""

import contextlib
import pathlib
import sqlite3
import subprocess
import sys
import time

from measure import ROOT
from search_questions import STRICT, Question

LIMIT = 20
WEIGHTS = {"title": 8.0, "ingredients": 3.0, "description": 1.0}
# The bits of `diet_yes` and `allergen_no`: see `Diet` and `Allergen`.
VEGAN, NUTS = 1 << 1, 1 << 7


class PlainSQL:
    """FTS5 with bm25, and GROUP BY over ingredients, by Python's `sqlite3`."""

    name = "plain SQL"

    def __init__(self, folder: pathlib.Path):
        self.file, data = folder / "plain.sqlite", folder / "site" / "toque.sqlite"
        is_new = not self.file.exists()
        self.db = sqlite3.connect(f"file:{self.file}", uri=True, isolation_level=None)
        self.db.execute("ATTACH ? AS site", (f"file:{data}?mode=ro",))
        if is_new:
            self.fill()

    def fill(self) -> None:
        self.db.execute("PRAGMA synchronous = OFF")
        self.db.execute("CREATE VIRTUAL TABLE text USING fts5 (title, ingredients, description, content='', tokenize='porter unicode61')")
        self.db.execute("INSERT INTO text (rowid, title, ingredients, description) SELECT id, c0, c1, c2 FROM site.recipe_text_content")
        self.db.execute("CREATE TABLE needed (recipe_id INTEGER PRIMARY KEY, foods INTEGER)")
        self.db.execute(
            "INSERT INTO needed SELECT recipe_id, count(*) FROM site.public_recipe_ingredient WHERE is_mentioned = 0 GROUP BY 1 ORDER BY 1")

    def cheeses(self) -> str:
        return """SELECT i.recipe_id FROM site.public_recipe_ingredient i JOIN site.ingredient f ON f.id = i.ingredient_id
            WHERE f.key LIKE '%cheese%' OR f.key IN ('parmesan', 'mozzarella', 'cheddar', 'feta', 'ricotta')"""

    def ask(self, question: Question) -> float:
        match = " ".join(f'"{word}"' for word in question.words) + (" *" if question.is_prefix else "")
        join, where = "", ""
        if question.filters == STRICT:
            join = "JOIN site.public_recipe p ON p.recipe_id = text.rowid"
            where = f"AND p.diet_yes & {VEGAN} AND p.allergen_no & {NUTS} AND p.total_minutes <= 30"
        elif question.filters:
            where = f"AND text.rowid NOT IN ({self.cheeses()})"
        began = time.perf_counter()
        self.db.execute(
            f"SELECT text.rowid FROM text {join} WHERE text MATCH ? {where} ORDER BY bm25(text, 8.0, 3.0, 1.0) LIMIT ? OFFSET ?",
            (match, LIMIT, (question.page - 1) * LIMIT)).fetchall()
        return time.perf_counter() - began

    def pantry(self, foods: list[int], diets: int, allergens: int) -> float:
        marks = ", ".join("?" * len(foods))
        began = time.perf_counter()
        self.db.execute(
            f"""SELECT i.recipe_id, n.foods - count(*) AS missing FROM site.public_recipe_ingredient i
            JOIN needed n ON n.recipe_id = i.recipe_id JOIN site.public_recipe p ON p.recipe_id = i.recipe_id
            WHERE i.ingredient_id IN ({marks}) AND i.is_mentioned = 0 AND p.diet_yes & ? = ? AND p.allergen_no & ? = ?
            GROUP BY i.recipe_id HAVING missing <= 2 ORDER BY missing, p.published_at DESC LIMIT 20""",
            (*foods, diets, diets, allergens, allergens)).fetchall()
        return time.perf_counter() - began


class Tantivy:
    """Tantivy with three fields and one thread. It runs in a separate process with its own packages."""

    name = "Tantivy"

    def __init__(self, folder: pathlib.Path):
        python = install()
        command = [str(python), str(pathlib.Path(__file__).with_name("tantivy_search.py")), str(folder)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        if self.process.stdout.readline() != "ready\n":
            raise RuntimeError("its index could not be made")

    def ask(self, question: Question) -> float:
        kind = "strict" if question.filters == STRICT else "without" if question.filters else "prefix" if question.is_prefix else "all"
        self.process.stdin.write(f"{kind} {question.page} {' '.join(question.words)}\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait(30)


def install() -> pathlib.Path:
    """The Python that has Tantivy, which is installed from the network the first time."""
    folder = ROOT / ".build" / "bench-tantivy"
    python = folder / "bin" / "python"
    if not (folder / "done").exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        subprocess.run(
            [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "tantivy"], check=True,
            stdout=sys.stderr, timeout=300)
        (folder / "done").touch()
    return python


@contextlib.contextmanager
def rivals(folder: pathlib.Path, report):
    """Plain SQL, and Tantivy unless it cannot be installed."""
    plain, tantivy = PlainSQL(folder), None
    try:
        tantivy = Tantivy(folder)
    except (OSError, RuntimeError, subprocess.SubprocessError) as error:
        report.note(f"search: without Tantivy: {error}")
    try:
        yield plain, tantivy
    finally:
        plain.db.close()
        if tantivy:
            tantivy.close()
