"""Features that need JavaScript: suggestions, rows of the editor, more entries of a list, the moderators' keys."""

import datetime
import re
import zoneinfo

import pytest
from playwright.sync_api import expect


def test_search_suggestions_work_by_keyboard(look):
    page = look().go("/search")
    field = page.locator('form.filters [name="q"]')
    field.focus()
    page.keyboard.type("bors")
    options = page.locator("[role=listbox]:visible [role=option]")
    expect(options.first).to_be_visible()
    expect(field).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("ArrowDown")
    expect(options.first).to_have_attribute("aria-selected", "true")
    expect(field).to_have_attribute("aria-activedescendant", options.first.get_attribute("id"))
    page.keyboard.press("Escape")
    expect(page.locator("[role=listbox]:visible")).to_have_count(0)


def test_ingredient_suggestions_fill_the_row_by_keyboard(look):
    page = look("alice").go("/recipes/new")
    field = page.locator('[name="ingredient"]').first
    field.focus()
    page.keyboard.type("buckwh")
    expect(page.locator("[role=listbox]:visible [role=option]").first).to_contain_text("buckwheat")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(field).to_have_value("buckwheat")
    expect(field).to_be_focused()


def test_a_suggestion_keeps_the_words_of_the_author(look):
    page = look("alice").go("/recipes/new")
    field = page.locator('[name="ingredient"]').first
    field.focus()
    page.keyboard.type("Garbanzo b")
    expect(page.locator("[role=listbox]:visible [role=option]").first).to_contain_text("chickpeas")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(field).to_have_value("Garbanzo bean")


def test_a_line_of_the_shopping_list_is_completed_after_its_amount(look):
    page = look("alice").go("/shopping")
    field = page.locator('[name="text"]')
    field.focus()
    page.keyboard.type("napkins\n2 cups buckwh")
    options = page.locator("[role=listbox]:visible [role=option]")
    expect(options.first).to_contain_text("buckwheat")
    page.keyboard.press("ArrowDown")
    expect(field).to_have_attribute("aria-activedescendant", options.first.get_attribute("id"))
    page.keyboard.press("Enter")
    expect(field).to_have_value("napkins\n2 cups buckwheat")
    # A line that is not food stays unchanged, and Enter starts the next line.
    page.keyboard.type("\ncandles")
    expect(page.locator("[role=listbox]:visible")).to_have_count(0)
    page.keyboard.press("Enter")
    page.keyboard.type("rice")
    expect(options.first).to_contain_text("rice")
    page.keyboard.press("Enter")
    expect(field).to_have_value("napkins\n2 cups buckwheat\ncandles\nrice\n")


def test_a_search_offers_groups_to_leave_out(look):
    page = look().go("/search")
    fold = page.locator("details.filter-fold > summary")
    if fold.is_visible():
        fold.click()
    page.locator('[name="without"]').focus()
    page.keyboard.type("salt, nut")
    expect(page.locator("[role=listbox]:visible [role=option]").first).to_contain_text("nuts")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator('[name="without"]')).to_have_value("salt, nuts")


def test_a_long_list_of_ingredients_never_scrolls_inside_and_prints_at_full_width(look):
    page = look().go("/recipes")
    page.set_viewport_size({"width": 1280, "height": 720})
    page.locator(".recipe-card a").first.click()
    page.locator(".ingredients li").first.evaluate(
        "(line) => { for (let i = 0; i < 40; i++) line.after(line.cloneNode(true)); }")
    measure = """(list) => [list.scrollHeight, list.clientHeight, getComputedStyle(list).overflowY,
        getComputedStyle(list).position]"""
    shown = page.locator(".ingredients")
    expect(shown).not_to_have_class(re.compile(r"\bfits\b"))
    height, inner, overflow, position = shown.evaluate(measure)
    assert height == inner and overflow == "visible" and position == "static"
    page.emulate_media(media="print")
    free = page.locator(".ingredients label").first.evaluate(
        "(label) => label.getBoundingClientRect().right - label.querySelector('.what').getBoundingClientRect().right")
    assert free < 2


