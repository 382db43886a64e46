"""Measures the most expensive allowed requests: how the work grows with their size, and how they affect other users."""

import json
import pathlib
import statistics
import threading
import time
from collections.abc import Callable

import growth_imports
import growth_members
import growth_searches
from client import Client
from growth_requests import MARKS, Poster, Reader, fill, get, send
from measure import Workshop, Wrong, running, settle
from report import Report

# Four times the input may cost at most six times the work. Costs below `FLOOR`, in ms, count as `FLOOR` (a quarter of it for
# the smallest input), because the machine's noise is larger.
MOST_GROWTH = 6
FLOOR = 12
LOOP_MS, WORKER_MS = 50, 1_000
HEALTH_MS, LOGIN_MS = 50, 1_000
# Each request is sent this often. The cheapest counts, because noise only adds.
TRIES = 3
ATTACK_SECONDS = 6


def measure(workshop: Workshop, report: Report) -> None:
    site = workshop.empty_site("growth")
    # Logins are measured at their default cost.
    for name in ("TOQUE_ARGON2_MEMORY_KIB", "TOQUE_ARGON2_PASSES"):
        site.environment.pop(name, None)
    site.toque("import", "--starter")
    for name, role in (("alice", "member"), ("bob", "member"), ("carol", "member"), ("keeper", "admin")):
        site.add_user(name, role)
    site.toque("user", "licence", "alice", "--until", "2099-12-31")
    growth_members.plant(site)
    with running(site):
        readers = all_readers(site)
        for reader in readers:
            measure_growth(site, reader, report)
        for name in ("header marks", "form", "multipart", "import"):
            measure_neighbours(site, name, report)
    sitemap = workshop.empty_site("growth-sitemap")
    growth_searches.plant_sitemap(sitemap)
    with running(sitemap):
        measure_growth(sitemap, growth_searches.sitemap(sitemap), report)


def thread_ms(pid: int) -> dict[str, float]:
    """Processor time of each thread, in ms, by thread name and number."""
    times = {}
    for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
        try:
            name = (task / "comm").read_text().strip()
            times[f"{name}#{task.name}"] = int((task / "schedstat").read_text().split()[0]) / 1e6
        except OSError:
            pass
    return times


def cost(site, reader: Reader, size: int) -> dict[str, float]:
    """The cheapest of some tries, in ms: all threads together, the busiest loop, the busiest worker."""
    seen = []
    for _ in range(TRIES):
        before = thread_ms(site.process.pid)
        status = reader.ask(size)
        after = thread_ms(site.process.pid)
        if status not in reader.statuses:
            raise Wrong(f"{reader.name} of size {size} was answered by {status}")
        spent = {name: time - before.get(name, 0) for name, time in after.items()}
        seen.append({
            "all": sum(spent.values()),
            "loop": max([time for name, time in spent.items() if name.startswith("loop")], default=0),
            "worker": max([time for name, time in spent.items() if name.startswith("worker")], default=0),
        })
    return min(seen, key=lambda figures: figures["all"])


