"""Favourites, their folders and the history, with and without JavaScript."""

import re

import pytest
from playwright.sync_api import expect

from running_site import PASSWORD
from visitor import Visitor, published, recipe_id


@pytest.fixture
def soups(site, visit) -> list[int]:
    """Public recipes, oldest first."""
    alice, bob = visit(site).log_in("alice"), visit(site).log_in("bob")
    return [published(alice, bob, title) for title in ("Onion soup", "Carrot soup", "Leek soup")]


def heart(visitor: Visitor, recipe: int):
    return visitor.page.locator(f'article[data-recipe-id="{recipe}"] button[data-heart]')


def ids(visitor: Visitor, path: str) -> list[int]:
    return [item["id"] for item in visitor.json(path)["items"]]


def press_undo(visitor: Visitor) -> None:
    with visitor.page.expect_navigation():
        visitor.page.locator(".done form button").click()
    expect(visitor.page.locator(".done")).to_contain_text("Undone.")


def test_hearts_without_a_script(site, soups, visit):
    charlie = visit(site, java_script_enabled=False).log_in("charlie")
    charlie.go("/recipes")
    heart(charlie, soups[0]).click()
    expect(charlie.page).to_have_url(site.address + "/recipes")
    expect(charlie.page.locator(".done")).to_contain_text("Added to favourites.")
    expect(heart(charlie, soups[0])).to_have_attribute("aria-pressed", "true")
    assert ids(charlie, "/favourites") == [soups[0]]
    press_undo(charlie)
    assert ids(charlie, "/favourites") == []
    charlie.go(f"/recipes/{soups[1]}")
    charlie.change(f"/recipes/{soups[1]}/favourite")
    assert ids(charlie, "/favourites") == [soups[1]]
    charlie.change(f"/recipes/{soups[1]}/unfavourite")
    press_undo(charlie)
    assert ids(charlie, "/favourites") == [soups[1]]


def test_hearts_toggle_in_place_with_a_script(site, soups, visit):
    charlie = visit(site).log_in("charlie")
    for path in ["/", "/recipes", "/search?q=soup", "/cooks/alice"]:
        page = charlie.go(path)
        page.evaluate("window.isSamePage = true")
        for state, message in [("true", "Added to favourites."), ("false", "Removed from favourites.")]:
            heart(charlie, soups[2]).first.click()
            expect(page.locator(".heart-status")).to_contain_text(message)
            expect(heart(charlie, soups[2]).first).to_have_attribute("aria-pressed", state)
            assert ids(charlie, "/favourites") == ([soups[2]] if state == "true" else [])
        assert page.evaluate("window.isSamePage")
    page = charlie.go(f"/recipes/{soups[0]}")
    button = page.locator(".recipe-heart button")
    button.focus()
    page.keyboard.press("Enter")
    expect(button).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(button).to_have_attribute("aria-pressed", "true")


def test_the_message_of_a_script_can_be_undone_with_the_keyboard(site, soups, visit):
    charlie = visit(site).log_in("charlie")
    for path in ["/recipes", f"/recipes/{soups[1]}"]:
        page = charlie.go(path)
        button = heart(charlie, soups[1]) if path == "/recipes" else page.locator(".recipe-heart button")
        undo = page.locator(".heart-status button")
        for pressed in ["true", "false"]:
            before = "false" if pressed == "true" else "true"
            button.focus()
            page.keyboard.press("Enter")
            expect(button).to_have_attribute("aria-pressed", pressed)
            expect(undo).to_have_text("Undo")
            page.keyboard.press("Tab")
            expect(undo).to_be_focused()
            page.keyboard.press("Shift+Tab")
            expect(button).to_be_focused()
            page.keyboard.press("Tab")
            page.keyboard.press("Enter")
            expect(page.locator(".heart-status")).to_have_text("Undone.")
            expect(button).to_have_attribute("aria-pressed", before)
            expect(button).to_be_focused()
            assert ids(charlie, "/favourites") == ([] if before == "false" else [soups[1]])
            if before == "false":
                button.click()
                expect(button).to_have_attribute("aria-pressed", "true")
        button.click()
        expect(button).to_have_attribute("aria-pressed", "false")


def test_a_click_after_the_session_ended_leads_to_the_login(site, soups, visit):
    charlie = visit(site).log_in("charlie")
    charlie.go("/recipes")
    charlie.context.clear_cookies()
    heart(charlie, soups[0]).click()
    expect(charlie.page).to_have_url(re.compile(r"/login\?next=%2Frecipes$"))


@pytest.mark.parametrize("scripts", [False, True])
def test_a_visitor_logs_in_and_comes_back_to_the_heart(site, soups, visit, scripts):
    visitor = visit(site, java_script_enabled=scripts)
    visitor.go(f"/recipes/{soups[0]}").locator(".recipe-heart a").click()
    expect(visitor.page.locator(".done")).to_contain_text("Log in or join")
    visitor.send("/login", login="charlie", password=PASSWORD)
    assert recipe_id(visitor.page.url) == soups[0]
    expect(visitor.page.locator(".done")).to_contain_text("Press “Favourite”")
    visitor.page.locator(".recipe-heart button").click()
    expect(visitor.page.locator(".recipe-heart button")).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("scripts", [False, True])
