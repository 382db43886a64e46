"""Every page fits a phone, causes no browser errors, and is accessible."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from every_page import PAGES, REFUSED, fill_in

CHECKED_BY_AXE = ["home", "search", "recipe", "editor", "queue", "submission", "users", "login"]
CHECKED_BY_AXE += ["account", "password", "sessions", "two-step-set-up", "confirm", "user"]
CHECKED_BY_AXE += ["cook-mode-of-a-member", "wave", "recipes-of-the-site", "recipe-record", "recipe-change-ready"]


@pytest.mark.parametrize("name", PAGES)
def test_no_page_scrolls_sideways_or_makes_the_browser_complain(phones, planted, name):
    person, path = PAGES[name]
    phone = phones(person)
    phone.complaints.clear()
    phone.expects = {REFUSED.get(name, 200)}
    page = phone.go(fill_in(path, planted))
    for width in (320, 360):
        page.set_viewport_size({"width": width, "height": 780})
        assert too_wide(page) == [], f"wider than {width} pixels"
    assert not phone.complaints, "\n".join(phone.complaints)


def test_a_long_line_that_is_refused_fits_a_phone(look):
    ada = look("ada", viewport={"width": 360, "height": 780})
    ada.expects.add(422)
    ada.go("/admin")
    ada.send("/admin/blocked-words", words="x" * 61)
    ada.page.locator(".problems").wait_for()
    assert too_wide(ada.page) == []


def too_wide(page) -> list[str]:
    """The element that makes the page wider than the window, if there is one."""
    return page.evaluate(
        """() => {
            const width = document.documentElement.clientWidth;
            if (document.documentElement.scrollWidth <= width) return [];
            return [...document.body.querySelectorAll("*")]
                .filter((element) => element.getBoundingClientRect().right > width + 0.5)
                .map((element) => `${element.tagName}.${element.className.baseVal ?? element.className}`);
        }"""
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", CHECKED_BY_AXE)
def test_axe_finds_nothing(open_page, name, scheme):
    page = open_page(name, color_scheme=scheme, reduced_motion="reduce").page
    found = [
        f"{violation['id']}: {violation['help']}\n  " + "\n  ".join(node["html"] for node in violation["nodes"])
        for violation in Axe().run(page).response["violations"]
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("name", ["register", "login"])
def test_a_form_says_at_each_field_what_is_wrong(look, name):
    visitor = look()
    visitor.expects.add(422)
    page = visitor.go(f"/{name}")
    page.locator(f'form[action="/{name}"]').evaluate("form => { form.noValidate = true }")
    visitor.send(f"/{name}")
    problems = page.locator('[role="alert"]')
    problems.wait_for()
    for link in problems.locator("a[href^='#']").all():
        field = link.get_attribute("href")[1:]
        described = page.locator(f"#{field}").get_attribute("aria-describedby").split()
        assert f"{field}-error" in described and page.locator(f"#{field}-error").is_visible()
