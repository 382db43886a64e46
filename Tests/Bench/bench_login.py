"""The cost of a login besides its hash, whether its time shows which names exist, and how 200 logins affect a reader."""

import ctypes
import itertools
import math
import os
import statistics
import threading
import time
import urllib.parse

from client import Client
from measure import Workshop, Wrong, resident_mb, running
from report import Report
from running_site import PASSWORD

CROWD = 200
TRIES = 200
# More tries for one account within a short time are slowed down; each account logs in this often.
LOGINS_EACH = 4
# The default cost of one hash. The worker pool computes as many at the same time as there are cores, at least two.
HASH_KIB, PASSES = 19456, 2
HASH_MB = HASH_KIB // 1024
SLOTS = max(2, os.cpu_count())
OTHERS_MB = 40


def measure(workshop: Workshop, report: Report) -> None:
    site = workshop.empty_site("login")
    # Measures the defaults of docs/settings.md.
    del site.environment["TOQUE_ARGON2_MEMORY_KIB"], site.environment["TOQUE_ARGON2_PASSES"]
    site.add_user("alice", "member")
    with running(site):
        measure_one(site, report)
        measure_names(site, report)
        measure_crowd(site, report)


def measure_one(site, report: Report) -> None:
    """Correct passwords, each next to one bare hash of Argon2's own library with the same cost."""
    library, hashed = ctypes.CDLL("libargon2.so.1"), ctypes.create_string_buffer(32)
    size = ctypes.c_size_t
    arguments = [PASSES, HASH_KIB, 1, PASSWORD.encode(), size(len(PASSWORD)), b"sixteen bytes ok", size(16), hashed, size(32)]
    names = [f"reader{number}" for number in range(TRIES // LOGINS_EACH)]
    for name in names:
        site.add_user(name, "member")
    besides, logins, hashes = [], [], []
    for name in names * LOGINS_EACH:
        client = Client(site)
        client.ask("GET", "/login")
        request, socket = typed(client, name), client.connection.sock
        began = time.perf_counter()
        socket.sendall(request)
        answer = socket.recv(65_536)
        between = time.perf_counter()
        failed = library.argon2id_hash_raw(*arguments)
        ended = time.perf_counter()
        if not answer.startswith(b"HTTP/1.1 303 ") or failed:
            raise Wrong(f"a right password was answered by {answer[:40]}, a hash by {failed}")
        logins.append((between - began) * 1000)
        hashes.append((ended - between) * 1000)
        besides.append(logins[-1] - hashes[-1])
    median = statistics.median
    report.note(f"login: median {median(logins):.2f} ms, one bare Argon2 {median(hashes):.2f} ms")
    report.target("login: ms besides one Argon2, median of pairs", median(besides), most=2)


def typed(client: Client, name: str) -> bytes:
    """A correct login as bytes, so that the time of Python's own client does not count."""
    body = urllib.parse.urlencode({"login": name, "password": PASSWORD, "csrf": client.token}).encode()
    cookies = "; ".join(f"{key}={value}" for key, value in client.cookies.items())
    kind = "application/x-www-form-urlencoded"
    fields = {"Host": "127.0.0.1", "Cookie": cookies, "Content-Type": kind, "Content-Length": len(body)}
    lines = ["POST /login HTTP/1.1", *(f"{key}: {value}" for key, value in fields.items())]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def seconds(client: Client, name: str) -> float:
    began = time.perf_counter()
    status, _, _ = client.ask("POST", "/login", [("login", name), ("password", "not the password")])
    if status != 422:
        raise Wrong(f"a wrong password was answered by {status}")
    return time.perf_counter() - began


def measure_names(site, report: Report) -> None:
    """Known and unknown names in turn. An unknown name must cost the same, or the time shows which names exist."""
    client = Client(site)
    client.ask("GET", "/login")
    seen = {"alice": [], "nobody": []}
    for _, name in itertools.product(range(TRIES), seen):
        seen[name].append(seconds(client, name))
    known, unknown = (statistics.median(times) * 1000 for times in seen.values())
    chance = rank_sum(*seen.values())
    report.note(f"login: median {known:.2f} ms for a known name, {unknown:.2f} ms for an unknown one, p = {chance:.2f}")
    report.target("login: known and unknown names, medians apart, %", abs(known / unknown - 1) * 100, most=5)
    report.target("login: chance of such ranks if both cost the same, %", chance * 100, least=1)


def rank_sum(left: list[float], right: list[float]) -> float:
    """The probability of such a difference if both samples have the same distribution (Wilcoxon, normal approximation)."""
    ranked = sorted([(value, 0) for value in left] + [(value, 1) for value in right])
    ranks = sum(place for place, (_, side) in enumerate(ranked, 1) if side == 0)
    n, m = len(left), len(right)
    spread = math.sqrt(n * m * (n + m + 1) / 12)
    return math.erfc(abs(ranks - n * (n + m + 1) / 2) / spread / math.sqrt(2))


def measure_crowd(site, report: Report) -> None:
    """200 people log in at the same time while somebody reads."""
    before, highest, pages, quiet = resident_mb(site.process.pid), 0.0, [], []
    reader = Client(site)
    for _ in range(CROWD):
        quiet.append(read(reader))
        time.sleep(0.01)
    crowd = [Client(site) for _ in range(CROWD)]
    for client in crowd:
        client.ask("GET", "/login")
        # The last login waits for the hashes of all others, which takes long on a busy machine.
        client.connection.sock.settimeout(120)
    statuses = []

    def log_in(client: Client) -> None:
        statuses.append(client.ask("POST", "/login", [("login", "alice"), ("password", "not the password")])[0])

    threads = [threading.Thread(target=log_in, args=(client,)) for client in crowd]
    began = time.perf_counter()
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        pages.append(read(reader))
        highest = max(highest, resident_mb(site.process.pid))
        time.sleep(0.01)
    took = time.perf_counter() - began
    if sorted(set(statuses)) != [422] or len(statuses) != CROWD:
        raise Wrong(f"{CROWD} log-ins were answered by {sorted(set(statuses))}")
    p95, p99, p99_before = (statistics.quantiles(times, n=100)[which] for times, which in [(pages, 94), (pages, 98), (quiet, 98)])
    report.note(f"login: {CROWD} at once took {took:.1f} s; {len(pages)} pages meanwhile, p99 {p99:.1f} ms, before {p99_before:.1f}")
    report.target(f"login: MB more while {CROWD} log in", highest - before, most=SLOTS * HASH_MB + OTHERS_MB)
    report.target(f"login: p95 ms of a page while {CROWD} log in", p95, most=250)
    report.target(f"login: ms more at p99 of a page while {CROWD} log in", p99 - p99_before, most=20)


def read(reader: Client) -> float:
    """Milliseconds that a page takes."""
    asked = time.perf_counter()
    reader.ask("GET", "/recipes")
    return (time.perf_counter() - asked) * 1000
