"""The editor: completion, moving rows, pasted recipes, autosaves, two windows, and the live preview."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from every_page import fill_in
from test_every_page import too_wide

RECIPE = """Onion soup
Serves 4
Ingredients
500 g onions
2 tbsp butter
1 l vegetable stock
Method
1. Fry the onions slowly in the butter until they are brown.
2. Add the stock and simmer for twenty minutes."""


@pytest.fixture
def site(visit, empty_site):
    """A new site with a member Alice."""
    empty_site.add_user("alice", "member")
    return empty_site


@pytest.fixture
def alice(visit, site):
    return lambda **options: visit(site, **options).log_in("alice")


def names(page) -> list[str]:
    return [field.input_value() for field in page.locator('[name="ingredient"]').all()]


def kept(page) -> None:
    expect(page.locator("[data-draft]")).to_contain_text(re.compile(r"Autosaved at \d\d:\d\d"), timeout=15_000)


def test_completion_tells_how_many_there_are_and_goes_by_keys(alice):
    page = alice(viewport={"width": 360, "height": 780}).go("/recipes/new")
    field = page.locator('[name="ingredient"]').first
    field.focus()
    page.keyboard.type("oni")
    options = page.locator("[role=listbox]:visible [role=option]")
    expect(options.first).to_be_visible()
    expect(page.locator("[role=status]").filter(has_text="found")).to_contain_text(str(options.count()))
    page.keyboard.press("ArrowUp")
    expect(options.last).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Home")
    expect(page.locator("[aria-selected=true]")).to_have_count(0)
    assert too_wide(page) == []
    page.keyboard.press("Escape")
    expect(page.locator("[role=listbox]:visible")).to_have_count(0)
    expect(field).to_have_value("oni")
    page.keyboard.press("ArrowDown")
    expect(options.first).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.locator("[role=listbox]:visible")).to_have_count(0)


def test_suggestions_correct_typos_keep_unknown_words_and_work_by_touch(alice):
    page = alice(viewport={"width": 360, "height": 780}, has_touch=True).go("/recipes/new")
    field = page.locator('[name="ingredient"]').first
    field.tap()
    page.keyboard.type("buttr")
    option = page.locator("[role=listbox]:visible [role=option]").filter(has_text="butter").first
    option.tap()
    expect(field).to_have_value(re.compile("butter"))
    field.fill("")
    page.keyboard.type("frobnium")
    expect(page.locator("[role=listbox]:visible")).to_contain_text("No such ingredient found")
    expect(page.locator("[role=listbox]:visible [role=option]")).to_contain_text("Propose “frobnium”")
    page.keyboard.press("Tab")
    expect(field).to_have_value("frobnium")


def test_rows_are_dragged_moved_taken_away_and_brought_back(alice):
    page = alice().go("/recipes/new")
    for place, name in enumerate(["salt", "pepper", "oil"]):
        page.locator('[name="ingredient"]').nth(place).fill(name)
    # Dragging near the edge of the window would scroll the page.
    page.locator("[data-rows]").evaluate("rows => rows.scrollIntoView({ block: 'center' })")
    handle = page.locator("[data-rows] [data-drag]").first.bounding_box()
    target = page.locator("[data-rows] .row").nth(2).bounding_box()
    page.mouse.move(handle["x"] + 5, handle["y"] + 5)
    page.mouse.down()
    page.mouse.move(handle["x"] + 5, target["y"] + target["height"] - 2, steps=12)
    page.mouse.up()
    assert names(page)[:3] == ["pepper", "oil", "salt"]
    expect(page.locator("[data-told]")).to_contain_text("3 / ")
    page.locator("[data-rows] [data-remove]").first.focus()
    page.keyboard.press("Enter")
    assert names(page)[:2] == ["oil", "salt"]
    page.locator("[data-undo]").click()
    assert names(page)[:3] == ["pepper", "oil", "salt"]


def test_a_finger_drags_a_step(alice):
    page = alice(viewport={"width": 360, "height": 780}).go("/recipes/new")
    for place, text in enumerate(["One", "Two"]):
        page.locator('[name="step"]').nth(place).fill(text)
    page.locator("[data-steps] [data-drag]").first.evaluate(
        """handle => {
            const row = handle.closest(".row"), next = row.nextElementSibling.getBoundingClientRect();
            handle.setPointerCapture = () => {};
            const send = (type, clientY) => handle.dispatchEvent(
                new PointerEvent(type, { bubbles: true, pointerType: "touch", pointerId: 7, clientY, cancelable: true }));
            send("pointerdown", handle.getBoundingClientRect().top);
            send("pointermove", next.bottom);
            send("pointerup", next.bottom);
        }"""
    )
    expect(page.locator('[name="step"]').first).to_have_value("Two")


def test_a_whole_recipe_is_taken_apart_and_that_can_be_undone(alice):
    visitor = alice()
    visitor.expects.add(422)
    page = visitor.go("/recipes/new")
    page.locator("summary").filter(has_text="whole recipe").click()
    page.locator('[name="recipe_text"]').fill("Hello.")
    page.locator("[data-split]").click()
    expect(page.locator("#recipe_text-error")).to_be_visible()
    page.locator('[name="recipe_text"]').fill(RECIPE)
    page.locator("[data-split]").click()
    expect(page.locator('[name="title"]')).to_have_value("Onion soup")
    expect(page.locator("#recipe_text-error")).to_have_count(0)
    assert names(page)[:3] == ["onions", "butter", "vegetable stock"]
    expect(page.locator('[name="recipe_text"]')).to_have_value("")
    page.locator("[data-undo]").click()
    expect(page.locator('[name="title"]')).to_have_value("")
    expect(page.locator('[name="recipe_text"]')).to_have_value(RECIPE)


def test_the_preview_of_a_newer_site_is_not_shown(alice):
    page = alice().go("/recipes/new")

    def update(route):
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace("/site.", "/site.newer."))

    page.route("**/recipes/facts", update)
    page.locator('[name="ingredient"]').first.fill("butter")
    expect(page.locator("[data-facts]")).to_have_text("The site was updated. Save the recipe and open it again to see its diets and nutrition.")
    expect(page.locator('[name="ingredient"]').first).to_have_value("butter")


def test_what_follows_from_the_text_shows_while_one_writes(alice):
    page = alice().go("/recipes/new")
    page.locator('[name="amount"]').first.fill("200")
    page.locator('[name="unit"]').first.fill("g")
    page.locator('[name="ingredient"]').first.fill("butter")
    side = page.locator("[data-facts]")
    expect(side).to_contain_text(re.compile("milk", re.IGNORECASE))
    expect(page.locator("[data-facts-told]")).to_contain_text(re.compile("milk", re.IGNORECASE))
    page.locator('[name="ingredient"]').nth(1).fill("frobnium")
    expect(side).to_contain_text("frobnium")


def test_drafts_save_themselves_survive_and_cancel_restores(alice):
    visitor = alice()
    page = visitor.go("/recipes/new")
    page.locator('[name="title"]').fill("Half a soup")
    kept(page)
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('toque.draft'))") == []
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto(visitor.site.address + "/my/recipes")
    page.locator(".unfinished a").click()
    expect(page.locator('[name="title"]')).to_have_value("Half a soup")
    page.locator("[data-cancel]").click()
    page.wait_for_url("**/my/recipes")
    expect(page.locator(".unfinished")).to_have_count(0)


def test_what_did_not_reach_the_site_is_offered_again_and_goes_when_one_logs_out(alice):
    visitor = alice()
    page = visitor.go("/recipes/new")
    visitor.context.set_offline(True)
    page.locator('[name="title"]').fill("Typed in a tunnel")
    expect(page.locator("[data-draft]")).to_contain_text("No connection", timeout=15_000)
    copies = page.evaluate("JSON.stringify(Object.entries(localStorage))")
    assert "Typed in a tunnel" in copies
    # As after a crash without a connection: only the local copy is left.
    visitor.context.set_offline(False)
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto(visitor.site.address + "/my/recipes")
    for draft in page.locator(".unfinished button").all():
        draft.click()
    page.evaluate("copies => { for (const [key, text] of JSON.parse(copies)) localStorage.setItem(key, text); }", copies)
    page.goto(visitor.site.address + "/recipes/new")
    page.locator("[data-take]").click()
    expect(page.locator('[name="title"]')).to_have_value("Typed in a tunnel")
    page.evaluate("copies => { for (const [key, text] of JSON.parse(copies)) localStorage.setItem(key, text); }", copies)
    visitor.go("/logout")
    visitor.send("/logout")
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('toque.draft'))") == []


def test_figures_of_the_author_change_what_follows_and_stand_apart_on_the_page(alice):
    page = alice(viewport={"width": 360, "height": 780}).go("/recipes/new")
    page.locator('[name="title"]').fill("Butter")
    page.locator('[name="servings"]').fill("4")
    page.locator('[name="amount"]').first.fill("200")
    page.locator('[name="unit"]').first.fill("g")
    page.locator('[name="ingredient"]').first.fill("butter")
    page.locator('[name="step"]').first.fill("Eat it.")
    facts = page.locator("[data-facts]")
    expect(facts.locator(".badge.yes").filter(has_text="keto")).to_have_count(1)
    field = page.get_by_label("Carbohydrate, g")
    expect(field).to_be_hidden()
    page.locator("summary").filter(has_text="Nutrition from the label").click()
    field.fill("40,5")
    expect(facts).to_contain_text("Provided by the author")
    expect(facts.locator(".badge.yes").filter(has_text="keto")).to_have_count(0)
    page.get_by_label("Energy, kcal").fill("30")
    expect(facts).to_contain_text("You entered 30 kcal")
    assert too_wide(page) == []
    kept(page)
    page.reload()
    page.locator(".unfinished a").first.click()
    expect(field).to_be_visible()
    expect(field).to_have_value("40,5")
    with page.expect_navigation():
        page.locator(".form-end button").click()
    page.locator("summary").filter(has_text="Nutrition per serving").click()
    tables = page.locator(".nutrition table")
    expect(tables.first).to_contain_text("40.5")
    expect(tables.last).to_be_hidden()
    page.locator("summary").filter(has_text="Calculated from the ingredients").last.click()
    expect(tables.last).to_be_visible()
    assert too_wide(page) == []


def test_two_windows_are_shown_side_by_side(alice):
    visitor = alice()
    visitor.expects.add(409)
    visitor.go("/recipes/new")
    visitor.send("/recipes", title="Soup", ingredient=["salt"], step=["Stir."])
    address = "/" + visitor.page.url.split("/", 3)[3] + "/edit"
    visitor.go(address)
    other = visitor.context.new_page()
    other.goto(visitor.site.address + address)
    other.locator('[name="title"]').fill("Their soup")
    other.locator('[name="tips"]').fill("Their tip")
    kept(other)
    page = visitor.page
    page.locator('[name="title"]').fill("My soup")
    expect(page.locator("[data-draft]")).to_contain_text("continued in another window", timeout=15_000)
    page.locator("[data-compare]").click()
    page.wait_for_load_state()
    expect(page.locator("fieldset.choice")).to_have_count(2)
    page.set_viewport_size({"width": 360, "height": 780})
    assert too_wide(page) == []
    page.locator('[name="pick-tips"][value="theirs"]').check()
    page.locator('[value="merge"]').click()
    expect(page.locator('[name="title"]')).to_have_value("My soup")
    expect(page.locator('[name="tips"]')).to_have_value("Their tip")
    with page.expect_navigation():
        page.locator(".form-end button").click()
    expect(page.locator("h1")).to_have_text("My soup")


def test_without_a_script_every_button_works(visit, site):
    visitor = visit(site, java_script_enabled=False).log_in("alice")
    page = visitor.go("/recipes/new")
    page.locator('[name="ingredient"]').nth(0).fill("salt")
    page.locator('[name="ingredient"]').nth(1).fill("butter")
    with page.expect_navigation():
        page.locator("[data-down]").first.click()
    assert names(page)[:2] == ["butter", "salt"]
    page.locator("[data-check]").click()
    expect(page.locator("[data-facts]")).to_contain_text(re.compile("milk", re.IGNORECASE))
    page.locator("summary").filter(has_text="whole recipe").click()
    page.locator('[name="recipe_text"]').fill(RECIPE)
    with page.expect_navigation():
        page.locator("[data-split]").click()
    assert names(page)[:4] == ["butter", "salt", "onions", "butter"]
    page.locator('[name="title"]').press("Enter")
    expect(page.locator("h1")).to_have_text("Onion soup")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_in_the_comparison(look, planted, scheme):
    visitor = look("alice", color_scheme=scheme, reduced_motion="reduce")
    visitor.expects.add(409)
    page = visitor.go(fill_in("/recipes/{live}/edit", planted))
    page.locator('[name="version"]').evaluate("field => { field.value = 0 }")
    page.locator('[name="title"]').fill("Another soup")
    with page.expect_navigation():
        page.locator(".form-end button").click()
    serious = [
        violation["id"] + "\n".join(node["html"] for node in violation["nodes"])
        for violation in Axe().run(page).response["violations"]
        if violation["impact"] in ("serious", "critical")
    ]
    assert not serious, "\n".join(serious)
