"""The queue with 50,000 queued submissions and 200,000 decisions, and eight moderators at the same time; near
copies found among a million public recipes."""

import contextlib
import random
import sqlite3
import threading
import time

from client import Client, recipe_fields
from data_folder import rows
from measure import Workshop, Wrong, percentiles, running
from report import Report

QUEUED = 50_000
DECIDED = 150_000
SAMPLES = 300
TOGETHER = 2_000
MODERATORS = 8
MOST_MS = 20
# For near copies: the public recipes, the likeness numbers of each recipe, the recipes that share each number of the copied
# recipe, and the submissions.
PUBLIC = 1_000_000
BANDS = 20
SHARING = 500
COPIES = 150
MOST_COPY_MS = 50
COPIED = (
    "Rinse the lentils, and cook them in plenty of water until they are soft.", "Fry the onions slowly in oil.",
    "Add the onions and the lemon juice, season the soup, and serve it with bread.")


def written(site, steps: tuple = ("Stir.", "Serve.")) -> None:
    """Writes a recipe by Alice that is approved, and an edit of it in the queue. The planted rows are copies of both."""
    site.add_user("alice", "member")
    site.toque("user", "licence", "alice", "--until", "2099-12-31")
    for number in range(MODERATORS):
        site.add_user(f"mod{number}", "moderator")
    alice, mod = Client(site).log_in("alice"), Client(site).log_in("mod0")
    assert alice.post("/recipes", *recipe_fields("Lentil soup", steps))
    assert alice.post("/recipes/1/submit") and approve(mod, site, 1)[0] == 303
    version = rows(site.data, "SELECT version FROM recipe")[0][0]
    changed = recipe_fields("Lentil soup with lemon", ("Stir well.", "Serve hot.", "Add lemon."))
    assert alice.post("/recipes/1", *changed, ("version", str(version)))
    assert alice.post("/recipes/1/submit")


def approve(mod: Client, site, submission: int) -> tuple[int, str, str]:
    query = """SELECT s.revision_id, v.sha256, coalesce(r.live_revision_id, 0) FROM submission s
        JOIN revision v ON v.id = s.revision_id JOIN recipe r ON r.id = s.recipe_id WHERE s.id = ?"""
    revision, sha256, base = rows(site.data, query, submission)[0]
    fields = [("revision", str(revision)), ("seen_sha256", sha256), ("base", str(base)), ("message", "")]
    return mod.ask("POST", f"/moderation/submissions/{submission}/approve", fields)


def plant(site) -> None:
    """Copies of the recipe: public ones with a queued edit, and rejected ones."""
    with contextlib.closing(sqlite3.connect(site.data / "toque.sqlite", isolation_level=None)) as db:
        db.execute("PRAGMA synchronous = OFF")
        db.execute("BEGIN")

        def row(table: str, which: int, key: str = "id") -> dict:
            names = [name for (name,) in db.execute("SELECT name FROM pragma_table_info(?)", (table,))]
            return dict(zip(names, db.execute(f"SELECT * FROM {table} WHERE {key} = ?", (which,)).fetchone()))

        def add(table: str, values: dict) -> None:
            marks = ", ".join("?" * len(values))
            db.execute(f"INSERT INTO {table} ({', '.join(values)}) VALUES ({marks})", tuple(values.values()))

        recipe, first, second = row("recipe", 1), row("revision", 1), row("revision", 2)
        lines = {old: row("revision_lines", old, "revision_id") for old in (1, 2)}
        case, old, new, decision = row("moderation_case", 1), row("submission", 1), row("submission", 2), row("decision", 1)
        revision, submission, number = 2, 2, 1
        for index in range(QUEUED + DECIDED):
            number += 1
            add("recipe", recipe | {
                "id": number, "live_revision_id": None, "head_revision_id": None, "shown_revision_id": None,
                "state": "draft", "form_sha256": None})
            revision += 1
            add("revision", first | {"id": revision, "recipe_id": number})
            add("revision_lines", lines[1] | {"revision_id": revision})
            db.execute("UPDATE recipe SET head_revision_id = ? WHERE id = ?", (revision, number))
            add("moderation_case", case | {"id": number + 1, "recipe_id": number})
            submission += 1
            add("submission", old | {
                "id": submission, "case_id": number + 1, "recipe_id": number, "revision_id": revision, "state": "queued"})
            is_queued = index < QUEUED
            add("decision", decision | {
                "id": number, "submission_id": submission, "recipe_id": number, "revision_id": revision,
                "kind": "approve" if is_queued else "reject", "reasons": "" if is_queued else "NOT_A_RECIPE",
                "message": "" if is_queued else "A poem."})
            db.execute(
                "UPDATE submission SET state = ? WHERE id = ?", ("approved" if is_queued else "rejected", submission))
            if not is_queued:
                continue
            db.execute("UPDATE recipe SET live_revision_id = ? WHERE id = ?", (revision, number))
            live, revision = revision, revision + 1
            add("revision", second | {"id": revision, "recipe_id": number})
            add("revision_lines", lines[2] | {"revision_id": revision})
            db.execute("UPDATE recipe SET head_revision_id = ? WHERE id = ?", (revision, number))
            submission += 1
            add("submission", new | {
                "id": submission, "case_id": number + 1, "recipe_id": number, "revision_id": revision,
                "base_revision_id": live, "due_at": new["due_at"] + index})
        db.execute("COMMIT")
        db.execute("ANALYZE")


