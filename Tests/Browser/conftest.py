"""Fixtures for all tests: one browser, and the sites and visitors that a test needs."""

import base64
import pathlib
import shutil
import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

import every_page
from running_site import RunningSite
from visitor import Visitor


# This test takes three minutes, a hundred times as long as most. It starts first, so that the others run in the meantime.
FIRST = "test_hostile_recipes_change_no_page"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.name != FIRST)


def launch(playwright: Playwright, program: str = "chromium-headless-shell") -> Browser:
    """Starts the system's Chromium; Playwright's own is not needed."""
    path = shutil.which(program)
    assert path, f"no {program}: script/test installs it"
    return playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Chromium's headless shell, which opens a page in a third of the time."""
    browser = launch(playwright)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def whole_browser(playwright: Playwright) -> Iterator[Browser]:
    """The full Chromium, with push messages and background sync, which the headless shell lacks."""
    browser = launch(playwright, "chromium")
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def new_data(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """The data folder after the first start of a site. That start is slow, because it loads the catalogue."""
    site = RunningSite(tmp_path_factory.mktemp("new") / "var")
    site.start()
    site.stop()
    return site.data


@pytest.fixture
def empty_site(tmp_path: pathlib.Path, new_data: pathlib.Path) -> Iterator[RunningSite]:
    site = RunningSite(tmp_path / "var", new_data)
    site.start()
    yield site
    site.stop()


@pytest.fixture
def site(empty_site: RunningSite) -> RunningSite:
    """A site with Bob, a moderator, Alice, who may publish, and Charlie, who may not."""
    for name, role in {"bob": "moderator", "alice": "member", "charlie": "member"}.items():
        empty_site.add_user(name, role)
    empty_site.toque("user", "licence", "alice", "--until", "2099-12-31")
    return empty_site


@pytest.fixture(scope="session")
def seeded_data(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """A data folder with the starter recipes, users in every role and recipes in every state."""
    site = RunningSite(tmp_path_factory.mktemp("seed") / "var")
    site.seed()
    return site.data


@pytest.fixture(scope="session")
def seeded_site(tmp_path_factory: pytest.TempPathFactory, seeded_data: pathlib.Path) -> Iterator[RunningSite]:
    """A seeded site. Tests only read it."""
    site = RunningSite(tmp_path_factory.mktemp("seeded") / "var", seeded_data)
    site.start()
    yield site
    site.stop()


class Sessions:
    """The session cookies of users. They log in again every five minutes, because some pages require a recent login."""

    LASTING = 300

    def __init__(self, browser: Browser, site: RunningSite):
        self.browser, self.site = browser, site
        self.cookies: dict[str, tuple[float, dict]] = {}

    def of(self, name: str) -> dict:
        since, state = self.cookies.get(name, (0.0, {}))
        if not state or time.monotonic() - since > self.LASTING:
            visitor = Visitor(self.site, self.browser.new_context()).log_in(name)
            state = visitor.context.storage_state()
            visitor.context.close()
            self.cookies[name] = (time.monotonic(), state)
        return state


@pytest.fixture(scope="session")
def sessions(browser: Browser, seeded_site: RunningSite) -> Sessions:
    return Sessions(browser, seeded_site)


@pytest.fixture
def visit(browser: Browser) -> Iterator[Callable[..., Visitor]]:
    """Creates visitors of a site. The test fails at the end if one of their browsers reported an error."""
    visitors: list[Visitor] = []

    def make(site: RunningSite, **options) -> Visitor:
        visitor = Visitor(site, browser.new_context(**{"locale": "en-GB", "viewport": {"width": 1280, "height": 900}} | options))
        visitors.append(visitor)
        return visitor

    yield make
    complaints = [complaint for visitor in visitors for complaint in visitor.complaints]
    for visitor in visitors:
        visitor.context.close()
    assert not complaints, "\n".join(complaints)


@pytest.fixture
def look(visit, seeded_site: RunningSite, sessions: Sessions) -> Callable[..., Visitor]:
    """Creates visitors of the seeded site who are already logged in: `look("alice", color_scheme="dark")`."""
    return lambda name=None, **options: visit(seeded_site, storage_state=name and sessions.of(name), **options)


@pytest.fixture(scope="session")
def planted(browser: Browser, seeded_site: RunningSite, sessions: Sessions) -> dict[str, str]:
    """The values of the words in braces in the list in every_page.py."""
    people = [
        Visitor(seeded_site, browser.new_context(storage_state=sessions.of(name))) for name in ["alice", "bob", "ada"]
    ]
    words = every_page.planted(seeded_site, *people)
    for visitor in people:
        visitor.context.close()
    return words


@pytest.fixture
def open_page(look, planted: dict[str, str]) -> Callable[..., Visitor]:
    """Opens a page of that list by name, as the user given there."""

    def open_named(name: str, **options) -> Visitor:
        person, path = every_page.PAGES[name]
        visitor = look(person, **options)
        visitor.expects.add(every_page.REFUSED.get(name, 200))
        visitor.go(every_page.fill_in(path, planted))
        return visitor

    return open_named


@pytest.fixture(scope="session")
def phones(browser: Browser, seeded_site: RunningSite, sessions: Sessions) -> Iterator[Callable[..., Visitor]]:
    """One phone per user of the seeded site. It is kept, because a new one takes longer to create than a page to load."""
    phones: dict[str | None, tuple[float, Visitor]] = {}

    def phone(name: str | None) -> Visitor:
        since, visitor = phones.get(name, (0.0, None))
        if visitor is None or time.monotonic() - since > Sessions.LASTING:
            if visitor:
                visitor.context.close()
            state = name and sessions.of(name)
            context = browser.new_context(locale="en-GB", viewport={"width": 360, "height": 780}, storage_state=state)
            visitor = Visitor(seeded_site, context)
            phones[name] = (time.monotonic(), visitor)
        return visitor

    yield phone
    for _, visitor in phones.values():
        visitor.context.close()


@pytest.fixture(scope="session")
def photo(browser: Browser) -> dict:
    """A JPEG as a file for a form, drawn by the browser."""
    page = browser.new_page()
    address = page.evaluate(
        """() => {
            const canvas = Object.assign(document.createElement("canvas"), { width: 1600, height: 1200 });
            const pen = canvas.getContext("2d");
            for (const [place, colour] of ["#7a4", "#c52", "#fc6"].entries()) {
                pen.fillStyle = colour;
                pen.fillRect(0, place * 400, 1600, 400);
            }
            return canvas.toDataURL("image/jpeg", 0.8);
        }"""
    )
    page.close()
    return {"name": "soup.jpg", "mimeType": "image/jpeg", "buffer": base64.b64decode(address.split(",")[1])}
