"""Reasons for diet answers, down to the fact that decides, and overrides by moderators, without JavaScript."""

import pytest
from playwright.sync_api import expect

from visitor import Visitor, recipe_id


@pytest.fixture
def site(empty_site):
    for name, role in {"bob": "moderator", "alice": "member"}.items():
        empty_site.add_user(name, role)
    empty_site.toque("user", "licence", "alice", "--until", "2099-12-31")
    return empty_site


@pytest.fixture
def person(site, visit):
    def make(name: str | None = None, **options) -> Visitor:
        visitor = visit(site, java_script_enabled=False, **options)
        return visitor.log_in(name) if name else visitor

    return make


@pytest.fixture
def soup(person) -> int:
    """Adds a public soup. It is unknown whether it is vegan."""
    alice, bob = person("alice"), person("bob")
    alice.go("/recipes/new")
    alice.change("/recipes", title="Cabbage soup", ingredients_text="1 white cabbage\n1 stock cube", step=["Cook it."])
    recipe = recipe_id(alice.page.url)
    alice.change(f"/recipes/{recipe}/submit")
    submission = bob.json("/moderation")["items"][0]["id"]
    bob.go(f"/moderation/submissions/{submission}")
    bob.change(f"/moderation/submissions/{submission}/approve")
    return recipe


def test_a_reader_opens_the_way_from_an_answer_to_a_fact(person, soup):
    reader = person(viewport={"width": 360, "height": 780})
    page = reader.go(f"/recipes/{soup}")
    page.locator("details.why > summary").click()
    milk = page.locator(".verdict-list > li", has_text="milk: unknown")
    milk.locator("details.reason > summary").click()
    expect(milk.locator(".reason-tree").first).to_be_visible()
    expect(milk).to_contain_text("stock cube may contain milk powder")
    expect(milk).to_contain_text("milk: contains milk, as the catalogue says")
    overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert overflow <= 0, f"{overflow} pixels too wide"


def test_a_moderator_sets_a_diet_and_takes_it_back(person, soup):
    bob, reader = person("bob"), person()
    assert reader.found("diet=vegan") == set()
    bob.go(f"/recipes/{soup}").locator(f'a[href="/recipes/{soup}/diets"]').click()
    bob.change(f"/recipes/{soup}/diets", subject="vegan", fact="yes", reason="This cube has vegetables only.")
    assert reader.found("diet=vegan") == {soup}
    page = reader.go(f"/recipes/{soup}")
    page.locator("details.why > summary").click()
    expect(page.locator(".verdict-list")).to_contain_text("This cube has vegetables only.")
    expect(page.locator(".verdict-list")).to_contain_text("From the ingredients alone: vegan: unknown.")
    bob.go(f"/recipes/{soup}/diets")
    bob.change(f"/recipes/{soup}/diets/undo")
    assert reader.found("diet=vegan") == set()


def test_a_moderator_is_told_what_is_wrong_and_keeps_what_was_typed(person, soup):
    bob = person("bob")
    bob.go(f"/recipes/{soup}/diets")
    form = bob.form(f"/recipes/{soup}/diets")
    form.evaluate("form => { form.noValidate = true }")
    bob.expects.add(422)
    bob.send(f"/recipes/{soup}/diets", fact="no", reason="Kept.")
    expect(bob.page.locator("#subject-error")).to_be_visible()
    expect(bob.page.locator("#reason")).to_have_value("Kept.")
    expect(bob.page.locator("#fact")).to_have_value("no")
