"""Sharing of recipes, and the licences of their texts, with and without JavaScript."""

import re

import pytest
from playwright.sync_api import expect

from visitor import published


@pytest.fixture
def site(empty_site):
    for name, role in {"bob": "moderator", "alice": "member", "bella": "member", "charlie": "member"}.items():
        empty_site.add_user(name, role)
    empty_site.toque("user", "licence", "alice", "--until", "2099-12-31")
    return empty_site


def written(author, **fields) -> str:
    """Adds a private recipe and returns its number."""
    author.go("/recipes/new")
    author.change("/recipes", title="Onion soup", ingredients_text="2 onions\n100 g butter", step="Cook it.", **fields)
    return re.search(r"/recipes/(\d+)", author.page.url)[1]


@pytest.mark.parametrize("has_script", [True, False])
def test_named_people_and_a_link_show_a_private_recipe(site, visit, has_script):
    alice, bella = (visit(site, java_script_enabled=has_script).log_in(name) for name in ("alice", "bella"))
    other = visit(site, java_script_enabled=has_script)
    soup = written(alice)
    sharing = alice.page.locator("#sharing")
    expect(sharing).to_contain_text("Only you can see this recipe.")
    alice.change(f"/recipes/{soup}/share", audience="people", names="bella")
    expect(sharing).to_contain_text("Only you and these people can see this recipe: bella.")

    bella.go("/notifications")
    bella.page.get_by_role("link", name="alice shares a recipe with you").click()
    expect(bella.page.locator("h1")).to_have_text("Onion soup")
    expect(bella.page.locator(".note").first).to_contain_text("It isn’t public.")
    bella.page.get_by_role("button", name="Add to shopping list").click()
    expect(bella.page.locator(".done")).to_contain_text("Added to your shopping list")

    other.expects.add(404)
    other.go(f"/recipes/{soup}")
    expect(other.page.locator("h1")).to_have_text("Page not found")
    alice.change(f"/recipes/{soup}/share", audience="link")
    link = sharing.locator("input[readonly]").input_value().removeprefix(site.address)
    other.go(link)
    expect(other.page.locator("h1")).to_have_text("Onion soup")
    picture = other.page.locator(".recipe-picture img")
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") if has_script else True
    alice.change(f"/recipes/{soup}/link")
    other.go(link)
    expect(other.page.locator("h1")).to_have_text("Page not found")
    alice.page.get_by_role("button", name="Undo").click()
    expect(alice.page.locator(".done")).to_be_visible()
    other.go(link)
    expect(other.page.locator("h1")).to_have_text("Onion soup")


def test_a_wrong_name_stays_in_the_form(site, visit):
    alice = visit(site).log_in("alice")
    soup = written(alice)
    alice.expects.add(422)
    alice.send(f"/recipes/{soup}/share", audience="people", names="nobody-at-all")
    expect(alice.page.locator("#names")).to_have_value("nobody-at-all")
    expect(alice.page.locator("#names-error")).to_contain_text("There is no member called “nobody-at-all”.")


@pytest.mark.parametrize("has_script", [True, False])
def test_an_adapted_recipe_keeps_its_licence_and_credit(site, visit, has_script):
    alice, bob = visit(site).log_in("alice"), visit(site).log_in("bob")
    charlie = visit(site, java_script_enabled=has_script).log_in("charlie")
    plain = published(alice, bob, "Onion soup", "2 onions\n100 g butter")
    charlie.go(f"/recipes/{plain}")
    expect(charlie.page.locator(".adapting")).to_contain_text("all rights to its text are reserved")
    alice.go(f"/recipes/{plain}/edit")
    alice.change(f"/recipes/{plain}", text_licence="cc-by-sa-4.0")
    alice.go(f"/recipes/{plain}/draft")
    alice.change(f"/recipes/{plain}/submit")
    submission = bob.json("/moderation")["items"][0]["id"]
    bob.go(f"/moderation/submissions/{submission}")
    expect(bob.page.locator("main")).to_contain_text("CC BY-SA 4.0")
    bob.change(f"/moderation/submissions/{submission}/approve")

    charlie.go(f"/recipes/{plain}")
    charlie.page.get_by_role("button", name="Adapt this recipe").click()
    expect(charlie.page.locator(".done")).to_contain_text("Private copy made.")
    copy = re.search(r"/recipes/(\d+)", charlie.page.url)[1]
    charlie.expects.add(422)
    charlie.send(f"/recipes/{copy}", text_licence="cc0-1.0")
    expect(charlie.page.locator("#text_licence-error")).to_contain_text("CC BY-SA 4.0")
    charlie.send(f"/recipes/{copy}", text_licence="cc-by-sa-4.0", title="My onion soup")
    expect(charlie.page.locator("h1")).to_have_text("My onion soup")
    expect(charlie.page.locator(".steps")).to_contain_text("Adapted from Onion soup")
