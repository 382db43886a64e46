"""Admins manage all recipes with their forms: find, change, undo, export, with and without JavaScript."""

import json

import pytest
from playwright.sync_api import expect

from visitor import published


@pytest.fixture
def site(empty_site):
    for name, role in {"ada": "admin", "bob": "moderator", "alice": "member"}.items():
        empty_site.add_user(name, role)
    empty_site.toque("user", "licence", "alice", "--until", "2099-12-31")
    return empty_site


@pytest.fixture(params=[True, False], ids=["with JavaScript", "without"])
def person(request, site, visit):
    return lambda name: visit(site, java_script_enabled=request.param).log_in(name)


def test_recipes_are_found_changed_and_changed_back(person):
    ada, alice, bob = person("ada"), person("alice"), person("bob")
    soup, stew = published(alice, bob, "Onion soup", category="main"), published(alice, bob, "Onion stew", category="main")
    ada.go("/admin/recipes")
    ada.send("/admin/recipes", q="onion", category="main", sort="oldest")
    expect(ada.page.locator(".ticked-rows .row-title a")).to_have_text(["Onion soup", "Onion stew"])
    change = ada.draft(
        "/admin/recipes/changes", recipe=soup, deed="category", set_category="soup", reason="It is eaten with a spoon."
    )
    expect(ada.page.locator("main")).to_contain_text("1 recipe would change")
    assert alice.json(f"/recipes/{soup}")["category"] == "main"
    ada.change(f"{change}/confirm")
    assert alice.json(f"/recipes/{soup}")["category"] == "soup"
    expect(alice.go(f"/recipes/{soup}").locator(".panel")).to_contain_text("It is eaten with a spoon.")
    ada.go(change)
    ada.change(ada.draft(f"{change}/undo") + "/confirm")
    assert alice.json(f"/recipes/{soup}")["category"] == "main"
    assert alice.json(f"/recipes/{stew}")["category"] == "main"


def test_a_recipe_is_taken_down_on_its_page_and_put_back(person):
    ada, alice, bob = person("ada"), person("alice"), person("bob")
    soup = published(alice, bob, "Onion soup", category="main")
    ada.go("/admin/recipes").get_by_role("link", name="Onion soup", exact=True).click()
    ada.expects.add(422)
    ada.page.locator('form[action="/admin/recipes/changes"]').evaluate("form => { form.noValidate = true }")
    ada.send("/admin/recipes/changes", deed="take-down")
    expect(ada.page.locator("#reason-error")).to_be_visible()
    expect(ada.page.locator("#deed")).to_have_value("take-down")
    change = ada.draft("/admin/recipes/changes", reason="It is from a book.")
    ada.change(f"{change}/confirm")
    bob.expects.add(404)
    bob.go(f"/recipes/{soup}")
    expect(alice.go(f"/recipes/{soup}").locator(".panel")).to_contain_text("It is from a book.")
    ada.go(f"/admin/recipes/{soup}")
    expect(ada.page.locator("main")).to_contain_text("taken down")
    ada.change(ada.draft("/admin/recipes/changes", deed="put-back", reason="The author wrote the book.") + "/confirm")
    expect(bob.go(f"/recipes/{soup}").locator("h1")).to_have_text("Onion soup")


def test_the_list_is_exported(person):
    ada, alice, bob = person("ada"), person("alice"), person("bob")
    published(alice, bob, "Onion soup", category="main")
    ada.go("/admin/recipes?q=onion")
    for name in ("Export CSV", "Export JSON"):
        with ada.page.expect_download() as download:
            ada.page.get_by_role("button", name=name).click()
        text = download.value.path().read_text(encoding="utf-8-sig")
        assert "Onion soup" in text and (name != "Export JSON" or json.loads(text)[0]["text"]["title"] == "Onion soup")
