"""Opens 2,000 slow connections at the same time while a normal visitor measures response times. The site must close the
slow connections, and the visitor must not be affected."""

import asyncio
import contextlib
import http.client
import math
import multiprocessing
import pathlib
import re
import resource
import shutil
import socket
import sys
import tempfile
import time

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TESTS / "Browser"))
from client import Client  # noqa: E402
from photo import post_photo  # noqa: E402
from running_site import RunningSite  # noqa: E402

EACH = 500
# The limits: seconds until a slow connection is closed, the visitor's p95 in milliseconds, and memory. After 30 seconds,
# memory may be at most 10 % and 10 MB above its value before the test.
SHED_WITHIN, P95 = 15, 20
BACK_WITHIN, SHARE, SPARE_KB = 30, 0.1, 10 * 1024
WARM_UP = 5
# Seconds after which slow connections would end if the site did not close them.
PATIENCE = 40


class Slow:
    """A slow connection: sends `first` immediately, then one byte of `then` a second, and reads `takes` bytes a second."""

    def __init__(self, port: int, first: bytes = b"", then: bytes = b"", takes: int | None = None):
        self.first, self.then, self.takes = first, then, takes
        self.socket = socket.socket()
        self.socket.setblocking(False)
        if takes is not None:
            # The smallest buffer that the system allows, so that it stores little of the answer.
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
        self.site = ("127.0.0.1", port)
        self.began = self.gone = 0.0

    async def live(self) -> None:
        loop = asyncio.get_running_loop()
        self.began = time.monotonic()
        await loop.sock_connect(self.socket, self.site)
        self.port = self.socket.getsockname()[1]
        with contextlib.suppress(OSError):
            await loop.sock_sendall(self.socket, self.first)
            for second in range(PATIENCE):
                await asyncio.sleep(1)
                if self.then:
                    await loop.sock_sendall(self.socket, self.then[second % len(self.then):][:1])
                if self.takes:
                    with contextlib.suppress(BlockingIOError):
                        self.socket.recv(self.takes)


