"""What every fault needs: a folder, a filled site, and a place to note what was seen and what was wrong."""

import contextlib
import pathlib
import re
import sqlite3
import subprocess
import urllib.error
import urllib.request

from client import Client
from data_folder import check
from load import Load
from running_site import PASSWORD, RunningSite, program


class Skipped(Exception):
    """This machine cannot show the fault."""


class Trial:
    def __init__(self, folder: pathlib.Path):
        self.folder, self.wrong, self.seen, self.sites = folder, [], [], []

    def expect(self, holds: bool, wrong: str) -> bool:
        if not holds:
            self.wrong.append(wrong)
        return holds

    def site(self, data: pathlib.Path | None = None) -> RunningSite:
        """A site that does not run yet: starter recipes, an author, and an admin, so that no start prints a link."""
        site = RunningSite(data or self.folder / "data")
        site.toque("import", "--starter")
        site.add_user("author", "member")
        site.toque("user", "password", "chef", typed=PASSWORD + "\n")
        self.sites.append(site)
        return site

    def sound(self, site: RunningSite, load: Load, moment: str) -> None:
        """Nothing acknowledged is lost, and both SQLite and Toque find the data folder whole."""
        self.wrong += load.failures + load.lost()
        with contextlib.closing(sqlite3.connect(site.data / "toque.sqlite", timeout=20)) as db:
            found = db.execute("PRAGMA integrity_check").fetchall()
        self.expect(found == [("ok",)], f"{moment}: integrity_check says {found[:3]}")
        done = check(site.environment)
        self.expect(done.returncode == 0, f"{moment}: toque check says {done.stdout}{done.stderr}")

    def reads(self, site: RunningSite, path: str = "/") -> bool:
        return get(site, path)[0] == 200

    def works(self, site: RunningSite, load: Load, moment: str) -> None:
        """A new member's session reads and writes."""
        client = Client(site).log_in("author")
        status = load.write(client)
        self.expect(status == 303 and self.reads(site), f"{moment}: writing gives {status}")

    def refuses(self, site: RunningSite, command: str, message: str) -> None:
        """A command ends at once with status 1 and one line that says why."""
        words = command.split()
        done = subprocess.run([program(), *words], env=site.environment, capture_output=True, text=True, timeout=20)
        said = done.stderr.strip()
        self.expect(
            done.returncode == 1 and message in said and "\n" not in said,
            f"toque {command} ended with {done.returncode} and said {said!r}, not “{message}”")

    def close(self) -> None:
        for site in self.sites:
            if site.process and site.process.poll() is None:
                site.process.kill()
                site.process.wait()


def get(site: RunningSite, path: str, timeout: float = 5) -> tuple[int, str]:
    """Status and text of a page, on a connection of its own."""
    try:
        with urllib.request.urlopen(site.address + path, timeout=timeout) as answer:
            return answer.status, answer.read().decode(errors="replace")
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode(errors="replace")


def log_lines(site: RunningSite, words: str) -> list[str]:
    return [line for line in site.log.read_text().splitlines() if re.search(words, line)]


def processor_seconds(pid: int) -> float:
    """How long a process and its threads have kept a processor busy."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100