def timed(work) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def together(site, queued: list[int], report: Report) -> None:
    """Each submission is decided by two of the moderators at about the same time."""
    mods = [Client(site).log_in(f"mod{number}") for number in range(MODERATORS)]
    answers: list[tuple[int, str]] = []

    def decide(number: int) -> None:
        for place, submission in enumerate(queued):
            if place % MODERATORS in (number, (number + 1) % MODERATORS):
                status, _, text = approve(mods[number], site, submission)
                answers.append((status, text))

    before = rows(site.data, "SELECT count(*) FROM decision")[0][0]
    threads = [threading.Thread(target=decide, args=(number,)) for number in range(MODERATORS)]
    seconds = timed(lambda: [[thread.start() for thread in threads], [thread.join() for thread in threads]])
    made = rows(site.data, "SELECT count(*) FROM decision")[0][0] - before
    late = [text for status, text in answers if status == 409]
    others = [status for status, _ in answers if status not in (303, 409)]
    explained = sum("decided first" in text for text in late)
    report.note(f"{MODERATORS} moderators: {made} decisions and {len(late)} refusals in {seconds:.1f} s")
    report.target("eight moderators: decisions made", made, least=len(queued))
    report.target("eight moderators: more decisions than submissions", made - len(queued), most=0)
    report.target("eight moderators: other answers", len(others), most=0)
    report.target("eight moderators: refusals without an explanation", len(late) - explained, most=0)


def plant_likeness(site) -> None:
    """Adds the numbers by which near copies of a million recipes are found. 500 recipes share each number of recipe 1: as
    many as Toque reads."""
    with contextlib.closing(sqlite3.connect(site.data / "toque.sqlite", isolation_level=None)) as db:
        index = db.execute("SELECT sql FROM sqlite_schema WHERE name = 'public_recipe_likeness_by_recipe'").fetchone()[0]
        db.executescript(f"""PRAGMA synchronous = OFF;
            BEGIN;
            DROP INDEX public_recipe_likeness_by_recipe;
            WITH RECURSIVE place (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM place WHERE n < {PUBLIC * BANDS})
            INSERT INTO public_recipe_likeness (number, recipe_id) SELECT n * 461168601842, {PUBLIC} + n % {PUBLIC} FROM place;
            WITH RECURSIVE place (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM place WHERE n < {SHARING})
            INSERT INTO public_recipe_likeness (number, recipe_id)
                SELECT own.number, {2 * PUBLIC} + {SHARING} * row_number() OVER (ORDER BY own.number, n) FROM place,
                    (SELECT number FROM public_recipe_likeness WHERE recipe_id = 1) own;
            {index};
            COMMIT;
            ANALYZE;""")


def near_copies(site, report: Report) -> None:
    """Members submit texts that differ from recipe 1 in one step, so that each is compared with it."""
    taken = []
    for number in range(COPIES):
        if number % 15 == 0:
            name = f"copier{number}"
            site.add_user(name, "member")
            site.toque("user", "licence", name, "--until", "2099-12-31")
            copier = Client(site).log_in(name)
        page = copier.post("/recipes", *recipe_fields(f"Lentil soup {number}", COPIED + (f"Eat {number} spoons of it.",)))
        taken.append(timed(lambda: copier.post(f"{page.partition('?')[0]}/submit")))
    found = rows(site.data, "SELECT count(*) FROM submission WHERE hints LIKE '%likeness%'")[0][0]
    report.target("moderation: near copies found", found, least=COPIES)
    # The first one reads the database from disk.
    figures = percentiles(taken[1:])
    report.add("moderation", f"near copy submitted, {PUBLIC:,} public recipes", {"Toque": [figures]})
    report.target("moderation: near copy submitted, p99 ms", figures["p99_ms"], most=MOST_COPY_MS)


def measure(workshop: Workshop, report: Report) -> None:
    copied = workshop.empty_site("moderation-copies")
    with running(copied):
        written(copied, COPIED)
    report.note(f"planted the likeness of {PUBLIC:,} recipes in {timed(lambda: plant_likeness(copied)):.0f} s")
    with running(copied):
        near_copies(copied, report)
    site = workshop.empty_site("moderation")
    with running(site):
        written(site)
    seconds = timed(lambda: plant(site))
    report.note(f"planted {QUEUED:,} queued submissions and {QUEUED + DECIDED:,} decisions in {seconds:.0f} s")
    with running(site):
        mod = Client(site).log_in("mod0")
        queued = [number for (number,) in rows(site.data, "SELECT id FROM submission WHERE state = 'queued' ORDER BY id")]
        random.Random(1).shuffle(queued)
        if "<ins>" not in mod.read(f"/moderation/submissions/{queued[0]}"):
            raise Wrong("the page of a submission shows no difference")
        mod.read("/moderation")
        cases = {
            "first page of the queue": lambda number: mod.ask("GET", "/moderation"),
            "submission with differences": lambda number: mod.ask("GET", f"/moderation/submissions/{number}"),
            "decision": lambda number: approve(mod, site, number),
        }
        for name, case in cases.items():
            taken = []
            for number in queued[:SAMPLES]:
                began = time.perf_counter()
                status = case(number)[0]
                taken.append(time.perf_counter() - began)
                if status not in (200, 303):
                    raise Wrong(f"{name}: {status}")
            figures = percentiles(taken)
            report.add("moderation", name, {"Toque": [figures]})
            report.target(f"moderation: {name}, p99 ms", figures["p99_ms"], most=MOST_MS)
        together(site, queued[SAMPLES : SAMPLES + TOGETHER], report)
