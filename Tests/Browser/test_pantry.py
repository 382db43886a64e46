"""From a pasted list of food to recipes that you can cook with it, with and without JavaScript."""

import pytest
from playwright.sync_api import expect

from visitor import Visitor, published

RECIPES = {
    "Onion soup": "2 onions\n1 tsp salt",
    "Pancakes": "200 g flour\n2 eggs\n300 ml milk",
    "Cream pasta": "200 g pasta\n200 ml cream",
}
LIST = """3 onions
500 g flour
6 eggs
1 l milk
400 g pasta"""


@pytest.fixture
def recipes(site, visit) -> dict[str, int]:
    """The numbers of public recipes by title."""
    alice, bob = visit(site).log_in("alice"), visit(site).log_in("bob")
    return {title: published(alice, bob, title, lines) for title, lines in RECIPES.items()}


def card(visitor: Visitor, recipe: int):
    return visitor.page.locator(f".own-card:has(article[data-recipe-id='{recipe}'])")


def names(visitor: Visitor) -> set[str]:
    return {item["name"] for item in visitor.json("/pantry")["items"]}


@pytest.mark.parametrize("has_script", [True, False])
def test_from_a_pasted_list_to_a_favourite(site, recipes, visit, has_script):
    soup, pancakes, pasta = recipes.values()
    charlie = visit(site, java_script_enabled=has_script).log_in("charlie")
    charlie.go("/pantry")
    if has_script:
        charlie.change("/pantry", list=LIST)
    else:
        paste(charlie)
    assert len(names(charlie)) == 5
    charlie.page.get_by_role("link", name="What can I cook?").last.click()
    expect(card(charlie, soup)).to_contain_text("You have everything")
    expect(card(charlie, pancakes)).to_contain_text("You have everything")
    expect(card(charlie, pasta)).to_contain_text("cream")
    charlie.go("/pantry/recipes?missing=0")
    expect(card(charlie, pasta)).to_have_count(0)
    card(charlie, soup).locator("button[data-heart]").click()
    expect(card(charlie, soup).locator("button[data-heart]")).to_have_attribute("aria-pressed", "true")
    assert [item["id"] for item in charlie.json("/favourites")["items"]] == [soup]


def paste(charlie: Visitor) -> None:
    charlie.page.locator("details.paste summary").click()
    charlie.page.locator('textarea[name="list"]').fill(LIST)
    with charlie.page.expect_navigation():
        charlie.page.locator(".pantry-add > .form-end button").click()
    expect(charlie.page.locator(".done")).to_be_visible()


@pytest.mark.parametrize("has_script", [True, False])
def test_a_cooked_recipe_leaves_the_pantry_and_comes_back(site, recipes, visit, has_script):
    charlie = visit(site, java_script_enabled=has_script).log_in("charlie")
    charlie.go("/pantry")
    paste(charlie)
    before = charlie.json("/pantry")["items"]
    charlie.go("/pantry/recipes")
    card(charlie, recipes["Pancakes"]).get_by_role("link", name="Cooked it").click()
    with charlie.page.expect_navigation():
        charlie.page.locator("main .form-end button.button").click()
    expect(charlie.page.locator(".done")).to_be_visible()
    amounts = {item["name"]: item["amount"] for item in charlie.json("/pantry")["items"]}
    was = {item["name"]: item["amount"] for item in before}
    assert amounts != was and len([name for name in was if amounts.get(name) != was[name]]) == 3
    with charlie.page.expect_navigation():
        charlie.page.locator(".done form button").click()
    assert charlie.json("/pantry")["items"] == before


@pytest.mark.parametrize("has_script", [True, False])
def test_diets_set_once_apply_everywhere_and_are_lifted_visibly(site, recipes, visit, has_script):
    soup, pancakes = recipes["Onion soup"], recipes["Pancakes"]
    charlie = visit(site, java_script_enabled=has_script).log_in("charlie")
    charlie.go("/pantry")
    paste(charlie)
    charlie.go("/settings/preferences")
    form = charlie.page.locator('form[action="/settings/preferences"]')
    form.locator('[name="diet"][value="vegan"]').check()
    with charlie.page.expect_navigation():
        form.locator("button").last.click()
    for path in ["/", "/search?sort=newest", "/recipes", "/pantry/recipes?missing=2"]:
        page = charlie.go(path)
        expect(page.locator(f"article[data-recipe-id='{soup}']").first).to_be_visible()
        expect(page.locator(f"article[data-recipe-id='{pancakes}']")).to_have_count(0)
        page.locator("a[href*='all=1']").first.click()
        expect(page.locator(f"article[data-recipe-id='{pancakes}']").first).to_be_visible()
