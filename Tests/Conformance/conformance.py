"""Sends unusual requests to a running Toque, directly and through nginx and haproxy. A second request follows each of them
on the same connection. There must be exactly one answer for each request, unless the connection was closed before it."""

import collections
import concurrent.futures
import json
import pathlib
import re
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Browser"))
import cases  # noqa: E402
import heads  # noqa: E402
import llhttp  # noqa: E402
import proxies  # noqa: E402
from exchange import Heard, exchange  # noqa: E402
from running_site import RunningSite  # noqa: E402

SECOND = b"GET /second HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
PROBE = SECOND.replace(b"/second", b"/probed")
WORDS = {"f": "first", "i": "inner", "s": "second", "p": "probed"}
# In seconds: longer than Toque waits for a head or a body that does not arrive.
LIMIT = 14
EXCEPTIONS = json.loads((pathlib.Path(__file__).parent / "exceptions.json").read_text())


def numbered(index: int, text: bytes) -> bytes:
    """Gives each case its own addresses of the same length, so that the site's log shows which case a request belongs to."""
    for word in WORDS.values():
        text = text.replace(f"/{word}".encode(), f"/{word[0]}{index:0{len(word) - 1}}".encode())
    return text


def words(index: int, heard: Heard, log: dict[str, str]) -> list[str]:
    """The request that each answer belongs to, according to the address that the site logged for the answer's id."""
    said = []
    for answer in heard.answers:
        path = log.get(answer.id, "")
        own = re.fullmatch(r"/([fisp])(\d{4,5})(/\d+)?", path)
        if not own:
            said.append("answer" if path else "refused" if answer.status >= 200 else "continue")
        else:
            said.append(WORDS[own[1]] + (own[3] or "") if int(own[2]) == index else f"another's {path}")
    return said


def is_direct_right(case: cases.Case, said: list[str]) -> bool:
    return said == list(case.expected)


def is_proxied_right(case: cases.Case, said: list[str]) -> bool:
    """A proxy may refuse or correct a request, or close after an answer. It must not add, lose or confuse answers."""
    said = [word for word in said if word != "continue"]
    is_whole = said[-1:] == ["second"]
    before = said[:-1] if is_whole else said
    order = iter(case.requests)
    if not all(word in order for word in before if word != "refused"):
        return False
    if is_whole:
        return case.least <= len(before) <= len(case.requests)
    # The second request may stay without an answer only if the connection is closed: announced by `Connection: close`, or
    # required by RFC 9112.
    return said != [] and (case.closes or said[-1] == "refused") and len(before) <= len(case.requests) + 1


class Way:
    """One way to reach Toque, directly or through a proxy, with a separate site and the answers that were received."""

    def __init__(self, name: str, folder: pathlib.Path, proxy=None):
        self.name, self.make_proxy, self.heard = name, proxy, []
        self.folder = folder / name
        self.folder.mkdir(mode=0o755)
        self.site = RunningSite(self.folder / "data")
        self.log = self.folder / "access.log"
        self.site.environment["TOQUE_ACCESS_LOG"] = str(self.log)
        self.site.toque("migrate")

    def send(self, every: list[cases.Case]) -> None:
        """Sends cases directly in 16 threads, but through a proxy one after another, so that they share its connections."""
        proxy = None
        try:
            self.site.start()
            proxy = self.make_proxy(self.folder, self.site.port) if self.make_proxy else None
            self.port = proxy.port if proxy else self.site.port
            with concurrent.futures.ThreadPoolExecutor(1 if proxy else 16) as pool:
                self.heard = list(pool.map(self.try_case, range(len(every)), every))
        finally:
            if proxy:
                proxy.stop()
            self.site.stop()

    def try_case(self, index: int, case: cases.Case) -> tuple[Heard, Heard | None]:
        *parts, last = case.parts
        sent = tuple(numbered(index, part) for part in (*parts, last + SECOND))
        heard = exchange(self.port, sent, LIMIT)
        # If a case left anything on the connection between proxy and site, the next client would get the answer to it.
        return heard, exchange(self.port, (numbered(index, PROBE),), LIMIT) if self.make_proxy else None

    def differences(self, every: list[cases.Case]) -> list[str]:
        entries = [json.loads(line) for line in self.log.read_text().splitlines()]
        # A request that no handler received has no path in the log, so its refusal belongs to no known request.
        log = {entry["id"]: entry.get("path", "") for entry in entries}
        is_right = is_proxied_right if self.make_proxy else is_direct_right
        wrong, ids, counts = [], collections.Counter(), collections.Counter()
        for index, (case, (heard, probe)) in enumerate(zip(every, self.heard)):
            said = words(index, heard, log)
            is_exception = f"{self.name}: {case.name}" in EXCEPTIONS["proxies"]
            if is_exception and is_right(case, said) and not heard.rest:
                wrong.append(f"{case.name}: is an exception without need")
            elif not is_exception and not (is_right(case, said) and heard.ended and not heard.rest):
                wrong.append(f"{case.name}: expected {case.expected}, {described(heard, said)}")
            if probe and words(index, probe, log) != ["probed"]:
                wrong.append(f"{case.name}: the next client, {described(probe, words(index, probe, log))}")
            ids.update(answer.id for each in (heard, probe) if each for answer in each.answers if answer.id)
            counts["taken" if said and "refused" not in said else "refused"] += 1
        # The request for /healthz that waits for the site's start is not a case.
        wrong += [
            f"{path} was handled once and answered {ids[id]} times"
            for id, path in log.items() if ids[id] != 1 and path not in ("", "/healthz")
        ]
        wrong += [f"answer {id} is not in the site's log" for id in ids if id not in log]
        print(f"{self.name}: {len(every)} cases, {counts['taken']} taken, {counts['refused']} refused,", end=" ")
        print(f"{sum(map(bool, log.values()))} requests handled, {len(wrong)} differences", flush=True)
        return [f"{self.name}: {line}" for line in wrong]


def described(heard: Heard, said: list[str]) -> str:
    statuses = [f"{word} {answer.status}" for word, answer in zip(said, heard.answers)]
    end = "closed" if heard.ended else "silence"
    return f"heard {statuses}, {end}" + (f", and {heard.rest[:60]!r}" if heard.rest else "")


def main() -> int:
    every = [case for group in (cases, heads) for case in group.every()]
    if llhttp.DATA.exists():
        every += llhttp.suite(EXCEPTIONS)
    else:
        print(f"skipped: llhttp's requests, {llhttp.DATA} is missing (set TOQUE_TEST_DATA)")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="toque-conformance-"))
    # nginx's workers run as another user and must be able to reach their files.
    folder.chmod(0o755)
    wrong = []
    for way in (Way("direct", folder), Way("nginx", folder, proxies.nginx), Way("haproxy", folder, proxies.haproxy)):
        way.send(every)
        wrong += way.differences(every)
    for line in wrong:
        print(line)
    print("as expected" if not wrong else f"NOT AS EXPECTED, see {folder}")
    if not wrong:
        shutil.rmtree(folder)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
