"""Search, typeahead, shelves and pantry with very many recipes, compared with plain SQL and Tantivy; publishing and start."""

import pathlib
import statistics
import time
import urllib.parse

import search_site
from bench_moderation import approve
from bench_start import forget
from client import Client, recipe_fields
from data_folder import rows
from growth_chart import draw
from measure import ROOT, Workshop, Wrong, percentiles, pinned, processor_seconds, program, resident_mb, settle
from report import Report
from search_questions import KINDS, beginnings, questions
from search_rivals import rivals

MILLION = 1_000_000
SIZES = [10_000, 100_000, MILLION]
# The number of questions of each kind. A slow kind is stopped after SECONDS, but not before LEAST questions.
ASKED, SECONDS, LEAST = 200, 20, 5
CHART = ROOT / "docs" / "search-growth.svg"
# The targets at a million recipes, in milliseconds, seconds and MB.
SEARCH_MS, TYPEAHEAD_MS, SHELVES_MS, PANTRY_MS = 30, 5, 10, 20
FOUND_S, START_S, MEMORY_MB = 1, 15, 1_500
FASTER_THAN_SQL, PANTRY_FASTER = 10, 50


def measure(workshop: Workshop, report: Report) -> None:
    if workshop.draws_growth:
        sizes = {size: measure_size(size, workshop, report) for size in SIZES}
        CHART.write_text(draw(sizes), encoding="utf-8")
        report.note(f"search: the chart is {CHART.relative_to(ROOT)}")
    else:
        measure_size(workshop.recipes, workshop, report)


def measure_size(count: int, workshop: Workshop, report: Report) -> dict[str, float]:
    """Runs all measurements with this number of recipes; returns the median of each kind in ms."""
    site = search_site.site_of(count, report)
    site.environment |= {"TOQUE_LOOPS": "1"}
    judges = count >= MILLION
    warm_up(site)
    start(site, judges, report)
    try:
        # Opened only now: a connection that is open while the site stops and starts would keep the old write-ahead log.
        with rivals(site.data.parent, report) as (plain, tantivy):
            figures = searches(site, plain, tantivy, judges, workshop, report)
            figures |= members(site, plain, judges, workshop, report)
            publish(site, judges, report)
            memory = resident_mb(site.process.pid)
    finally:
        site.stop()
    report.note(f"search, {count:,} recipes: {memory:,.0f} MB after all requests")
    if judges:
        report.target("search: MB of memory", memory, most=MEMORY_MB)
    return figures


def warm_up(site) -> None:
    """Starts the site once, so that everything it prepares in the background is ready and stored."""
    with pinned(0):
        site.start()
    try:
        Client(site).json("/search?q=salt")
        rest = time.monotonic() + 600
        while time.monotonic() < rest:
            before = processor_seconds(site.process.pid)
            time.sleep(2)
            if processor_seconds(site.process.pid) - before < 0.05:
                break
    finally:
        site.stop()


def start(site, judges: bool, report: Report) -> None:
    """Starts the site with the program and the database out of the system's cache; it keeps running."""
    forget(pathlib.Path(program()), *(file for file in site.data.iterdir() if file.is_file()))
    began = time.perf_counter()
    with pinned(0):
        site.start()
    alive = time.perf_counter() - began
    at_start = resident_mb(site.process.pid)
    ask(patient(site), "/search?q=salt", "application/json")
    answered = time.perf_counter() - began
    report.note(f"search: started in {alive:.2f} s ({at_start:.0f} MB), first search answered after {answered:.2f} s")
    if judges:
        report.target("search: seconds from the start to the first search", answered, most=START_S)
    settle(site.process.pid)


def patient(site) -> Client:
    client = Client(site)
    client.patience = 120
    return client


def ask(client: Client, path: str, accept: str) -> float:
    began = time.perf_counter()
    status, _, text = client.ask("GET", path, accept=accept)
    seconds = time.perf_counter() - began
    if status != 200:
        raise Wrong(f"{path}: {status}: {text[:200]}")
    return seconds


def timed(asks: list, workshop: Workshop) -> list[float]:
    """The seconds that each question takes, until the time is over."""
    taken, ends = [], time.monotonic() + SECONDS * workshop.seconds / 4
    for work in asks:
        taken.append(work())
        if len(taken) >= LEAST and time.monotonic() > ends:
            break
    return taken


def searches(site, plain, tantivy, judges: bool, workshop: Workshop, report: Report) -> dict[str, float]:
    file = site.data / "toque.sqlite"
    client, medians = patient(site), {}
    for kind, asked in questions(file, ASKED).items():
        addresses = ["/search?" + urllib.parse.urlencode(question.fields()) for question in asked]
        check(client, kind, addresses[0])
        for address in addresses[:2]:
            ask(client, address, "application/json")
        sides = {
            "Toque": timed([lambda a=a: ask(client, a, "application/json") for a in addresses], workshop),
            "Toque, the page": timed([lambda a=a: ask(client, a, "text/html") for a in addresses], workshop),
        }
        for rival in filter(None, (plain, tantivy)):
            sides[rival.name] = timed([lambda q=q: rival.ask(q) for q in asked], workshop)
        found = {name: percentiles(seconds) for name, seconds in sides.items()}
        report.add("search", f"{kind}, {len(sides['Toque'])} questions", {name: [figures] for name, figures in found.items()})
        medians |= {kind: found["Toque"]["p50_ms"], f"{kind}, plain SQL": found["plain SQL"]["p50_ms"]}
        if judges:
            judge(kind, found, report)
    started = beginnings(file, ASKED)
    paths = ["/search/suggest?" + urllib.parse.urlencode({"q": text}) for text in started]
    typed = percentiles(timed([lambda p=p: ask(client, p, "application/json") for p in paths], workshop))
    report.add("search", "typeahead", {"Toque": [typed]})
    if judges:
        report.target("search: typeahead, p99 ms", typed["p99_ms"], most=TYPEAHEAD_MS)
    return medians | {"typeahead": typed["p50_ms"]}


