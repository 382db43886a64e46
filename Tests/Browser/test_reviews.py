"""Reviews with a photo, and first reviews that wait for a moderator, with and without JavaScript."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from running_site import ROOT
from test_every_page import too_wide
from visitor import published

PHONE = {"viewport": {"width": 360, "height": 780}, "has_touch": True, "is_mobile": True}
PHOTO = ROOT / "Public/icon-512.png"


@pytest.fixture
def site(empty_site):
    for name, role in {"bob": "moderator", "alice": "member", "charlie": "member", "dora": "member"}.items():
        empty_site.add_user(name, role)
    empty_site.toque("user", "licence", "alice", "--until", "2099-12-31")
    return empty_site


@pytest.fixture
def soup(site, visit) -> int:
    alice, bob = visit(site).log_in("alice"), visit(site).log_in("bob")
    return published(alice, bob, "Onion soup", "2 onions\n100 g butter")


@pytest.mark.parametrize("has_script", [True, False])
def test_a_review_of_what_was_cooked(site, soup, visit, has_script):
    charlie = visit(site, java_script_enabled=has_script, **PHONE).log_in("charlie")
    page = charlie.go(f"/recipes/{soup}")
    form = page.locator(f'form[action="/recipes/{soup}/review"]')
    form.get_by_label("4 stars").check()
    form.get_by_label("Your review").fill("A fine soup.")
    form.get_by_label("For how many servings").fill("6")
    charlie.expects.add(422)
    form.get_by_role("button", name="Save review").click()
    expect(page.locator("#cooked-error")).to_contain_text("Choose how you cooked it.")
    expect(form.get_by_label("For how many servings")).to_have_value("6")
    form.get_by_label("Yes, with changes").check()
    form.get_by_label("What you changed").fill("Half the butter.")
    form.get_by_label("Photo of what you cooked").set_input_files(PHOTO)
    form.get_by_role("button", name="Save review").click()
    review = page.locator(".review-list > li")
    expect(review).to_contain_text("Cooked with changes, for 6 servings")
    expect(review).to_contain_text("Half the butter.")
    photo = review.locator("img")
    photo.scroll_into_view_if_needed()
    expect(photo).to_have_attribute("alt", "Photo by charlie")
    expect(page.locator(".reviews")).to_contain_text("With changes: 4.0 of 5 (1 review)")
    dora = visit(site, java_script_enabled=has_script).log_in("dora")
    dora.go(f"/recipes/{soup}")
    dora.page.get_by_label("5 stars").check()
    dora.page.get_by_label("Yes, as it is written").check()
    dora.page.get_by_role("button", name="Save review").click()
    expect(dora.page.locator(".reviews")).to_contain_text("As written: 5.0 of 5 (1 review) · With changes: 4.0 of 5 (1 review)")
    if has_script:
        assert too_wide(page) == []
        assert Axe().run(page).violations_count == 0


def test_a_first_review_with_a_link_waits_for_a_moderator(site, soup, visit):
    charlie, bob = visit(site).log_in("charlie"), visit(site).log_in("bob")
    page = charlie.go(f"/recipes/{soup}")
    page.get_by_label("1 star", exact=True).check()
    page.get_by_label("Your review").fill("Better at https://knives.example.com/soup")
    page.get_by_role("button", name="Save review").click()
    expect(page.locator(".done")).to_contain_text("A moderator reads your first review")
    expect(page.locator(".review-list > li")).to_have_count(0)
    page = bob.go("/moderation/reports")
    page.get_by_role("link", name="1 review waits for a decision").click()
    expect(page.locator(".review-list > li")).to_contain_text("Web address in the review")
    assert Axe().run(page).violations_count == 0
    page.get_by_role("button", name="Publish review").click()
    expect(page.locator(".done")).to_contain_text("The review is public now.")
    page = charlie.go(f"/recipes/{soup}")
    expect(page.locator(".review-list > li")).to_have_count(1)
