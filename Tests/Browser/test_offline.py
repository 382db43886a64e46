"""The site as an app: installation, use without a connection, ticks that are sent later, and logging out."""

import shutil

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from mail_server import until
from running_site import ROOT
from visitor import Visitor, published

PHONE = {"viewport": {"width": 360, "height": 780}, "has_touch": True, "is_mobile": True}
CACHES = "async () => { const names = await caches.keys(); return names.sort(); }"

KEPT_LIST = "async () => (await (await caches.match('/shopping'))?.text()) ?? ''"


@pytest.fixture(scope="module")
def browser(whole_browser):
    return whole_browser


@pytest.fixture
def soup(site, visit) -> int:
    alice, bob = visit(site).log_in("alice"), visit(site).log_in("bob")
    return published(alice, bob, "Onion soup", "2 onions\n100 g butter")


def turn_on(visitor: Visitor) -> None:
    page = visitor.go("/settings/offline")
    page.get_by_label("Keep my recipes on this device").check()
    expect(page.locator("[data-offline-status]")).to_have_text("Everything is up to date.")


def refresh(visitor: Visitor) -> None:
    page = visitor.go("/settings/offline")
    page.get_by_role("button", name="Refresh kept pages").click()
    expect(page.locator("[data-offline-status]")).to_have_text("Everything is up to date.")


def like(visitor: Visitor) -> None:
    with visitor.page.expect_response(lambda answer: answer.url.endswith("/favourite")):
        visitor.page.locator(".recipe-heart form button").first.click()


def tick(visitor: Visitor, name: str):
    return visitor.page.locator(".shopping-rows > li", has_text=name).locator(".tick-button")


def ticked(visitor: Visitor) -> set[str]:
    return {item["title"] for item in visitor.json("/shopping")["items"] if item["ticked"]}


def test_the_site_can_be_installed(site, visit):
    visitor = visit(site, locale="ru-RU")
    page = visitor.go("/")
    address = page.locator("link[rel=manifest]").get_attribute("href")
    manifest = page.evaluate("async (address) => (await fetch(address)).json()", address)
    assert manifest["lang"] == "ru" and manifest["display"] == "standalone" and manifest["start_url"] == "/"
    sizes = {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]}
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= sizes
    for icon in manifest["icons"]:
        answer = visitor.context.request.get(site.address + icon["src"])
        assert answer.ok and answer.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            width = int.from_bytes(answer.body()[16:20], "big")
            assert icon["sizes"] == f"{width}x{width}"
    for shortcut in manifest["shortcuts"]:
        assert visitor.context.request.get(site.address + shortcut["url"]).ok
    problems = visitor.context.new_cdp_session(page).send("Page.getInstallabilityErrors")["installabilityErrors"]
    # The test browser is in incognito mode, where nothing can be installed.
    assert {problem["errorId"] for problem in problems} <= {"in-incognito"}


def test_kept_pages_open_without_a_connection(site, soup, visit):
    charlie = visit(site, **PHONE).log_in("charlie")
    charlie.go(f"/recipes/{soup}")
    recipe = charlie.page.url.removeprefix(site.address)
    like(charlie)
    charlie.go("/shopping")
    charlie.change("/shopping/items", text="napkins")
    charlie.go("/plan")
    charlie.change("/plan", note="Leftovers")
    turn_on(charlie)
    expect(charlie.page.locator(".kept-pages")).to_contain_text("onion soup", ignore_case=True)
    site.stop()
    charlie.expects.add(503)
    page = charlie.page
    for path, text in [("/shopping", "napkins"), ("/plan", "Leftovers"), ("/favourites", "Onion soup"), (recipe, "butter")]:
        charlie.go(path)
        expect(page.locator("main")).to_contain_text(text)
        expect(page.locator(".offline-line")).to_contain_text("The site did not answer. This page was kept on")
        expect(page.locator(".offline-line time")).not_to_contain_text("UTC")
    charlie.go(f"/recipes/{soup}/cook?step=1&servings=8")
    expect(page.locator(".cook-words").first).to_have_text("Cook it.")
    expect(page.locator(".offline-line")).to_contain_text("Its amounts are for the servings")
    charlie.go("/recipes")
    expect(page.get_by_role("heading", name="You are offline")).to_be_visible()
    page.get_by_role("link", name="Onion soup", exact=True).click()
    expect(page.locator("h1")).to_have_text("Onion soup")
    site.start()
    charlie.go("/shopping")
    expect(page.locator(".offline-line")).to_have_count(0)
    charlie.complaints.clear()


