"""Faults around the process: a stop under load, too few file descriptors, slow readers and imports, and missing syncs."""

import contextlib
import pathlib
import re
import resource
import shutil
import socket
import sqlite3
import threading
import time

from hanging_imports import TOLD, hang, silence
from load import Load, noise
from running_site import RunningSite
from trial import Skipped, Trial, get, processor_seconds

MINUTES = 10

# A frame of SQLite's write-ahead log has a header of 24 bytes. Bytes 4 to 7 are the size of the database in the last frame
# of a commit, and zero in the others.
CALL = re.compile(r'^(\d+) +(?:<... )?(f(?:data)?sync|pwrite64)(?:\(\d+, "((?:\\x[0-9a-f]{2})*)"(?:\.\.\.)?, (\d+), )?')


def synced_commits(trial: Trial) -> None:
    """Checks with strace that every commit is synced before the next one, and that no commit is acknowledged unsynced."""
    if not shutil.which("strace"):
        raise Skipped("no strace")
    site = trial.site()
    calls = trial.folder / "calls"
    trace = ["--seccomp-bpf", "-xx", "-s", "24", "-e", "trace=fsync,fdatasync,pwrite64", "-o", str(calls)]
    site.start("strace", "-D", "-f", "-qq", *trace)
    for clients, each, is_locked in ((1, 200, False), (32, 40, False), (32, 1, True)):
        load = Load(site, clients, each)
        before = count(calls)
        with locked(site) if is_locked else contextlib.nullcontext():
            load.start()
            time.sleep(2 if is_locked else 0)
        load.finish()
        commits, syncs, bare = (now - then for now, then in zip(count(calls), before))
        written, kind = len(load.acknowledged), f"{clients} at once" + (" after waiting" if is_locked else "")
        trial.expect(written == clients * each, f"{kind}: {load}")
        trial.expect(bare == 0, f"{kind}: {bare} of {commits} commits were not synced before the next")
        trial.expect(syncs >= commits > 0, f"{kind}: {syncs} syncs for {commits} commits")
        expected = commits == written if clients == 1 else commits < written
        trial.expect(expected and (not is_locked or commits <= 3), f"{kind}: {commits} commits for {written} writes")
        trial.seen.append(f"{kind}: {written} writes, {commits} commits, {syncs} syncs")
    trial.sound(site, load, "at the end")
    site.stop()


