"""Admins change the catalogue with its forms and members propose additions, with and without JavaScript."""

import pytest
from playwright.sync_api import expect

from mail_server import until
from visitor import Visitor, recipe_id


@pytest.fixture
def site(empty_site):
    for name, role in {"ada": "admin", "alice": "member"}.items():
        empty_site.add_user(name, role)
    return empty_site


@pytest.fixture(params=[True, False], ids=["with JavaScript", "without"])
def person(request, site, visit):
    return lambda name: visit(site, java_script_enabled=request.param).log_in(name)


def write(author: Visitor, title: str, ingredients: str, **more) -> int:
    author.go("/recipes/new")
    author.change("/recipes", title=title, ingredients_text=ingredients, step=["Cook it."], **more)
    return recipe_id(author.page.url)


def expect_vegan(reader: Visitor, recipe: int, answer: str) -> None:
    """Waits for the answer: after a change of the catalogue, stored texts are read again in the background."""
    until(lambda: reader.json(f"/recipes/{recipe}")["diets"]["vegan"] == answer, 30, f"vegan: {answer}")


def test_duplicates_are_merged_and_parted_again(person):
    ada, alice = person("ada"), person("alice")
    tea = write(alice, "Tea", "1 tbsp honey\n1 lemon")
    expect_vegan(alice, tea, "no")
    ada.go("/admin/ingredients?q=honey").locator('main a[href="/admin/ingredients/honey"]').click()
    ada.page.locator('main a[href="/admin/ingredients/honey/merge"]').click()
    change = ada.draft("/admin/ingredients/honey/merge", into="maple syrup")
    ada.change(f"{change}/confirm")
    expect_vegan(alice, tea, "yes")
    ada.go("/admin/ingredients/maple-syrup")
    expect(ada.page.locator("#history + ol")).to_contain_text("ada")
    ada.page.locator(f'main a[href="{change}"]').first.click()
    back = ada.draft(f"{change}/undo")
    ada.change(f"{back}/confirm")
    expect_vegan(alice, tea, "no")
    ada.go("/admin/catalogue/changes")
    expect(ada.page.locator("main")).to_contain_text("Undone")


def test_a_table_goes_out_and_comes_in(person):
    ada = person("ada")
    ada.go("/admin/ingredients")
    with ada.page.expect_download() as download:
        ada.page.locator('a[href="/admin/catalogue/ingredients.csv"]').click()
    text = download.value.path().read_text(encoding="utf-8-sig")
    assert text.startswith("key,name_en,")
    table = {"name": "table.csv", "mimeType": "text/csv", "buffer": b"key,density\nhoney,1.5\nunicorn,1\n"}
    ada.go("/admin/catalogue/import")
    change = ada.draft("/admin/catalogue/import", table=table)
    expect(ada.page.locator("main")).to_contain_text("Line 3")
    ada.change(f"{change}/confirm")
    expect(ada.go("/admin/ingredients/honey").locator("#density")).to_have_value("1.5")


def test_a_proposed_ingredient_is_the_members_at_once_and_everyones_once_accepted(person):
    ada, alice = person("ada"), person("alice")
    tea = write(alice, "Tea", "1 g frobnium", new_category="Brunch", new_ingredient="frobnium")
    assert alice.json(f"/recipes/{tea}")["category"] == "brunch"
    alice.go("/proposals")
    expect(alice.page.locator("main")).to_contain_text("frobnium")
    ada.go("/admin/proposals").get_by_role("link", name="Brunch").click()
    proposal = ada.page.url.removeprefix(ada.site.address)
    ada.change(f"{proposal}/approve", name_en="Brunch", name_ru="Поздний завтрак")
    expect(ada.go("/search").locator('select[name="category"] option[value="brunch"]')).to_have_count(1)
    ada.go("/admin/proposals").get_by_role("link", name="frobnium").click()
    ada.page.locator('main a[href^="/admin/catalogue/new"]').click()
    names = {"name_en": "frobnium", "name_ru": "фробний", "aisle": "drinks", "fact.vegan": "yes"}
    ada.change(ada.draft("/admin/catalogue/new", **names) + "/confirm")
    expect_vegan(alice, tea, "yes")
    expect(alice.go("/proposals").locator("main")).to_contain_text("In the catalogue")


def test_kinds_and_compounds_follow_and_no_circle_comes_about(person):
    ada, alice = person("ada"), person("alice")
    dip = write(alice, "Dip", "200 g hummus")
    assert alice.json(f"/recipes/{dip}")["allergens"]["milk"] != "yes"
    ada.go("/admin/ingredients/tahini")
    change = ada.draft("/admin/ingredients/tahini", holds="cheese")
    expect(ada.page.locator("main")).to_contain_text("hummus")
    ada.change(f"{change}/confirm")
    until(lambda: alice.json(f"/recipes/{dip}")["allergens"]["milk"] == "yes", 30, "milk: yes")
    ada.go("/admin/ingredients/tahini").get_by_text("may contain this").click()
    ada.page.locator('main a[href="/admin/ingredients/hummus"]').click()
    expect(ada.page.locator("#holds")).to_have_value("chickpeas, tahini")
    ada.expects.add(422)
    ada.go("/admin/ingredients/cheese")
    ada.send("/admin/ingredients/cheese", parent="hummus", may_hold="salt")
    expect(ada.page.locator("#parent-error")).to_contain_text("depend on itself")
    expect(ada.page.locator("#parent")).to_have_value("hummus")
    expect(ada.page.locator("#may_hold")).to_have_value("salt")
