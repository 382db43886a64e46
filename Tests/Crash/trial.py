"""The parts that all faults share: a folder, a site with recipes, and lists of what was measured and what was wrong."""

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
    """This fault cannot be tested on this machine."""


class Trial:
    def __init__(self, folder: pathlib.Path):
        self.folder, self.wrong, self.seen, self.sites = folder, [], [], []

    def expect(self, holds: bool, wrong: str) -> bool:
        if not holds:
            self.wrong.append(wrong)
        return holds

    def site(self, data: pathlib.Path | None = None) -> RunningSite:
        """A site that is not running yet, with starter recipes, an author and an admin. Because the admin has a password, no
        start prints a link."""
        site = RunningSite(data or self.folder / "data")
        site.toque("import", "--starter")
        site.add_user("author", "member")
        site.toque("user", "password", "chef", typed=PASSWORD + "\n")
        self.sites.append(site)
        return site

    def sound(self, site: RunningSite, load: Load, moment: str) -> None:
        """Checks that no acknowledged recipe is lost, and that neither SQLite nor `toque check` finds damage."""
        self.wrong += load.failures + load.lost()
        with contextlib.closing(sqlite3.connect(site.data / "toque.sqlite", timeout=20)) as db:
            found = db.execute("PRAGMA integrity_check").fetchall()
        self.expect(found == [("ok",)], f"{moment}: integrity_check says {found[:3]}")
        done = check(site.environment)
        self.expect(done.returncode == 0, f"{moment}: toque check says {done.stdout}{done.stderr}")

    def reads(self, site: RunningSite, path: str = "/") -> bool:
        return get(site, path)[0] == 200

    def works(self, site: RunningSite, load: Load, moment: str) -> None:
        """Checks that a member can log in, read and write."""
        client = Client(site).log_in("author")
        status = load.write(client)
        self.expect(status == 303 and self.reads(site), f"{moment}: writing gives {status}")

    def refuses(self, site: RunningSite, command: str, message: str) -> None:
        """Checks that a command fails with status 1 and one line with the reason, within 20 seconds."""
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
    """The status and text of a page, requested on a separate connection."""
    try:
        with urllib.request.urlopen(site.address + path, timeout=timeout) as answer:
            return answer.status, answer.read().decode(errors="replace")
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode(errors="replace")


def log_lines(site: RunningSite, words: str) -> list[str]:
    return [line for line in site.log.read_text().splitlines() if re.search(words, line)]


def processor_seconds(pid: int) -> float:
    """The processor time that a process and its threads have used, in seconds."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100
