"""Lists: open the previous and next recipe, add several recipes to the favourites, print the shopping list."""

import pytest
from playwright.sync_api import Page, expect

from visitor import Visitor, published

SOUPS = ["Carrot soup", "Leek soup", "Onion soup"]
PHONE = {"viewport": {"width": 360, "height": 780}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def soups(site, visit) -> list[int]:
    """Public recipes, oldest first, which is also their alphabetical order."""
    alice, bob = visit(site).log_in("alice"), visit(site).log_in("bob")
    return [published(alice, bob, title) for title in SOUPS]


def neighbour(page: Page, rel: str):
    return page.locator(f"[data-neighbours] [data-side={rel}]")


def open_recipe(visitor: Visitor, path: str, title: str) -> Page:
    page = visitor.go(path)
    page.locator(".recipe-card").get_by_role("link", name=title, exact=True).first.click()
    expect(page.locator("h1")).to_have_text(title)
    return page


def test_a_recipe_leads_to_the_previous_and_next_one_of_its_list(site, soups, visit):
    reader = visit(site)
    for path, order in {"/recipes": SOUPS, "/search?q=soup&sort=newest": SOUPS[::-1], "/cooks/alice": SOUPS[::-1]}.items():
        page = open_recipe(reader, path, order[0])
        expect(neighbour(page, "prev")).to_be_hidden()
        expect(neighbour(page, "next")).to_have_text(f"Next: {order[1]}")
        box = neighbour(page, "next").bounding_box()
        assert box["height"] >= 44
        neighbour(page, "next").click()
        expect(page.locator("h1")).to_have_text(order[1])
        expect(neighbour(page, "prev")).to_have_text(f"Previous: {order[0]}")
        page.keyboard.press("ArrowRight")
        expect(page.locator("h1")).to_have_text(order[2])
        expect(neighbour(page, "next")).to_be_hidden()
        page.keyboard.press("ArrowLeft")
        expect(page.locator("h1")).to_have_text(order[1])


def test_arrow_keys_stay_with_typing_and_shortcuts(site, soups, visit):
    page = open_recipe(visit(site), "/recipes", SOUPS[1])
    expect(neighbour(page, "next")).to_be_visible()
    search = page.locator("#bar-q")
    search.fill("soup")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    search.blur()
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Control+ArrowLeft")
    page.keyboard.press("ArrowUp")
    expect(page.locator("h1")).to_have_text(SOUPS[1])
    page.keyboard.press("ArrowRight")
    expect(page.locator("h1")).to_have_text(SOUPS[2])


def swipe(page: Page, across: int, down: int = 0) -> None:
    client = page.context.new_cdp_session(page)
    x, y = (300, 400) if across < 0 else (60, 400)
    client.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for part in (0.5, 1):
        point = {"x": x + across * part, "y": y + down * part}
        client.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    client.detach()


def test_a_swipe_leads_to_the_next_recipe(site, soups, visit):
    page = open_recipe(visit(site, **PHONE), "/recipes", SOUPS[0])
    expect(neighbour(page, "next")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    swipe(page, -40)
    swipe(page, -100, 200)
    expect(page.locator("h1")).to_have_text(SOUPS[0])
    swipe(page, -200)
    expect(page.locator("h1")).to_have_text(SOUPS[1])
    expect(neighbour(page, "prev")).to_be_visible()
    swipe(page, 200)
    expect(page.locator("h1")).to_have_text(SOUPS[0])


def test_a_list_goes_on_on_its_other_pages(look):
    reader = look()
    page = reader.go("/recipes?page=2")
    first = page.locator(".recipe-card h3 a").first
    name = first.inner_text()
    first.click()
    expect(page.locator("h1")).to_have_text(name)
    expect(neighbour(page, "prev")).to_be_visible()
    neighbour(page, "prev").click()
    expect(page.locator("h1")).not_to_have_text(name)
    expect(neighbour(page, "next")).to_have_text(f"Next: {name}")
    page = reader.go("/recipes")
    last = page.locator(".recipe-card h3 a").last
    last.click()
    expect(neighbour(page, "next")).to_have_text(f"Next: {name}")


def test_other_recipes_have_no_neighbours_and_logging_out_forgets_the_list(site, soups, visit):
    charlie = visit(site).log_in("charlie")
    page = open_recipe(charlie, "/search?q=leek", SOUPS[1])
    expect(page.locator("[data-neighbours]")).to_be_hidden()
    page = charlie.go(f"/recipes/{soups[0]}")
    expect(page.locator("[data-neighbours]")).to_be_hidden()
    assert page.evaluate("sessionStorage.getItem('toque.list')")
    charlie.go("/logout")
    charlie.change("/logout")
    assert page.evaluate("sessionStorage.getItem('toque.list')") is None


def test_the_list_of_a_member_is_forgotten_if_the_session_ended_elsewhere(site, soups, visit):
    page = open_recipe(visit(site).log_in("charlie"), "/recipes", SOUPS[0])
    expect(neighbour(page, "next")).to_be_visible()
    page.context.clear_cookies()
    page.reload()
    expect(page.locator("[data-neighbours]")).to_be_hidden()
    assert page.evaluate("sessionStorage.getItem('toque.list')") is None


def ids(visitor: Visitor, path: str = "/favourites") -> list[int]:
    return sorted(item["id"] for item in visitor.json(path)["items"])


@pytest.mark.parametrize("scripts", [True, False])
def test_several_recipes_of_a_list_become_favourites(site, soups, visit, scripts):
    charlie = visit(site, java_script_enabled=scripts).log_in("charlie")
    for path in ["/recipes", "/search?q=soup", "/cooks/alice"]:
        page = charlie.go(path)
        expect(page.locator("input[name=recipe]")).to_have_count(0)
        page.get_by_role("link", name="Select several").click()
        for soup in soups[:2]:
            page.locator(f"input[name=recipe][value='{soup}']").check()
        page.get_by_role("button", name="Add to favourites").click()
        expect(page.locator(".done")).to_contain_text("The selected recipes are in your favourites now.")
        assert ids(charlie) == soups[:2]
        page.locator(".done form button").click()
        expect(page.locator(".done")).to_contain_text("Undone.")
        assert ids(charlie) == []
        page.get_by_role("link", name="Stop selecting").click()
        expect(page.locator("input[name=recipe]")).to_have_count(0)


def test_several_recipes_go_into_a_folder(site, soups, visit):
    charlie = visit(site, **PHONE).log_in("charlie")
    charlie.go("/favourites")
    charlie.change("/favourites/folders", name="Winter")
    page = charlie.go("/recipes?select=1")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Add to favourites").click()
    expect(page.locator(".done")).to_contain_text("Nothing was selected")
    for soup in soups:
        page.locator(f"input[name=recipe][value='{soup}']").check()
    page.get_by_label("Folder").select_option("Winter")
    page.get_by_role("button", name="Add to favourites").click()
    expect(page.locator(".done")).to_contain_text("in your favourites now")
    assert ids(charlie, "/favourites?folder=1") == soups


def test_the_shopping_list_prints_with_one_click(site, visit):
    charlie = visit(site).log_in("charlie")
    charlie.go("/shopping")
    page = charlie.change("/shopping/items", text="500 g butter\nnapkins")
    page.evaluate("window.print = () => { document.body.dataset.printed = location.pathname; }")
    page.get_by_role("link", name="Print the list").click()
    expect(page.locator("body")).to_have_attribute("data-printed", "/shopping")
    page.emulate_media(media="print")
    expect(page.locator(".shopping-aisle").first).to_be_visible()
    for hidden in [".shopping-add", ".shopping-end", "#household", ".bar"]:
        expect(page.locator(hidden)).to_be_hidden()


def test_the_shopping_list_has_a_page_for_printing_without_a_script(site, visit):
    charlie = visit(site, java_script_enabled=False, **PHONE).log_in("charlie")
    charlie.go("/shopping")
    page = charlie.change("/shopping/items", text="500 g butter\nnapkins")
    page.get_by_role("link", name="Print the list").click()
    expect(page).to_have_url(site.address + "/shopping/print")
    expect(page.locator(".print-list li")).to_have_text(["butter: 500 g", "napkins"])
    page.get_by_role("link", name="Shopping list").click()
    expect(page).to_have_url(site.address + "/shopping")


def test_a_square_picture_with_the_title_can_be_saved(site, soups, visit):
    page = open_recipe(visit(site), "/recipes", SOUPS[0])
    with page.expect_download() as started:
        page.get_by_role("link", name="Save a picture for Instagram").click()
    assert started.value.suggested_filename == "recipe-square.jpg"
    assert started.value.path().read_bytes().startswith(b"\xff\xd8")


def test_the_page_after_registration_asks_for_likes_too(site, visit):
    charlie = visit(site).log_in("charlie")
    page = charlie.go("/welcome")
    page.get_by_label("Vegan", exact=True).check()
    page.locator("#disliked").fill("olives")
    page.locator("#max_minutes").select_option("30")
    page.get_by_role("button", name="Save").click()
    expect(page).to_have_url(site.address + "/")
    page = charlie.go("/settings/preferences")
    expect(page.locator("#disliked")).to_have_value("olives")
    expect(page.locator("#max_minutes")).to_have_value("30")


def test_parts_of_a_newer_site_are_opened_as_a_page(site, visit):
    """A reader changes the servings after an update of the site. Only the answer to the script comes from the newer site."""
    alice, bob = visit(site).log_in("alice"), visit(site).log_in("bob")
    recipe = published(alice, bob, "Onion soup", servings="4")
    page = visit(site).go(f"/recipes/{recipe}")

    def update(route):
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace("/site.", "/site.newer."))

    page.route("**/recipes/*servings=*", update, times=1)
    with page.expect_navigation():
        page.locator(".step-up").click()
    expect(page.locator("h1")).to_have_text("Onion soup")
