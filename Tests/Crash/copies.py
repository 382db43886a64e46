"""Copies of a running site, and databases of older and newer programs."""

import contextlib
import hashlib
import pathlib
import random
import shutil
import signal
import sqlite3
import subprocess
import time

from client import check, rows
from load import Load, noise
from older import MIGRATIONS, older_database
from running_site import RunningSite, program
from trial import Trial

COPIES = 10
KILLS = 20
# So many rows that a migration takes long enough to be caught in the middle.
ROWS = 20_000


def backups(trial: Trial) -> None:
    """Copies made as docs/operating.md says, in a loop under load: each is whole, and a site starts on it."""
    site = trial.site().start()
    load = Load(site, authors=3).start()
    photos = Load(site, authors=1, photo=noise(160, 120)).start()
    sizes = []
    for number in range(COPIES):
        before = load.acknowledged | photos.acknowledged
        data = trial.folder / f"copy{number}"
        data.mkdir()
        with contextlib.closing(sqlite3.connect(site.data / "toque.sqlite", timeout=10)) as db:
            db.execute("VACUUM INTO ?", (str(data / "toque.sqlite"),))
        shutil.copytree(site.data / "media", data / "media")
        shutil.copy2(site.data / "secret", data)
        sizes.append(restored(trial, data, before, f"copy {number + 1}"))
        shutil.rmtree(data)
    load.finish()
    photos.finish()
    trial.wrong += photos.failures + photos.lost()
    trial.sound(site, load, "the site itself")
    site.stop()
    first, last = (f"{recipes} recipes and {pictures} photos" for recipes, pictures in (sizes[0], sizes[-1]))
    trial.seen.append(f"{COPIES} copies, from {first} to {last}, beside {load}")


def restored(trial: Trial, data: pathlib.Path, before: set[str], name: str) -> tuple[int, int]:
    """Checks a copy and starts a site on it; gives how many recipes and photos it has."""
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
    trial.works(site, Load(site, authors=0), name)
    site.stop()
    return rows(data, "SELECT (SELECT count(*) FROM recipe), (SELECT count(*) FROM photo)")[0]


def interrupted_migrations(trial: Trial) -> None:
    """From every older schema to the newest, then killed in the middle of it at random, and run again."""
    newest, originals, moments = len(MIGRATIONS), {}, {}
    for older in range(1, newest):
        original = originals[older] = trial.folder / f"older{older}"
        original.mkdir()
        older_database(original / "toque.sqlite", older, ROWS)
        site = copied(trial, original)
        took = [run_time(site), run_time(site)]
        # The second run has nothing to do: a kill before that time would find no migration at work.
        moments[older] = (took[1] / 2, took[0])
        migrated(trial, site, original, f"from {older}")
    stopped_at = []
    for kill in range(KILLS):
        older = random.randrange(1, newest)
        site = copied(trial, originals[older])
        process = subprocess.Popen([program(), "migrate"], env=site.environment, stdout=subprocess.DEVNULL)
        time.sleep(random.uniform(*moments[older]))
        process.send_signal(signal.SIGKILL)
        if process.wait() == -signal.SIGKILL:
            stopped_at.append((older, rows(site.data, "SELECT max(number) FROM schema_migration")[0][0]))
        site.toque("migrate")
        migrated(trial, site, originals[older], f"kill {kill + 1} from {older}")
    trial.expect(len(stopped_at) >= KILLS / 2, f"only {len(stopped_at)} of {KILLS} kills came before the end")
    reached = [
        sum(number == older for older, number in stopped_at),
        sum(older < number < newest for older, number in stopped_at),
        sum(number == newest for _, number in stopped_at),
    ]
    trial.seen.append(
        f"{newest - 1} older schemas with {ROWS} rows a table, {max(end for _, end in moments.values()):.2f} s at most; "
        f"of {KILLS} kills {reached[0]} came before the first commit, {reached[1]} between migrations, "
        f"{reached[2]} after the last, {KILLS - len(stopped_at)} after the end")


def run_time(site: RunningSite) -> float:
    began = time.monotonic()
    site.toque("migrate")
    return time.monotonic() - began


def copied(trial: Trial, original: pathlib.Path) -> RunningSite:
    data = trial.folder / "data"
    shutil.rmtree(data, ignore_errors=True)
    shutil.copytree(original, data)
    return RunningSite(data)


def migrated(trial: Trial, site: RunningSite, original: pathlib.Path, moment: str) -> None:
    """The schema is the newest, nothing of what was there has changed, and nothing is found."""
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
    """A database of a newer program is refused by every command, and left as it is."""
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
