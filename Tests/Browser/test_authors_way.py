"""An author asks for a licence and publishes a recipe, and wins an appeal after a rejection. The author gets a notification
and an email about each step."""

import datetime
import sqlite3

import pytest
from playwright.sync_api import expect

from mail_server import MailServer, until
from running_site import RunningSite
from visitor import Visitor, recipe_id

SOUP = {"title": "Nettle soup", "ingredients_text": "200 g nettles\n1 l water", "step": ["Boil the nettles."]}
CAKE = {"title": "Honey cake", "ingredients_text": "2 tbsp honey\n200 g flour", "step": ["Bake the dough."]}


@pytest.fixture
def site_with_mail(tmp_path, new_data):
    site = RunningSite(tmp_path / "var", new_data)
    for name, role in {"alice": "member", "bob": "moderator", "bella": "moderator", "ada": "admin"}.items():
        site.add_user(name, role)
    with sqlite3.connect(site.data / "toque.sqlite", timeout=10) as database:
        database.execute("UPDATE user SET email_confirmed_at = 1")
    with MailServer() as server:
        site.environment |= {
            "TOQUE_SMTP_URL": f"smtp://127.0.0.1:{server.port}", "TOQUE_MAIL_FROM": "kitchen@example.org",
            "TOQUE_BASE_URL": site.address,
        }  # fmt: skip
        site.start()
        yield site, server
        site.stop()


def subjects(server: MailServer, name: str) -> list[str]:
    return [mail["Subject"] for mail in list(server.mails) if f"{name}@example.org" in mail["To"]]


class Follower:
    """Expects one more unread notification, its sentence in the list, and an email with the same sentence."""

    def __init__(self, visitor: Visitor, name: str, server: MailServer):
        self.visitor, self.name, self.server, self.count = visitor, name, server, 0

    def hears(self, sentence: str) -> None:
        self.count += 1
        page = self.visitor.go("/notifications")
        expect(page.locator("[data-unread]")).to_have_attribute("data-unread", str(self.count))
        expect(page.locator("main li").first).to_contain_text(sentence)
        until(lambda: len(subjects(self.server, self.name)) >= self.count, 30, f"email: {sentence}")
        assert sentence in subjects(self.server, self.name)[-1]


def submit(alice: Visitor, **recipe) -> int:
    alice.go("/recipes/new")
    alice.change("/recipes", **recipe)
    number = recipe_id(alice.page.url)
    alice.change(f"/recipes/{number}/submit")
    return number


def decide(moderator: Visitor, recipe: int, decision: str, **fields) -> None:
    submission = next(item["id"] for item in moderator.json("/moderation")["items"] if item["recipe_id"] == recipe)
    moderator.go(f"/moderation/submissions/{submission}")
    moderator.change(f"/moderation/submissions/{submission}/{decision}", **fields)


def send_mail(admin: Visitor) -> None:
    """Sends the email about a decision immediately. Usually it waits until the decision can no longer be undone."""
    mail = admin.json("/admin/mail")["items"][0]["id"]
    admin.go("/admin/mail")
    admin.change(f"/admin/mail/{mail}/retry")


def test_an_author_goes_from_a_licence_request_to_a_public_recipe_and_wins_an_appeal(site_with_mail, visit):
    site, server = site_with_mail
    alice, bob, bella, ada = (visit(site).log_in(name) for name in ["alice", "bob", "bella", "ada"])
    stranger = visit(site)
    author, admin = Follower(alice, "alice", server), Follower(ada, "ada", server)

    alice.go("/settings/licence")
    alice.change("/settings/licence", text="I have cooked soups for twenty years.")
    admin.hears("alice asks for a licence")
    ada.go("/admin/licences")
    until_day = datetime.date.today() + datetime.timedelta(days=365)
    request = ada.json("/admin/licences")["items"][0]["id"]
    ada.change(f"/admin/licences/{request}/grant", until=until_day.isoformat())
    author.hears("You have a publishing licence until")

    soup = submit(alice, **SOUP)
    decide(bob, soup, "approve")
    send_mail(ada)
    author.hears("Your recipe “Nettle soup” was approved and is public")
    expect(stranger.go(f"/recipes/{soup}").locator("h1")).to_have_text("Nettle soup")

    cake = submit(alice, **CAKE)
    decide(bob, cake, "reject", reason="NOT_A_RECIPE", message="It is a poem.")
    send_mail(ada)
    author.hears("Your recipe “Honey cake” was rejected")
    page = alice.go(f"/recipes/{cake}")
    page.locator("main a[href^='/appeals/decision/']").first.click()
    expect(page.locator("main")).to_contain_text("It is a poem.")
    alice.change(page.url.removeprefix(site.address), text="It has flour, honey and an oven.")

    appeal = bella.json("/moderation/appeals")["items"][0]["id"]
    bella.go(f"/moderation/appeals/{appeal}")
    bella.change(f"/moderation/appeals/{appeal}", outcome="overturn", text="It is a recipe.")
    # A successful appeal publishes the rejected text.
    author.hears("Your appeal about “Honey cake” was successful")
    expect(stranger.go(f"/recipes/{cake}").locator("h1")).to_have_text("Honey cake")
    for visitor in [alice, bob, bella, ada]:
        assert visitor.complaints == []
    site.toque("check")
