"""slowhttptest holds 1,000 connections open in three ways, while a normal visitor measures."""

import pathlib
import re
import time

from running_site import RunningSite
from scanners import run
from slow import share, visitor

CONNECTIONS, SECONDS = 1000, 25
# Milliseconds for the visitor.
P99 = 100
# Requests that go on a byte at a time, bodies that do, and answers that are hardly read.
MODES = {
    "slow headers": ["-H", "-i", "5", "-x", "24"],
    "slow bodies": ["-B", "-i", "5", "-s", "8192", "-x", "10"],
    "slow readers": ["-X", "-w", "10", "-y", "20", "-n", "5", "-z", "32", "-k", "3"],
}
# Where each mode is at home: bodies are for forms, and a long answer takes long to read.
PATHS = {"slow headers": "/", "slow bodies": "/login", "slow readers": "/recipes"}


def besieged(site: RunningSite, mode: str, folder: pathlib.Path) -> tuple[str, list[str]]:
    command = ["slowhttptest", *MODES[mode], "-c", CONNECTIONS, "-r", "500", "-l", SECONDS, "-p", "3"]
    with visitor(site.port, ["/", "/search?q=soup", "/recipes"]) as seen:
        time.sleep(1)
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
    if not ended or ended[2] != "No open connections left":
        found.append(f"the slow ones were not shed: {ended[2] if ended else said[-300:]}")
    shed = f"gone after {ended[1]} s" if ended else "not gone"
    figures = f"p50 {share(times, 0.5):.1f}, p99 {share(times, 0.99):.1f}, at most {max(times):.0f} ms"
    return f"{CONNECTIONS} connections, {shed}; {len(times)} pages, {figures}", found
