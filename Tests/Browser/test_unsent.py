"""Without a connection: changes that wait to be sent, forms that cannot be sent, and refreshing by reloading the home page."""

import re

import pytest
from playwright.sync_api import expect

from mail_server import until
from test_offline import PHONE, tick, ticked, turn_on
from visitor import published


@pytest.fixture(scope="module")
def browser(whole_browser):
    return whole_browser


def test_a_tick_that_is_taken_back_before_it_is_sent_changes_nothing(site, visit):
    phone, tablet = visit(site, **PHONE).log_in("charlie"), visit(site).log_in("charlie")
    phone.go("/shopping")
    phone.change("/shopping/items", text="milk\nbread")
    phone.go("/shopping")
    phone.context.set_offline(True)
    for name, state in [("milk", "true"), ("milk", "false"), ("bread", "true"), ("bread", "false"), ("bread", "true")]:
        tick(phone, name).click()
        expect(tick(phone, name)).to_have_attribute("aria-pressed", state)
        # A tick that was undone does not wait any more.
        waits = phone.page.locator("[data-shopping-status]")
        expect(waits).to_have_text("") if state == "false" else expect(waits).to_contain_text("Kept on this device")
    tablet.go("/shopping")
    tick(tablet, "milk").click()
    until(lambda: ticked(tablet) == {"milk"}, 10, "tick of the tablet")
    phone.context.set_offline(False)
    until(lambda: ticked(tablet) == {"milk", "bread"}, 40, "tick of the phone")
    expect(tick(phone, "milk")).to_have_attribute("aria-pressed", "true", timeout=20_000)
    phone.complaints.clear()


def test_a_tick_whose_sending_failed_is_not_cancelled(site, visit):
    phone = visit(site, **PHONE).log_in("charlie")
    phone.go("/shopping")
    phone.change("/shopping/items", text="milk")
    page = phone.go("/shopping")
    # A weak connection: requests fail, but the browser reports that it is online.
    page.route("**/shopping/items/*/*", lambda route: route.abort())
    for state in ["true", "false", "true"]:
        tick(phone, "milk").click()
        expect(tick(phone, "milk")).to_have_attribute("aria-pressed", state)
        expect(page.locator("[data-shopping-status]")).to_contain_text("Kept on this device")
        page.wait_for_timeout(300)
    page.unroute("**/shopping/items/*/*")
    page.evaluate("dispatchEvent(new Event('online'))")
    until(lambda: ticked(phone) == {"milk"}, 20, "the last tick")
    phone.complaints.clear()


def test_reloading_the_home_page_refreshes_what_is_kept(site, visit):
    published(visit(site).log_in("alice"), visit(site).log_in("bob"), "Onion soup")
    charlie = visit(site, **PHONE).log_in("charlie")
    turn_on(charlie)
    page = charlie.go("/")
    asked = []
    charlie.context.on("request", lambda request: asked.append(request.url.removeprefix(site.address)))
    page.reload()
    charlie.go("/recipes")
    assert "/offline/pages" not in asked, "refreshed less than a minute ago"
    page.evaluate("""async () => {
      const pages = await caches.open((await caches.keys()).find((name) => name.startsWith("toque-pages ")));
      const list = await (await pages.match("/offline/pages")).json();
      await pages.put("/offline/pages", Response.json({ ...list, triedAt: list.triedAt - 61_000 }));
    }""")
    charlie.go("/")
    page.reload()
    until(lambda: page.evaluate("1") and "/offline/pages" in asked, 10, "refresh after a reload")


def test_a_form_that_cannot_be_sent_says_so(site, visit):
    charlie = visit(site, **PHONE).log_in("charlie")
    turn_on(charlie)
    page = charlie.go("/pantry")
    charlie.fill("/pantry", {"list": "pomelo"})
    charlie.context.set_offline(True)
    send = charlie.form("/pantry").get_by_role("button").last
    send.click()
    expect(page.get_by_role("alert").filter(has_text="Without a connection, this was not sent.")).to_be_visible()
    # The browser may notice the missing connection only when it sends.
    page.evaluate("Object.defineProperty(navigator, 'onLine', { get: () => true })")
    with page.expect_navigation():
        send.click()
    expect(page.locator("[data-unsent]")).to_contain_text("Your change may not have been sent.")
    # The form is not sent automatically when the connection returns.
    charlie.context.set_offline(False)
    page.wait_for_timeout(500)
    page.get_by_role("link", name="Try again").click()
    expect(page).to_have_url(re.compile("/pantry$"))
    expect(page.locator("main")).not_to_contain_text("pomelo")
    charlie.fill("/pantry", {"list": "pomelo"})
    charlie.context.set_offline(True)
    send.click()
    expect(page.get_by_role("alert").filter(has_text="this was not sent.")).to_be_visible()
    charlie.context.set_offline(False)
    send.click()
    expect(page.locator(".done")).to_be_visible()
    expect(page.locator("main")).to_contain_text("pomelo")
    charlie.complaints.clear()


def test_deleting_and_buying_wait_for_a_connection(site, visit):
    phone, tablet = visit(site, **PHONE).log_in("charlie"), visit(site).log_in("charlie")
    phone.go("/shopping")
    phone.change("/shopping/items", text="milk\nbread\nnapkins")
    page = phone.go("/shopping")
    phone.context.set_offline(True)
    rows = page.locator(".shopping-rows > li:visible")
    page.get_by_role("button", name="Remove from the list: napkins").click()
    expect(rows).to_have_count(2)
    tick(phone, "milk").click()
    page.get_by_role("button", name="Move bought items to my pantry").click()
    expect(rows).to_have_count(1)
    expect(page.locator("[data-shopping-status]")).to_contain_text("Kept on this device")
    # In the meantime, an item is added on another device.
    tablet.go("/shopping")
    tablet.change("/shopping/items", text="eggs")
    phone.context.set_offline(False)
    until(lambda: [item["title"] for item in tablet.json("/shopping")["items"]] == ["egg", "bread"], 40, "what waited")
    assert [item["name"] for item in tablet.json("/pantry")["items"]] == ["milk"]
    expect(rows).to_have_count(2, timeout=20_000)
    phone.complaints.clear()


def test_a_heart_waits_for_a_connection(site, visit):
    published(visit(site).log_in("alice"), visit(site).log_in("bob"), "Onion soup")
    charlie = visit(site, **PHONE).log_in("charlie")
    turn_on(charlie)
    page = charlie.go("/recipes")
    heart = page.locator("button[data-heart]").first
    charlie.context.set_offline(True)
    heart.click()
    expect(heart).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".heart-status")).to_contain_text("Kept on this device")
    # The next page shows the favourite even before it is sent, and sends it.
    charlie.context.set_offline(False)
    page = charlie.go("/recipes")
    expect(page.locator("button[data-heart]").first).to_have_attribute("aria-pressed", "true")
    until(lambda: charlie.json("/favourites")["total"] == 1, 20, "heart")
    # The browser reports that it is online, but the site does not answer.
    charlie.context.route("**/unfavourite", lambda route: route.abort())
    heart = page.locator("button[data-heart]").first
    heart.click()
    expect(heart).to_have_attribute("aria-pressed", "false")
    expect(page.locator(".heart-status")).to_contain_text("Kept on this device")
    charlie.context.unroute("**/unfavourite")
    charlie.go("/recipes")
    until(lambda: charlie.json("/favourites")["total"] == 0, 20, "heart")
    charlie.complaints.clear()
