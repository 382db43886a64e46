"""Suggested texts and decisions of two people, with and without JavaScript."""

import datetime

import pytest
from playwright.sync_api import expect

from visitor import Visitor, recipe_id

MESSAGE = "How long? I have written it down for you."


@pytest.mark.parametrize("scripts", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_an_author_accepts_a_suggested_text_and_two_people_publish_a_moderators_recipe(empty_site, visit, scripts):
    site = empty_site
    for name, role in {"ada": "admin", "alice": "member", "bob": "moderator", "bella": "moderator"}.items():
        site.add_user(name, role)
    people = {"java_script_enabled": scripts}
    alice, bob, bella, ada = (visit(site, **people).log_in(name) for name in ["alice", "bob", "bella", "ada"])
    for name in ["alice", "bella"]:
        grant_licence(ada, name)

    recipe = written(alice, "Onion soup")
    submission = f"/moderation/submissions/{bob.json('/moderation')['items'][0]['id']}"
    bob.go(f"{submission}/suggestion")
    bob.change(f"{submission}/suggestion", step=["Cook the onion for 25 minutes."])
    expect(bob.page.locator("main ins").first).to_be_visible()
    bob.send(f"{submission}/request-changes", reason="STEP_UNCLEAR", message=MESSAGE)
    expect(bob.page.locator("[role=status]").first).to_be_visible()

    alice.go(f"/recipes/{recipe}")
    expect(alice.page.locator("#suggestion ins").first).to_be_visible()
    expect(alice.page.locator("main")).to_contain_text(MESSAGE)
    alice.change(f"/recipes/{recipe}/suggestion/accept")
    expect(alice.page.locator("main")).to_contain_text("25 minutes")
    submission = f"/moderation/submissions/{bella.json('/moderation')['items'][0]['id']}"
    bella.go(submission)
    bella.send(f"{submission}/approve")
    expect(alice.go(f"/recipes/{recipe}").locator("main")).to_contain_text("25 minutes")

    bread = written(bella, "Onion bread")
    submission = f"/moderation/submissions/{bob.json('/moderation')['items'][0]['id']}"
    bob.go(submission)
    bob.change(f"{submission}/approve")
    assert bread not in visit(site).found("q=bread")
    ada.go(submission)
    ada.send(f"{submission}/disagree", note=" ")
    expect(ada.page.locator("#note-error")).to_be_visible()
    # The site answers 422, because the note is missing.
    ada.complaints.clear()
    ada.send(f"{submission}/agree")
    assert bread in visit(site).found("q=bread")


def grant_licence(admin: Visitor, name: str) -> None:
    person = next(person for person in admin.json("/admin/users?q=" + name)["items"] if person["username"] == name)
    admin.go(f"/admin/users/{person['id']}")
    next_year = datetime.date.today() + datetime.timedelta(days=365)
    admin.change(f"/admin/users/{person['id']}/licence", until=next_year.isoformat(), note="")


def written(author: Visitor, title: str) -> int:
    """Submits a recipe, which then waits for a moderator."""
    author.go("/recipes/new")
    author.change("/recipes", title=title, ingredients_text="1 onion\n1 tsp salt", step=["Cook the onion."])
    recipe = recipe_id(author.page.url)
    author.change(f"/recipes/{recipe}/submit")
    return recipe