def test_ticks_on_two_devices_without_a_connection(site, visit):
    phone, tablet = visit(site, **PHONE).log_in("charlie"), visit(site).log_in("charlie")
    phone.go("/shopping")
    phone.change("/shopping/items", text="milk\nnapkins\nbread\neggs")
    turn_on(phone)
    phone.go("/shopping")
    tablet.go("/shopping")
    tick(tablet, "bread").click()
    expect(tick(phone, "bread")).to_have_attribute("aria-pressed", "true")
    until(lambda: 'aria-pressed="true"' in phone.page.evaluate(KEPT_LIST), 10, "list with the tick on the phone")
    site.stop()
    phone.go("/shopping")
    tick(phone, "milk").click()
    tick(phone, "bread").click()
    tick(tablet, "napkins").click()
    for visitor in (phone, tablet):
        expect(visitor.page.locator("[data-shopping-status]")).to_contain_text("Kept on this device")
        visitor.fill("/shopping/items", {"text": "2 l apple juice"})
        visitor.page.get_by_role("button", name="Add", exact=True).click()
        expect(visitor.page.locator("[data-shopping-waiting] li")).to_have_text(["2 l apple juice"])
    # The stored page is older than the ticks, but the device remembers them.
    phone.go("/shopping")
    expect(tick(phone, "milk")).to_have_attribute("aria-pressed", "true")
    expect(tick(phone, "bread")).to_have_attribute("aria-pressed", "false")
    site.start()
    for visitor in (phone, tablet):
        visitor.page.evaluate("dispatchEvent(new Event('online'))")
        expect(visitor.page.locator("[data-shopping-status]")).to_have_text("")
    for name, state in {"milk": "true", "napkins": "true", "bread": "false", "egg": "false"}.items():
        for visitor in (phone, tablet):
            expect(tick(visitor, name)).to_have_attribute("aria-pressed", state)
    assert ticked(phone) == {"milk", "napkins"}
    # Each device added two litres exactly once.
    expect(phone.page.locator("[data-shopping-waiting] li")).to_have_count(0)
    items = phone.json("/shopping")["items"]
    assert len(items) == 5 and [item["amounts"][0]["amount"] for item in items if "juice" in item["title"]] == [4]
    for visitor in (phone, tablet):
        visitor.complaints.clear()


def test_a_tick_is_sent_in_the_background_when_no_page_is_open(site, visit):
    phone, tablet = visit(site, **PHONE).log_in("charlie"), visit(site).log_in("charlie")
    phone.go("/shopping")
    phone.change("/shopping/items", text="milk\nbread")
    turn_on(phone)
    page = phone.go("/shopping")
    client = phone.context.new_cdp_session(page)
    registrations = []
    client.on("ServiceWorker.workerRegistrationUpdated", lambda event: registrations.extend(event["registrations"]))
    client.send("ServiceWorker.enable")
    until(lambda: page.evaluate("1") and registrations, 10, "registration of the worker")
    site.stop()
    tick(phone, "milk").click()
    expect(page.locator("[data-shopping-status]")).to_contain_text("Kept on this device")
    # No page of the site is open that could send the tick.
    page.goto("about:blank")
    site.start()
    assert ticked(tablet) == set()
    event = {"origin": site.address, "registrationId": registrations[0]["registrationId"], "tag": "toque-queue", "lastChance": False}
    client.send("ServiceWorker.dispatchSyncEvent", event)
    until(lambda: ticked(tablet) == {"milk"}, 20, "tick in the background")
    phone.complaints.clear()


