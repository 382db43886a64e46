"""The meal plan without a connection: what is changed waits on the device, and what the site refuses is told."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from mail_server import until
from test_every_page import too_wide
from test_offline import PHONE, like, turn_on
from visitor import Visitor, published


@pytest.fixture(scope="module")
def browser(whole_browser):
    return whole_browser


@pytest.fixture
def soup(site, visit) -> int:
    alice, bob = visit(site).log_in("alice"), visit(site).log_in("bob")
    return published(alice, bob, "Onion soup", "2 onions\n100 g butter")


def planned(visitor: Visitor) -> set[tuple[str, str]]:
    return {(item["day"], item["title"] or item["note"]) for item in visitor.json("/plan")["items"]}


def test_the_plan_is_changed_without_a_connection(site, soup, visit):
    phone, tablet = visit(site, **PHONE).log_in("charlie"), visit(site).log_in("charlie")
    phone.go(f"/recipes/{soup}")
    like(phone)
    page = phone.go("/plan")
    days = page.locator("[data-day]").evaluate_all("days => days.map(day => day.dataset.day)")
    for note in ["Rice", "Pizza", "Salad", "Bread"]:
        phone.change("/plan", day=days[0], note=note)
    turn_on(phone)
    # Another device deletes an entry, which the kept page still has.
    salad = next(item["id"] for item in tablet.json("/plan")["items"] if item["note"] == "Salad")
    tablet.post(f"/plan/entries/{salad}/delete", "/plan")
    site.stop()
    phone.go("/plan")
    expect(page.locator(".offline-line")).to_be_visible()
    add, entries = phone.form("/plan"), page.locator(".plan-day li")

    def planning(**fields) -> None:
        phone.fill("/plan", fields)
        add.get_by_role("button", name="Add", exact=True).click()

    planning(day=days[2])
    expect(page.locator("[data-plan-status]")).to_have_text("Choose a recipe or enter a note.")
    planning(day=days[2], note="Leftovers")
    expect(page.locator(f"[data-day='{days[2]}'] li")).to_have_text(re.compile("Leftovers.*waits for a connection", re.DOTALL))
    expect(add.locator("[name=note]")).to_have_value("")
    planning(day=days[3], recipe=str(soup))
    expect(page.locator(f"[data-day='{days[3]}'] li")).to_contain_text("Onion soup")
    planning(day="2031-05-06", note="Far away")
    expect(page.locator("[data-plan-others] li")).to_contain_text("6 May 2031")
    planning(day=days[2], note="Wrong")
    # What was never sent can be taken back.
    entries.filter(has_text="Wrong").get_by_role("button").click()
    expect(entries.filter(has_text="Wrong")).to_have_count(0)
    for name, day in [("Rice", days[1]), ("Salad", days[4])]:
        entries.filter(has_text=name).get_by_role("link", name="Change").click()
        entries.filter(has_text=name).get_by_label("Day").select_option(day)
        assert too_wide(page) == []
        entries.filter(has_text=name).get_by_role("button", name="Save").click()
        expect(page.locator(f"[data-day='{day}'] li")).to_contain_text("waits for a connection")
    entries.filter(has_text="Pizza").get_by_role("button", name="Remove").click()
    expect(entries.filter(has_text="Pizza")).to_have_class("removed")
    assert Axe().run(page).violations_count == 0
    # The page that is kept is older, but the device remembers the changes.
    phone.go("/plan")
    expect(page.locator(".plan-day li .badge")).to_have_count(6)
    site.start()
    phone.expects.add(404)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator(".plan-day li .badge")).to_have_count(0)
    expect(page.locator("[data-plan-refused] li")).to_have_text("Salad: It isn’t in your plan any more.")
    assert planned(tablet) == {(days[0], "Bread"), (days[1], "Rice"), (days[2], "Leftovers"), (days[3], "Onion soup")}
    assert [item["note"] for item in tablet.json("/plan?week=2031-05-06")["items"]] == ["Far away"]
    # Everything was sent, so the next page has nothing to send or to tell.
    until(lambda: page.evaluate("localStorage.getItem('toque.waiting') === null"), 10, "end of the changes")
    phone.go("/plan")
    expect(page.locator(".plan-day li")).to_have_count(4)
    expect(page.locator("[data-plan-refused]")).to_be_hidden()
    phone.complaints.clear()


def test_what_the_plan_refuses_is_told_on_its_page_only(site, visit):
    charlie = visit(site).log_in("charlie")
    page = charlie.go("/pantry")
    page.evaluate(
        """async () => {
          const { queue, offline: owner } = document.querySelector("script[data-offline]").dataset;
          await import(queue);
          const fields = { day: "2026-11-25", note: "Cake", servings: "many", change: "change-one" };
          await toqueQueue.put({ key: "change-one", owner, address: "/plan", fields, label: "Cake" });
          localStorage.setItem("toque.waiting", "1");
        }""")
    charlie.expects.add(422)
    charlie.go("/shopping")
    until(lambda: page.evaluate("async () => (await globalThis.toqueQueue?.all())?.every(({ isRefused }) => isRefused) ?? false"), 10, "answer of the site")
    charlie.go("/plan")
    expect(page.locator("[data-plan-refused] li")).to_have_text(re.compile("^Cake: Enter"))
    charlie.go("/plan")
    expect(page.locator("[data-plan-refused]")).to_be_hidden()
    charlie.complaints.clear()
