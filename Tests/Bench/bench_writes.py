"""Forms that write, each acknowledged when it is on disk, compared with single rows written by plain SQL."""

import dataclasses
import os
import pathlib
import sqlite3
import statistics
import time
import urllib.parse

from client import Client
from data_folder import rows
from made_recipes import recipes
from measure import Side, Workshop, Wrong, in_turn, percentiles, resident_mb, running
from report import Report

MEMBERS = 32
LEAST_PER_SECOND = 2_000
FSYNCS = 3


def post(client: Client, path: str, fields: list[tuple[str, str]]) -> bytes:
    body = urllib.parse.urlencode([*fields, ("csrf", client.token)]).encode()
    cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    head = [f"POST {path} HTTP/1.1", "Host: 127.0.0.1", f"Cookie: {cookies}", f"Content-Length: {len(body)}"]
    return "\r\n".join([*head, "Content-Type: application/x-www-form-urlencoded", "", ""]).encode() + body


def new_recipe(recipe: dict) -> list[tuple[str, str]]:
    """The editor's form with a pasted list of ingredients."""
    fields = [("title", recipe["name"]), ("description", recipe["description"]), ("servings", recipe["recipeYield"])]
    fields.append(("ingredients_text", "\n".join(recipe["recipeIngredient"])))
    return fields + [("step", step) for step in recipe["recipeInstructions"]]


def members(site) -> list[Client]:
    clients = []
    for number in range(MEMBERS):
        site.add_user(f"member{number}", "member")
    for number in range(MEMBERS):
        clients.append(Client(site))
        clients[-1].log_in(f"member{number}")
    return clients


@dataclasses.dataclass
class Form(Side):
    """A form whose writes are counted. The first request must add one to the count that `query` returns; `undo` is sent before
    it."""

    data: pathlib.Path = pathlib.Path()
    query: str = ""
    undo: bytes | None = None
    adds: bool = True

    def count(self) -> int:
        return rows(self.data, self.query)[0][0]

    def check(self) -> None:
        if self.undo:
            self.answer(self.undo)
        before = self.count()
        super().check()
        if self.count() != before + 1:
            raise Wrong(f"{self.name}: acknowledged, but {self.count() - before} written")

    def run(self, seconds: float, folder: pathlib.Path) -> dict:
        before = self.count()
        figures = super().run(seconds, folder)
        # Requests in progress when wrk stopped may be written too.
        written = self.count() - before
        if self.adds and not figures["requests"] <= written <= figures["requests"] + self.connections:
            raise Wrong(f"{self.name}: {figures['requests']} acknowledged, {written} written")
        return figures


class Disk:
    """The time to sync two pages to this disk: the minimum for any durable write."""

    name = "disk"

    def __init__(self, folder: pathlib.Path):
        self.file = folder / "fsync"

    def check(self) -> None:
        pass

    def run(self, seconds: float, folder: pathlib.Path) -> dict:
        taken = []
        began = time.perf_counter()
        with self.file.open("wb", buffering=0) as file:
            while (start := time.perf_counter()) - began < min(seconds, 2):
                file.write(bytes(8192))
                os.fdatasync(file.fileno())
                taken.append(time.perf_counter() - start)
        return {"requests_per_s": len(taken) / (time.perf_counter() - began)} | percentiles(taken)


class PlainSQL:
    """One recipe and its text per transaction, as durable as the site's writes, but without any other work."""

    name = "plain SQL"

    def __init__(self, folder: pathlib.Path, texts: list[str]):
        self.texts, self.written = texts, 0
        self.db = sqlite3.connect(folder / "plain.sqlite", isolation_level=None)
        self.db.executescript(
            """
            PRAGMA journal_mode = WAL;
            PRAGMA synchronous = FULL;
            CREATE TABLE recipe (id INTEGER PRIMARY KEY, author INTEGER, at INTEGER, head INTEGER);
            CREATE TABLE revision (id INTEGER PRIMARY KEY, recipe INTEGER, title TEXT, body TEXT, at INTEGER);
            CREATE INDEX revision_of ON revision (recipe);
            """
        )

    def check(self) -> None:
        count = self.db.execute("SELECT count(*) FROM recipe r JOIN revision v ON v.id = r.head").fetchone()[0]
        if count != self.written:
            raise Wrong(f"plain SQL: {count} of {self.written} are there")

    def run(self, seconds: float, folder: pathlib.Path) -> dict:
        taken = []
        spent, began = time.process_time(), time.perf_counter()
        while (start := time.perf_counter()) - began < seconds:
            text = self.texts[len(taken) % len(self.texts)]
            self.db.execute("BEGIN IMMEDIATE")
            recipe = self.db.execute("INSERT INTO recipe (author, at) VALUES (1, ?)", (int(start),)).lastrowid
            row = (recipe, text[:40], text, int(start))
            head = self.db.execute("INSERT INTO revision (recipe, title, body, at) VALUES (?, ?, ?, ?)", row).lastrowid
            self.db.execute("UPDATE recipe SET head = ? WHERE id = ?", (head, recipe))
            self.db.execute("COMMIT")
            taken.append(time.perf_counter() - start)
        self.written += len(taken)
        per_second = len(taken) / (time.perf_counter() - began)
        cpu_us = (time.process_time() - spent) / len(taken) * 1e6
        return {"requests_per_s": per_second, "cpu_us": cpu_us, "rss_mb": resident_mb(os.getpid())} | percentiles(taken)


def measure(workshop: Workshop, report: Report) -> None:
    site = workshop.empty_site("writes")
    data = workshop.folder / "writes"
    made = recipes(8 * MEMBERS)
    with running(site):
        clients = members(site)
        pairs = list(zip(made, clients * 8))
        languages = [post(client, "/appearance", [("language", key)]) for key in ("ru", "en") for client in clients]
        forms = [
            Form(
                "new recipe", site.port, site.process.pid,
                [post(client, "/recipes", new_recipe(recipe)) for recipe, client in pairs],
                status=303, data=data, query="SELECT count(*) FROM recipe",
            ),
            Form(
                "language", site.port, site.process.pid, languages, status=303, data=data,
                query="SELECT count(*) FROM user WHERE language = 'ru'", undo=languages[MEMBERS], adds=False,
            ),
        ]
        plain = PlainSQL(workshop.folder, [str(recipe) for recipe in made])
        disk = Disk(workshop.folder)
        for form in forms:
            rounds = in_turn([form, plain, disk], workshop)
            ours, _ = report.add("writes", f"{form.name}, {MEMBERS} connections", rounds)
            report.target(f"writes: {form.name}, a second", ours["requests_per_s"], least=LEAST_PER_SECOND)
            # The disk is measured in the same seconds as the form.
            neighbours = zip(rounds[form.name], rounds[disk.name])
            fsyncs = statistics.median(one["p99_ms"] / other["p50_ms"] for one, other in neighbours)
            report.target(f"writes: {form.name}, p99 in fsyncs", fsyncs, most=FSYNCS)