def test_ticks_wait_for_a_login(site, visit):
    charlie = visit(site).log_in("charlie")
    charlie.go("/shopping")
    charlie.change("/shopping/items", text="milk")
    cookies = charlie.context.cookies()
    charlie.context.clear_cookies()
    tick(charlie, "milk").click()
    charlie.expects.add(403)
    expect(charlie.page.locator("[data-shopping-status]")).to_contain_text("Log in again")
    charlie.context.add_cookies([cookie for cookie in cookies if "session" in cookie["name"]])
    charlie.go("/")
    until(lambda: charlie.page.evaluate("localStorage.getItem('toque.waiting') === null"), 10, "the tick")
    assert ticked(charlie) == {"milk"}
    # The list may have requested changes without a session, which the browser reports as an error.
    charlie.complaints.clear()


def test_what_the_site_refuses_goes_back_into_its_form(site, visit):
    charlie = visit(site).log_in("charlie")
    page = charlie.page
    text = page.locator("form.shopping-add [name=text]")

    def put_refused(address: str, owner: str | None = None) -> None:
        # The pantry does not show or change the queue.
        charlie.go("/pantry")
        page.evaluate(
            """async ([address, owner]) => {
              const { queue, offline: member } = document.querySelector("script[data-offline]").dataset;
              await import(queue);
              await toqueQueue.put({ key: "refused", owner: owner ?? member, address, fields: { text: "3 lemons" } });
              const [change] = await toqueQueue.all();
              await toqueQueue.settle(change, { ...change, isTried: true, isRefused: true });
            }""", [address, owner])
        charlie.go("/shopping")

    put_refused("/shopping/items")
    expect(text).to_have_value("3 lemons")
    expect(page.locator("[data-shopping-status]")).to_contain_text("could not add this")
    # Texts for another list or of another member are not put into this form.
    for address, owner in [("/shopping/shared/other/items", None), ("/shopping/items", "999")]:
        put_refused(address, owner)
        page.wait_for_timeout(500)
        expect(text).to_have_value("")


def test_a_change_that_fails_does_not_stop_the_others(site, visit):
    charlie = visit(site).log_in("charlie")
    page = charlie.go("/shopping")
    charlie.change("/shopping/items", text="milk\nbread")
    charlie.go("/shopping")
    item = tick(charlie, "milk").evaluate("button => button.form.getAttribute('action')")
    page.route(f"**{item}", lambda route: route.fulfill(status=500, body=""))
    charlie.expects.add(500)
    tick(charlie, "milk").click()
    expect(page.locator("[data-shopping-status]")).to_contain_text("Kept on this device")
    tick(charlie, "bread").click()
    until(lambda: ticked(charlie) == {"bread"}, 10, "the second tick")
    # The page for logging out warns that the changes would be lost.
    page.unroute(f"**{item}")
    page.route("**/shopping/**", lambda route: route.abort())
    charlie.go("/logout")
    page.locator("form[action='/logout'] button").click()
    expect(page.get_by_text("If you log out now, they are lost.")).to_be_visible()
    charlie.complaints.clear()


def test_deleting_the_kept_pages_also_turns_it_off(site, visit):
    charlie = visit(site).log_in("charlie")
    turn_on(charlie)
    page = charlie.page
    page.get_by_role("button", name="Delete kept pages").click()
    expect(page.get_by_label("Keep my recipes on this device")).not_to_be_checked()
    charlie.go("/")
    page.wait_for_timeout(500)
    assert page.evaluate(CACHES) == []


def test_logging_out_deletes_what_was_kept(site, soup, visit):
    charlie = visit(site).log_in("charlie")
    charlie.go(f"/recipes/{soup}")
    like(charlie)
    turn_on(charlie)
    page = charlie.page
    assert any(name.startswith("toque-pages") for name in page.evaluate(CACHES))
    charlie.go("/logout")
    charlie.send("/logout")
    until(lambda: page.evaluate(CACHES) == [], 10, "the pages to be deleted")
    assert page.evaluate("async () => !(await navigator.serviceWorker.getRegistration())")
    assert page.evaluate("async () => (await indexedDB.databases()).length") == 0
    assert page.evaluate("localStorage.getItem('toque.offline')") is None
    # The next member finds no stored pages.
    charlie.log_in("alice")
    assert page.evaluate(CACHES) == []