def crowd(port: int, photo: str, cookie: str) -> dict[str, list[Slow]]:
    head = f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nX-Slow: {'y' * PATIENCE}".encode()
    form = f"POST /login HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: 1000\r\n"
    form = (form + "Content-Type: application/x-www-form-urlencoded\r\n\r\n").encode()
    ask = f"GET {photo} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}\r\n\r\n".encode()
    return {
        "a head, a byte a second": [Slow(port, then=head) for _ in range(EACH)],
        "a form, a byte a second": [Slow(port, form, then=b"login=a") for _ in range(EACH)],
        "nothing at all": [Slow(port) for _ in range(EACH)],
        "a photo, no byte taken": [Slow(port, ask, takes=0) for _ in range(EACH // 2)],
        "a photo, 10 bytes a second": [Slow(port, ask, takes=10) for _ in range(EACH - EACH // 2)],
    }


def held_by_site(port: int) -> set[int]:
    """The client ports of all connections for which the site still has a descriptor, as listed by the kernel."""
    held = set()
    for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]:
        _, local, remote, _, _, _, _, _, _, inode, *_ = line.split()
        if inode != "0" and int(local[-4:], 16) == port:
            held.add(int(remote[-4:], 16))
    return held


def socket_memory() -> int:
    """The memory of all sockets of the system in kB, including those of this script. It is not part of a process's memory."""
    pages = int(re.search(r"TCP:.* mem (\d+)", pathlib.Path("/proc/net/sockstat").read_text())[1])
    return pages * resource.getpagesize() // 1024


async def besiege(port: int, slow: list[Slow], memory) -> tuple[int, int]:
    """Starts all slow connections and records when the site closes each. Returns the highest memory of the site, and of all
    sockets, in kB."""
    tasks = [asyncio.create_task(each.live()) for each in slow]
    most, sockets, until = 0, 0, time.monotonic() + PATIENCE
    await asyncio.sleep(2)
    while time.monotonic() < until and not all(each.gone for each in slow):
        held = await asyncio.to_thread(held_by_site, port)
        now, most, sockets = time.monotonic(), max(most, memory()), max(sockets, socket_memory())
        for each in slow:
            if not each.gone and each.port not in held:
                each.gone = now
        await asyncio.sleep(0.2)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for each in slow:
        each.socket.close()
    return most, sockets


def visit(port: int, paths: list[str], stop, results) -> None:
    """A visitor in a separate process, who requests one page after another on one connection. Each request is timed."""
    times, errors = [], []
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    while not stop.is_set():
        path = paths[len(times) % len(paths)]
        began = time.monotonic()
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            content = answer.read()
            if answer.status != 200 or b"</html>" not in content:
                errors.append(f"{path}: {answer.status}")
        except (OSError, http.client.HTTPException) as error:
            errors.append(f"{path}: {error!r}")
            connection.close()
        times.append((time.monotonic() - began) * 1000)
    results.put((times, errors))


@contextlib.contextmanager
def visitor(port: int, paths: list[str]):
    """Runs a visitor during the `with` block. Afterwards, the list that it yields contains the times in ms, and the errors."""
    stop, results, seen = multiprocessing.Event(), multiprocessing.Queue(), []
    process = multiprocessing.Process(target=visit, args=(port, paths, stop, results), daemon=True)
    process.start()
    try:
        yield seen
    finally:
        stop.set()
        seen += results.get(timeout=60)
        process.join()


def share(times: list[float], part: float) -> float:
    return sorted(times)[math.ceil(len(times) * part) - 1]


def told(name: str, times: list[float], errors: list[str]) -> None:
    figures = [f"p{part * 100:g} {share(times, part):.1f} ms" for part in (0.5, 0.95, 0.99)]
    print(f"{name}: {len(times)} pages, {', '.join(figures)}, at most {max(times):.1f} ms, {len(errors)} errors")


def judge_shedding(kinds: dict[str, list[Slow]]) -> list[str]:
    missed = []
    print(f"{'slow at':28} {'connections':>11} {'shed':>5} {'first after':>12} {'last after':>11}")
    for name, slow in kinds.items():
        lives = sorted(each.gone - each.began for each in slow if each.gone)
        ends = f"{lives[0]:10.1f} s {lives[-1]:9.1f} s" if lives else ""
        print(f"{name:28} {len(slow):11} {len(lives):5} {ends}")
        if len(lives) < len(slow) or lives[-1] > SHED_WITHIN:
            missed.append(f"{name}: not all shed within {SHED_WITHIN} s")
    return missed


def judge_memory(memory, before: int, most: int) -> list[str]:
    bound = before * (1 + SHARE) + SPARE_KB
    began = time.monotonic()
    while memory() > bound and time.monotonic() - began < BACK_WITHIN:
        time.sleep(0.5)
    after = memory()
    print(f"memory: {before} kB before, {most} kB at most, {after} kB {time.monotonic() - began:.0f} s after")
    return [f"memory: {after} kB, more than {bound:.0f} kB"] if after > bound else []


def measure(site: RunningSite) -> list[str]:
    client = Client(site)
    client.log_in("alice")
    photo = post_photo(client)
    cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    recipe = re.search(r'"(/recipes/\d+[^"/]*)"', client.ask("GET", "/recipes")[2])[1]
    paths = ["/", "/search?q=soup", recipe]

    def memory() -> int:
        return int(re.search(r"VmRSS:\s+(\d+)", pathlib.Path(f"/proc/{site.process.pid}/status").read_text())[1])

    with visitor(site.port, paths) as alone:
        time.sleep(WARM_UP)
    before, quiet = memory(), socket_memory()
    kinds = crowd(site.port, photo, cookie)
    with visitor(site.port, paths) as besieged:
        most, sockets = asyncio.run(besiege(site.port, [each for slow in kinds.values() for each in slow], memory))
    missed = judge_shedding(kinds)
    told("visitor alone", *alone)
    told("visitor among the slow", *besieged)
    times, errors = besieged
    missed += [f"visitor: {error}" for error in errors[:10]]
    if share(times, 0.95) >= P95:
        missed.append(f"visitor: p95 is not under {P95} ms")
    print(f"sockets of the whole system: {quiet} kB before, {sockets} kB at most; not judged")
    return missed + judge_memory(memory, before, most)


def main() -> int:
    # Each slow connection needs a descriptor in this process and one in the site, which inherits the limit.
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    folder = pathlib.Path(tempfile.mkdtemp(prefix="toque-slow-"))
    site = RunningSite(folder / "data")
    site.seed()
    site.start()
    try:
        missed = measure(site)
    finally:
        site.stop()
    for line in missed:
        print(line)
    print("as it should be" if not missed else f"MISSED, see {folder}")
    if not missed:
        shutil.rmtree(folder)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