def test_folders_and_several_favourites(site, soups, visit, scripts):
    charlie = visit(site, java_script_enabled=scripts).log_in("charlie")
    for soup in soups:
        charlie.go(f"/recipes/{soup}").locator(".recipe-heart button").click()
        expect(charlie.page.locator(".recipe-heart button")).to_have_attribute("aria-pressed", "true")
    page = charlie.go("/favourites")
    charlie.change("/favourites/folders", name="Winter")
    charlie.expects.add(422)
    charlie.send("/favourites/folders", name="winter")
    expect(page.locator("#name-error")).to_contain_text("already have a folder")
    expect(page.locator('[name="name"]')).to_have_value("winter")
    page = charlie.go("/favourites")
    for soup in soups[:2]:
        page.locator(f'[name="recipe"][value="{soup}"]').check()
    page.locator('[name="folder"]').select_option(label="Winter")
    page.locator('button[value="move"]').click()
    expect(page.locator(".done")).to_contain_text("Moved to the folder.")
    page.locator(".chips a", has_text="Winter").click()
    expect(page.locator("article.recipe-card")).to_have_count(2)
    page.locator(f'[name="recipe"][value="{soups[0]}"]').check()
    page.locator('button[value="remove"]').click()
    expect(page.locator("article.recipe-card")).to_have_count(1)
    press_undo(charlie)
    expect(page.locator("article.recipe-card")).to_have_count(2)
    page.locator(".head-row a").click()
    folder = page.url.removeprefix(site.address)
    charlie.change(folder, name="Cold days")
    expect(page.locator("h1")).to_have_text("Cold days")
    page.locator(".head-row a").click()
    charlie.change(folder + "/delete")
    assert sorted(ids(charlie, "/favourites")) == sorted(soups)


@pytest.mark.parametrize("scripts", [False, True])
def test_the_history_is_shown_removed_and_switched_off(site, soups, visit, scripts):
    charlie = visit(site, java_script_enabled=scripts).log_in("charlie")
    for soup in soups:
        charlie.go(f"/recipes/{soup}")
    expect(charlie.go("/").locator('section[aria-labelledby="seen"] article')).to_have_count(3)
    page = charlie.go("/history")
    assert ids(charlie, "/history") == soups[::-1]
    page.locator(f'button[name="one"][value="{soups[1]}"]').click()
    expect(page.locator("article.recipe-card")).to_have_count(2)
    page.locator(f'[name="recipe"][value="{soups[0]}"]').check()
    page.locator('form[action="/history"] .form-end button').click()
    expect(page.locator("article.recipe-card")).to_have_count(1)
    charlie.change("/history/clear")
    assert ids(charlie, "/history") == []
    press_undo(charlie)
    assert ids(charlie, "/history") == [soups[2]]
    charlie.change("/history/switch")
    expect(page.locator(".note.careful")).to_contain_text("History is off")
    charlie.go(f"/recipes/{soups[0]}")
    assert ids(charlie, "/history") == [soups[2]]


def test_earlier_searches_are_suggested_listed_and_removed(site, visit):
    charlie = visit(site).log_in("charlie")
    for words in ("leek and barley stew", "leek tart"):
        charlie.go(f"/search?q={words.replace(' ', '+')}")
    page = charlie.go("/history")
    links = page.locator('section[aria-labelledby="searches"] a')
    expect(links).to_have_text(["leek tart", "leek and barley stew"])
    page.locator("#bar-q").focus()
    page.keyboard.type("leek an")
    option = page.locator("[role=listbox]:visible [role=option]").first
    expect(option).to_have_text("leek and barley stewearlier search")
    with page.expect_navigation():
        option.click()
    expect(page.locator("#bar-q")).to_have_value("leek and barley stew")
    page = charlie.go("/history")
    with page.expect_navigation():
        page.locator('button[name="one_search"]').first.click()
    expect(links).to_have_text(["leek tart"])
    press_undo(charlie)
    expect(links).to_have_text(["leek and barley stew", "leek tart"])


def test_the_pages_fit_a_phone(site, soups, visit):
    charlie = visit(site, viewport={"width": 360, "height": 780}, locale="ru-RU").log_in("charlie")
    for soup in soups:
        charlie.go(f"/recipes/{soup}").locator(".recipe-heart button").click()
        expect(charlie.page.locator(".recipe-heart button")).to_have_attribute("aria-pressed", "true")
    charlie.go("/favourites")
    charlie.change("/favourites/folders", name="Супы и похлёбки на каждый день, чтобы не думать долго")
    for path in ["/", "/favourites", "/favourites/folders/1", "/history", f"/recipes/{soups[0]}"]:
        page = charlie.go(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
        for button in page.locator("button.heart, .recipe-heart .button").all():
            box = button.bounding_box()
            assert box["width"] >= 44 and box["height"] >= 44, path
