"""A moderator decides on the submissions of a queue: with the keyboard only, and without JavaScript."""

import re
import sqlite3

import pytest
from playwright.sync_api import expect

from client import Client, recipe_fields
from mail_server import until

TEMPLATE = "Dear {author}, please look at {fields} of “{recipe}”."
TITLES = ["Soup with a link", "Thin soup", "An ode to soup", "Last soup"]


@pytest.fixture
def site(empty_site):
    for name, role in {"bob": "moderator", "alice": "member"}.items():
        empty_site.add_user(name, role)
    empty_site.toque("user", "licence", "alice", "--until", "2099-12-31")
    alice, bob = Client(empty_site).log_in("alice"), Client(empty_site).log_in("bob")
    for title in TITLES:
        tips = [("tips", "More on www.example.com")] if "link" in title else []
        recipe = alice.post("/recipes", *recipe_fields(title), *tips).rpartition("/")[2].partition("-")[0]
        assert alice.post(f"/recipes/{recipe}/submit")
    bob.read("/moderation")
    assert bob.post("/moderation/templates", ("language", "en"), ("title", "Warm words"), ("text", TEMPLATE))
    return empty_site


@pytest.fixture
def person(site, visit):
    return lambda name, **options: visit(site, **options).log_in(name)


def states(bob) -> list[str]:
    return [bob.json(f"/moderation/submissions/{number}")["submission"]["state"] for number in range(1, 6)]


def opened(page, title: str) -> None:
    expect(page.locator("h1")).to_have_text(title)


def test_a_morning_by_keyboard_alone(person):
    bob = person("bob")
    page, press = bob.go("/moderation"), bob.page.keyboard.press
    expect(page.locator("[data-queue] > li")).to_have_count(4)
    for key, title in [("j", TITLES[0]), ("j", TITLES[1]), ("k", TITLES[0])]:
        press(key)
        expect(page.locator("[data-queue] a:focus")).to_have_text(title)
    press("Enter")
    opened(page, TITLES[0])

    press("a")
    expect(page.locator('input[name="flag"]:focus')).to_have_count(1)
    press("Space")
    press("Enter")
    opened(page, TITLES[1])
    expect(page.locator(".receipt")).to_contain_text("Approved and public.")

    # Requesting changes needs three keys besides the text.
    press("r")
    expect(page.locator('form[action$="/request-changes"] input[type=checkbox]:focus')).to_have_count(1)
    press("3")
    expect(page.locator("#changes-message")).to_have_value(re.compile("leaves a beginner guessing"))
    press("Enter")
    opened(page, TITLES[2])
    expect(page.locator(".receipt")).to_contain_text("Sent back to the author.")

    press("x")
    press("7")
    expect(page.locator("#reject-message")).to_have_value(re.compile("No one could cook from this"))
    press("Enter")
    opened(page, TITLES[3])
    expect(page.locator(".receipt")).to_contain_text("Rejected.")

    press("u")
    expect(page.locator(".receipt button:focus")).to_have_count(1)
    press("Enter")
    opened(page, TITLES[2])
    expect(page.locator("[role=status]").first).to_contain_text("Taken back.")
    press("n")
    expect(page.locator(".case textarea:focus")).to_have_count(1)
    page.keyboard.type("Is it a song?")
    press("Tab")
    press("Enter")
    expect(page.locator(".case .rounds")).to_contain_text("Is it a song?")
    assert states(bob) == ["approved", "changes-requested", "rejected", "queued", "queued"]


def test_a_template_is_found_by_typing(person):
    bob = person("bob")
    page = bob.go("/moderation/submissions/2")
    page.keyboard.press("r")
    page.keyboard.press("1")
    page.keyboard.press("3")
    page.get_by_label("Message template").first.focus()
    page.keyboard.type("warm")
    page.keyboard.press("Enter")
    expect(page.locator("#changes-message")).to_be_focused()
    expect(page.locator("#changes-message")).to_have_value(
        re.compile("Dear alice, please look at ingredients, steps of “Thin soup”.")
    )
    assert page.url.endswith("/moderation/submissions/2"), "nothing was sent"
    page.locator("#changes-message").press("Shift+Tab")
    expect(page.locator(".submission-head .ago").first).to_contain_text("minute")


