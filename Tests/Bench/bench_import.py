"""Recipes imported and ingredient lines parsed per second, with the program as users run it."""

import gzip
import json
import os
import pathlib
import shutil
import sqlite3
import subprocess
import time

from made_recipes import COUNT, recipes
from measure import ROOT, Workshop, Wrong, program
from report import Report

LINES = 100_000
LEAST_LINES = 100_000


def timed(command: list[str], environment: dict, typed: pathlib.Path | None, said: pathlib.Path) -> dict:
    """Runs a command to its end; returns seconds, processor seconds and peak memory."""
    with open(typed or os.devnull, "rb") as input_, said.open("wb") as output:
        began = time.perf_counter()
        process = subprocess.Popen(command, env=environment, stdin=input_, stdout=output, stderr=subprocess.DEVNULL)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise Wrong(f"{' '.join(command)} ended with {process.returncode}")
    seconds = time.perf_counter() - began
    return {"seconds": seconds, "cpu": used.ru_utime + used.ru_stime, "rss_mb": used.ru_maxrss / 1024}


def per_second(done: dict, count: int) -> dict:
    return {"requests_per_s": count / done["seconds"], "cpu_us": done["cpu"] / count * 1e6, "rss_mb": done["rss_mb"]}


def import_once(workshop: Workshop, template: pathlib.Path) -> dict:
    site = workshop.site_in("import")
    shutil.rmtree(workshop.folder / "import", ignore_errors=True)
    shutil.copytree(template, workshop.folder / "import")
    said = workshop.folder / "import.json"
    file = str(workshop.file_of_recipes())
    done = timed([program(), "import", "--publish", "--json", file], site.environment, None, said)
    taken = json.loads(said.read_text())["taken"]
    if taken != COUNT:
        raise Wrong(f"{taken} of {COUNT} recipes were taken")
    return per_second(done, COUNT)


def plain_sql(folder: pathlib.Path, made: list[dict]) -> dict:
    """Writes the texts as rows and as a search index, a thousand per transaction: the cost of SQLite alone."""
    file = folder / "plain-import.sqlite"
    file.unlink(missing_ok=True)
    db = sqlite3.connect(file, isolation_level=None)
    db.executescript(
        """
        PRAGMA journal_mode = WAL;
        PRAGMA synchronous = FULL;
        CREATE TABLE recipe (id INTEGER PRIMARY KEY, title TEXT, body TEXT);
        CREATE VIRTUAL TABLE recipe_text USING fts5 (title, ingredients, description);
        """
    )
    spent, began = time.process_time(), time.perf_counter()
    for start in range(0, len(made), 1000):
        part = made[start : start + 1000]
        texts = [(one["name"], "\n".join(one["recipeIngredient"]), one["description"]) for one in part]
        db.execute("BEGIN")
        rows = [(one["name"], json.dumps(one)) for one in part]
        db.executemany("INSERT INTO recipe (title, body) VALUES (?, ?)", rows)
        db.executemany("INSERT INTO recipe_text VALUES (?, ?, ?)", texts)
        db.execute("COMMIT")
    seconds, cpu = time.perf_counter() - began, time.process_time() - spent
    db.close()
    return {"requests_per_s": len(made) / seconds, "cpu_us": cpu / len(made) * 1e6}


def real_lines() -> list[str]:
    """Lines that people wrote, from the test data; an empty list if they are missing."""
    data = pathlib.Path(os.environ.get("TOQUE_TEST_DATA", ROOT / ".." / "shared" / "data"))
    lines = []
    for file in sorted((data / "ingredient-lines").glob("*.jsonl.gz")):
        with gzip.open(file, "rt", encoding="utf-8") as records:
            lines += [" ".join(str(json.loads(record).get("line", "")).split()) for record in records]
    return [line for line in lines if line]


def parse_once(workshop: Workshop, environment: dict, lines: list[str]) -> dict:
    """Measures without the time in which the program loads its catalogue, which is the same for any number of lines."""
    file, said = workshop.folder / "lines.txt", workshop.folder / "parsed.jsonl"
    start = timed([program(), "parse"], environment, None, said)
    many = (lines * (LINES // len(lines) + 1))[:LINES]
    file.write_text("\n".join(many) + "\n", encoding="utf-8")
    done = timed([program(), "parse"], environment, file, said)
    done |= {part: done[part] - start[part] for part in ("seconds", "cpu")}
    with said.open(encoding="utf-8") as output:
        parsed = [json.loads(line) for line in output]
    if [one["line"] for one in parsed[:100]] != many[:100] or len(parsed) != LINES:
        raise Wrong(f"{len(parsed)} of {LINES} lines came back, or in another order")
    if not any(one["ingredient"] for one in parsed):
        raise Wrong("no line was understood")
    return per_second(done, LINES)


def measure(workshop: Workshop, report: Report) -> None:
    made = recipes()
    site = workshop.empty_site("import-template")
    template = workshop.folder / "import-template"
    imported = {"toque": [], "plain SQL": []}
    for _ in range(workshop.rounds):
        imported["toque"].append(import_once(workshop, template))
        imported["plain SQL"].append(plain_sql(workshop.folder, made))
    report.add("import", f"{COUNT:,} recipes", imported)

    kinds = {"made lines": [line for recipe in made for line in recipe["recipeIngredient"]], "real lines": real_lines()}
    if not kinds["real lines"]:
        report.note("import: no test data (TOQUE_TEST_DATA), so no lines that people wrote are parsed")
    for name, lines in kinds.items():
        if lines:
            rounds = {"toque": [parse_once(workshop, site.environment, lines) for _ in range(workshop.rounds)]}
            ours, _ = report.add("import", f"{LINES:,} {name} parsed", rounds)
            report.target(f"import: {name} parsed a second", ours["requests_per_s"], least=LEAST_LINES)
