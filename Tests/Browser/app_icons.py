"""Draws the icons of the installed app from Public/favicon.svg: app_icons.py"""

import re

from playwright.sync_api import sync_playwright

from conftest import launch
from running_site import ROOT

PUBLIC = ROOT / "Public"


def drawn(svg: str, is_round: bool, scale: float) -> str:
    """Returns the icon with or without round corners, and with its hat scaled around the centre."""
    ground, hat = re.fullmatch(r"<svg[^>]*>(<rect[^>]*/>)(.*)</svg>", svg.strip(), re.DOTALL).groups()
    if not is_round:
        ground = ground.replace(' rx="7"', "")
    move = 16 * (1 - scale)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" style="display:block;width:100vw;height:100vh">'
        f'{ground}<g transform="translate({move} {move}) scale({scale})">{hat}</g></svg>'
    )


def main() -> None:
    svg = (PUBLIC / "favicon.svg").read_text(encoding="utf-8")
    icons = [("icon-192", 192, True, 1), ("icon-512", 512, True, 1), ("icon-180", 180, False, 0.9), ("icon-maskable-512", 512, False, 0.8)]
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for name, side, is_round, scale in icons:
            page = browser.new_page(viewport={"width": side, "height": side})
            page.set_content(f"<style>body {{ margin: 0 }}</style>{drawn(svg, is_round, scale)}")
            page.screenshot(path=PUBLIC / f"{name}.png", omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
