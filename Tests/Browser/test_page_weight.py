"""The recipe page and cook mode: their size, no scripts that delay the first paint, and no layout shifts."""

import http.client
import re
import urllib.parse

import pytest

from mail_server import until
from slow_pages import arriving_in_two_parts
from test_cooking import READ_HELP

PHONE = {"viewport": {"width": 360, "height": 780}, "has_touch": True, "is_mobile": True}
DESKTOP = {"viewport": {"width": 1280, "height": 900}}
# Limits in bytes, as sent over the network.
RECIPE, COOK_SCRIPTS = 60 * 1024, 40 * 1024

WATCH = """
window.shifts = [];
const note = (list) => { for (const { value, sources } of list) shifts.push({ value, nodes: sources.map(({ node }) => node?.outerHTML?.slice(0, 90)) }); };
window.shiftWatch = new PerformanceObserver((list) => note(list.getEntries()));
shiftWatch.observe({ type: "layout-shift", buffered: true });
window.takeShifts = () => { note(shiftWatch.takeRecords()); return shifts; };
"""
ENTRIES = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].map((entry) => ({
  name: new URL(entry.name).pathname, size: entry.encodedBodySize, blocking: entry.renderBlockingStatus, end: entry.responseEnd,
}))"""
PAINTED = "() => performance.getEntriesByName('first-contentful-paint').length === 1"
# Milliseconds since the request. The time is only recorded in the results, because machines differ.
FIRST_PAINT = "() => Math.round(performance.getEntriesByName('first-contentful-paint')[0].startTime)"
SCRIPTED = """() => document.readyState === "complete" && (!document.body.classList.contains("cooking")
  || document.querySelector("[data-scripted]").hidden === false && document.querySelector("[data-own-timer]").hidden === false)"""
# After two frames, the layout contains all changes.
FRAMES = "() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(true))))"


def recipes(look) -> list[str]:
    """The addresses of the first two recipes that a search for soup finds."""
    items = look().json("/search?q=soup")["items"]
    return [f"/recipes/{item['id']}" for item in items[:2]]


def opened(visitor, path: str):
    visitor.page.add_init_script(READ_HELP)
    visitor.page.add_init_script(WATCH)
    page = visitor.go(path)
    # On both pages, the script of the timers is the last one that changes the page.
    until(lambda: page.evaluate(SCRIPTED), 20, "scripts of the page")
    page.evaluate(FRAMES)
    return page


def is_picture(name: str) -> bool:
    return name.startswith(("/media/", "/pictures/"))


@pytest.mark.parametrize("name", [None, "charlie"])
@pytest.mark.parametrize("device", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_recipe_page_weighs_little_and_nothing_moves_on_it(look, device, name, record_property):
    for path in recipes(look):
        page = opened(look(name, **device), path)
        entries = page.evaluate(ENTRIES)
        assert all(entry["size"] > 0 for entry in entries if not is_picture(entry["name"])), "sizes are known"
        sizes = {entry["name"]: entry["size"] for entry in entries if not is_picture(entry["name"])}
        assert sum(sizes.values()) <= RECIPE, sizes
        until(lambda: page.evaluate(PAINTED), 10, "first paint")
        record_property(f"first paint of {path}, ms", page.evaluate(FIRST_PAINT))
        assert page.evaluate("takeShifts()") == []
        scripts = [entry for entry in entries if entry["name"].endswith(".js")]
        assert scripts and {entry["blocking"] for entry in scripts} == {"non-blocking"}


@pytest.mark.parametrize("name", [None, "charlie"])
def test_cook_mode_paints_without_its_scripts_and_nothing_moves(look, name, record_property):
    for path in recipes(look):
        page = opened(look(name, **PHONE), path + "/cook")
        until(lambda: page.evaluate(PAINTED), 10, "first paint")
        record_property(f"first paint of {path}, ms", page.evaluate(FIRST_PAINT))
        assert page.evaluate("takeShifts()") == []
        entries = page.evaluate(ENTRIES)
        scripts = [entry for entry in entries if entry["name"].endswith(".js")]
        assert scripts and {entry["blocking"] for entry in scripts} == {"non-blocking"}
        page.get_by_role("link", name="Next", exact=True).click()
        page.evaluate(FRAMES)


@pytest.mark.parametrize("name, path, first_part", [
    ("charlie", "", rb'class="bar-search".*?</form>'),
    ("charlie", "", rb'class="recipe-heart">.*?</form>'),
    (None, "/cook", rb'class="cook-dots".*?</li>.*?</li>'),
], ids=["bar", "buttons", "dots"])
def test_nothing_moves_when_a_row_is_painted_before_its_end_arrives(look, name, path, first_part):
    visitor = look(name, **DESKTOP)
    recipe = recipes(look)[0]
    visitor.page.add_init_script(WATCH)
    with arriving_in_two_parts(visitor.site, first_part) as address:
        visitor.page.goto(address + recipe + path)
        until(lambda: visitor.page.evaluate(PAINTED), 10, "first paint")
        visitor.page.evaluate(FRAMES)
        assert visitor.page.evaluate("takeShifts()") == []
        waited = visitor.page.evaluate("() => { const { responseStart, responseEnd } = performance.getEntriesByType('navigation')[0]; return responseEnd - responseStart; }")
        assert waited >= 300, "the page came in two parts"


@pytest.mark.parametrize("path", ["", "/cook"])
def test_a_page_is_painted_before_any_script_arrives(look, path):
    address = recipes(look)[0] + path
    visitor = look("charlie", **PHONE)
    page, held = visitor.page, []
    page.route("**/*.js", lambda route: held.append(route))
    page.goto(visitor.site.address + address, wait_until="commit")
    until(lambda: page.evaluate(PAINTED), 10, "first paint")
    assert held
    for route in held:
        route.continue_()


def travelled(site, address: str) -> int:
    """Returns the size of a file in bytes, as sent to a browser."""
    where = urllib.parse.urlsplit(site.address)
    connection = http.client.HTTPConnection(where.hostname, where.port, timeout=30)
    connection.request("GET", address, headers={"Accept-Encoding": "br, gzip"})
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    assert answer.status == 200 and answer.getheader("Content-Encoding"), address
    return len(body)


def test_the_scripts_of_cook_mode_are_small(look):
    visitor = look("charlie")
    page = visitor.go(recipes(look)[0] + "/cook")
    html = visitor.context.request.get(page.url).text()
    scripts = set(re.findall(r"/static/[\w.-]+\.js", html))
    names = {address.split("/")[-1].split(".")[0] for address in scripts}
    assert {"cook", "timer", "site", "sounds", "wave", "wave-worker", "voice", "push"} <= names
    sizes = {address: travelled(visitor.site, address) for address in scripts}
    assert sum(sizes.values()) <= COOK_SCRIPTS, sizes
    for tag in re.findall(r"<script\b[^>]*>", html):
        assert 'type="module"' in tag or " defer" in tag, tag
