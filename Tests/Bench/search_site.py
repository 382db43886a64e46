"""The data folder of the search benchmark: built once, then kept in `.build` and used again."""

import contextlib
import hashlib
import random
import shutil
import sqlite3
import subprocess
import time

import mixed_recipes
import planted_recipes
from measure import ROOT, RunningSite, program
from report import Report

MEMBERS = 40
PANTRY = 60
FAVOURITES = 5
# One recipe in 22 is mixed and imported, so that Toque itself derives its facts. The others are copies with different texts.
SHARE_MIXED = 22


def key(count: int) -> str:
    """A hash of everything that the folder depends on."""
    parts = hashlib.sha256(f"{count} {mixed_recipes.SEED} {mixed_recipes.COLLECTION.exists()}".encode())
    for folder in ("Migrations", "Starter"):
        for file in sorted(path for path in (ROOT / folder).rglob("*") if path.is_file()):
            parts.update(file.read_bytes())
    return parts.hexdigest()


def site_of(count: int, report: Report) -> RunningSite:
    """A stopped site with this number of public recipes."""
    folder = ROOT / ".build" / f"bench-search-{count}"
    stamp = folder / "key"
    if not stamp.exists() or stamp.read_text() != key(count):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        began = time.perf_counter()
        build(RunningSite(folder / "site"), count)
        stamp.write_text(key(count))
        report.note(f"search: made {count:,} recipes in {time.perf_counter() - began:.0f} s, in .build/{folder.name}")
    return RunningSite(folder / "site")


def build(site: RunningSite, count: int) -> None:
    site.toque("migrate")
    site.toque("import", "--starter")
    file = site.data.parent / "mixed.jsonl"
    starter = numbers(site, "SELECT count(*) FROM public_recipe")[0]
    real = len(mixed_recipes.real_recipes())
    mixed_recipes.write(file, max(0, min(count - starter, real + count // SHARE_MIXED)))
    done = subprocess.run(
        [program(), "import", "--publish", str(file)], env=site.environment, capture_output=True, text=True, timeout=3600)
    assert done.returncode == 0, done.stderr
    file.unlink()
    for number in range(planted_recipes.AUTHORS):
        site.add_user(f"cook{number}", "member")
    for number in range(MEMBERS):
        site.add_user(f"member{number}", "member")
    site.add_user("mod0", "moderator")
    site.toque("user", "licence", "cook0", "--until", "2099-12-31")
    planted_recipes.plant(site.data / "toque.sqlite", count, mixed_recipes.SEED)
    write_members(site)


def numbers(site: RunningSite, query: str, *values) -> list[int]:
    with contextlib.closing(sqlite3.connect(site.data / "toque.sqlite")) as db:
        return [row[0] for row in db.execute(query, values)]


def write_members(site: RunningSite) -> None:
    """Gives members diets, favourites and a pantry of 60 foods. Foods that many recipes need are chosen more often."""
    rng = random.Random(mixed_recipes.SEED)
    with contextlib.closing(sqlite3.connect(site.data / "toque.sqlite")) as db:
        foods = [food for (food,) in db.execute(
            "SELECT ingredient_id FROM public_recipe_ingredient WHERE is_mentioned = 0 GROUP BY 1 ORDER BY count(*) DESC LIMIT 150")]
        recipes = [recipe for (recipe,) in db.execute("SELECT recipe_id FROM public_recipe ORDER BY recipe_id")]
        members = [member for (member,) in db.execute("SELECT id FROM user WHERE username LIKE 'member%' ORDER BY id")]
        for place, member in enumerate(members):
            # One third each: no diet; one of the first four diets; one of these diets and no nuts.
            diets = 0 if place % 3 == 0 else 1 << rng.randrange(4)
            db.execute(
                "INSERT INTO preferences (user_id, diets, allergens, goals, units, switches) VALUES (?, ?, ?, 0, 'written', 0)",
                (member, diets, 1 << rng.randrange(8) if place % 3 == 2 else 0))
            chosen = sorted(range(len(foods)), key=lambda number: rng.random() * (number + 20))[:PANTRY]
            rows = [(member, foods[number]) for number in chosen]
            db.executemany("INSERT INTO pantry_item (user_id, ingredient_id, added_at) VALUES (?, ?, 1)", rows)
            liked = [(member, recipe, int(time.time() * 1000)) for recipe in rng.sample(recipes, FAVOURITES)]
            db.executemany("INSERT INTO favourite (user_id, recipe_id, added_at) VALUES (?, ?, ?)", liked)
        db.commit()
