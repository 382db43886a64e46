"""Timers of steps: they are offered in the editor, run while you read other pages, and signal their end."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from test_every_page import too_wide

# Records the sounds that a page plays and its vibrations.
SPY = """
window.told = { tones: 0, shakes: 0 };
const tone = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) { told.tones += 1; return tone.apply(this, when); };
navigator.vibrate = () => { told.shakes += 1; return true; };
"""


@pytest.fixture
def alice(visit, empty_site):
    empty_site.add_user("alice", "member")
    return lambda **options: visit(empty_site, **options).log_in("alice")


def write(page, *steps: str, timers: tuple[str, ...] = ()) -> None:
    page.fill('[name="title"]', "Rice")
    page.locator('[name="ingredient"]').first.fill("rice")
    for number, text in enumerate(steps):
        page.locator('[name="step"]').nth(number).fill(text)
    for number, text in enumerate(timers, 1):
        page.fill(f'[name="step_timer-{number}"]', text)


def save(page) -> None:
    page.locator(".form-end button").click()
    page.wait_for_url(re.compile(r"/recipes/\d+-rice"))


def test_a_time_is_offered_set_by_a_click_and_goes_with_its_step(alice):
    page = alice(viewport={"width": 360, "height": 780}).go("/recipes/new")
    write(page, "Wash the rice.", "Boil it for 25 minutes.")
    field, offer = page.locator('[name="step_timer-2"]'), page.locator("[data-steps] .row").nth(1).locator("[data-offer]")
    expect(offer).to_have_text("Set 25 min", timeout=10_000)
    expect(field).to_have_value("")
    offer.click()
    expect(field).to_have_value("25 min")
    expect(field).to_be_focused()
    expect(offer).to_be_hidden()
    assert too_wide(page) == []
    page.locator("[data-steps] [data-up]").nth(1).click()
    expect(page.locator('[name="step_timer-1"]')).to_have_value("25 min")
    expect(page.locator('[name="step_timer-2"]')).to_have_value("")
    # A new row has its own field with its own label.
    page.locator("[data-add]").last.click()
    number = page.locator("[data-steps] .row").count()
    added = page.get_by_label(f"Timer Step {number}", exact=True)
    expect(added).to_have_value("")
    expect(added).to_have_attribute("name", f"step_timer-{number}")
    save(page)
    expect(page.locator("#step-1 time")).to_have_attribute("datetime", "PT25M")


def test_what_is_no_time_is_told_at_its_step_without_a_script(alice):
    visitor = alice(java_script_enabled=False)
    visitor.expects.add(422)
    page = visitor.go("/recipes/new")
    write(page, "Wash it.", "Boil it for 25 minutes.", timers=("soon", ""))
    page.locator(".form-end button").click()
    expect(page.locator('[id="step_timer-1-error"]')).to_be_visible()
    expect(page.locator('[name="step_timer-1"]')).to_have_value("soon")
    page.fill('[name="step_timer-1"]', "1:30")
    page.get_by_role("button", name="Set 25 min").click()
    expect(page.locator('[name="step_timer-2"]')).to_have_value("25 min")
    expect(page.locator('[name="step_timer-1"]')).to_have_value("1 h 30 min")
    save(page)
    expect(page.locator(".steps time")).to_have_text(["1 h 30 min", "25 min"])
    expect(page.get_by_role("button", name="Start timer")).to_have_count(0)


def test_several_timers_run_stop_and_tell_of_their_end(alice):
    page = alice(viewport={"width": 360, "height": 780}).go("/recipes/new")
    write(page, "Boil it.", "Let it rest.", timers=("10 s", "2 min"))
    save(page)
    page.add_init_script(SPY)
    page.clock.install()
    # The test moves only the page's clock, so the times of the server would not match.
    page.route("**/cooking/timers", lambda route: route.abort())
    page.reload()
    first, second = page.locator("#step-1"), page.locator("#step-2")
    dock, told = page.locator("[data-timer-dock]"), page.locator("[data-timer-told]")
    expect(dock).to_be_hidden()
    first.get_by_role("button", name="Start timer").click()
    second.get_by_role("button", name="Start timer").click()
    page.clock.run_for(4_000)
    expect(first.get_by_role("timer")).to_have_text(re.compile("^0:0[567]$"))
    expect(dock.locator("a")).to_have_text([re.compile("^Step 1: 0:0"), re.compile("^Step 2: 1:5")])
    second.get_by_role("button", name="Pause").click()
    waiting = second.get_by_role("timer").text_content()
    assert too_wide(page) == []
    assert Axe().run(page).violations_count == 0
    page.clock.run_for(8_000)
    expect(told).to_have_text("Step 1: time is up")
    assert page.evaluate("told") == {"tones": 3, "shakes": 1}
    expect(second.get_by_role("timer")).to_have_text(waiting)
    second.get_by_role("button", name="Reset").click()
    expect(second.get_by_role("timer")).to_have_text("2:00")
    second.get_by_role("button", name="Resume").click()
    page.clock.run_for(2_000)
    expect(second.get_by_role("timer")).to_have_text(re.compile("^1:5[789]$"))
    second.get_by_role("button", name="Stop").click()
    expect(second.get_by_role("button", name="Start timer")).to_be_focused()
    expect(dock.locator("a")).to_have_text(["Step 1: time is up"])
    first.get_by_role("button", name="Start again").click()
    expect(told).to_have_text("")
    page.clock.run_for(11_000)
    expect(told).to_have_text("Step 1: time is up")
    first.get_by_role("button", name="Stop").click()
    expect(dock).to_be_hidden()


def test_a_recipe_without_timers_has_one_of_ones_own(alice):
    visitor = alice(viewport={"width": 360, "height": 780})
    page = visitor.go("/recipes/new")
    write(page, "Boil it until it is done.")
    save(page)
    page.get_by_text("Your own timer").click()
    page.get_by_label("What it’s for").fill("Pasta")
    page.get_by_label("Minutes").fill("8")
    assert too_wide(page) == []
    page.get_by_role("button", name="Start timer").click()
    line = page.locator("[data-timer-dock] a")
    expect(line).to_have_text(re.compile("^Pasta: [78]:"))
    # It goes on after a reload, and shows on another device.
    page.reload()
    expect(line).to_have_text(re.compile("^Pasta: [78]:"))
    other = alice().go(page.url.removeprefix(visitor.site.address))
    expect(other.locator("[data-timer-dock] a")).to_have_text(re.compile("^Pasta: [78]:"))
    # Without a name it has that of its form.
    page.get_by_text("Your own timer").click()
    page.get_by_label("Minutes").fill("1")
    page.get_by_role("button", name="Start timer").click()
    expect(line.nth(1)).to_have_text(re.compile("^Your own timer: "))


def test_who_wants_no_sound_and_no_vibration_has_none(alice):
    page = alice().go("/settings/preferences")
    page.uncheck('[name="sounds"]')
    page.uncheck('[name="vibration"]')
    page.locator("main form button.button").last.click()
    page.goto(page.url.split("/settings")[0] + "/recipes/new")
    write(page, "Boil it.", timers=("2 s",))
    save(page)
    page.add_init_script(SPY)
    page.clock.install()
    page.reload()
    page.get_by_role("button", name="Start timer").click()
    page.clock.run_for(3_000)
    expect(page.locator("[data-timer-told]")).to_have_text("Step 1: time is up")
    assert page.evaluate("told") == {"tones": 0, "shakes": 0}
