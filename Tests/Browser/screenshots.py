"""Saves every page of the seeded site at three sizes in light and dark: screenshots.py FOLDER [PAGE…]"""

import pathlib
import sys
import tempfile

from playwright.sync_api import sync_playwright

import every_page
from conftest import launch
from running_site import RunningSite
from visitor import Visitor

SIZES = [(360, 780), (820, 1180), (1440, 900)]


def main(folder: pathlib.Path, names: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        browser = launch(playwright)
        site = RunningSite(pathlib.Path(data) / "var")
        site.seed()
        site.start()
        try:
            people = {name: Visitor(site, browser.new_context()).log_in(name) for name in ["alice", "bob", "charlie", "ada"]}
            words = every_page.planted(site, people["alice"], people["bob"], people["ada"])
            for width, height in SIZES:
                for scheme in ["light", "dark"]:
                    for name in names or every_page.PAGES:
                        person, path = every_page.PAGES[name]
                        session = people[person].context.storage_state() if person else None
                        context = browser.new_context(
                            viewport={"width": width, "height": height},
                            color_scheme=scheme,
                            reduced_motion="reduce",
                            locale="en-GB",
                            storage_state=session,
                        )
                        page = context.new_page()
                        page.goto(site.address + every_page.fill_in(path, words))
                        show_all_pictures(page)
                        page.screenshot(path=folder / f"{name}-{width}-{scheme}.png", full_page=True)
                        context.close()
        finally:
            site.stop()
            browser.close()
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")


def show_all_pictures(page) -> None:
    """Loads all pictures for a screenshot of the whole page. Usually, those further down load on scrolling."""
    page.evaluate(
        """async () => {
            const pictures = [...document.images];
            for (const picture of pictures) picture.loading = "eager";
            await Promise.all(pictures.map((picture) => picture.decode().catch(() => {})));
        }"""
    )


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), sys.argv[2:])
