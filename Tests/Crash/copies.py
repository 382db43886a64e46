"""Tests backups of a running site, and databases of older and newer programs."""

import contextlib
import hashlib
import pathlib
import random
import shutil
import signal
import sqlite3
import subprocess
import time
import urllib.parse
import urllib.request

from data_folder import check, rows
from load import Load, noise
from older import MIGRATIONS, older_database
from running_site import RunningSite, program
from trial import Trial

COPIES = 20
KILLS = 20
ROWS = 20_000
# Pages that show public recipes and do not change with time. The home page also shows what a background job counted.
LISTS = ("/recipes", "/search?q=onion", "/sitemap.xml", "/feed.atom")


def backups(trial: Trial) -> None:
    """Runs `toque backup` in a loop under load. Before every second backup, another one is started and killed. Each backup
    must be complete, and a site restored from it must show the same public pages."""
    site = trial.site().start()
    # 60 writes a second. With as many as possible, each of the last backups would take minutes.
    load = Load(site, authors=3, pause=0.05).start()
    photos = Load(site, authors=1, photo=noise(160, 120), pause=0.1).start()
    sizes, killed = [], 0
    for number in range(COPIES):
        before = load.acknowledged | photos.acknowledged
        data, file = trial.folder / f"copy{number}", trial.folder / f"copy{number}.zip"
        killed += number % 2 and killed_backup(trial, site, file)
        site.toque("backup", str(file))
        RunningSite(data).toque("restore", str(file))
        sizes.append(restored(trial, data, before, f"copy {number + 1}", site))
        shutil.rmtree(data)
        file.unlink()
    load.finish()
    photos.finish()
    trial.wrong += photos.failures + photos.lost()
    trial.sound(site, load, "the site itself")
    site.stop()
    first, last = (f"{recipes} recipes and {pictures} photos" for recipes, pictures in (sizes[0], sizes[-1]))
    trial.expect(killed >= 3, f"only {killed} of {COPIES // 2} kills came before the end of the backup")
    trial.seen.append(f"{COPIES} backups, {killed} more killed, from {first} to {last}, beside {load}")


def killed_backup(trial: Trial, site: RunningSite, file: pathlib.Path) -> bool:
    """Kills `toque backup` at a random moment and checks that it left no file under the final name. Returns false if the
    backup had already ended."""
    process = subprocess.Popen([program(), "backup", str(file)], env=site.environment, stdout=subprocess.DEVNULL)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(random.uniform(0.01, 0.8))
    process.send_signal(signal.SIGKILL)
    is_killed = process.wait() == -signal.SIGKILL
    trial.expect(not (is_killed and file.exists()), "a killed backup left a file that looks whole")
    file.unlink(missing_ok=True)
    return is_killed


def page(site: RunningSite, path: str) -> str:
    with urllib.request.urlopen(site.address + path, timeout=30) as answer:
        text = answer.read().decode()
    # Removes the address of the site, also where it is part of links to other sites.
    return text.replace(site.address, "").replace(urllib.parse.quote(site.address, safe=""), "")


def compare_pages(trial: Trial, name: str, old: RunningSite, new: RunningSite) -> None:
    """Compares the pages and JSON-LD of up to 30 recipes, if their public text has not changed on the running site since the
    backup, and pages that list recipes, if no public text has changed at all."""
    query = "SELECT recipe_id, revision_id FROM public_recipe ORDER BY recipe_id DESC LIMIT 30"
    for recipe, revision in rows(new.data, query):
        paths = (f"/recipes/{recipe}", f"/recipes/{recipe}.jsonld")
        different = [path for path in paths if page(new, path) != page(old, path)]
        same = rows(old.data, "SELECT 1 FROM public_recipe WHERE recipe_id = ? AND revision_id = ?", recipe, revision)
        trial.expect(not same or not different, f"{name}: other pages: {different}")
    different = [path for path in LISTS if page(new, path) != page(old, path)]
    query = "SELECT recipe_id, revision_id FROM public_recipe ORDER BY recipe_id"
    same = rows(new.data, query) == rows(old.data, query)
    trial.expect(not same or not different, f"{name}: other pages: {different}")


def restored(
    trial: Trial, data: pathlib.Path, before: set[str], name: str, original: RunningSite
) -> tuple[int, int]:
    """Checks a restored copy and starts a site on it; returns its numbers of recipes and photos."""
    with contextlib.closing(sqlite3.connect(data / "toque.sqlite")) as db:
        found = db.execute("PRAGMA integrity_check").fetchall()
    trial.expect(found == [("ok",)], f"{name}: {found[:3]}")
    missing = before - {title for (title,) in rows(data, "SELECT title FROM revision")}
    trial.expect(not missing, f"{name}: {len(missing)} that were acknowledged before it began are missing")
    site = RunningSite(data)
    trial.sites.append(site)
    done = check(site.environment)
    trial.expect(done.returncode == 0, f"{name}: toque check says {done.stdout}{done.stderr}")
    site.start()
    compare_pages(trial, name, original, site)
    trial.works(site, Load(site, authors=0), name)
    site.stop()
    return rows(data, "SELECT (SELECT count(*) FROM recipe), (SELECT count(*) FROM photo)")[0]


