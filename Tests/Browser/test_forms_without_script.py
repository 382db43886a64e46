"""Forms for authors, moderators and admins, without JavaScript."""

import pytest
from playwright.sync_api import expect

from visitor import Visitor, recipe_id


@pytest.fixture
def site(empty_site):
    for name, role in {"ada": "admin", "bob": "moderator", "alice": "member"}.items():
        empty_site.add_user(name, role)
    empty_site.toque("user", "licence", "alice", "--until", "2099-12-31")
    return empty_site


@pytest.fixture
def person(site, visit):
    def make(name: str | None = None) -> Visitor:
        visitor = visit(site, java_script_enabled=False)
        return visitor.log_in(name) if name else visitor

    return make


def write(author: Visitor, title: str) -> int:
    author.go("/recipes/new")
    author.change("/recipes", title=title, ingredients_text="1 onion\n1 tsp salt", step=["Cook it."])
    return recipe_id(author.page.url)


def test_a_one_time_link_signs_in_by_its_button(site, person):
    visitor = person()
    link = site.toque("user", "link", "ada").strip()
    token = link.rpartition("/")[2]
    visitor.go(f"/sign-in/{token}")
    visitor.send(f"/sign-in/{token}")
    expect(visitor.go("/admin").locator("h1")).to_be_visible()


def test_an_author_withdraws_deletes_and_restores(person):
    alice = person("alice")
    first, second = write(alice, "Onion soup"), write(alice, "Onion tart")
    alice.go(f"/recipes/{first}")
    alice.change(f"/recipes/{first}/submit")
    alice.go(f"/recipes/{first}")
    alice.change(f"/recipes/{first}/withdraw")
    alice.go(f"/recipes/{first}/delete")
    alice.change(f"/recipes/{first}/delete")
    alice.go("/my/recipes")
    alice.change("/my/recipes/delete", recipe=second)
    assert alice.json("/my/recipes")["total"] == 0
    alice.go("/my/recipes?deleted=1")
    alice.change(f"/recipes/{second}/restore")
    assert [item["id"] for item in alice.json("/my/recipes")["items"]] == [second]


def test_a_moderator_claims_releases_and_rejects(person):
    alice, bob = person("alice"), person("bob")
    recipe = write(alice, "Miracle water")
    alice.change(f"/recipes/{recipe}/submit")
    submission = bob.json("/moderation")["items"][0]["id"]
    bob.go(f"/moderation/submissions/{submission}")
    bob.change(f"/moderation/submissions/{submission}/claim")
    bob.go(f"/moderation/submissions/{submission}")
    bob.change(f"/moderation/submissions/{submission}/release")
    bob.go(f"/moderation/submissions/{submission}")
    bob.change(f"/moderation/submissions/{submission}/reject", reason="HEALTH_CLAIM", message="No soup heals everything.")
    expect(alice.go(f"/recipes/{recipe}").locator("main")).to_contain_text("No soup heals everything.")
    assert bob.json("/moderation")["items"] == []


def test_an_admin_looks_after_people(person):
    ada, bob = person("ada"), person("bob")
    people = {item["username"]: item["id"] for item in ada.json("/admin/users")["items"]}
    ada.go(f"/admin/users/{people['bob']}")
    ada.change(f"/admin/users/{people['bob']}/role", role="member")
    bob.expects.add(403)
    bob.go("/moderation")
    expect(bob.page.locator("main form")).to_have_count(0)
    ada.go(f"/admin/users/{people['alice']}")
    ada.change(f"/admin/users/{people['alice']}/licence/revoke", reason="copied texts")
    ada.change(f"/admin/users/{people['alice']}/suspend", until="2099-12-31", reason="advertising")
    alice = next(item for item in ada.json("/admin/users")["items"] if item["username"] == "alice")
    assert not alice["licensed"] and alice["suspended"]


def test_an_admin_looks_after_words_and_facts(person):
    ada, alice = person("ada"), person("alice")
    ada.go("/admin")
    ada.change("/admin/blocked-words", words="miracle")
    recipe = write(alice, "Miracle water")
    alice.expects.add(409)
    alice.send(f"/recipes/{recipe}/submit")

    soup = write(alice, "Honest soup")
    assert alice.json(f"/recipes/{soup}")["diets"]["vegan"] == "yes"
    ada.go("/admin/ingredients?q=onion").locator('main a[href="/admin/ingredients/onion"]').click()
    change = ada.draft("/admin/ingredients/onion", **{"fact.vegan": "no"})
    # Only its author may see a private recipe.
    expect(ada.page.get_by_text("No recipes are affected.")).to_be_visible()
    assert alice.json(f"/recipes/{soup}")["diets"]["vegan"] == "yes"
    ada.change(f"{change}/confirm")
    assert alice.json(f"/recipes/{soup}")["diets"]["vegan"] == "no"


def test_anyone_chooses_language_and_colours(person):
    visitor = person()
    visitor.go("/appearance")
    visitor.send("/appearance", language="ru", theme="dark")
    expect(visitor.page.locator("html")).to_have_attribute("lang", "ru")
    expect(visitor.go("/").locator("html")).to_have_attribute("data-theme", "dark")
    assert visitor.context.request.get(visitor.site.address + "/favicon.ico").ok
