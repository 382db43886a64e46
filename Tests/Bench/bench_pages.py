"""Pages rendered from the database, compared with nginx and the same bytes in a file."""

import re

from client import Client
from data_folder import rows
from made_recipes import COMMON_WORD, COUNT, RARE_WORD
from measure import Side, Workshop, get, in_turn, pinned, running
from nginx import Nginx
from report import Report, speed

# The site caches the pages of the first, but not of all 20,000: of those, each is read from the database.
CACHED = 2_000
LEAST_RATIO = 0.10
SLOWEST_MS = 10


def best(site, search: str) -> tuple[str, str]:
    """The address and title of the first recipe of a search."""
    return re.search(r'href="(/recipes/\d+-[^"]+)"[^>]*>([^<]+)<', Client(site).ask("GET", search)[2]).groups()


def others(site, limit: int = CACHED) -> list[str]:
    slugs = rows(site.data, "SELECT recipe_id, slug FROM public_recipe ORDER BY recipe_id LIMIT ?", limit)
    return [f"/recipes/{number}-{slug}" for number, slug in slugs]


def pages(site) -> list[tuple[str, list[bytes], str]]:
    """Name, requests, and a word of the first answer."""
    common, rare = f"/search?q={COMMON_WORD}", f"/search?q={RARE_WORD}"
    recipe, title = best(site, rare)
    member = Client(site)
    member.log_in("reader")
    cookies = "; ".join(f"{name}={value}" for name, value in member.cookies.items() if value)
    return [
        ("recipe, logged in", [get(recipe, Cookie=cookies)], title),
        (
            f"recipes, logged in, another of {CACHED:,} each time",
            [get(path, Cookie=cookies) for path in others(site)], "recipe-lead",
        ),
        (
            f"recipes, logged in, another of {COUNT:,} each time",
            [get(path, Cookie=cookies) for path in others(site, COUNT)], "recipe-lead",
        ),
        ("recipe, visitor", [get(recipe)], title),
        ("recipe, visitor, gzip", [get(recipe, Accept_Encoding="gzip")], title),
        ("home, visitor", [get("/")], f"/recipes/{COUNT}-"),
        (f"search, “{COMMON_WORD}”", [get(common)], best(site, common)[0]),
        (f"search, “{RARE_WORD}”", [get(rare)], recipe),
    ]


def measure(workshop: Workshop, report: Report) -> None:
    site = workshop.full_site()
    site.environment |= {"TOQUE_LOOPS": "1"}
    site.add_user("reader", "member")
    report.note(f"pages: {COUNT:,} recipes; pages travel as they are (no Accept-Encoding) but where gzip is named")
    with pinned(0), running(site), Nginx(workshop.folder / "nginx-pages") as nginx:
        for number, (name, requests, word) in enumerate(pages(site)):
            toque = Side("toque", site.port, site.process.pid, requests, word)
            _, body = toque.answer(requests[0])
            path = nginx.serve(f"{number}.html", body)
            rival = Side("nginx", nginx.port, nginx.worker, [get(path)], word, length=len(body))
            rounds = in_turn([toque, rival], workshop, core=1)
            ours, ratio = report.add("pages", f"{name}, {len(body):,} bytes", rounds)
            if not name.startswith("search") and "gzip" not in name:
                report.target(f"pages: {name}, speed through nginx's", speed(ratio), least=LEAST_RATIO)
                report.target(f"pages: {name}, p99, ms", ours["p99_ms"], most=SLOWEST_MS)
