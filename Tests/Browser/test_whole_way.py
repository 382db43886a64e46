"""A new member writes a recipe, which is published, and a visitor finds it. With and without JavaScript."""

import datetime
import re

import pytest
from playwright.sync_api import expect

from visitor import Visitor, recipe_id

FIRST_STEP = "Boil the lentils with the onion for 25 minutes, until they fall apart."
MESSAGE = "How long, and in which pot? Please say it in the second step."
LENTIL_SOUP = {
    "title": "Red lentil soup",
    "description": "A quick soup for a cold evening.",
    "servings": "4",
    "prep_minutes": "10",
    "cook_minutes": "25",
    "amount": ["300", "1"],
    "unit": ["g", ""],
    "ingredient": ["red lentils", "onion"],
    "note": ["rinsed", "chopped"],
    "ingredients_text": "2 tbsp olive oil\n1 tsp salt",
    "step": [FIRST_STEP, "Add oil and salt."],
}


@pytest.mark.parametrize("scripts", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_a_recipe_goes_from_a_new_account_to_a_strangers_search(empty_site, visit, photo, tmp_path, scripts):
    site = empty_site
    site.add_user("ada", "admin")
    site.add_user("bob", "moderator")
    site.add_user("bella", "moderator")
    site.publish(tmp_path, {"Honey cake": ["2 tbsp honey", "200 g flour"], "Tea of frobnium": ["2 g dried frobnium"]})
    people = {"java_script_enabled": scripts}
    alice, stranger = visit(site, **people), visit(site, **people)
    bob, bella, ada = (visit(site, **people).log_in(name) for name in ["bob", "bella", "ada"])

    register(alice, "alice")
    grant_licence(ada, "alice")

    alice.go("/recipes/new")
    alice.change("/recipes", **LENTIL_SOUP, photo=photo)
    recipe = recipe_id(alice.page.url)
    expect(alice.page.locator("main picture img")).to_have_count(1)
    assert recipe not in stranger.found("q=lentil")
    alice.change(f"/recipes/{recipe}/submit")
    assert recipe not in stranger.found("q=lentil")

    ask_for_changes(bob, recipe)
    alice.go(f"/recipes/{recipe}")
    expect(alice.page.locator("main")).to_contain_text(MESSAGE)
    edit(alice, recipe, step=[FIRST_STEP, "Simmer in a small pot for 5 minutes with oil and salt."])
    alice.change(f"/recipes/{recipe}/submit")
    approve(bella, recipe)

    everything = stranger.found("")
    assert recipe in everything and len(everything) == 3
    assert stranger.found("diet=vegan") == {recipe}
    public = stranger.go(f"/recipes/{recipe}")
    expect(public.locator("h1")).to_have_text(LENTIL_SOUP["title"])
    expect(public.locator("main")).to_contain_text("Simmer in a small pot")
    expect(public.locator("main form[action$='/submit']")).to_have_count(0)

    later = "Red lentil soup with cumin"
    edit(alice, recipe, title=later)
    expect(stranger.go(f"/recipes/{recipe}").locator("h1")).to_have_text(LENTIL_SOUP["title"])
    assert stranger.found("q=cumin") == set()
    alice.go(f"/recipes/{recipe}")
    alice.change(f"/recipes/{recipe}/submit")
    expect(stranger.go(f"/recipes/{recipe}").locator("h1")).to_have_text(LENTIL_SOUP["title"])
    approve(bob, recipe)
    expect(stranger.go(f"/recipes/{recipe}").locator("h1")).to_have_text(later)
    assert stranger.found("q=cumin&diet=vegan") == {recipe}
    site.toque("check")


def register(visitor: Visitor, name: str) -> None:
    password = "seven lemons in a bowl"
    visitor.go("/register")
    fields = {"username": name, "email": f"{name}@example.org", "password": password, "password_again": password}
    visitor.send("/register", **fields)
    assert not visitor.page.url.endswith("/register"), "a new account is signed in at once"


def grant_licence(admin: Visitor, name: str) -> None:
    people = admin.json("/admin/users?q=" + name)["items"]
    person = next(person for person in people if person["username"] == name)
    admin.go(f"/admin/users/{person['id']}")
    next_year = datetime.date.today() + datetime.timedelta(days=365)
    admin.change(f"/admin/users/{person['id']}/licence", until=next_year.isoformat(), note="paid in cash")


def edit(author: Visitor, recipe: int, **fields) -> None:
    author.go(f"/recipes/{recipe}/edit")
    author.change(f"/recipes/{recipe}", **fields)


def open_submission(moderator: Visitor, recipe: int) -> str:
    """Opens the recipe's submission from the queue, and returns its address."""
    listed = moderator.json("/moderation")["items"]
    submission = next(item for item in listed if item["recipe_id"] == recipe)
    address = f"/moderation/submissions/{submission['id']}"
    moderator.go("/moderation").locator(f'main a[href="{address}"]').click()
    expect(moderator.page).to_have_url(re.compile(re.escape(address) + "$"))
    return address


def ask_for_changes(moderator: Visitor, recipe: int) -> None:
    address = open_submission(moderator, recipe)
    moderator.change(f"{address}/claim")
    moderator.go(address)
    moderator.change(f"{address}/request-changes", reason="STEP_UNCLEAR", message=MESSAGE)


def approve(moderator: Visitor, recipe: int) -> None:
    moderator.change(open_submission(moderator, recipe) + "/approve")