def test_logging_out_sends_what_waits_and_needs_a_connection(site, visit):
    charlie = visit(site).log_in("charlie")
    page = charlie.go("/shopping")
    charlie.change("/shopping/items", text="milk")
    charlie.go("/shopping")
    page.route("**/tick", lambda route: route.abort())
    tick(charlie, "milk").click()
    expect(page.locator("[data-shopping-status]")).to_contain_text("Kept on this device")
    page.route("**/offline/pages", lambda route: route.abort())
    charlie.go("/logout")
    page.unroute("**/tick")
    charlie.context.set_offline(True)
    page.locator("form[action='/logout'] button").click()
    expect(page.locator("[data-cut]")).to_be_visible()
    charlie.context.set_offline(False)
    page.unroute("**/offline/pages")
    page.locator("form[action='/logout'] button").click()
    page.wait_for_url("**/")
    charlie.log_in("charlie")
    assert ticked(charlie) == {"milk"}
    charlie.complaints.clear()


def test_another_member_finds_nothing_of_the_one_before(site, visit):
    charlie = visit(site).log_in("charlie")
    turn_on(charlie)
    page = charlie.page
    # The session ended without logging out in this browser, and another member logs in.
    charlie.context.clear_cookies()
    charlie.log_in("alice")
    charlie.go("/settings/offline")
    expect(page.get_by_label("Keep my recipes on this device")).not_to_be_checked()
    assert not any(name.startswith("toque-pages") for name in page.evaluate(CACHES))


def test_a_kept_page_keeps_its_own_style_when_the_site_changes(site, visit, tmp_path):
    shutil.copytree(ROOT / "Public", tmp_path / "root/Public")
    for name in ["Starter", "Locales", "Views"]:
        (tmp_path / "root" / name).symlink_to(ROOT / name)
    site.stop()
    site.environment["TOQUE_ROOT"] = str(tmp_path / "root")
    site.start()
    charlie = visit(site).log_in("charlie")
    turn_on(charlie)
    page, style = charlie.page, tmp_path / "root/Public/site.css"
    colour = "getComputedStyle(document.querySelector('h1')).color"
    style.write_text(style.read_text(encoding="utf-8") + "\nh1 { color: rgb(1, 2, 3); }\n", encoding="utf-8")
    site.stop()
    site.start()
    # A page from the site has the new style. A stored page keeps the style that it was stored with.
    charlie.go("/pantry")
    assert page.evaluate(colour) == "rgb(1, 2, 3)"
    site.stop()
    charlie.go("/plan")
    expect(page.locator(".offline-line")).to_be_visible()
    assert page.evaluate(colour) != "rgb(1, 2, 3)"
    site.start()
    refresh(charlie)
    site.stop()
    charlie.go("/plan")
    assert page.evaluate(colour) == "rgb(1, 2, 3)"
    # Files that no stored page uses any more are deleted.
    names = page.evaluate("async () => (await (await caches.open('toque-files')).keys()).map(({ url }) => url)")
    assert len([name for name in names if "/site." in name and name.endswith(".css")]) == 1
    charlie.complaints.clear()


def test_pages_without_a_connection_are_accessible(site, soup, visit):
    charlie = visit(site, **PHONE).log_in("charlie")
    charlie.go(f"/recipes/{soup}")
    like(charlie)
    turn_on(charlie)
    assert Axe().run(charlie.page).violations_count == 0
    site.stop()
    for path in ["/offline", "/shopping", "/favourites", "/explore"]:
        charlie.go(path)
        assert Axe().run(charlie.page).violations_count == 0
    site.start()
    charlie.complaints.clear()
