"""Kills the site under load again and again. Each acknowledged change must be stored exactly once. Each change whose answer
was lost must be stored completely or not at all."""

import collections
import contextlib
import pathlib
import random
import shutil
import signal
import sqlite3
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Browser"))
from admins import Admin  # noqa: E402
from authors import Author  # noqa: E402
from damage import untold  # noqa: E402
from data_folder import check  # noqa: E402
from keepers import Keeper, add_mails_and_errors  # noqa: E402
from ledger import Ledger  # noqa: E402
from moderators import Moderator  # noqa: E402
from owners import Owner  # noqa: E402
from pictures import Found, Media  # noqa: E402
from running_site import RunningSite  # noqa: E402
from visitors import Visitor  # noqa: E402

AUTHORS, VISITORS, OWNERS = 3, 2, 5
# An author may submit only 50 recipes a day, so new authors replace the old ones after this number of kills.
KILLS_OF_AN_AUTHOR = 2
# After every 50 kills, 40 copies of the data folder get a write-ahead log that is cut at a random byte.
KILLS_TO_A_CUT, CUTS = 50, 40
KILLS_TO_A_CHECK = 10


class Crashes:
    def __init__(self, folder: pathlib.Path):
        self.folder, self.site = folder, RunningSite(folder / "data")
        self.site.toque("import", "--starter")
        for name, role in (("judge", "moderator"), ("chief", "admin"), ("boss", "admin"), ("keeper", "admin")):
            self.site.add_user(name, role)
        add_mails_and_errors(self.site.data)
        self.media = Media(self.site.data / "media")
        self.ledger = Ledger(self.found())
        self.authors, self.recipes, self.cuts = [], [], 0
        self.owners = [None] * OWNERS

    def found(self) -> Found:
        with self.database() as db:
            return Found(db, self.media)

    def database(self) -> contextlib.closing:
        return contextlib.closing(sqlite3.connect(f"file:{self.site.data}/toque.sqlite?mode=ro", uri=True))

    def crash(self, kill: int) -> list[str]:
        """Lets all workers run for a moment and kills the site; returns what is wrong."""
        if kill % KILLS_OF_AN_AUTHOR == 1:
            self.hire_authors(kill)
        is_cut = kill % KILLS_TO_A_CUT == 0
        # `toque user link` is a process of its own. If it closes the database after the kill, it may be the last one, and
        # SQLite then deletes the log that is to be cut.
        workers = self.work_and_kill(makes_links=not is_cut)
        wrong = [f"{type(worker).__name__}: {worker.failure}" for worker in workers if worker.failure]
        if is_cut:
            wrong += self.cut_log()
        found = self.found()
        self.ledger.settle([worker.pending for worker in workers if worker.pending], found)
        wrong += self.ledger.wrong(found)
        if kill % KILLS_TO_A_CHECK == 0:
            done = check(self.site.environment)
            wrong += [f"toque check: {done.stdout}{done.stderr}"] if done.returncode else []
        if not wrong:
            self.ledger.accept(found)
            self.recipes = [recipe for recipe in self.recipes if recipe.sure and self.is_at_work(recipe.sure)]
        return wrong

    def is_at_work(self, recipe) -> bool:
        return recipe.is_open or recipe.author in self.authors

    def hire_authors(self, kill: int) -> None:
        self.authors = [f"author{kill}-{number}" for number in range(AUTHORS)]
        for name in self.authors:
            self.site.add_user(name, "member")
            self.site.toque("user", "licence", name, "--until", "2099-12-31")
        self.ledger.adopt(self.found())

    def people(self, kind: str) -> list:
        """The registered accounts whose names begin with `kind`."""
        things = self.ledger.things.items()
        return [thing for (what, name), thing in things if what == "person" and name.startswith(kind)]

    def work_and_kill(self, makes_links: bool) -> list:
        site, ledger = self.site, self.ledger
        members = self.people("guest")
        workers = [Author(site, ledger, name, self.recipes) for name in self.authors]
        workers += [Moderator(site, ledger, name, self.recipes) for name in ("judge", "chief")]
        workers += [Admin(site, ledger, "boss", members)]
        workers += [Visitor(site, ledger, members, makes_links) for _ in range(VISITORS)]
        owners = [Owner(site, ledger, person) for person in self.owners]
        accounts = self.people("owner")
        workers += [*owners, Keeper(site, ledger, "keeper", accounts)]
        site.start()
        ledger.killed.clear()
        for worker in workers:
            worker.start()
        self.wait(workers, random.randint(10, 150))
        ledger.killed.set()
        site.process.send_signal(signal.SIGKILL)
        site.process.wait()
        for worker in workers:
            worker.join()
        self.owners = [owner.owned for owner in owners]
        ledger.count(sum((worker.acknowledged for worker in workers), collections.Counter()))
        return workers

    def wait(self, workers: list, writes: int) -> None:
        """Waits until this number of writes was acknowledged, at most 3 seconds, and then up to 20 ms more. It counts writes
        so that a busy machine is tested as much as an idle one."""
        end = time.monotonic() + 3
        while sum(worker.acknowledged.total() for worker in workers) < writes and time.monotonic() < end:
            time.sleep(0.005)
        time.sleep(random.uniform(0, 0.02))

    def cut_log(self) -> list[str]:
        """Runs `toque check` on copies whose write-ahead log ends at a random byte, as after a power cut."""
        log, wrong = self.site.data / "toque.sqlite-wal", []
        size = log.stat().st_size if log.exists() else 0
        for _ in range(CUTS if size else 0):
            copy = self.folder / "cut"
            shutil.rmtree(copy, ignore_errors=True)
            shutil.copytree(self.site.data, copy, ignore=shutil.ignore_patterns("media"))
            (copy / "media").symlink_to(self.site.data / "media")
            (copy / "toque.sqlite-shm").unlink(missing_ok=True)
            cut = random.randrange(size)
            with (copy / log.name).open("r+b") as file:
                file.truncate(cut)
            done = check(self.site.environment | {"TOQUE_DATA": str(copy)})
            if done.returncode:
                wrong.append(f"the log cut at {cut} of {size}: {done.stdout}{done.stderr}")
            self.cuts += 1
        return wrong

    def end(self, kills: int) -> list[str]:
        """Reads every photo again, and reports addresses with too few writes and damage that would not be found."""
        self.media = Media(self.media.folder)
        wrong = self.ledger.wrong(self.found()) + self.ledger.untried(kills)
        if self.cuts < kills // KILLS_TO_A_CUT * CUTS:
            wrong.append(f"only {self.cuts} logs were cut")
        with self.database() as db:
            return wrong + untold(db, self.media, self.ledger, self.folder)


def main(kills: int) -> int:
    random.seed(kills)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="toque-crash-"))
    began = time.monotonic()
    crashes, wrong = Crashes(folder), []
    for kill in range(1, kills + 1):
        wrong = crashes.crash(kill)
        if wrong:
            break
        if kill % KILLS_TO_A_CHECK == 0:
            print(f"{kill} kills, {time.monotonic() - began:.0f} s", flush=True)
    wrong = wrong or crashes.end(kills)
    print(crashes.ledger)
    for line in wrong[:40]:
        print(line)
    outcome = f"NOT SOUND, {len(wrong)} wrong, see {folder}" if wrong else "sound"
    print(f"{kill} kills and {crashes.cuts} cut logs in {time.monotonic() - began:.0f} s: {outcome}")
    if not wrong:
        shutil.rmtree(folder)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 200))
