"""Login with a provider: a real browser, the real program, and a provider from another project."""

import sqlite3

import oidc_provider_mock
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from running_site import PASSWORD, RunningSite, free_port
from test_every_page import too_wide
from test_valid_html import check
from visitor import Visitor

DORA = oidc_provider_mock.User(
    sub="dora-there",
    claims={
        "name": "Dora Example", "email": "dora@example.org", "email_verified": True,
        "picture": "https://pictures.example/dora.jpg",
    },
)


@pytest.fixture
def site(tmp_path, new_data):
    """A site whose only provider is on this machine."""
    port = free_port()
    site = RunningSite(tmp_path / "var", new_data)
    site.environment |= {
        "TOQUE_OIDC_MOCK_ISSUER": f"http://localhost:{port}",
        "TOQUE_OIDC_MOCK_CLIENT_ID": "toque",
        "TOQUE_OIDC_MOCK_CLIENT_SECRET": "a secret with: signs/&",
        "TOQUE_OIDC_MOCK_LABEL": "Mock",
    }
    with oidc_provider_mock.run_server_in_thread(port=port, require_nonce=True, user_claims=[DORA]):
        site.start()
        yield site
        site.stop()


def go_there(visitor: Visitor, form: str = "/auth/mock") -> None:
    """Presses a button of the site and waits for the provider's page."""
    visitor.form(form).locator("button").click()
    expect(visitor.page.get_by_role("heading", name="Authorize Client")).to_be_visible()


def agree(visitor: Visitor, subject: str = "dora-there") -> None:
    visitor.page.locator("input[name=sub]").fill(subject)
    visitor.page.get_by_role("button", name="Authorize", exact=True).click()


def links(site: RunningSite) -> list[tuple]:
    with sqlite3.connect(site.data / "toque.sqlite", timeout=10) as database:
        return database.execute(
            "SELECT u.username, l.issuer, l.subject FROM provider_link l JOIN user u ON u.id = l.user_id"
        ).fetchall()


def test_a_stranger_joins_signs_out_and_comes_back(visit, site):
    dora = visit(site)
    dora.go("/register")
    go_there(dora)
    agree(dora)
    expect(dora.page).to_have_url(site.address + "/register/provider")
    dora.send("/register/provider", username="dora")
    assert dora.page.url == site.address + "/welcome"
    assert links(site) == [("dora", site.environment["TOQUE_OIDC_MOCK_ISSUER"], "dora-there")]
    dora.go("/logout")
    dora.send("/logout")
    dora.go("/login?next=/my/recipes")
    go_there(dora)
    agree(dora)
    expect(dora.page).to_have_url(site.address + "/my/recipes")
    # A member without a password confirms with a recent login at the provider. This provider always reports one.
    dora.go("/confirm?next=/settings/password")
    expect(dora.page.locator('form[action="/confirm/mock"]')).to_be_visible()
    assert dora.page.locator("input[type=password]").count() == 0
    go_there(dora, "/confirm/mock")
    agree(dora)
    expect(dora.page).to_have_url(site.address + "/settings/password")
    dora.send("/settings/password", password="wry kettle in the mist", password_again="wry kettle in the mist")
    visit(site).log_in("dora", "wry kettle in the mist")


def test_a_member_links_and_unlinks(visit, site):
    site.add_user("alice", "member")
    alice = visit(site).log_in("alice")
    alice.go("/settings/providers")
    go_there(alice, "/settings/providers/mock/link")
    agree(alice)
    expect(alice.page).to_have_url(site.address + "/settings/providers/link")
    assert links(site) == []
    alice.send("/settings/providers/link", password=PASSWORD)
    assert [link[0] for link in links(site)] == ["alice"]
    other = visit(site)
    other.go("/login?next=/my/recipes")
    go_there(other)
    agree(other)
    expect(other.page).to_have_url(site.address + "/my/recipes")
    alice.go("/settings/providers")
    alice.send("/settings/providers/mock/unlink")
    assert links(site) == []
    stranger = visit(site)
    stranger.go("/login")
    go_there(stranger)
    agree(stranger)
    expect(stranger.page).to_have_url(site.address + "/register/provider")


def test_the_address_of_a_member_is_linked_only_after_the_password(visit, site):
    site.add_user("dora", "member")
    visitor = visit(site)
    visitor.go("/login")
    go_there(visitor)
    agree(visitor)
    expect(visitor.page.get_by_text("dora@example.org").first).to_be_visible()
    visitor.page.locator(".note a").click()
    visitor.send("/login", login="dora", password=PASSWORD)
    assert visitor.page.url == site.address + "/settings/providers/link" and links(site) == []
    visitor.send("/settings/providers/link", password=PASSWORD)
    assert [link[0] for link in links(site)] == ["dora"]


def test_who_says_no_there_is_told_so_and_nothing_happens(visit, site):
    visitor = visit(site)
    # When the user refuses, this provider does not return the state. The site cannot know which login it belongs to.
    visitor.expects.add(400)
    visitor.go("/login")
    go_there(visitor)
    visitor.page.get_by_role("button", name="Deny").click()
    expect(visitor.page.get_by_role("link", name="Log in").last).to_be_visible()
    assert "/auth/mock/callback" in visitor.page.url and links(site) == []


@pytest.mark.parametrize("locale", ["en-GB", "ru-RU"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_on_the_way_fit_a_phone_are_valid_and_for_everybody(visit, site, tmp_path, locale, scheme):
    site.add_user("alice", "member")
    looks = {"locale": locale, "color_scheme": scheme, "reduced_motion": "reduce", "viewport": {"width": 360, "height": 780}}
    visitor, folder = visit(site, **looks), tmp_path / "pages"
    folder.mkdir()
    visitor.expects.add(422)

    def look(name: str) -> None:
        page = visitor.page
        assert too_wide(page) == [], name
        assert [one["id"] for one in Axe().run(page).response["violations"] if one["impact"] in ("serious", "critical")] == []
        (folder / f"{name}.html").write_text("<!DOCTYPE html>" + page.content().removeprefix("<!DOCTYPE html>"), encoding="utf-8")

    visitor.go("/login")
    look("login")
    go_there(visitor)
    agree(visitor)
    look("join")
    visitor.page.locator('form[action="/register/provider"]').evaluate("form => { form.noValidate = true }")
    visitor.send("/register/provider", username="a b", email="x")
    assert visitor.page.locator("[name=username]").input_value() == "a b"
    look("join-with-mistakes")
    visitor.log_in("alice")
    visitor.go("/settings/providers/link")
    look("offer")
    visitor.send("/settings/providers/link", password="not the password")
    look("offer-with-a-mistake")
    visitor.send("/settings/providers/link", password=PASSWORD)
    look("links")
    assert check(folder) == {}
