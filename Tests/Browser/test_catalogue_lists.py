"""Admins change and undo categories and units with their forms, with and without JavaScript."""

import pytest
from playwright.sync_api import expect

from test_catalogue import person, site, write  # noqa: F401

SOUP = "/admin/categories/category/soup"


def test_a_category_is_merged_with_its_recipes_and_comes_back(person):
    ada, alice = person("ada"), person("alice")
    ada.expects.add(422)
    broth = write(alice, "Broth", "1 onion\n1 l water", category="soup")
    ada.go("/admin/ingredients").locator('main a[href="/admin/categories"]').click()
    ada.page.locator(f'main a[href="{SOUP}"]').click()
    expect(ada.page.locator("main")).to_contain_text("1 including drafts")
    ada.send(SOUP, state="refused")
    expect(ada.page.locator("#state-error")).to_contain_text("1 recipe uses it")
    change = ada.draft(SOUP + "/merge", into="main")
    ada.change(f"{change}/confirm")
    alice.go(f"/recipes/{broth}/edit")
    expect(alice.page.locator("#category option:checked")).to_have_text("Main dishes")
    ada.go(SOUP)
    expect(ada.page.locator("#history + ol")).to_contain_text("Main dishes")
    ada.go(change)
    back = ada.draft(f"{change}/undo")
    ada.change(f"{back}/confirm")
    alice.go(f"/recipes/{broth}/edit")
    expect(alice.page.locator("#category option:checked")).to_have_text("Soups")


def test_a_unit_is_added_and_lines_are_read_with_it(person):
    ada, alice = person("ada"), person("alice")
    ada.expects.add(422)
    ada.go("/admin/ingredients").locator('main a[href="/admin/units"]').click()
    fields = {"key": "firkin", "forms_en": "firkin, cups", "forms_ru": "фиркин", "kind": "volume", "factor": "40,9"}
    ada.send("/admin/units", **fields)
    expect(ada.page.locator("#forms_en-error")).to_contain_text("cup")
    expect(ada.page.locator("#factor")).to_have_value("40,9")
    change = ada.draft("/admin/units", forms_en="firkin, firkins")
    ada.change(f"{change}/confirm")
    write(alice, "Ale", "2 firkins water")
    ada.go("/admin/units/firkin")
    expect(ada.page.locator("main")).to_contain_text("1 line, 1 recipe")
    ada.send("/admin/units/firkin/remove")
    expect(ada.page.locator("#remove-error")).to_contain_text("1 recipe uses it")
