"""Time from the program's start to its first answer, and its memory, for an empty site and for many recipes."""

import os
import pathlib
import re
import time

from client import Client
from made_recipes import COMMON_WORD, COUNT
from measure import Side, Workshop, get, program, resident_mb, running
from report import Report


def forget(*files: pathlib.Path) -> None:
    """Asks the system to drop its copies of files, so that the start reads them from disk."""
    for file in files:
        with file.open("rb") as open_file:
            os.fsync(open_file.fileno())
            os.posix_fadvise(open_file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def paths(client: Client) -> list[str]:
    """Pages to request: home, search, and the recipes that they link to."""
    found = ["/", "/recipes", f"/search?q={COMMON_WORD}"]
    lists = found + [f"/recipes?page={number}" for number in range(1, 11)]
    pages = [client.ask("GET", path)[2] for path in lists]
    recipes = {path for page in pages for path in re.findall(r'href="(/recipes/\d+-[^"/]+)"', page)}
    return found + sorted(recipes)


def start_once(site, workshop: Workshop) -> dict:
    forget(pathlib.Path(program()), *pathlib.Path(site.environment["TOQUE_DATA"]).glob("toque.sqlite"))
    began = time.perf_counter()
    with running(site):
        seconds = time.perf_counter() - began
        at_start = resident_mb(site.process.pid)
        client = Client(site)
        side = Side("toque", site.port, site.process.pid, [get(path) for path in paths(client)], "</html>")
        side.check()
        figures = side.run(workshop.seconds, workshop.folder)
        own = resident_mb(site.process.pid, "RssAnon")
    return {"start_ms": seconds * 1000, "rss_start_mb": at_start, "rss_mb": figures["rss_mb"], "own_mb": own}


def measure(workshop: Workshop, report: Report) -> None:
    sites = {"empty": workshop.empty_site("start"), f"{COUNT:,} recipes": workshop.full_site()}
    for site in sites.values():
        # The defaults of docs/settings.md, which affect memory.
        del site.environment["TOQUE_ARGON2_MEMORY_KIB"], site.environment["TOQUE_ARGON2_PASSES"]
    rounds = {name: [] for name in sites}
    for _ in range(workshop.rounds):
        for name, site in sites.items():
            rounds[name].append(start_once(site, workshop))
    for (name, seen), megabytes in zip(rounds.items(), (40, 150)):
        ours, _ = report.add("start", name, {"toque": seen})
        report.target(f"start: {name}, ms to the first answer", ours["start_ms"], most=1000)
        report.target(f"start: {name}, MB after requests", ours["rss_mb"], most=megabytes)
