"""A visitor with a browser, who fills in forms. Addresses and field names are a contract that does not change."""

import re
import urllib.parse

from playwright.sync_api import BrowserContext, Locator, Page, expect

from running_site import PASSWORD, RunningSite

# Filling in a field that the page does not have fails after this time, instead of losing the text silently.
PATIENCE = 10_000


class Visitor:
    """One browser context with its own cookies. `complaints` are the errors and warnings of the browser."""

    def __init__(self, site: RunningSite, context: BrowserContext):
        self.site = site
        self.context = context
        self.complaints: list[str] = []
        self.expects: set[int] = set()
        context.set_default_timeout(PATIENCE)
        self.page = context.new_page()
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.complaints.append(f"{self.page.url}: {error}"))
        self.page.on("response", self._see)

    def _hear(self, message) -> None:
        # Chromium also writes each failed request to the console. `_see` handles those.
        if message.type in ("error", "warning") and "Failed to load resource" not in message.text:
            self.complaints.append(f"{self.page.url}: {message.text}")

    def _see(self, response) -> None:
        if response.status >= 400 and response.status not in self.expects:
            self.complaints.append(f"{response.request.method} {response.url}: {response.status}")

    def go(self, path: str) -> Page:
        self.page.goto(self.site.address + path)
        return self.page

    def json(self, path: str):
        answer = self.context.request.get(self.site.address + path, headers={"Accept": "application/json"})
        assert answer.ok, f"{path}: {answer.status}"
        return answer.json()

    def draft(self, action: str, **fields) -> str:
        """Sends a form that prepares a change of the catalogue. Returns the change's address once all recipes are previewed."""
        self.send(action, **fields)
        change = self.page.url.removeprefix(self.site.address)
        # The page reloads by itself.
        expect(self.page.locator(f'form[action="{change}/confirm"]')).to_be_visible(timeout=60_000)
        return change

    def form(self, action: str) -> Locator:
        form = self.page.locator(f'form[action="{action}"]')
        expect(form).to_have_count(1)
        return form

    def fill(self, action: str, fields: dict) -> Locator:
        """Fills in a form by field names. A list fills repeated fields of the same name, in order."""
        form = self.form(action)
        unfold(form)
        for name, value in fields.items():
            if isinstance(value, list):
                for place, item in enumerate(value):
                    form.locator(f'[name="{name}"]').nth(place).fill(item)
            else:
                self._fill(form, name, value)
        return form

    def _fill(self, form: Locator, name: str, value) -> None:
        field = form.locator(f'[name="{name}"]')
        first = field.first
        kind = first.get_attribute("type")
        if isinstance(value, dict):
            first.set_input_files(value)
        elif first.evaluate("element => element.tagName") == "SELECT":
            first.select_option(value)
        elif kind in ("checkbox", "radio"):
            form.locator(f'[name="{name}"][value="{value}"]').check()
        else:
            first.fill(value)

    def send(self, action: str, **fields) -> Page:
        """Fills in a form, presses its button and waits for the next page."""
        form = self.fill(action, fields)
        with self.page.expect_navigation():
            form.locator('button:not([type="button"]), [type="submit"]').last.click()
        return self.page

    def change(self, action: str, **fields) -> Page:
        """Like `send`, but fails unless the next page shows an outcome."""
        self.send(action, **fields)
        expect(self.page.locator("[role=status]").first).to_be_visible()
        return self.page

    def post(self, action: str, on: str, **fields) -> str:
        """Sends a form of the page `on` without opening the page, which is faster. Returns the address of the next page."""
        text = self.context.request.get(self.site.address + on).text()
        forms = re.findall(rf'<form[^>]* action="{re.escape(action)}".*?</form>', text, re.DOTALL)
        assert len(forms) == 1, f"{on}: {len(forms)} forms of {action}"
        hidden = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', forms[0])
        answer = self.context.request.post(
            self.site.address + action, data=urllib.parse.urlencode([*hidden, *fields.items()], doseq=True),
            max_redirects=0,
            headers={"Content-Type": "application/x-www-form-urlencoded"},
        )
        assert answer.status == 303, f"{action}: {answer.status}"
        return answer.headers["location"]

    def log_in(self, name: str, password: str = PASSWORD) -> "Visitor":
        following = self.post("/login", "/login", login=name, password=password)
        # Requests the page that confirms the login, so that the first page of a test does not show the confirmation.
        self.context.request.get(self.site.address + following)
        return self

    def found(self, query: str) -> set[int]:
        """Returns the recipes on the first page of search results."""
        cards = self.go(f"/search?{query}").locator("article.recipe-card[data-recipe-id]")
        return {int(card.get_attribute("data-recipe-id")) for card in cards.all()}


def unfold(form: Locator) -> None:
    """Opens collapsed sections that contain a form or are in it, as a click on their summary does."""
    form.evaluate(
        """form => {
            for (let fold = form.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
            for (const fold of form.querySelectorAll("details")) fold.open = true;
        }"""
    )


def recipe_id(url: str) -> int:
    """Returns the number in a recipe's address."""
    found = re.search(r"/recipes/(\d+)", url)
    assert found, f"not the address of a recipe: {url}"
    return int(found.group(1))


def published(alice: Visitor, bob: Visitor, title: str, lines: str = "1 onion\n1 tsp salt", **fields) -> int:
    """Publishes a recipe: Alice writes it and Bob approves it. Returns its number."""
    recipe = recipe_id(alice.post("/recipes", "/recipes/new", title=title, ingredients_text=lines, step="Cook it.", **fields))
    alice.post(f"/recipes/{recipe}/submit", f"/recipes/{recipe}")
    page = f"/moderation/submissions/{bob.json('/moderation')['items'][0]['id']}"
    bob.post(f"{page}/approve", page)
    return recipe
