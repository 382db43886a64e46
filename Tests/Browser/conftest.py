"""One browser for all tests; sites and visitors as tests ask for them."""

import base64
import pathlib
import shutil
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from running_site import RunningSite
from visitor import Visitor


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = shutil.which("chromium")
    assert path, "no chromium: script/test installs it"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def seeded_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    """The starter recipes, people in every role and recipes in every state; tests only look at it."""
    site = RunningSite(tmp_path_factory.mktemp("seeded") / "var")
    site.toque("import", "--starter")
    site.toque("seed")
    site.start()
    yield site
    site.stop()


@pytest.fixture
def empty_site(tmp_path: pathlib.Path) -> Iterator[RunningSite]:
    site = RunningSite(tmp_path / "var")
    site.toque("migrate")
    site.start()
    yield site
    site.stop()


@pytest.fixture
def visit(browser: Browser) -> Iterator[Callable[..., Visitor]]:
    """Makes visitors: `visit(site, "alice", java_script_enabled=False)`; ends with what their browsers complained of."""
    visitors: list[Visitor] = []

    def make(site: RunningSite, name: str | None = None, **options) -> Visitor:
        options = {"locale": "en-GB", "viewport": {"width": 1280, "height": 900}} | options
        visitor = Visitor(site, browser.new_context(**options))
        visitors.append(visitor)
        return visitor.log_in(name) if name else visitor

    yield make
    complaints = [complaint for visitor in visitors for complaint in visitor.complaints]
    for visitor in visitors:
        visitor.context.close()
    assert not complaints, "\n".join(complaints)


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


