"""Timers that ring while their page is closed: offered at the first timer, sent when it ends, shown by the service worker."""

import json
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from mail_server import until
from push_service import PushService
from test_cooking import PHONE, cook, rice

# Tests cannot use Chromium's own push service. This script replaces the browser's functions and returns what they would.
FAKE_MANAGER = """
const asked = [];
window.asked = asked;
Notification.requestPermission = async () => { asked.push("permission"); return "granted"; };
PushManager.prototype.subscribe = async function (options) {
  asked.push({ visible: options.userVisibleOnly, key: options.applicationServerKey.length });
  return { toJSON: () => (SUBSCRIPTION) };
};
"""
# Chromium counts a script that a test evaluates as a touch by the user. Here only clicks count.
REAL_TOUCHES = """
let isTouched = false;
addEventListener("click", () => { isTouched = true; }, true);
Object.defineProperty(navigator, "userActivation", { get: () => ({ hasBeenActive: isTouched }) });
"""
SHOWN = """async () => {
  const { registration } = { registration: await navigator.serviceWorker.ready };
  return (await registration.getNotifications()).map(({ title, body, tag, data }) => ({ title, body, tag, address: data.address }));
}"""


@pytest.fixture(scope="module")
def browser(whole_browser):
    return whole_browser


@pytest.fixture
def service():
    with PushService() as service:
        yield service


@pytest.fixture
def alice(visit, empty_site, service):
    empty_site.add_user("alice", "member")
    empty_site.stop()
    empty_site.environment["TOQUE_PUSH_TEST_HOST"] = service.origin
    empty_site.start()
    return lambda **options: visit(empty_site, **options).log_in("alice")


def own_timer(page, name: str, minutes: str) -> None:
    page.locator(".cook-options > summary").click()
    page.get_by_label("What it’s for").fill(name)
    page.get_by_label("Minutes").fill(minutes)
    # This button also closes the options.
    page.locator("[data-own-timer] button").click()


def turn_on(visitor, service, recipe: int, minutes: str = "0.1"):
    """Starts a timer, and presses the button that then appears."""
    visitor.context.grant_permissions(["notifications"])
    visitor.page.add_init_script(FAKE_MANAGER.replace("SUBSCRIPTION", json.dumps(service.subscription())))
    page = cook(visitor, recipe)
    offer = page.get_by_role("button", name="Ring even when this page is closed")
    expect(offer).to_be_hidden()
    own_timer(page, "Eggs", minutes)
    expect(offer).to_be_visible()
    assert page.evaluate("asked") == [], "nothing is asked without a click"
    offer.click()
    expect(page.locator("[data-push] [role=status]")).to_have_text(re.compile("This device rings"))
    assert page.evaluate("asked") == ["permission", {"visible": True, "key": 65}]
    return page


def pushes(visitor):
    """Returns a function that delivers a message to the service worker, as the browser's push service does."""
    page = visitor.page
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    client = visitor.context.new_cdp_session(page)
    registrations = []
    client.on("ServiceWorker.workerRegistrationUpdated", lambda event: registrations.extend(event["registrations"]))
    client.send("ServiceWorker.enable")
    until(lambda: page.evaluate("1") and registrations, 10, "registration of the worker")
    push = {"origin": visitor.site.address, "registrationId": registrations[0]["registrationId"]}
    return lambda message: client.send("ServiceWorker.deliverPushMessage", push | {"data": json.dumps(message)})


def test_a_timer_rings_when_its_page_is_closed(alice, service):
    visitor = alice(**PHONE)
    recipe = rice(visitor.page, visitor.site.address)
    page = turn_on(visitor, service, recipe)
    assert Axe().run(page).violations_count == 0
    page.close()
    (message, headers), = service.wait(1)
    assert message["title"] == "Eggs: time is up" and message["body"] == "Butter rice"
    assert message["address"] == f"/recipes/{recipe}/cook" and message["tag"].startswith(f"timer {recipe} own-")
    assert headers["TTL"] == "900" and headers["Urgency"] == "high" and headers["Content-Encoding"] == "aes128gcm"
    visitor.page = page = visitor.context.new_page()
    page = visitor.go("/settings/devices")
    deliver = pushes(visitor)
    for _ in range(2):
        deliver(message)
    until(lambda: page.evaluate(SHOWN), 10, "notification")
    assert page.evaluate(SHOWN) == [{"title": "Eggs: time is up", "body": "Butter rice", "tag": message["tag"], "address": message["address"]}]


def test_a_page_that_nobody_touched_asks_for_it_and_leaves_the_ringing_to_the_worker(alice, service):
    visitor = alice(**PHONE)
    recipe = rice(visitor.page, visitor.site.address)
    visitor.page.add_init_script(REAL_TOUCHES)
    page = turn_on(visitor, service, recipe, "10")
    asked = page.get_by_text("Tap once so that the timer can ring.")
    expect(asked).to_be_hidden()
    page.reload()
    expect(asked).to_be_visible()
    deliver = pushes(visitor)
    message = {"title": "Eggs: time is up", "body": "Butter rice", "address": f"/recipes/{recipe}/cook"}
    deliver(message | {"tag": "untouched"})
    until(lambda: page.evaluate(SHOWN), 10, "notification")
    page.locator(".cook-words:visible").tap()
    expect(asked).to_be_hidden()
    deliver(message | {"tag": "touched"})
    page.wait_for_timeout(300)
    assert [shown["tag"] for shown in page.evaluate(SHOWN)] == ["untouched"], "the page rings by itself"


def test_a_stopped_timer_is_not_sent_and_a_removed_device_rings_no_more(alice, service):
    visitor = alice()
    recipe = rice(visitor.page, visitor.site.address)
    page = turn_on(visitor, service, recipe, "0.2")
    page.get_by_role("button", name="Stop: Eggs").click()
    expect(page.locator("[data-timer-dock] li")).to_have_count(0)
    own_timer(page, "Rice", "0.1")
    (message, _), = service.wait(1)
    assert message["title"] == "Rice: time is up"
    page.reload()
    expect(page.locator("[data-timer-dock] li")).to_have_count(1)
    expect(page.locator("[data-push]")).to_be_hidden()
    page = visitor.go("/settings/devices")
    page.get_by_role("button", name="Stop ringing").click()
    expect(page.locator("main")).to_contain_text("No device yet.")
    page = cook(visitor, recipe)
    expect(page.get_by_role("button", name="Ring even when this page is closed")).to_be_visible()


def test_an_end_that_the_site_missed_is_sent_after_its_start(alice, service):
    visitor = alice()
    recipe = rice(visitor.page, visitor.site.address)
    turn_on(visitor, service, recipe, "0.1").close()
    visitor.site.process.kill()
    visitor.site.process.wait(30)
    visitor.site.start()
    assert service.wait(1)[0][0]["title"] == "Eggs: time is up"
    visitor.site.stop()
    visitor.site.start()
    visitor.page = visitor.context.new_page()
    visitor.go("/settings/devices")
    assert len(service.messages) == 1
