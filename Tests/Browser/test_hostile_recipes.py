"""Recipes with hostile values, from draft to deletion. Each page must equal the harmless one, except for the values."""

import html
import re
from itertools import islice

import pytest

from client import Client, flags
from hostile import beginning, differences, kept, markers, one_line, parse, squeezed, together, values

# The number of recipes on a page of a list.
SHELF = 20
LIMITS = {"title": 150, "source": 500, "description": 5000, "tips": 4000, "step": 8000, "message": 5000}
ROW = ["ingredient", "note", "group", "unit"]
TEXT = 700


def fields(title: list[str], rows: list[str]) -> list[tuple[str, str]]:
    """Returns the form of a recipe with four values, which are in every field. The title contains as many as fit."""
    form = [("title", squeezed(" · ".join(title))), ("tips", "\n".join(one_line(value[:990]) for value in rows))]
    form += [(name, kept("By " + " · ".join(rows), LIMITS[name])) for name in ["description", "source"]]
    form.append(("message", one_line(" · ".join(rows)[: LIMITS["message"]])))
    for place, value in enumerate(rows):
        form += [("amount", "1"), ("step", kept(value, LIMITS["step"]))]
        form += [(name, kept(rows[(place + turn) % 4], TEXT)) for turn, name in enumerate(ROW)]
    return form


def shelves(items: list[str]) -> list[list]:
    """Recipes in groups of twenty. The last group is filled up with the first recipes."""
    recipes = []
    for group in together(items, LIMITS["title"]):
        # Adjacent rows with equal headings would become one section, so repeated values get a number.
        again = [f"{group[place % len(group)][:650]} {place}" for place in range(4 - len(group))]
        recipes.append(fields([beginning(value, LIMITS["title"]) for value in group], group + again))
    recipes += recipes[: -len(recipes) % SHELF]
    return [recipes[start : start + SHELF] for start in range(0, len(recipes), SHELF)]


def harmless(twin: list[list], words) -> list[list]:
    """Returns the same recipes with a different harmless word in place of each value."""
    return [
        [
            (name, "1" if name == "amount" else "\n".join(islice(words, 4)) if name == "tips" else next(words))
            for name, _ in recipe
        ]
        for recipe in twin
    ]


def meanings(harmless_shelf: list[list], shelf: list[list]) -> dict[str, str]:
    meant = {}
    for one, other in zip(harmless_shelf, shelf, strict=True):
        for (_, words), (name, value) in zip(one, other, strict=True):
            both = (words.split("\n"), value.split("\n")) if name == "tips" else ([words], [value])
            meant.update(zip(*both, strict=True))
    return meant


