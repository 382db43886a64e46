"""A recipe full of scripts in a browser: no script runs, the browser reports no error, and no element is added."""

import re

import pytest
from playwright.sync_api import expect

from client import Client, flags
from hostile import beginning, differences, kept, markers, one_line, scripts, shown, together

LINES, STEPS = 150, 100
# The number of submissions on a page of the queue.
SHELF = 20


@pytest.fixture
def quiet(visit):
    """Creates visitors. The test fails if a page shows them a dialog."""

    def make(site):
        visitor = visit(site)

        def complain(dialog) -> None:
            visitor.complaints.append(f"{visitor.page.url}: dialog {dialog.message!r}")
            dialog.dismiss()

        visitor.page.on("dialog", complain)
        return visitor

    return make


def recipe(values: list[str]) -> list[tuple[str, str]]:
    """Returns the form of a recipe with values in every field. Each row starts with the next value."""
    several = kept(" ".join(beginning(value, 150) for value in values[:40]), 4000)
    fields = [("title", beginning(values[0], 300)), ("description", several), ("tips", one_line(several))]
    fields.append(("source", "By " + beginning(values[1], 800)))
    for row in range(LINES):
        cells = {"unit": row + 3, "ingredient": row, "note": row + 1, "group": row + 2}
        fields += [("amount", "1")] + [(name, kept(again(values, place), 700)) for name, place in cells.items()]
    return fields + [("step", kept(values[row % len(values)], 8000)) for row in range(STEPS)]


def again(values: list[str], place: int) -> str:
    """Returns a value by its place. Repeated values get a number, because a list of used values shows equal ones only once."""
    value = values[place % len(values)]
    return value if place < len(values) else f"{value[:650]} {place}"


class Tour:
    """Opens every page of a recipe on its way to being public, and keeps the pages as the browser shows them."""

    def __init__(self, quiet, site, name: str):
        site.add_user(name, "member")
        site.toque("user", "licence", name, "--until", "2099-12-31")
        self.author, self.judge, self.reader = quiet(site).log_in(name), quiet(site).log_in("judge"), quiet(site)
        # Clients without a browser send a form of 750 fields faster.
        self.writer, self.decider = Client(site).log_in(name), Client(site).log_in("judge")
        self.name, self.pages = name, {}

    def go(self, first: list, second: list, message: str) -> dict[str, list]:
        path = re.sub("-.*", "", self.writer.post("/recipes", *first))
        self.look(self.author, path, f"{path}/edit", "/my/recipes")
        self.judged(path, message)
        self.look(self.reader, path, f"{path}/print", f"/cooks/{self.name}")
        version = re.search('name="version" value="([^"]+)"', self.writer.read(f"{path}/edit"))[1]
        assert self.writer.post(path, *second, ("version", version))
        self.look(self.author, path, f"{path}/draft")
        self.judged(path, message)
        self.look(self.author, path, f"{path}/edit")
        return self.pages

    def judged(self, path: str, message: str) -> None:
        assert self.writer.post(f"{path}/submit")
        submission = re.search('href="(/moderation/submissions/[^"]+)"', self.decider.read("/moderation"))[1]
        self.look(self.judge, "/moderation", submission)
        page = self.decider.read(submission)
        seen = [(name, re.search(f'name="{name}" value="([^"]+)"', page)[1]) for name in ["revision", "seen_sha256", "base"]]
        assert self.decider.post(f"{submission}/approve", *seen, *flags(page), ("message", message))
        self.look(self.judge, submission)

    def look(self, visitor, *paths: str) -> None:
        for path in paths:
            page = visitor.go(path)
            page.locator("main details").evaluate_all("all => all.forEach((fold) => { fold.open = true })")
            self.pages[f"{len(self.pages)} {path}"] = shown(page)


def test_no_page_of_a_recipe_runs_a_script(empty_site, quiet):
    empty_site.add_user("judge", "moderator")
    words = markers()
    twins = [[(name, "1" if name == "amount" else next(words)) for name, _ in recipe(["x", "y"])] for _ in range(2)]
    harmless = Tour(quiet, empty_site, "cook1").go(*twins, "Qzzzzzq")
    values = scripts()
    hostile = [recipe(values), recipe(values[::-1])]
    message = one_line(" ".join(values)[:5000])
    found = Tour(quiet, empty_site, "cook2").go(*hostile, message)
    meant = {"Qzzzzzq": message}
    for twin, texts in zip(twins, hostile, strict=True):
        meant.update(dict(zip([word for _, word in twin], [value for _, value in texts], strict=True)))
    wrong = []
    for (name, one), other in zip(harmless.items(), found.values(), strict=True):
        wrong += [f"{name}: {line}" for line in differences(one, other, meant)]
    assert not wrong, f"{len(wrong)} differences:\n" + "\n".join(wrong[:20])


def publish(site, titles: list[str]) -> None:
    """Publishes recipes with the authors' forms, because an import removes markup from titles."""
    site.add_user("judge", "moderator")
    judge = Client(site).log_in("judge")
    for number in range(0, len(titles), SHELF):
        name = f"cook{number}"
        site.add_user(name, "member")
        site.toque("user", "licence", name, "--until", "2099-12-31")
        author = Client(site).log_in(name)
        for title in titles[number : number + SHELF]:
            rows = [("amount", "1"), ("unit", ""), ("ingredient", title), ("amount", "2"), ("unit", "g"), ("ingredient", "salt"), ("step", "Stir.")]
            path = re.sub("-.*", "", author.post("/recipes", ("title", title), *rows))
            assert author.post(f"{path}/submit")
        for submission in re.findall(r'href="(/moderation/submissions/\d+)"', judge.read("/moderation")):
            page = judge.read(submission)
            seen = [(name, re.search(f'name="{name}" value="([^"]*)"', page)[1]) for name in ["revision", "seen_sha256", "base"]]
            assert judge.post(f"{submission}/approve", *seen, *flags(page))


def test_no_list_runs_a_script(empty_site, quiet):
    titles = [" ".join(beginning(value, 150) for value in group) for group in together(scripts(), 150)]
    publish(empty_site, titles)
    visitor, found = quiet(empty_site), set()
    page = visitor.page
    for start in ["/recipes?", "/search?sort=newest&"]:
        for number in range(1, (len(titles) + 19) // 20 + 1):
            visitor.go(f"{start}page={number}")
            found |= set(page.locator("article.recipe-card h3").all_inner_texts())
            tags = page.locator("main .cards *").evaluate_all("all => [...new Set(all.map((one) => one.localName))]")
            assert set(tags) <= {"article", "img", "h3", "a", "p", "span", "svg", "use", "ul", "li"}
    assert len(found) == len(titles)
    visitor.go("/")
    page.locator("#hero-q").press_sequentially("script")
    options = page.locator("[role=listbox]:visible [role=option]")
    expect(options.first).to_contain_text("<script")
    expect(options.locator("script")).to_have_count(0)
