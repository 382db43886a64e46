"""Measures the cost of the most expensive allowed requests: how the work grows with them, and how they affect others."""

import io
import json
import pathlib
import statistics
import threading
import time
import zipfile
from collections.abc import Callable

import growth_members
import growth_searches
from client import Client
from growth_requests import MARKS, Poster, Reader, fill, get, send
from measure import Workshop, Wrong, running, settle
from report import Report

# Four times the input may cost at most six times the work. Below the floor, in ms, the machine's noise is larger.
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
    return heads(site) + forms(site) + growth_searches.readers(site) + imports(site) + growth_members.readers(site)


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
        Reader("subtitles", subtitles, 14 * 65_000),
        Reader("pasted lines", lambda size: alice.form("/ingredients/parse", [("ingredients_text", "1 a or b and another\n" * size)]), 300),
        Reader("pasted lines, too many", lambda size: alice.form("/ingredients/parse", [("ingredients_text", fill("a\n", size))]), 40_000, (413,)),
        comparison(site),
        blocked(site),
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


def recipe(name: str, lines: list, steps) -> dict:
    return {"@type": "Recipe", "name": name, "recipeIngredient": lines, "recipeInstructions": steps}


def archive(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in files.items():
            made.writestr(name, content)
    return out.getvalue()


def import_files() -> dict[str, tuple[Callable[[int], bytes], int]]:
    """Documents of every kind by file name, each with its largest size."""
    soup = recipe("Soup", ["1 egg"], "Boil.")

    def text(value) -> bytes:
        return json.dumps(value).encode()

    def steps(size: int, step: str) -> bytes:
        return text(recipe("Soup", ["1 egg"], [{"@type": "HowToStep", "name": "a", "text": step}] * (size // (len(step) + 45))))

    def page(body: str) -> bytes:
        return f"<html><body>{body}</body></html>".encode()

    def microdata(size: int) -> bytes:
        start = '<div itemscope itemtype="https://schema.org/Recipe"><p itemprop="name">Soup</p>'
        return page(start + fill('<p itemprop="recipeIngredient">1 <b>egg</b></p>', size) + "</div>")

    def mealie(size: int) -> bytes:
        rows = size // 60
        return text({
            "recipes": [{"id": "a", "name": "Soup"}] * (rows // 10),
            "recipes_ingredients": [{"recipe_id": "a", "note": "1 egg", "position": 1.0}] * rows,
            "recipe_instructions": [],
        })

    def tandoor(size: int) -> bytes:
        step = {"name": "", "instruction": "Boil.", "ingredients": [{"food": {"name": "egg"}, "amount": 1.0}]}
        return text({"name": "Soup", "working_time": 1, "waiting_time": 1, "steps": [step] * (size // 100)})

    def paprika(size: int) -> bytes:
        return text({"name": "Soup", "ingredients": fill("1 egg\n", size), "directions": fill("Boil.\n", size), "uid": "a"})

    def many(size: int) -> bytes:
        return archive({f"{number}/soup.json": text(soup) for number in range(size)})

    def pictures(size: int) -> bytes:
        files = {f"{number}/soup.json": text(soup) for number in range(size // 4)}
        return archive(files | {f"{number}/a-{number}.jpg": b"x" for number in range(size)})

    five, one = 5_000_000, 1_000_000
    def names(size: int) -> bytes:
        """An element with a list of blanks in place of names, which 400 elements refer to."""
        def level(name: str, refs: str) -> str:
            return "".join(f"<p id={name}{n} itemscope itemprop=x itemref='{refs}'></p>" for n in range(20))

        first, second = (" ".join(f"{name}{n}" for n in range(20)) for name in "ab")
        start = f"<div itemscope itemtype='https://schema.org/Recipe' itemref='{first}'><p itemprop=name>Soup</p></div>"
        return page(start + level("a", second) + level("b", "c") + f"<p id=c itemprop='{' ' * size}'></p>")

    def ids(size: int) -> bytes:
        start = "<div itemscope itemtype='https://schema.org/Recipe'><p itemprop=name>Soup</p></div>"
        return page("<div>" * 200 + start + fill("<br id=a>", size))

    def authors(size: int) -> bytes:
        author = {"@id": "x", "name": fill("&amp;", 2_000)}
        dishes = [recipe(f"Soup {n}", ["1 egg"], "Boil.") | {"author": [{"@id": "x"}] * 50} for n in range(size)]
        return page(f'<script type="application/ld+json">{json.dumps([author, *dishes])}</script>')

    def tools(size: int) -> bytes:
        return text([soup | {"tool": ["&a"] * (size // 20)}] * 20)

    return {
        "names.html": (names, 4 * one), "ids.html": (ids, 8 * one // 10), "authors.html": (authors, 200),
        "tools.json": (tools, 50_000),
        "steps.jsonld": (lambda size: steps(size, "Stir it well, and then again."), 4 * one),
        "800 kB.jsonld": (lambda size: steps(size, "Stir it well. " * 560), 800_000),
        "markup.jsonld": (lambda size: steps(size, "<p>Stir &amp; <b>boil</b>.</p>"), one),
        "lines.jsonld": (lambda size: text(recipe("Soup", ["1 egg (x), y"] * (size // 16), "Boil.")), 4 * one),
        "many.json": (lambda size: text([soup] * (size // 110)), 250_000),
        "nested.json": (lambda size: b"[" * 90 + fill("[],", size).encode() + b"1" + b"]" * 90, 4 * one),
        "microdata.html": (microdata, five),
        "deep.html": (lambda size: page(fill("<div><b>a", size)), five),
        "entities.html": (lambda size: page(fill("&amp;&#8531;", size)), five),
        "attributes.html": (lambda size: page("<p " + fill("a=b ", size) + ">"), five),
        "steps.cook": (lambda size: b"@egg{1}\n\n" + fill("Stir @salt{1%g} well. ", size).encode(), one),
        "paragraphs.cook": (lambda size: b"@egg{1}\n\n" + fill("Stir.\n\n", size).encode(), one),
        "marks.cook": (lambda size: fill("@a{@#~{[-", size).encode(), one),
        "tags-in-marks.json": (lambda size: json.dumps(recipe("Soup", ["1 egg"], fill(MARKS + "</b>", size)), ensure_ascii=False).encode(), one),
        "comments-in-marks.cook": (lambda size: b"@egg{1}\n\n@x" + fill("\u0301\u0323" * 15 + "[--]", size).encode(), one),
        "plain.txt": (lambda size: b"Soup\n1 egg\n" + fill("Stir it well, and then again.\n", size).encode(), one),
        "combining.txt": (lambda size: b"Soup\n1 egg\n" + fill(MARKS + " ", size).encode(), one),
        "mealie.json": (mealie, 2 * one),
        "tandoor.json": (tandoor, 2 * one),
        "paprika.json": (paprika, one),
        "recipes.zip": (many, 2_000),
        "pictures.zip": (pictures, 8_000),
        "cook.zip": (lambda size: archive({f"{n}.cook": b"@egg{1}\n\n" + b"Stir.\n\n" * 4_900 for n in range(size)}), 40),
    }


def imports(site) -> list[Reader]:
    bob, root = Poster(site, "bob"), Poster(site, "keeper")
    readers = []
    for name, (make, most) in import_files().items():
        made = {size: make(size) for size in (most // 4, most // 2, most)}
        ask = lambda size, name=name, made=made: bob.file("/recipes/import", name, made[size])
        readers.append(Reader(f"import of {name}", ask, most))
    rows = "name_en,aisle\r\n"
    for kind, piece in {"rows": "Gorse flower,\r\n", "quotes": '"a""b",\r\n', "cells": "a,a,"}.items():
        ask = lambda size, piece=piece: root.file("/admin/catalogue/import", "a.csv", (rows + fill(piece, size)).encode(), "table")
        readers.append(Reader(f"CSV import, {kind}", ask, 250_000))
    cell = lambda size: rows + '"' + fill(";'=", size) + '",'
    ask = lambda size: root.file("/admin/catalogue/import", "a.csv", cell(size).encode(), "table")
    readers.append(Reader("CSV import, formulas", ask, 2_000_000))
    return readers


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
    content = import_files()["microdata.html"][0](4_000_000)
    return lambda: poster.file("/recipes/import", "a.html", content)


def measure_neighbours(site, name: str, report: Report) -> None:
    """Four connections send it without a pause, while one client requests /healthz and another logs in."""
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