@contextlib.contextmanager
def locked(site: RunningSite):
    """Holds a lock that prevents the site from writing."""
    with contextlib.closing(sqlite3.connect(site.data / "toque.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield
        other.execute("ROLLBACK")


def count(calls: pathlib.Path) -> tuple[int, int, int]:
    """Counts commits, syncs, and commits that were followed by another commit before a sync."""
    commits, syncs, bare, is_open = 0, 0, 0, False
    time.sleep(0.5)
    for line in calls.read_text(errors="replace").splitlines():
        found = CALL.match(line)
        if not found:
            continue
        if found[2] != "pwrite64":
            syncs, is_open = syncs + 1, False
        elif found[4] == "24" and found[3] and bytes.fromhex(found[3].replace("\\x", ""))[4:8] != b"\0\0\0\0":
            commits, bare, is_open = commits + 1, bare + is_open, True
    return commits, syncs, bare


def stopped_under_load(trial: Trial) -> None:
    """Sends SIGTERM during many writes: requests in progress are answered, acknowledged writes are stored, the status is 0."""
    site = trial.site()
    slowest, answered = 0.0, 0
    for round in range(5):
        site.start()
        load = Load(site, authors=16).start()
        time.sleep(0.5 + round / 5)
        slowest = max(slowest, stop(trial, site))
        load.finish()
        answered += len(load.acknowledged)
        trial.expect(bool(load.acknowledged), f"nothing was written: {load}")
        trial.sound(site, load, f"after stop {round + 1}")
    # The lock guarantees that twenty writes are in progress when the site is asked to stop.
    site.start()
    load = Load(site, authors=20, each=1)
    with locked(site):
        load.start()
        time.sleep(1)
        stopping = threading.Thread(target=stop, args=(trial, site))
        stopping.start()
        time.sleep(1.5)
    stopping.join()
    load.finish()
    trial.expect(load.answers == {303: 20}, f"of 20 in flight: {load}")
    trial.sound(site, load, "after the stop with writes in flight")
    trial.seen.append(f"{answered} writes in 5 rounds, slowest stop {slowest:.1f} s; 20 writes in flight answered")


def stop(trial: Trial, site: RunningSite) -> float:
    """Asks the site to stop; returns the seconds that it took."""
    began = time.monotonic()
    site.stop()
    took = time.monotonic() - began
    trial.expect(site.process.returncode == 0 and took < 10, f"ended with {site.process.returncode} in {took:.1f} s")
    return took


def long_reader(trial: Trial) -> None:
    """A read transaction lasts 15 seconds during many writes: the write-ahead log grows, but no further when it is over."""
    site = trial.site().start()
    log = site.data / "toque.sqlite-wal"
    with contextlib.closing(sqlite3.connect(site.data / "toque.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN")
        other.execute("SELECT count(*) FROM recipe").fetchall()
        load = Load(site, authors=4).start()
        time.sleep(15)
        grown = log.stat().st_size
        other.execute("ROLLBACK")
    time.sleep(5)
    load.finish()
    size, before = log.stat().st_size, len(load.acknowledged)
    again = Load(site, authors=4, each=200).start().finish()
    trial.expect(grown > 8_000_000, f"the log grew to {grown} bytes only, under a reader")
    trial.expect(log.stat().st_size <= grown * 1.1, f"the log goes on growing: {log.stat().st_size} after {grown} bytes")
    resident = resident_kb(site)
    trial.expect(resident < 512 * 1024, f"{resident} kB of memory")
    trial.sound(site, again, "afterwards")
    trial.seen.append(f"{before} writes under a reader, the log {grown} bytes, {size} after it, {resident} kB of memory")
    site.stop()


def mixed_load(trial: Trial) -> None:
    """Ten minutes of writes, uploads, reads and slow clients. Only 200 photos are uploaded, since all authors share one account
    and its quota. In every minute, a read transaction of 40 seconds prevents a reset of the write-ahead log."""
    site = trial.site().start()
    log, memory, logs, answers = site.data / "toque.sqlite-wal", [], [], []
    loads = [Load(site, authors=8, pause=0.1).start(), Load(site, authors=20, photo=noise(), pause=60).start()]
    slow = [connect(site, b"POST /login HTTP/1.1\r\n") for _ in range(200)]
    for _ in range(MINUTES):
        with contextlib.closing(sqlite3.connect(site.data / "toque.sqlite", isolation_level=None)) as other:
            other.execute("BEGIN")
            other.execute("SELECT count(*) FROM recipe").fetchall()
            for second in range(60):
                if second == 40:
                    other.execute("ROLLBACK")
                answers += [get(site, path)[0] for path in ("/", "/search?q=soup")]
                memory.append(resident_kb(site))
                logs.append(log.stat().st_size)
                for client in slow:
                    client.close()
                slow = [connect(site, b"POST /login HTTP/1.1\r\n") for _ in range(200)]
                time.sleep(1)
    for client in slow:
        client.close()
    for load in loads:
        load.finish()
    time.sleep(20)
    first, peak, last, half = max(memory[:60]), max(memory), resident_kb(site), max(memory[: len(memory) // 2])
    trial.expect(peak < 512 * 1024, f"{peak} kB of memory")
    trial.expect(peak < half * 1.2 and last <= peak, f"memory goes on growing: {first}, {half}, {peak}, then {last} kB")
    trial.expect(logs[-1] < max(logs), f"the log does not shrink: {max(logs)} at most, {logs[-1]} at the end")
    trial.expect(set(answers) == {200}, f"pages were answered by {set(answers)}")
    for load in loads:
        trial.sound(site, load, "afterwards")
    written = sum(len(load.acknowledged) for load in loads)
    trial.seen.append(
        f"{MINUTES} min, {written} recipes, {len(answers)} pages; memory {first} kB at most in the first minute, {peak} "
        f"in all, {last} after; the log {max(logs)} bytes at most, {logs[-1]} at the end")
    site.stop()


def resident_kb(site: RunningSite) -> int:
    return int(re.search(r"VmRSS:\s+(\d+)", pathlib.Path(f"/proc/{site.process.pid}/status").read_text())[1])


def hanging_imports(trial: Trial) -> None:
    """Twenty imports from a site that never answers: each fails with an error within 12 seconds, and other pages stay fast."""
    with silence() as address:
        site = trial.site()
        site.environment["TOQUE_IMPORT_TEST_HOST"] = address
        site.start()
        answers, pages, seconds = hang(site, "author", address)
    wrong = [status for status, text in answers if status != 422 or TOLD not in text]
    trial.expect(not wrong, f"{len(wrong)} imports were answered otherwise: {wrong}")
    trial.expect(seconds < 12, f"{seconds:.1f} s until the last import ended")
    p95 = sorted(pages)[len(pages) * 95 // 100]
    trial.expect(p95 <= 0.25, f"95 of 100 pages took {p95 * 1000:.0f} ms or less")
    trial.seen.append(f"{len(answers)} imports told in {seconds:.1f} s, {len(pages)} pages, p95 {p95 * 1000:.1f} ms")
    site.stop()


def few_descriptors(trial: Trial) -> None:
    """256 file descriptors and 1,000 connections: the site waits without using the processor, and works after they close."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard < 1200:
        raise Skipped("a test with 1,000 connections needs more descriptors itself")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 1200), hard))
    site = trial.site().start("prlimit", "--nofile=256:256")
    load = Load(site, authors=1)
    clients = [connect(site, bytes) for bytes in (b"", b"GET / HTTP/1.1\r\n") * 500]
    time.sleep(0.5)
    before, began = processor_seconds(site.process.pid), time.monotonic()
    time.sleep(5)
    busy = (processor_seconds(site.process.pid) - before) / (time.monotonic() - began)
    trial.expect(site.process.poll() is None, "the process ended")
    trial.expect(busy < 0.2, f"{busy:.0%} of a processor with nothing to do")
    for client in clients:
        client.close()
    began = time.monotonic()
    trial.expect(get(site, "/", timeout=5)[0] == 200, "no answer")
    recovered = time.monotonic() - began
    trial.expect(recovered < 5, f"{recovered:.1f} s until the first answer")
    trial.works(site, load, "afterwards")
    trial.sound(site, load, "afterwards")
    trial.seen.append(f"{busy:.1%} of a processor under 1,000 connections, an answer {recovered:.2f} s after they went")
    site.stop()


def connect(site: RunningSite, said: bytes) -> socket.socket:
    client = socket.socket()
    client.setblocking(False)
    client.connect_ex(("127.0.0.1", site.port))
    client.setblocking(True)
    if said:
        client.send(said)
    return client
