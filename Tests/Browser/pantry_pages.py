"""Pages of the pantry, the shopping list and the plan, for every_page.py."""

import datetime

from playwright.sync_api import expect

import sharing_pages
from visitor import Visitor

PAGES = {
    "pantry": ("alice", "/pantry"),
    "pantry-empty": ("bob", "/pantry"),
    "pantry-item": ("alice", "/pantry/{pantry-item}"),
    "cooked": ("alice", "/recipes/{cooked}/cooked"),
    "staples": ("alice", "/pantry/staples"),
    "pantry-recipes": ("alice", "/pantry/recipes?missing=5"),
    "explore": ("alice", "/explore"),
    "explore-visitor": (None, "/explore"),
    "shopping": ("alice", "/shopping"),
    "shopping-empty": ("bob", "/shopping"),
    "shopping-print": ("alice", "/shopping/print"),
    "shopping-aisles": ("alice", "/shopping/aisles"),
    "plan": ("alice", "/plan"),
    "plan-empty": ("bob", "/plan"),
    "plan-entry": ("alice", "/plan/entries/1"),
    "pantry-recipes-empty": ("bob", "/pantry/recipes"),
    "pantry-recipes-filtered": ("alice", "/pantry/recipes?diet=vegan&free_from=milk&max_minutes=15&missing=0"),
}
PAGES |= sharing_pages.PAGES

MISTAKES = {
    "pantry-add": ("alice", "/pantry", "/pantry", {"list": "2 frobnicators"}, 422),
    "pantry-save": ("alice", "/pantry/{pantry-item}", "/pantry/{pantry-item}", {"amount": "lots"}, 422),
    "plan-add": ("alice", "/plan", "/plan", {"servings": "many"}, 422),
    "plan-save": ("alice", "/plan/entries/1", "/plan/entries/1", {"servings": "many"}, 422),
    "shopping-add": ("alice", "/shopping", "/shopping/items", {"text": " "}, 422),
    "staples-save": ("alice", "/pantry/staples", "/pantry/staples", {"ingredient": "frobnium"}, 422),
}
MISTAKES |= sharing_pages.MISTAKES

LIST = """200 g butter
2 onions
3 cloves garlic
1 kg flour
6 eggs
1 l milk
500 g potatoes
tomatoes
200 g mushrooms"""


def shop(alice: Visitor, recipe: str) -> None:
    """Adds a recipe and some items to Alice's shopping list, ticks one, and fills her plan."""
    alice.go(recipe)
    alice.change(f"/recipes/{recipe.rsplit('/', 1)[1].split('-')[0]}/shopping")
    today = datetime.date.today().isoformat()
    alice.go("/plan?recipe=" + recipe.rsplit("/", 1)[1].split("-")[0])
    alice.change("/plan", day=today, servings="3")
    alice.change("/plan", day=today, note="Leftovers")
    alice.go("/shopping")
    alice.change("/shopping/link")
    alice.change("/shopping/items", text="2 l milk\n200 g butter\n3 lemons\nnapkins")
    napkins = alice.page.locator(".shopping-rows > li", has_text="napkins").locator(".tick-button")
    napkins.click()
    expect(napkins).to_have_attribute("aria-pressed", "true")


def planted(alice: Visitor, recipe: str) -> dict[str, str]:
    """Fills Alice's pantry, also with food that expires soon. Returns an item of it and the recipe that fits it best."""
    shop(alice, recipe)
    alice.go("/pantry")
    alice.change("/pantry", list=LIST)
    today = datetime.date.today()
    dates = [("carrot", "2"), ("pear", "-2"), ("parsley", "0")]
    for name, days in dates:
        day = today + datetime.timedelta(days=int(days))
        alice.change("/pantry", ingredient=name, amount="2", low="3", use_by=day.isoformat())
    best = alice.json("/pantry/recipes?missing=5")["items"][0]["id"]
    return {"pantry-item": str(alice.json("/pantry")["items"][0]["id"]), "cooked": str(best)} | sharing_pages.planted(alice)