def test_rows_of_the_editor_are_added_moved_and_removed(look):
    page = look("alice").go("/recipes/new")
    for name in ["ingredient", "step"]:
        fields = page.locator(f'[name="{name}"]')
        section = page.locator("form[data-editor] section").filter(has=fields)
        count = fields.count()
        section.locator("[data-add]").click()
        expect(fields).to_have_count(count + 1)
        fields.nth(0).fill("salt")
        fields.nth(1).fill("pepper")
        section.locator("[data-down]").first.click()
        expect(fields.nth(0)).to_have_value("pepper")
        expect(fields.nth(1)).to_have_value("salt")
        section.locator("[data-remove]").first.click()
        expect(fields).to_have_count(count)
        expect(fields.nth(0)).to_have_value("salt")


def test_a_pasted_block_becomes_rows(look):
    page = look("alice").go("/recipes/new")
    page.locator('[name="ingredient"]').first.evaluate(
        """field => {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text", "300 g red lentils\\n1 onion, chopped\\n2 tbsp olive oil\\n1 tsp salt");
            field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
        }"""
    )
    expect(page.locator('[name="ingredient"]').nth(3)).to_have_value("salt")
    expect(page.locator('[name="amount"]').first).to_have_value("300")
    expect(page.locator('[name="unit"]').first).to_have_value("g")
    expect(page.locator('[name="note"]').nth(1)).to_have_value("chopped")
    expect(page.locator('[name="ingredients_text"]')).to_have_value("")


def test_leaving_the_editor_asks_only_when_something_was_changed(look):
    page = look("alice").go("/recipes/new")
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    page.locator("a.logo").click()
    page.wait_for_url("**/")
    assert asked == []
    page.go_back()
    page.locator('[name="title"]').click()
    page.keyboard.type("Soup")
    page.locator("a.logo").click()
    assert asked == ["beforeunload"]
    assert page.url.endswith("/recipes/new")
    expect(page.locator('[name="title"]')).to_have_value("Soup")


def test_a_list_grows_by_its_next_page_and_is_as_long_when_one_comes_back(look):
    page = look().go("/recipes")
    cards = page.locator("article.recipe-card")
    expect(cards).to_have_count(20)
    page.locator("nav.pages button").click()
    expect(cards).to_have_count(40)
    title = cards.nth(30).locator("h3").inner_text()
    cards.nth(30).locator("h3 a").click()
    expect(page.locator("h1")).to_have_text(title)
    page.go_back()
    expect(cards).to_have_count(40)


def test_moderators_work_by_single_keys(look):
    page = look("bob").go("/moderation")
    page.keyboard.press("j")
    expect(page.locator("main a:focus")).to_have_count(1)
    page.keyboard.press("Enter")
    page.wait_for_url("**/moderation/submissions/*")
    page.keyboard.press("r")
    expect(page.locator('form[action$="/request-changes"]')).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("h1").click()
    page.keyboard.press("?")
    expect(page.locator("dialog[open]")).to_be_visible()


@pytest.mark.parametrize("scripts", [True, False])
def test_times_are_in_the_zone_of_the_reader(look, scripts):
    page = look("ada", java_script_enabled=scripts, timezone_id="Asia/Tokyo").go("/settings/sessions")
    shown = page.locator(".person-facts time").first
    moment = datetime.datetime.fromisoformat(shown.get_attribute("datetime"))
    if not scripts:
        return expect(shown).to_have_text(f"{moment.day} {moment:%B %Y, %H:%M} UTC")
    local = moment.astimezone(zoneinfo.ZoneInfo("Asia/Tokyo"))
    expect(shown).to_have_text(f"{local.day} {local:%B %Y at %H:%M}")
    later = """document.querySelector("main").insertAdjacentHTML(
        "beforeend", '<p id="later"><time datetime="2026-11-20T20:05:09Z">20 November 2026, 20:05 UTC</time></p>')"""
    page.evaluate(later)
    expect(page.locator("#later")).to_have_text("21 November 2026 at 05:05")
