"""Cook mode on a phone: taps, keys, timers and continuing on another device, with and without JavaScript."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from mail_server import until
from test_every_page import too_wide
from visitor import recipe_id

PHONE = {"viewport": {"width": 360, "height": 780}, "has_touch": True, "is_mobile": True}
READ_HELP = "localStorage.setItem('toque.cook help', 'on')"
SPY = """
window.heard = [];
const tone = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) { heard.push(this.type); return tone.apply(this, when); };
window.locks = 0;
navigator.wakeLock.request = async () => { locks += 1; };
"""


@pytest.fixture
def alice(visit, empty_site):
    empty_site.add_user("alice", "member")
    return lambda **options: visit(empty_site, **options).log_in("alice")


def rice(page, address: str) -> int:
    """Adds a recipe of three steps, the second with a timer, and returns its number."""
    page.goto(address + "/recipes/new")
    page.fill('[name="title"]', "Butter rice")
    page.fill('[name="servings"]', "4")
    page.locator('[name="ingredients_text"]').evaluate("field => { field.closest('details')?.setAttribute('open', ''); }")
    page.fill('[name="ingredients_text"]', "200 g rice\n50 g butter\n1 tsp salt")
    for number, text in enumerate(["Wash the rice.", "Boil it with salt.", "Stir in the butter."]):
        page.locator('[name="step"]').nth(number).fill(text)
    page.fill('[name="step_timer-2"]', "10 min")
    page.locator(".form-end button").click()
    page.wait_for_url(re.compile(r"/recipes/\d+-butter-rice"))
    return recipe_id(page.url)


def cook(visitor, recipe: int, query: str = ""):
    visitor.page.add_init_script(READ_HELP)
    page = visitor.go(f"/recipes/{recipe}/cook{query}")
    expect(page.locator("[data-scripted]").first).to_be_attached()
    return page


def shows(page, step: int) -> None:
    expect(page.locator(f"#step-{step}")).to_be_visible()
    expect(page.locator(".cook-step:visible")).to_have_count(1)
    expect(page.locator('.cook-dots [aria-current="step"]')).to_have_attribute("data-to", str(step))


def test_taps_keys_dots_and_the_help(alice):
    visitor = alice(**PHONE)
    recipe = rice(visitor.page, visitor.site.address)
    visitor.page.add_init_script(SPY)
    page = visitor.go(f"/recipes/{recipe}")
    assert page.locator(".cook-thumb a").bounding_box()["y"] > 390, "in reach of the thumb"
    page.locator(".cook-thumb a").tap()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.get_by_role("button", name="Got it").tap()
    shows(page, 1)
    assert page.evaluate("parseFloat(getComputedStyle(document.querySelector('.cook-words')).fontSize)") >= 28
    assert page.evaluate("locks") == 1
    expect(page.locator("#step-1 .cook-lines li")).to_have_text(re.compile("200.g rice"))
    words = page.locator(".cook-words:visible")
    words.tap()
    shows(page, 2)
    assert page.evaluate("heard") == ["triangle"]
    box = words.bounding_box()
    place = (box["x"] + 20, box["y"] + 20)
    page.touchscreen.tap(*place)
    page.touchscreen.tap(*place)
    shows(page, 1)
    for key, step in [("ArrowRight", 2), ("PageDown", 3), ("ArrowLeft", 2), ("End", 4), ("PageUp", 3), ("Home", 1), (" ", 2)]:
        page.keyboard.press(key)
        shows(page, step)
    page.locator(".cook-dots a").nth(2).tap()
    shows(page, 3)
    expect(page).to_have_url(re.compile(r"step=3"))
    page.get_by_role("link", name="Back", exact=True).tap()
    shows(page, 2)
    assert too_wide(page) == []
    page.locator(".cook-options > summary").tap()
    page.get_by_label("Sounds").uncheck()
    page.locator(".cook-options > summary").tap()
    page.evaluate("heard.length = 0")
    page.get_by_role("link", name="Next", exact=True).tap()
    page.get_by_role("link", name="Next", exact=True).tap()
    shows(page, 4)
    expect(page.get_by_role("button", name="Favourite")).to_be_visible()
    expect(page.get_by_role("link", name="Cooked it")).to_be_visible()
    assert page.evaluate("heard") == []
    assert Axe().run(page).violations_count == 0
    page.reload()
    expect(page.get_by_role("dialog")).to_be_hidden()


def test_the_phones_own_back_shows_the_previous_step(alice):
    visitor = alice(**PHONE)
    recipe = rice(visitor.page, visitor.site.address)
    visitor.go(f"/recipes/{recipe}")
    page = cook(visitor, recipe)
    for step in (2, 3):
        page.get_by_role("link", name="Next", exact=True).tap()
        shows(page, step)
    page.go_back()
    shows(page, 2)
    expect(page).to_have_url(re.compile("step=2"))
    page.reload()
    shows(page, 2)
    # Moving between steps with keys adds no entries to the browser's history.
    for key in ["ArrowLeft", "ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft", "ArrowRight"]:
        page.keyboard.press(key)
    shows(page, 2)
    expect(page).to_have_url(re.compile("step=2"))
    page.go_back()
    shows(page, 1)
    page.go_back()
    expect(page).to_have_url(re.compile(rf"/recipes/{recipe}[^/]*$"))


def test_a_timer_rings_after_a_reload_and_is_on_the_other_device(alice):
    phone = alice(**PHONE)
    recipe = rice(phone.page, phone.site.address)
    phone.page.add_init_script(SPY)
    phone.page.clock.install()
    page = cook(phone, recipe, "?step=2")
    page.get_by_role("button", name="Start timer").first.tap()
    expect(page.locator("[data-timer-dock] a")).to_have_text(re.compile("Step 2: 10:00|9:5"))
    # The test moves only this page's clock, so the times of the server would not match.
    sent = "JSON.parse(localStorage.getItem('toque.timers')).timers.every(({ sent }) => sent)"
    until(lambda: page.evaluate(sent), 10, "answer to the timers")
    page.route("**/cooking/timers", lambda route: route.abort())
    page.clock.run_for(60_000)
    page.get_by_role("link", name="Next", exact=True).tap()
    shows(page, 3)
    expect(page.locator("[data-timer-dock] a")).to_have_text(re.compile("Step 2: 8:5|9:0"))
    tablet = alice()
    other = cook(tablet, recipe)
    shows(other, 3)
    expect(other.locator("[data-resumed]")).to_be_visible()
    expect(other.locator("[data-timer-dock] a")).to_have_text(re.compile("Step 2: "))
    page.reload()
    expect(page.locator("[data-timer-dock] a")).to_have_text(re.compile("Step 2: "))
    page.locator(".cook-words:visible").tap()
    page.evaluate("heard.length = 0")
    page.clock.run_for(600_000)
    expect(page.locator("[data-timer-told]")).to_have_text("Step 2: time is up")
    assert "square" in page.evaluate("heard")
    page.unroute("**/cooking/timers")
    page.get_by_role("button", name="Stop: Step 2").tap()
    expect(page.locator("[data-timer-dock]")).to_be_hidden()
    other.reload()
    expect(other.locator("[data-timer-dock]")).to_be_hidden()
    other.locator(".cook-options > summary").click()
    other.get_by_label("What it’s for").fill("Eggs")
    other.get_by_label("Minutes").fill("many")
    other.locator("[data-own-timer] button").click()
    expect(other.locator("#own-error")).to_be_visible()
    other.get_by_label("Minutes").fill("3")
    other.locator("[data-own-timer] button").click()
    # The panel closes, so that it does not hide the timer.
    expect(other.locator("[data-timer-dock] a")).to_be_in_viewport()
    expect(other.locator("[data-timer-dock] a")).to_have_text(re.compile("Eggs: [23]:"))
    expect(other.locator(".cook-options[open]")).to_have_count(0)
    # The recipe page shows the timer too.
    other.goto(f"{tablet.site.address}/recipes/{recipe}")
    expect(other.locator("[data-timer-dock] a")).to_have_text(re.compile("Eggs: [23]:"))


def test_many_timers_leave_the_step_in_sight(alice):
    phone = alice(viewport={"width": 640, "height": 360})
    page = cook(phone, rice(phone.page, phone.site.address), "?step=2")
    for number in range(6):
        page.locator(".cook-options > summary").click()
        page.get_by_label("What it’s for").fill(f"Potatoes with a very long name, number {number}")
        page.get_by_label("Minutes").fill("30")
        page.locator("[data-own-timer] button").click()
    expect(page.locator("[data-timer-dock] li")).to_have_count(6)
    assert page.locator(".cook-foot").bounding_box()["height"] < 180
    assert too_wide(page) == []


def test_the_timer_that_matters_is_in_sight_on_a_phone(alice):
    phone = alice(**PHONE)
    other, recipe = (rice(phone.page, phone.site.address) for _ in range(2))
    # Three custom timers for another recipe. The first one ends during the test.
    phone.page.clock.install()
    page = cook(phone, other)
    page.route("**/cooking/timers", lambda route: route.abort())
    for name, minutes in [("Potatoes", "1"), ("Beans", "30"), ("Шаг", "40")]:
        page.locator(".cook-options > summary").tap()
        page.get_by_label("What it’s for").fill(name)
        page.get_by_label("Minutes").fill(minutes)
        page.locator("[data-own-timer] button").tap()
    page = cook(phone, recipe, "?step=2")
    page.get_by_role("button", name="Start timer").first.tap()
    lines = page.locator("[data-timer-dock] li")
    expect(lines).to_have_count(4)
    expect(lines.first).to_have_text(re.compile("Step 2: "))
    expect(lines.nth(2)).to_have_text(re.compile("Beans, Butter rice: "))
    page.clock.run_for(61_000)
    expect(lines.first).to_have_text(re.compile("Potatoes, Butter rice: time is up"))
    for part in (lines.first, lines.first.get_by_role("button")):
        box = part.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 360, "whole without scrolling"
    page.get_by_role("button", name="Stop: Potatoes").tap()
    expect(lines.first).to_have_text(re.compile("Step 2: "))
    # The name of a step's timer is in the language of the page, here Russian.
    page.evaluate("document.querySelector('[data-timer-dock]').dataset.step = 'Шаг'")
    page.clock.run_for(1_000)
    expect(lines.first).to_have_text(re.compile("Шаг 2: "))


def test_the_same_cooking_by_plain_pages_without_a_script(alice):
    visitor = alice(java_script_enabled=False, **PHONE)
    recipe = rice_without_script(visitor)
    page = visitor.go(f"/recipes/{recipe}?servings=8")
    page.locator(".cook-thumb a").click()
    for step in (1, 2, 3):
        expect(page.locator(".cook-step:visible h2")).to_have_text(f"Step {step} of 3")
        if step == 1:
            expect(page.locator(".cook-lines:visible li")).to_have_text(re.compile("400.g rice"))
        if step == 2:
            visitor.change(f"/recipes/{recipe}/cook")
            expect(page.locator(".done")).to_contain_text("Saved.")
        page.get_by_role("link", name="Next", exact=True).click()
    expect(page.locator("h2:visible").first).to_have_text("Enjoy your meal!")
    page = visitor.go("/")
    page.get_by_role("link", name="Butter rice, step 2").click()
    expect(page.locator(".cook-step:visible h2")).to_have_text("Step 2 of 3")
    page.get_by_role("link", name="Back", exact=True).click()
    expect(page.locator(".cook-step:visible h2")).to_have_text("Step 1 of 3")


def rice_without_script(visitor) -> int:
    visitor.go("/recipes/new")
    visitor.change(
        "/recipes", title="Butter rice", servings="4", ingredients_text="200 g rice\n50 g butter\n1 tsp salt",
        step=["Wash the rice.", "Boil it with salt.", "Stir in the butter."],
    )
    return recipe_id(visitor.page.url)


def test_servings_change_at_once_and_cook_mode_follows(alice):
    visitor = alice(**PHONE)
    recipe = rice(visitor.page, visitor.site.address)
    page = visitor.go(f"/recipes/{recipe}")
    page.evaluate("window.isSamePage = true")
    page.locator("[data-line]").first.check()
    page.locator(".step-up").tap()
    expect(page.locator(".ingredients .amount").first).to_have_text(re.compile("250.g"))
    page.locator(".step-up").tap()
    expect(page.locator(".ingredients .amount").first).to_have_text(re.compile("300.g"))
    expect(page.locator("[data-line]").first).to_be_checked()
    expect(page.locator('.scaling [name="servings"]')).to_have_value("6")
    expect(page.locator('#shopping [name="servings"]')).to_have_value("6")
    expect(page.locator(".scaling .without-script")).to_be_hidden()
    page.locator("#shown-units").select_option("us")
    expect(page.locator(".ingredients .amount").first).to_have_text(re.compile("10.*oz"))
    page.locator("#shown-units").select_option("written")
    page.locator('.scaling [name="servings"]').fill("6")
    page.locator("[data-line]").first.focus()
    expect(page.locator(".ingredients .amount").first).to_have_text(re.compile("300.g"))
    assert page.evaluate("!document.activeElement.closest('.scaling')"), "the focus stays where it went"
    assert page.evaluate("window.isSamePage")
    page.locator(".cook-thumb a").tap()
    expect(page.locator("#step-1 .cook-lines li")).to_have_text(re.compile("300.g rice"))


def test_spoken_words_turn_pages_and_say_amounts(alice):
    visitor = alice()
    recipe = rice(visitor.page, visitor.site.address)
    visitor.page.add_init_script(
        """
        window.said = [];
        window.SpeechRecognition = class extends EventTarget {
            start() { window.listener = this; }
            stop() {}
        };
        window.hear = (transcript) => {
            const results = [Object.assign([{ transcript }], { isFinal: true })];
            listener.dispatchEvent(Object.assign(new Event("result"), { results, resultIndex: 0 }));
        };
        speechSynthesis.speak = ({ text, lang }) => said.push([text, lang]);
        """
    )
    page = cook(visitor, recipe)
    page.locator(".cook-options > summary").click()
    page.get_by_label("Spoken commands").check()
    until(lambda: page.evaluate("window.listener !== undefined"), 10, "listening")
    page.locator(".cook-options > summary").click()
    for words, step in [("okay, next", 2), ("next please", 3), ("go back", 2)]:
        page.evaluate("words => hear(words)", words)
        shows(page, step)
    page.evaluate("hear('how much butter')")
    expect(page.locator("[data-said]")).to_have_text(re.compile("50.g butter"))
    page.evaluate("hear('repeat')")
    until(lambda: page.evaluate("said.length === 2"), 10, "second sentence")
    assert page.evaluate("said[1]") == ["Boil it with salt.", "en"]
    page.evaluate("hear('start the timer')")
    expect(page.locator("[data-timer-dock] a")).to_have_text(re.compile("Step 2: "))


def test_a_recipe_of_twenty_steps_fits_a_phone(alice):
    visitor = alice(**PHONE)
    steps = [f"Turn it for the {number}th time." for number in range(4, 24)]
    address = visitor.post("/recipes", "/recipes/new", title="Twenty turns", ingredients_text="200 g rice", step=steps)
    page = cook(visitor, recipe_id(address))
    assert not too_wide(page)
    foot = page.locator(".cook-foot").bounding_box()
    assert foot["x"] >= 0 and foot["x"] + foot["width"] <= 360 and foot["y"] + foot["height"] <= 780