def measure_growth(site, reader: Reader, report: Report) -> None:
    sizes = [reader.most // 4, reader.most // 2, reader.most]
    costs = [cost(site, reader, size) for size in sizes]
    for _ in range(TRIES):
        growth = max(costs[2]["all"], FLOOR) / max(costs[0]["all"], FLOOR / 4)
        if growth <= MOST_GROWTH:
            break
        # Another process on the same core can add half of the time once; real growth does so each time.
        costs = [min(old, cost(site, reader, size), key=lambda figures: figures["all"]) for old, size in zip(costs, sizes)]
    row = " · ".join(f"{figures['all']:.1f}" for figures in costs)
    report.note(f"growth: {reader.name}: {row} ms, of it a loop {costs[2]['loop']:.1f}, a worker {costs[2]['worker']:.1f}")
    report.target(f"growth: {reader.name}, times the work for four times the input", growth, most=MOST_GROWTH)
    report.target(f"growth: {reader.name}, ms of a loop", costs[2]["loop"], most=LOOP_MS)
    report.target(f"growth: {reader.name}, ms of a worker", costs[2]["worker"], most=WORKER_MS)


def all_readers(site) -> list[Reader]:
    return heads(site) + forms(site) + growth_searches.readers(site) + growth_imports.readers(site) + growth_members.readers(site)


def heads(site) -> list[Reader]:
    """Input that a loop reads before any handler: the request line and the header fields."""
    line, field = 8_000, 60_000
    readers = [
        Reader("request line, segments", lambda size: get(site, fill("/a", size)), line, (404,)),
        Reader("request line, escapes", lambda size: get(site, "/" + fill("%D0%B6", size)), line, (404,)),
        Reader("query, names", lambda size: get(site, "/healthz?" + fill("a&", size)), line),
        Reader("query, escapes", lambda size: get(site, "/recipes?q=" + fill("%CC%81a", size)), line),
        Reader("many header fields", lambda size: get(site, "/", *[f"X-{number}: {fill('a', 600)}" for number in range(size)]), 90),
    ]
    pieces = {
        "Accept": "a/b;q=0.1,", "Accept-Encoding": "gzip;q=0.1,", "Accept-Language": "xx;q=0.1,", "Cookie": "a=b; ",
        "If-None-Match": '"a", ', "If-Match": '"a", ', "Range": "1-2,", "Forwarded": "for=a;by=b,", "X-Forwarded-For": "10.0.0.1, ",
        "User-Agent": "a/1 (b) ", "Referer": "http://a/", "Connection": "close,", "Expect": "100", "Content-Type": "a;",
    }
    for name, piece in pieces.items():
        start = {"Range": "bytes=", "Content-Type": "text/plain; a=\""}.get(name, "")
        end = '"' if name == "Content-Type" else ""
        refused = (200, 304, 400, 404, 412, 417)
        readers.append(Reader(
            f"{name}", lambda size, name=name, piece=piece, start=start, end=end:
            get(site, "/recipes", f"{name}: {start}{fill(piece, size)}{end}"), field, refused))
        readers.append(Reader(
            f"{name}, marks", lambda size, name=name, start=start: get(site, "/recipes", f"{name}: {start}{fill(MARKS, size)}"),
            field, refused))
    return readers


def forms(site) -> list[Reader]:
    visitor, alice = Poster(site), Poster(site, "alice")
    million = 1_000_000
    disposition = b'Content-Disposition: form-data; name="a"'

    def part(headers: int, parameters: int) -> bytes:
        more = b"".join(b"; p%d=xxxxxxxxxx" % number for number in range(parameters - 1))
        return b"X-A: bbbbbbbb\r\n" * (headers - 1) + disposition + more + b"\r\n\r\nc"

    def editor(size: int, text: str, count: int = 100) -> int:
        each = fill(text, size // count)
        return alice.form("/recipes", [("title", "Soup"), ("ingredient", "salt")] + [("step", each)] * count)

    def timers(count: int) -> list:
        return [("step", "Boil it for 10 minutes.")] * count + [(f"step_timer-{n}", "1 h 20 min") for n in range(1, count + 1)]

    def subtitles(size: int) -> int:
        cue = "00:01.000 --> 00:02.000\nSoup <b>a</b>\n\n"
        each = "WEBVTT\n\n" + fill(cue, min(size, 65_000))
        steps = max(1, size // 65_000)
        fields = [("title", "Soup"), ("ingredient", "salt")]
        for _ in range(steps):
            fields += [("step", "Stir."), ("step_media", "a" * 32), ("step_video", "1"), ("subtitles_en", each)]
        parts = [f'Content-Disposition: form-data; name="{name}"\r\n\r\n{value}' for name, value in fields]
        return alice.parts("/recipes", [part.encode() for part in parts])

    return [
        Reader("form, fields", lambda size: visitor.form("/login", [("a", "b")] * size), 990),
        Reader("form, one long field", lambda size: visitor.form("/login", [("login", "a" * size)]), million),
        Reader("form, a long name to register", lambda size: visitor.form("/register", [("username", "ж" * (size // 12))]), million),
        Reader("form, a name of many letters in one", lambda size: visitor.form("/register", [("username", "\ufdfa" * (size // 9))]), million),
        Reader("form, a profile", lambda size: alice.form("/settings/profile", [("display_name", fill("abcd\u00e9 ", size // 2))]), million),
        Reader("form, marks", lambda size: visitor.form("/register", [("username", fill(MARKS, size // 3))]), million),
        Reader("form, a long password", lambda size: visitor.form("/register", [("password", fill(MARKS, size // 3))]), million),
        Reader("multipart, parts", lambda size: visitor.parts("/login", [part(1, 1)] * size), 990),
        Reader("multipart, headers", lambda size: visitor.parts("/login", [part(16, 16)] * size), 900, (200, 400, 422)),
        Reader("multipart, a file of line ends", lambda size: visitor.file("/login", "a", fill("\r\n--e", size).encode()), 40_000_000),
        Reader("recipe, steps", lambda size: editor(size, "Stir it well. "), 700_000),
        Reader("recipe, steps in Russian", lambda size: editor(size, "Варите. ", 80), 300_000),
        Reader("recipe, marks", lambda size: editor(size, MARKS), 300_000),
        Reader("recipe, lines", lambda size: alice.form("/recipes", [("ingredients_text", fill("butter or oil\n", size))]), 20_000),
        Reader("facts of rows", lambda size: alice.form("/recipes/facts", [("ingredient", "butter or oil " * 4)] * size), 148),
        Reader("facts of steps with timers", lambda size: alice.form("/recipes/facts", [("ingredient", "salt")] + timers(size)), 490),
        Reader("autosave, steps in Russian", lambda size: alice.form("/recipes/drafts", [("window", "a"), ("step", "Варите. " * (size // 45))]), million),
        Reader("subtitles", subtitles, 14 * 65_000),
        Reader("pasted lines", lambda size: alice.form("/ingredients/parse", [("ingredients_text", "1 a or b and another\n" * size)]), 300),
        Reader("pasted lines, letters in one", lambda size: alice.form("/ingredients/parse", [("ingredients_text", (fill("\ufdfa ", size // 30) + "\n") * 30)]), 39_000),
        Reader("recipe, letters in one", lambda size: alice.form("/recipes", [("not_in_dish", fill("\ufdfa", size // 9))]), million),
        Reader("recipe, split of flags", lambda size: alice.form("/recipes", [("arrange", "split"), ("recipe_text", "Soup\n1 egg\n" + fill("\U0001f1e9\U0001f1ea", size))]), 190_000),
        Reader("pasted lines, too many", lambda size: alice.form("/ingredients/parse", [("ingredients_text", fill("a\n", size))]), 40_000, (413,)),
        comparison(site),
        blocked(site),
        times(site),
    ]


def comparison(site) -> Reader:
    """The editor's comparison with the longest draft of another window. No row is alike."""
    carol = Poster(site, "carol")

    def rows(count: int, first: str) -> list:
        words = " ".join(first + chr(97 + number // 20) + chr(97 + number % 20) for number in range(199))
        return [("ingredient", words)] * count + [("step", words)] * (count * 2 // 3)

    status, _, text = carol.client.ask("POST", "/recipes/drafts", [("title", "Soup"), ("window", "a")] + rows(150, "x"))
    assert status == 200, f"the draft was answered by {status}"
    draft = json.loads(text)["draft"]
    mark = [("title", "Stew"), ("draft", draft), ("draft_version", 0), ("arrange", "compare")]
    return Reader("compare two texts", lambda size: carol.form("/recipes", mark + rows(size, "y")), 150)


def blocked(site) -> Reader:
    """A recipe with as many words as fit, and a list with as many phrases as fit, which begin with the same word."""
    alice, keeper = Poster(site, "alice"), Poster(site, "keeper")
    phrases = [f"é é w{number}" for number in range(999)] + ["forbidden"]
    assert keeper.client.post("/admin/blocked-words", ("words", "\n".join(phrases)))
    # As large as a form may be.
    text = fill("é ", 690)
    pages = {}
    for size in (38, 75, 150):
        row = [("ingredient", text), ("note", text), ("unit", text), ("group", text), ("amount", "")]
        fields = [("title", "Forbidden soup")] + row * size + [("step", "Stir.")]
        pages[size] = alice.client.post("/recipes", *fields)
        assert pages[size], f"a recipe of {size} lines was refused"
    sizes = {150 // 4: 38, 150 // 2: 75, 150: 150}
    submit = lambda size: alice.form(pages[sizes[size]].partition("?")[0] + "/submit", [])
    return Reader("submit, blocked words", submit, 150, (409,))


def times(site) -> Reader:
    """A recipe whose steps are full of times, submitted and withdrawn."""
    alice = Poster(site, "alice")
    pages = {}
    for size in (25, 50, 100):
        fields = [("title", f"Stew of {size}"), ("servings", "4"), ("ingredient", "salt")]
        address = alice.client.post("/recipes", *fields, *[("step", "Boil " + "1h" * 490)] * size)
        assert address, f"a recipe of {size} steps was refused"
        pages[size] = address.partition("?")[0]

    def submit(size: int) -> int:
        status = alice.form(pages[size] + "/submit", [])
        assert alice.form(pages[size] + "/withdraw", []) == 303, "it was not submitted"
        return status

    return Reader("submit, times", submit, 100, (303,))


# Neighbours


def attack(site, name: str, number: int) -> Callable[[], int]:
    """The most expensive allowed request of a kind, as one of four connections sends it."""
    if name == "header marks":
        value = fill(MARKS, 60_000)
        return lambda: get(site, "/recipes", f"Accept-Encoding: {value}")
    poster = Poster(site, f"attacker{number}")
    if name == "form":
        steps = [("step", fill(MARKS, 3_000))] * 100
        request = poster.prepared("/recipes", [("title", "Soup"), ("ingredient", "salt")] + steps)
        return lambda: send(site, request)
    if name == "multipart":
        content = fill("\r\n--e", 8_000_000).encode()
        return lambda: poster.file("/login", "a", content)
    content = growth_imports.files()["microdata.html"][0](4_000_000)
    return lambda: poster.file("/recipes/import", "a.html", content)


def measure_neighbours(site, name: str, report: Report) -> None:
    """Four connections send the named request without a pause, while one client requests /healthz and another logs in."""
    if "attacker" not in site.__dict__:
        site.attacker = [site.add_user(f"attacker{number}", "member") for number in range(4)]
    attacks = [attack(site, name, number) for number in range(4)]
    ended, sent, health, logins = threading.Event(), [], [], []

    def repeat(deed: Callable) -> None:
        while not ended.is_set():
            sent.append(deed())

    def timed(deed: Callable, times: list, pause: float) -> None:
        while not ended.is_set():
            began = time.perf_counter()
            deed()
            times.append((time.perf_counter() - began) * 1000)
            time.sleep(pause)

    def log_in() -> None:
        Client(site).log_in("alice")

    def healthy() -> None:
        if get(site, "/healthz") != 200:
            raise Wrong("/healthz was not answered")

    threads = [threading.Thread(target=repeat, args=(deed,)) for deed in attacks]
    threads.append(threading.Thread(target=timed, args=(healthy, health, 0.02)))
    threads.append(threading.Thread(target=timed, args=(log_in, logins, 0.1)))
    for thread in threads:
        thread.start()
    time.sleep(ATTACK_SECONDS)
    ended.set()
    for thread in threads:
        thread.join()
    settle(site.process.pid)
    p95 = sorted(health)[len(health) * 95 // 100]
    # A login is three requests and a hash here; the page before it and the one after it are included.
    slowest = max(logins)
    report.note(f"growth: four send “{name}”: {len(sent)} answers, /healthz p95 {p95:.1f} ms, log-ins {statistics.median(logins):.0f} to {slowest:.0f} ms")
    report.target(f"growth: four send “{name}”, /healthz p95 ms", p95, most=HEALTH_MS)
    report.target(f"growth: four send “{name}”, slowest log-in ms", slowest, most=LOGIN_MS)