def check(client: Client, kind: str, address: str) -> None:
    """A search must find something, except where its filters are strict."""
    if not client.json(address)["items"] and "vegan" not in kind:
        raise Wrong(f"{address} finds nothing")


def judge(kind: str, found: dict[str, dict], report: Report) -> None:
    report.target(f"search: {kind}, p99 ms", found["Toque"]["p99_ms"], most=SEARCH_MS)
    if kind == KINDS[0]:
        faster = found["plain SQL"]["p50_ms"] / found["Toque"]["p50_ms"]
        report.target(f"search: {kind}, times as fast as plain SQL", faster, least=FASTER_THAN_SQL)
    if "Tantivy" in found:
        slower = found["Toque"]["p50_ms"] / found["Tantivy"]["p50_ms"]
        report.target(f"search: {kind}, time as a share of Tantivy's", slower, most=1)


def members(site, plain, judges: bool, workshop: Workshop, report: Report) -> dict[str, float]:
    """The home page and the pantry's recipes, for members with different diets and pantries."""
    names = [f"member{number}" for number in range(search_site.MEMBERS)]
    clients = [patient(site).log_in(name) for name in names]
    # The first page also waits for what all members share.
    for path in ("/", "/pantry/recipes"):
        ask(patient(site).log_in("cook1"), path, "text/html")
    shelves = percentiles(timed([lambda c=c: ask(c, "/", "text/html") for c in clients], workshop))
    report.add("search", "home page with shelves, first visit of a member", {"Toque": [shelves]})
    ask(clients[0], "/pantry/recipes?missing=2", "application/json")
    asks = [lambda c=c: ask(c, "/pantry/recipes?missing=2", "application/json") for c in clients] * 3
    pantries = rows(site.data, """SELECT p.diets, p.allergens, group_concat(i.ingredient_id) FROM user u
        JOIN preferences p ON p.user_id = u.id JOIN pantry_item i ON i.user_id = u.id
        WHERE u.username LIKE 'member%' GROUP BY u.id ORDER BY u.id""")
    plainly = [
        lambda d=diets, a=allergens, f=foods: plain.pantry([int(food) for food in f.split(",")], d, a)
        for diets, allergens, foods in pantries]
    found = {"Toque": percentiles(timed(asks, workshop)), "plain SQL": percentiles(timed(plainly, workshop))}
    report.add("search", "pantry of 60 foods, at most 2 missing", {name: [figures] for name, figures in found.items()})
    if judges:
        report.target("search: home page with shelves, p99 ms", shelves["p99_ms"], most=SHELVES_MS)
        report.target("search: pantry, p99 ms", found["Toque"]["p99_ms"], most=PANTRY_MS)
        faster = found["plain SQL"]["p50_ms"] / found["Toque"]["p50_ms"]
        report.target("search: pantry, times as fast as plain SQL", faster, least=PANTRY_FASTER)
    return {"shelves": shelves["p50_ms"], "pantry": found["Toque"]["p50_ms"], "pantry, plain SQL": found["plain SQL"]["p50_ms"]}


def publish(site, judges: bool, report: Report) -> None:
    """Approves new recipes and searches until each is found; they are deleted afterwards."""
    author, moderator, reader = (patient(site) for _ in range(3))
    author.log_in("cook0")
    moderator.log_in("mod0")
    taken = []
    for turn in range(5):
        word = f"zyx{time.time_ns()}"
        address = author.post("/recipes", *recipe_fields(f"Flour {word}"))
        number = int(address.split("/")[2].partition("-")[0].partition("?")[0])
        if author.post(f"/recipes/{number}/submit") is None:
            raise Wrong("a recipe was not submitted")
        submission = rows(site.data, "SELECT max(id) FROM submission WHERE recipe_id = ?", number)[0][0]
        status, _, text = approve(moderator, site, submission)
        began = time.perf_counter()
        if status != 303:
            raise Wrong(f"approval: {status}: {text[:200]}")
        while reader.json(f"/search?q={word}")["total"] == 0:
            if time.perf_counter() - began > 60:
                raise Wrong(f"“{word}” is not found a minute after its approval")
        taken.append(time.perf_counter() - began)
        version = rows(site.data, "SELECT version FROM recipe WHERE id = ?", number)[0][0]
        author.post(f"/recipes/{number}/delete", ("version", str(version)))
    report.note(f"search: a new recipe was found {statistics.median(taken) * 1000:.0f} ms after its approval (median of 5)")
    if judges:
        report.target("search: seconds until a new recipe is found", max(taken), most=FOUND_S)