def interrupted_migrations(trial: Trial) -> None:
    """Migrates every older schema to the newest. Then kills migrations at random moments and runs them again."""
    newest, originals, seconds = len(MIGRATIONS), {}, 0.0
    for older in range(1, newest):
        original = originals[older] = trial.folder / f"older{older}"
        original.mkdir()
        older_database(original / "toque.sqlite", older, ROWS)
        site = copied(trial, original)
        began = time.monotonic()
        site.toque("migrate")
        seconds = max(seconds, time.monotonic() - began)
        migrated(trial, site, original, f"from {older}")
    stopped_at = []
    for kill in range(KILLS):
        older = random.randrange(1, newest)
        site = copied(trial, originals[older])
        if killed_at_work(site, random.randint(0, newest - older)):
            stopped_at.append((older, rows(site.data, "SELECT max(number) FROM schema_migration")[0][0]))
        site.toque("migrate")
        migrated(trial, site, originals[older], f"kill {kill + 1} from {older}")
    first, last = sum(old == new for old, new in stopped_at), sum(new == newest for _, new in stopped_at)
    trial.expect(len(stopped_at) >= KILLS / 2, f"only {len(stopped_at)} of {KILLS} kills came before the end")
    trial.seen.append(
        f"{newest - 1} older schemas with {ROWS} rows a table, {seconds:.2f} s at most; of {KILLS} kills {first} came "
        f"before the first commit, {len(stopped_at) - first - last} between migrations, {last} after the last, "
        f"{KILLS - len(stopped_at)} after the end")


def killed_at_work(site: RunningSite, commits: int) -> bool:
    """Kills `toque migrate` shortly after this number of commits; returns false if it had already ended."""
    process = subprocess.Popen([program(), "migrate"], env=site.environment, stdout=subprocess.DEVNULL)
    wal, size = site.data / "toque.sqlite-wal", 0
    while commits > 0 and process.poll() is None:
        with contextlib.suppress(FileNotFoundError):
            grown = wal.stat().st_size
            commits, size = commits - (grown > size), grown
    # Opening the database takes a few hundredths of a second, a migration less than one hundredth.
    time.sleep(random.uniform(0, 0.04 if size == 0 else 0.01))
    process.send_signal(signal.SIGKILL)
    return process.wait() == -signal.SIGKILL


def copied(trial: Trial, original: pathlib.Path) -> RunningSite:
    data = trial.folder / "data"
    shutil.rmtree(data, ignore_errors=True)
    shutil.copytree(original, data)
    return RunningSite(data)


def migrated(trial: Trial, site: RunningSite, original: pathlib.Path, moment: str) -> None:
    """Checks that the schema is the newest, that the old rows are unchanged, and that `toque check` finds nothing."""
    reached = [number for (number,) in rows(site.data, "SELECT number FROM schema_migration ORDER BY number")]
    trial.expect(reached == list(range(1, len(MIGRATIONS) + 1)), f"{moment}: migrations {reached}")
    for table in ("user", "licence_grant", "ingredient", "recipe", "revision", "moderation_case"):
        if rows(original, "SELECT 1 FROM sqlite_schema WHERE name = ?", table):
            columns = ", ".join(name for (name,) in rows(original, "SELECT name FROM pragma_table_info(?)", table))
            query = f"SELECT {columns} FROM {table} ORDER BY id"
            trial.expect(rows(original, query) == rows(site.data, query), f"{moment}: {table} is not what it was")
    done = check(site.environment)
    trial.expect(done.returncode == 0, f"{moment}: toque check says {done.stdout}{done.stderr}")


def newer_database(trial: Trial) -> None:
    """Every command refuses a database of a newer program and leaves the file unchanged."""
    site = trial.site()
    path = site.data / "toque.sqlite"
    newer = len(MIGRATIONS) + 1
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("INSERT INTO schema_migration VALUES (?, 'later', 'x', 0)", (newer,))
        db.commit()
    before = hashlib.sha256(path.read_bytes()).hexdigest()
    commands = ("serve", "migrate", "check", "reindex", "seed", "import --starter", "user list", "user link chef")
    for command in commands:
        trial.refuses(site, command, f"has migration {newer}, this program knows only {newer - 1}")
    trial.expect(hashlib.sha256(path.read_bytes()).hexdigest() == before, "the file is not what it was")
    trial.seen.append(f"refused by {', '.join(commands)}")
