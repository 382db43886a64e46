"""Scans a running site for vulnerabilities as visitor, member and admin; reports all findings that are not known."""

import collections
import pathlib
import resource
import shutil
import sys
import tempfile
import time

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path += [str(TESTS / name) for name in ("Browser", "Conformance", "Crash")]
from client import Client  # noqa: E402
from data_folder import check  # noqa: E402
from encrypted_site import EncryptedSite  # noqa: E402
from planted import Planted  # noqa: E402
from running_site import RunningSite  # noqa: E402
from scanners import PEOPLE, sqlmap, sslscan, wapiti  # noqa: E402
from siege import MODES, besieged  # noqa: E402

Row = collections.namedtuple("Row", "tool who tried seconds found")


class Scan:
    def __init__(self, folder: pathlib.Path):
        self.folder, self.rows = folder, []

    def note(self, tool: str, who: str, scan, *arguments) -> None:
        """Runs one scan, which returns a description of its work and its findings."""
        began = time.monotonic()
        tried, found = scan(*arguments)
        self.rows.append(Row(tool, who, tried, time.monotonic() - began, found))
        print(f"{tool} as {who}: {tried}, {len(found)} found, {self.rows[-1].seconds:.0f} s", flush=True)

    def prove_tools(self) -> None:
        """Proves that each scanner finds a planted vulnerability."""
        with Planted() as planted:
            for name, scan, hole in (("wapiti", wapiti, "Cross Site"), ("sqlmap", sqlmap, "injectable")):
                self.note(name, "a check of itself", self.finds, scan, planted, hole)

    def finds(self, scan, planted: Planted, hole: str) -> tuple[str, list[str]]:
        tried, found = scan(planted.address, self.folder / f"planted-{scan.__name__}", planted.targets)
        is_found = any(hole in line for line in found)
        return f"{tried} of a site with holes", [] if is_found else [f"the planted hole was not found, only {found}"]

    def search_holes(self, site: RunningSite) -> None:
        for who, targets in PEOPLE.items():
            for scan in (wapiti, sqlmap):
                self.note(scan.__name__, who, self.scan_as, who, scan, site, targets)
        self.note("the site itself", "its operator", self.aftermath, site)

    def scan_as(self, who: str, scan, site: RunningSite, targets: list) -> tuple[str, list[str]]:
        """Runs a scan with a separate session, which must still exist afterwards."""
        client = Client(site)
        client.log_in(who) if who != "visitor" else client.read("/login")
        tried, found = scan(site.address, self.folder / who / scan.__name__, targets, dict(client.cookies))
        if who != "visitor" and client.ask("GET", "/settings/account")[0] != 200:
            found.append("the scanner was logged out on its way, and has seen only what visitors see")
        return tried, found

    @staticmethod
    def aftermath(site: RunningSite) -> tuple[str, list[str]]:
        """Reports server errors in the log, and checks the database."""
        lines = [line for line in site.log.read_text().splitlines() if " error " in line]
        done = check(site.environment)
        found = [f"toque check: {done.stdout}{done.stderr}"] if done.returncode else []
        return "log and database", lines[:20] + found

    def table(self) -> list[str]:
        lines = [f"{'tool':16} {'as':18} {'seconds':>7} {'found':>5}  tried"]
        lines += [f"{row.tool:16} {row.who:18} {row.seconds:7.0f} {len(row.found):5}  {row.tried}" for row in self.rows]
        return lines


def main(names: list[str]) -> int:
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    known = ("holes", "slow", "tls")
    if unknown := [name for name in names if name not in known]:
        print(f"there is no {unknown[0]}; parts are {' '.join(known)}")
        return 2
    folder = pathlib.Path(tempfile.mkdtemp(prefix="toque-scan-"))
    scan, began = Scan(folder), time.monotonic()
    site, encrypted = RunningSite(folder / "data"), EncryptedSite(folder / "encrypted")
    site.seed()
    site.start()
    try:
        # This part runs first, because the other scans change the site.
        for mode in MODES if "slow" in (names or known) else ():
            scan.note("slowhttptest", mode, besieged, site, mode, folder)
        if "holes" in (names or known):
            scan.prove_tools()
            scan.search_holes(site)
        if "tls" in (names or known):
            encrypted.toque("migrate")
            scan.note("sslscan", "visitor", sslscan, encrypted.start())
    finally:
        site.stop()
        encrypted.stop()
    found = [f"{row.tool} as {row.who}: {line}" for row in scan.rows for line in row.found]
    print("\n".join(scan.table() + found))
    print(f"{time.monotonic() - began:.0f} s: " + (f"FOUND {len(found)}, see {folder}" if found else "nothing found"))
    if not found:
        shutil.rmtree(folder)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