class Life:
    """Takes twenty recipes of one author from draft to deletion, and keeps the page after each step."""

    def __init__(self, author: Client, judge: Client, reader: Client):
        self.author, self.judge, self.reader = author, judge, reader
        self.pages: dict[str, str] = {}

    def live(self, name: str, first: list[list], second: list[list]) -> dict[str, str]:
        recipes = [self.send("/recipes", recipe) for recipe in first]
        for recipe in recipes:
            self.keep("draft", self.author, recipe)
            self.keep("editor", self.author, f"{recipe}/edit")
            self.keep("deleting", self.author, f"{recipe}/delete")
        self.keep("my recipes", self.author, "/my/recipes")
        self.judged(recipes, first, "approve")
        for recipe in recipes:
            self.keep("recipe", self.reader, recipe)
            self.keep("print", self.reader, f"{recipe}/print")
        for path in ["/search?sort=newest", "/", f"/cooks/{name}"]:
            self.keep(path.replace(name, "NAME"), self.reader, path)
        for recipe, text in zip(recipes, second, strict=True):
            self.edit(recipe, text)
        self.judged(recipes, second, "reject", ("reason", "COPIED_TEXT"))
        for recipe in recipes:
            self.keep("editor with messages", self.author, f"{recipe}/edit")
            self.send(f"{recipe}/delete", [])
        self.keep("trash", self.author, "/my/recipes?deleted=1")
        return self.pages

    def edit(self, recipe: str, text: list) -> None:
        page = self.keep("editor of a public recipe", self.author, f"{recipe}/edit")
        status, _, conflict = self.author.ask("POST", recipe, [*text, ("version", "0")])
        assert status == 409, status
        self.pages[f"conflict {recipe}"] = conflict
        self.send(recipe, [*text, ("version", hidden(page, "version"))])
        self.keep("later draft", self.author, f"{recipe}/draft")

    def judged(self, recipes: list[str], texts: list[list], kind: str, *more) -> None:
        """Submits all recipes, then decides on each. The message to the author is a text of the recipe."""
        for recipe in recipes:
            self.send(f"{recipe}/submit", [])
        queue = self.keep(f"queue to {kind}", self.judge, "/moderation")
        submissions = re.findall(r'<a href="(/moderation/submissions/\d+)"', queue)
        assert len(submissions) == SHELF
        for submission, text in zip(submissions, texts, strict=True):
            page = self.keep(f"submission to {kind}", self.judge, submission)
            seen = [(name, hidden(page, name)) for name in ["revision", "seen_sha256", "base"]] + flags(page)
            message = ("message", dict(text)["message"])
            if kind == "reject":
                status, _, again = self.judge.ask("POST", f"{submission}/{kind}", [message, *seen])
                assert status == 422, status
                self.pages[f"message sent back {submission}"] = again
            status, _, _ = self.judge.ask("POST", f"{submission}/{kind}", [message, *seen, *more])
            assert status == 303, status
        self.keep(f"submission after {kind}", self.judge, submissions[0])
        for recipe in recipes:
            self.keep(f"recipe after {kind}", self.author, recipe)

    def send(self, path: str, form: list) -> str:
        """Sends a form, and returns the address of the recipe that the site redirects to."""
        status, location, page = self.author.ask("POST", path, form)
        problems = re.findall(r'class="error"[^>]*>([^<]*)', page)
        assert status == 303, f"{path}: {status} {problems}"
        return re.sub("-.*|/draft", "", location)

    def keep(self, name: str, client: Client, path: str) -> str:
        page = self.pages[f"{name} {path}"] = client.read(path)
        return page


def hidden(page: str, name: str) -> str:
    return html.unescape(re.search(f'name="{name}" value="([^"]*)"', page)[1])


@pytest.fixture
def lives(empty_site):
    """Recipes of new authors: `lives(first texts, later texts)` returns their pages."""
    site, number = empty_site, 0
    site.toque("import", "--starter")
    site.add_user("judge", "moderator")
    judge, reader = Client(site).log_in("judge"), Client(site)

    def live(first: list[list], second: list[list]) -> dict[str, str]:
        nonlocal number
        number += 1
        site.add_user(f"author{number}", "member")
        site.toque("user", "licence", f"author{number}", "--until", "2099-12-31")
        return Life(Client(site).log_in(f"author{number}"), judge, reader).live(f"author{number}", first, second)

    return live


def test_hostile_recipes_change_no_page(lives, browser):
    page, words = browser.new_page(), markers()
    texts = shelves(values())
    twins = [harmless(texts[0], words), harmless(texts[0], words)]
    pages = lives(*twins)
    names, known = list(pages), parse(page, list(pages.values()))
    wrong = []
    for number, first in enumerate(texts):
        second = texts[(number + 1) % len(texts)]
        meant = meanings(twins[0], first) | meanings(twins[1], second)
        found = parse(page, list(lives(first, second).values()))
        for name, one, other in zip(names, known, found, strict=True):
            wrong += [f"{name}: {line}" for line in differences(one, other, meant)]
    assert not wrong, f"{len(wrong)} differences:\n" + "\n".join(wrong[:20])
