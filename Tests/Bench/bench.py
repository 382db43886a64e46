"""script/bench: runs the named benchmarks and reports which targets were missed."""

import argparse
import importlib
import os
import pathlib
import platform
import resource
import shutil
import signal
import sys
import tempfile

from measure import ROOT, Workshop, Wrong, program
from report import Report

NAMES = ["http", "pages", "writes", "import", "start", "login", "growth", "moderation", "search"]


def machine() -> str:
    processor = pathlib.Path("/proc/cpuinfo").read_text().partition("model name\t: ")[2].partition("\n")[0]
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    load = " ".join(f"{figure:.1f}" for figure in os.getloadavg())
    return f"{os.cpu_count()} cores of {processor}, {memory:.0f} GB, Linux {platform.release()}, load before: {load}"


def allow_many_files() -> None:
    """Raises the limit of open files for this process and its children: a thousand connections need as many."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most if most < 65_536 and most > 0 else 65_536, most))


def main() -> int:
    parser = argparse.ArgumentParser(prog="script/bench")
    parser.add_argument("names", nargs="+", metavar="NAME", choices=NAMES, help=" ".join(NAMES))
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")
    parser.add_argument("--quick", action="store_true", help="rounds of 2 seconds, for trying")
    parser.add_argument("--recipes", type=int, default=1_000_000, help="how many recipes search has")
    parser.add_argument("--growth", action="store_true", help="search with 10,000, 100,000 and 1,000,000 recipes, and a chart")
    options = parser.parse_args()
    # A SIGTERM must still stop the processes started here.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    allow_many_files()
    report = Report(options.json)
    report.note(f"machine: {machine()}")
    if os.getloadavg()[0] > 1:
        report.note("the machine is busy: figures per second and latencies say little now, CPU time says more")
    report.note(f"program: {program()}")
    place = ROOT / ".build"
    place.mkdir(exist_ok=True)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="bench-", dir=place))
    try:
        workshop = Workshop(folder, seconds=2 if options.quick else 4, rounds=3, recipes=options.recipes, draws_growth=options.growth)
        for name in options.names:
            importlib.import_module(f"bench_{name}").measure(workshop, report)
    except Wrong as wrong:
        print(f"script/bench: wrong answer: {wrong}", file=sys.stderr)
        report.finish()
        return 1
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
