"""Parts that all benchmarks share: sites, the programs compared with them, load from wrk, and cost of a process."""

import contextlib
import dataclasses
import gzip
import http.client
import json
import os
import pathlib
import socket
import subprocess
import sys
import time

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path += [str(TESTS / "Browser"), str(TESTS / "Crash")]
from running_site import ROOT, RunningSite, free_port, program  # noqa: E402, F401

import made_recipes  # noqa: E402

GZIP = b"\x1f\x8b"
CORES = sorted(os.sched_getaffinity(0))
SCRIPT = TESTS / "Bench" / "wrk.lua"


class Wrong(Exception):
    """An answer was wrong, so its speed means nothing."""


class Workshop:
    """A folder for this run on the project's disk, the length of the rounds, and the site with many recipes."""

    def __init__(self, folder: pathlib.Path, seconds: float, rounds: int, recipes: int, draws_growth: bool):
        self.folder, self.seconds, self.rounds = folder, seconds, rounds
        # For `search`: how many recipes, and whether to draw the chart of several numbers.
        self.recipes, self.draws_growth = recipes, draws_growth

    def file_of_recipes(self) -> pathlib.Path:
        file = self.folder / "recipes.jsonl"
        if not file.exists():
            made_recipes.write(file)
        return file

    def site_in(self, name: str) -> RunningSite:
        return RunningSite(self.folder / name)

    def empty_site(self, name: str) -> RunningSite:
        site = self.site_in(name)
        site.toque("migrate")
        return site

    def full_site(self) -> RunningSite:
        """All generated recipes, published; imported once per run."""
        if (self.folder / "full").exists():
            return self.site_in("full")
        site = self.empty_site("full")
        site.toque("import", "--publish", str(self.file_of_recipes()))
        return site


@contextlib.contextmanager
def pinned(core: int | None):
    """Runs processes started inside on one core; on any core with None, or if there is only one."""
    before = os.sched_getaffinity(0)
    if core is not None and len(CORES) > 1:
        os.sched_setaffinity(0, {CORES[core]})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


@contextlib.contextmanager
def running(site: RunningSite):
    """The site while it serves. It is stopped in every case."""
    try:
        yield site.start()
    finally:
        try:
            site.stop()
        except subprocess.TimeoutExpired:
            site.process.kill()
            site.process.wait()
            raise


@dataclasses.dataclass
class Side:
    """One of the compared programs: its port, its process, the requests, and what a correct answer contains."""

    name: str
    port: int
    pid: int
    requests: list[bytes]
    word: str = ""
    status: int = 200
    length: int | None = None
    connections: int = 32

    def answer(self, request: bytes) -> tuple[http.client.HTTPResponse, bytes]:
        with socket.create_connection(("127.0.0.1", self.port), timeout=20) as connection:
            connection.sendall(request)
            answer = http.client.HTTPResponse(connection)
            answer.begin()
            return answer, answer.read()

    def check(self) -> None:
        """Sends one request outside the measurement; the first length is the correct one from then on."""
        answer, body = self.answer(self.requests[0])
        seen = f"{self.name}: {answer.status}, {len(body)} bytes"
        if answer.status != self.status:
            raise Wrong(f"{seen}, not status {self.status}: {body[:200]!r}")
        plain = gzip.decompress(body) if body.startswith(GZIP) else body
        if self.word.encode() not in plain:
            raise Wrong(f"{seen}, without “{self.word}”")
        if self.length is None:
            self.length = len(body)
        elif self.length != len(body):
            raise Wrong(f"{seen}, not {self.length}")

    def run(self, seconds: float, folder: pathlib.Path) -> dict:
        """One run of wrk, with the cost for the other side."""
        before = processor_seconds(self.pid)
        seen = wrk(self.port, self.requests, self.connections, seconds, folder)
        spent = processor_seconds(self.pid) - before
        settle(self.pid)
        if not seen["requests"] or seen["refused"] or seen["broken"]:
            raise Wrong(f"{self.name}: {seen}")
        each = seen["bytes"] / seen["requests"]
        if len(self.requests) == 1 and self.length is not None and each < self.length:
            raise Wrong(f"{self.name}: {each:.0f} bytes an answer, less than {self.length}")
        return {
            "requests": seen["requests"],
            "requests_per_s": seen["requests"] / seen["seconds"],
            "p50_ms": seen["p50"] / 1000,
            "p95_ms": seen["p95"] / 1000,
            "p99_ms": seen["p99"] / 1000,
            "cpu_us": spent / seen["requests"] * 1e6,
            "rss_mb": resident_mb(self.pid),
        }


def wrk(port: int, requests: list[bytes], connections: int, seconds: float, folder: pathlib.Path) -> dict:
    """The output of wrk.lua for a run: number of answers, bad ones among them, and times."""
    file = folder / "requests"
    file.write_bytes(b"".join(b"%d\n%b" % (len(request), request) for request in requests))
    command = ["wrk", "--threads", "1", "--connections", str(connections), "--duration", f"{seconds:.0f}s"]
    command += ["--timeout", "60s", "--latency", "--script", str(SCRIPT)]
    command += [f"http://127.0.0.1:{port}", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=seconds + 90)
    last = done.stdout.strip().rpartition("\n")[2]
    if done.returncode or not last.startswith("{"):
        raise Wrong(f"wrk: {done.stdout}{done.stderr}")
    return json.loads(last)


def get(path: str, **headers: str) -> bytes:
    """A request of a client that keeps its connection; `Accept_Encoding` is the header `Accept-Encoding`."""
    lines = [f"GET {path} HTTP/1.1", "Host: 127.0.0.1"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode()


def processor_seconds(pid: int) -> float:
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def settle(pid: int) -> None:
    """Waits until the server has finished what wrk left, or it would slow down the next round."""
    for _ in range(300):
        before = processor_seconds(pid)
        time.sleep(0.1)
        if processor_seconds(pid) - before < 0.02:
            return
    raise Wrong("the server is still busy 30 seconds after the last request")


def resident_mb(pid: int, kind: str = "VmRSS") -> float:
    """Memory in use; `RssAnon` is the part that is not a file in the system's cache, such as a library."""
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    return int(status.partition(f"{kind}:")[2].split()[0]) / 1024


def in_turn(sides: list, workshop: Workshop, core: int | None = None) -> dict[str, list[dict]]:
    """Rounds of every side, A B A B, so that other load affects all of them; wrk runs on the core."""
    rounds = {side.name: [] for side in sides}
    with pinned(core):
        for side in sides:
            side.check()
            side.run(1, workshop.folder)
        for _ in range(workshop.rounds):
            for side in sides:
                rounds[side.name].append(side.run(workshop.seconds, workshop.folder))
        for side in sides:
            side.check()
    return rounds


def percentiles(seconds: list[float]) -> dict:
    """p50, p95 and p99 of durations, in milliseconds."""
    ordered = sorted(seconds)
    return {f"p{share}_ms": ordered[len(ordered) * share // 100] * 1000 for share in (50, 95, 99)}