def test_a_morning_without_javascript(person):
    bob = person("bob", java_script_enabled=False)
    page = bob.go("/moderation?with=findings")
    expect(page.locator("[data-queue] > li")).to_have_count(1)
    bob.go("/moderation").get_by_role("link", name=TITLES[0]).click()
    opened(page, TITLES[0])
    bob.change("/moderation/submissions/1/approve", flag="link-tips")
    opened(page, TITLES[1])

    form = bob.fill("/moderation/submissions/2/request-changes", {"reason": "STEP_UNCLEAR", "template": "1"})
    form.get_by_role("button", name="Fill in").click()
    message = page.locator("#changes-message")
    expect(message).to_have_value(re.compile("beginner guessing.*Dear alice, please look at steps of “Thin soup”.", re.DOTALL))
    bob.change("/moderation/submissions/2/request-changes")
    opened(page, TITLES[2])
    bob.change("/moderation/submissions/3/reject", reason="NOT_A_RECIPE", message="It is an ode.")
    opened(page, TITLES[3])
    with page.expect_navigation():
        page.locator('.receipt form[action$="/take-back"] button').click()
    opened(page, TITLES[2])
    bob.change("/moderation/submissions/5/notes", text="Is it a song?")
    expect(page.locator(".case .rounds")).to_contain_text("Is it a song?")
    assert states(bob) == ["approved", "changes-requested", "rejected", "queued", "queued"]


def test_views_and_assignments(person):
    bob = person("bob")
    page = bob.go("/moderation?with=findings")
    bob.change("/moderation/views", name="Findings")
    expect(page.locator(".chips [aria-current]")).to_have_text("Findings")
    page.get_by_role("button", name="Delete view").click()
    expect(page.locator("[role=status]").first).to_contain_text("View deleted.")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".chips")).to_contain_text("Findings")
    bob.go("/moderation").get_by_label(TITLES[1]).check()
    page.get_by_label(TITLES[2]).check()
    bob.change("/moderation/assignments", moderator="bob")
    expect(page.locator(".queue-badges", has_text="assigned to bob")).to_have_count(2)
    bob.go("/moderation/submissions/2").get_by_text("Assign to a moderator").click()
    expect(page.locator(".submission-decide")).to_contain_text("Assigned to bob.")


def test_a_claim_is_renewed_while_one_works_and_ends_when_one_leaves(site, person):
    def claims() -> int:
        with sqlite3.connect(site.data / "toque.sqlite") as database:
            return database.execute("SELECT count(*) FROM claim").fetchone()[0]

    bob = person("bob")
    page, address = bob.page, "/moderation/submissions/1"
    page.clock.install()
    bob.go(address)
    page.keyboard.press("c")
    expect(page.locator("[data-claim] time")).to_have_count(1)
    page.clock.fast_forward(61_000)
    with page.expect_response(lambda answer: answer.request.method == "POST" and answer.url.endswith("/claim")):
        page.keyboard.press("Tab")
    expect(page.locator("[data-claim] time")).to_have_count(1)
    assert claims() == 1
    bob.go("/moderation")
    until(lambda: claims() == 0, 10, "the claim ends")


def test_a_decision_on_the_claim_of_somebody_else_is_asked_about(site, person):
    site.add_user("bella", "moderator")
    bella = Client(site).log_in("bella")
    bella.read("/moderation/submissions/2")
    assert bella.post("/moderation/submissions/2/claim")
    bob = person("bob")
    page, tick = bob.go("/moderation/submissions/2"), 'form[action$="/approve"] input[name="anyway"]'
    expect(page.locator('input[name="anyway"]')).to_have_count(3)
    page.keyboard.press("a")
    expect(page.locator(f"{tick}:focus")).to_have_count(1)
    page.locator("[data-key=a]").click()
    opened(page, TITLES[1])
    assert bob.json("/moderation/submissions/2")["submission"]["state"] == "queued", "the browser asks first"
    page.locator(tick).check()
    page.locator("[data-key=a]").click()
    expect(page.locator(".receipt")).to_contain_text("Approved and public.")
