"""slowhttptest keeps 1,000 connections open in three ways, while a normal visitor measures response times."""

import contextlib
import os
import pathlib
import re
import threading
import time

from running_site import RunningSite
from scanners import run
from slow import share, visitor

CONNECTIONS, SECONDS = 1000, 25
# At most this many sockets belong to the site itself and a visitor.
FEW = 30
# The limit for the visitor's p99, in milliseconds.
P99 = 100
# Headers sent one byte at a time, bodies sent one byte at a time, and answers that are read very slowly.
MODES = {
    "slow headers": ["-H", "-i", "5", "-x", "24"],
    "slow bodies": ["-B", "-i", "5", "-s", "8192", "-x", "10"],
    "slow readers": ["-X", "-w", "10", "-y", "20", "-n", "5", "-z", "32", "-k", "3"],
}
# The address for each mode. Slow bodies need a form, and slow readers need a long answer.
PATHS = {"slow headers": "/", "slow bodies": "/login", "slow readers": "/recipes"}


@contextlib.contextmanager
def held(site: RunningSite):
    """Counts the site's sockets every second during the `with` block."""
    counts, done, folder = [], threading.Event(), pathlib.Path(f"/proc/{site.process.pid}/fd")

    def watch() -> None:
        while not done.wait(1):
            counts.append(sum(1 for file in folder.iterdir() if "socket:" in link(file)))

    watcher = threading.Thread(target=watch)
    watcher.start()
    yield counts
    done.set()
    watcher.join()


def link(file: pathlib.Path) -> str:
    """The target of the link; an empty string if the descriptor was closed in the meantime."""
    try:
        return os.readlink(file)
    except OSError:
        return ""


def besieged(site: RunningSite, mode: str, folder: pathlib.Path) -> tuple[str, list[str]]:
    command = ["slowhttptest", *MODES[mode], "-c", CONNECTIONS, "-r", "500", "-l", SECONDS, "-p", "3"]
    with visitor(site.port, ["/", "/search?q=soup", "/recipes"]) as seen:
        time.sleep(1)
        with held(site) as counts:
            said = run([*command, "-u", site.address + PATHS[mode]], SECONDS + 60, folder / "siege" / f"{mode}.log")
    times, errors = seen
    said = re.sub(r"\x1b\[[0-9;]*m", "", said)
    connected = max(map(int, re.findall(r"connected:\s+(\d+)", said)), default=0)
    ended = re.search(r"Test ended on (\d+)\w+ second\s*Exit status: (.*)", said)
    found = [f"visitor: {error}" for error in errors[:5]]
    if share(times, 0.99) >= P99:
        found.append(f"visitor: p99 {share(times, 0.99):.0f} ms, {P99} is the most")
    if set(re.findall(r"service available:\s+(\w+)", said)) != {"YES"}:
        found.append(f"slowhttptest: the site was not always available: {said[-300:]}")
    if connected < CONNECTIONS:
        found.append(f"only {connected} of {CONNECTIONS} were connected: that is no siege")
    # slowhttptest still reads from the system's buffer long after the site has closed a connection. So the site's own
    # sockets are counted instead.
    peak = counts.index(max(counts)) if counts else 0
    gone = next((second for second, count in enumerate(counts, 1) if second > peak + 1 and count < FEW), None)
    if gone is None and ended and ended[2] == "No open connections left":
        gone = int(ended[1])
    if gone is None:
        found.append(f"the slow ones were not shed: {counts[-1:]} sockets at the end")
    shed = f"gone after {gone} s" if gone else "not gone"
    figures = f"p50 {share(times, 0.5):.1f}, p99 {share(times, 0.99):.1f}, at most {max(times):.0f} ms"
    return f"{CONNECTIONS} connections, {shed}; {len(times)} pages, {figures}", found
