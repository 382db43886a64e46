"""Recipes become a shopping list, a household ticks it on two devices, and bought items move to the pantry. Also the plan.

With and without JavaScript."""

import datetime

import pytest
from playwright.sync_api import expect

from test_cooking import PHONE
from visitor import published


@pytest.fixture
def soup(site, visit) -> int:
    alice, bob = visit(site).log_in("alice"), visit(site).log_in("bob")
    return published(alice, bob, "Onion soup", "2 onions\n100 g butter")


def row(visitor, name: str):
    return visitor.page.locator(".shopping-rows > li", has_text=name)


@pytest.mark.parametrize("has_script", [True, False])
def test_from_a_recipe_to_the_pantry(site, soup, visit, has_script):
    charlie = visit(site, java_script_enabled=has_script, **PHONE).log_in("charlie")
    page = charlie.go(f"/recipes/{soup}")
    page.locator(".ingredients input[type=checkbox]").first.check()
    page.get_by_role("button", name="Add to shopping list").click()
    expect(page.locator(".done")).to_contain_text("Added to your shopping list")
    charlie.go("/shopping")
    page.locator("[name=text]").fill("napkins\n3 onions")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(row(charlie, "onion")).to_contain_text("5")
    expect(row(charlie, "butter")).to_have_count(0)
    row(charlie, "onion").locator(".tick-button").click()
    expect(row(charlie, "onion").locator(".tick-button")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Move bought items to my pantry").click()
    expect(page.locator(".done")).to_be_visible()
    assert [item["name"] for item in charlie.json("/pantry")["items"]] == ["onion"]
    assert [item["title"] for item in charlie.json("/shopping")["items"]] == ["napkins"]


def test_suggestions_do_not_cover_the_button(site, visit):
    charlie = visit(site, **PHONE).log_in("charlie")
    page = charlie.go("/shopping")
    page.locator("[name=text]").press_sequentially("3 eggs")
    suggestions = page.locator(".suggest")
    expect(suggestions).to_be_visible()
    button = page.get_by_role("button", name="Add", exact=True)
    assert suggestions.bounding_box()["y"] >= button.bounding_box()["y"] + button.bounding_box()["height"]
    button.tap()
    expect(row(charlie, "egg")).to_contain_text("3")


def test_a_household_ticks_the_same_list_on_two_devices(site, visit):
    charlie, other = visit(site).log_in("charlie"), visit(site)
    charlie.go("/shopping")
    charlie.change("/shopping/items", text="2 l milk\nnapkins")
    charlie.change("/shopping/link")
    other.go(charlie.page.locator(".shopping-link").input_value().removeprefix(site.address))
    row(other, "milk").locator(".tick-button").click()
    expect(row(charlie, "milk").locator(".tick-button")).to_have_attribute("aria-pressed", "true", timeout=10_000)
    charlie.change("/shopping/items", text="eggs")
    expect(row(other, "egg")).to_have_count(1, timeout=10_000)


def test_after_an_update_of_the_site_an_open_list_is_loaded_as_a_whole(site, visit):
    charlie, other = visit(site).log_in("charlie"), visit(site).log_in("charlie")
    other.go("/shopping")
    page = charlie.go("/shopping")

    def update(route):
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace("/site.", "/site.newer."))

    # Only the list that the script requests next comes from the newer site.
    page.route("**/shopping", update, times=1)
    with page.expect_navigation():
        other.change("/shopping/items", text="eggs")
    expect(row(charlie, "egg")).to_have_count(1)


def test_a_list_that_was_empty_gets_its_buttons_when_another_device_adds(site, visit):
    kitchen, shop = visit(site).log_in("charlie"), visit(site).log_in("charlie")
    shop.go("/shopping")
    empty, clear = shop.page.locator("[data-shopping-empty]"), shop.page.get_by_role("button", name="Clear the list")
    expect(empty).to_be_visible()
    expect(clear).to_be_hidden()
    kitchen.go("/shopping")
    kitchen.change("/shopping/items", text="napkins")
    expect(row(shop, "napkins")).to_have_count(1, timeout=10_000)
    expect(empty).to_be_hidden()
    expect(clear).to_be_visible()


def test_an_entry_of_the_plan_is_dragged_to_another_day(site, soup, visit):
    charlie = visit(site).log_in("charlie")
    monday = datetime.date.fromisoformat("2026-11-23")
    page = charlie.go("/plan?week=2026-11-23")
    charlie.change("/plan", day=monday.isoformat(), note="Leftovers")
    page.locator("[data-entry]", has_text="Leftovers").drag_to(page.locator("[data-day='2026-11-26']"))
    expect(page.locator(".done")).to_contain_text("Plan saved")
    expect(page.locator("[data-day='2026-11-26']")).to_contain_text("Leftovers")


def test_what_the_plan_offers_is_dragged_into_a_day(site, soup, visit):
    charlie = visit(site).log_in("charlie")
    charlie.post(f"/recipes/{soup}/favourite", f"/recipes/{soup}")
    page = charlie.go("/plan?week=2026-11-23")
    # A drag cannot scroll here.
    page.set_viewport_size({"width": 1280, "height": 2000})
    offers = page.locator("[data-plan-offers]")
    # Picking goes on as it was, so what is typed there is not sent with the recipe that is dragged.
    charlie.fill("/plan", {"note": "Leftovers"})
    offers.locator("li", has_text="Onion soup").drag_to(page.locator("[data-day='2026-11-24']"))
    expect(page.locator(".done")).to_contain_text("Added to your plan")
    expect(page.locator("[data-day='2026-11-24'] li")).to_have_count(1)
    expect(page.locator("[data-day='2026-11-24']")).to_contain_text("Onion soup")
    assert [item["note"] for item in charlie.json("/plan?week=2026-11-23")["items"]] == [""]
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("[data-day] li")).to_have_count(0)
    # What uses up the pantry can be dragged too.
    soon = datetime.date.today() + datetime.timedelta(days=1)
    charlie.post("/pantry", "/pantry", ingredient="onion", use_by=soon.isoformat())
    charlie.post("/pantry", "/pantry", ingredient="butter", use_by=soon.isoformat())
    page = charlie.go("/plan?week=2026-11-23")
    page.locator(".plan-suggestions li", has_text="Onion soup").drag_to(page.locator("[data-day='2026-11-26']"))
    expect(page.locator("[data-day='2026-11-26'] li")).to_contain_text("Onion soup")
