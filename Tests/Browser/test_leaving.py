"""Data export, account deletion and cancelling it, in a browser without scripts, with the real program."""

import io
import sqlite3
import zipfile

import pytest
from playwright.sync_api import expect

from mail_server import until
from mails import files
from running_site import PASSWORD, RunningSite
from visitor import Visitor

SECRET = "Secret quillwort pie"


@pytest.fixture
def plain(visit, empty_site):
    """Logs a user in with a browser without scripts."""
    def open_for(name: str) -> Visitor:
        visitor = visit(empty_site, java_script_enabled=False)
        return visitor.log_in(name)
    return open_for


@pytest.fixture
def site(empty_site) -> RunningSite:
    for name, role in [("alice", "member"), ("bob", "moderator"), ("ada", "admin")]:
        empty_site.add_user(name, role)
    return empty_site


def write(alice: Visitor, title: str) -> None:
    alice.go("/recipes/new")
    alice.send("/recipes", title=title, ingredients_text="1 onion", step="Cook it.")


def test_an_archive_is_made_while_one_waits_and_holds_what_one_wrote(plain, site):
    alice = plain("alice")
    write(alice, SECRET)
    page = alice.go("/settings/account")
    page.get_by_role("link", name="Download my data").last.click()
    alice.change("/settings/export")
    # The page reloads by itself, without a script.
    expect(page.get_by_role("link", name="Download the archive")).to_be_visible(timeout=20_000)
    address = page.get_by_role("link", name="Download the archive").get_attribute("href")
    answer = alice.context.request.get(site.address + address)
    assert answer.ok and answer.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.body())) as archive:
        assert archive.testzip() is None
        assert SECRET in archive.read("texts.json").decode()
        assert "README.txt" in archive.namelist()
    bob = plain("bob")
    assert bob.context.request.get(site.address + address).status == 404


def test_one_leaves_by_two_pages_and_comes_back_by_one(plain, visit, site):
    alice = plain("alice")
    write(alice, SECRET)
    page = alice.go("/settings/delete")
    expect(page.get_by_text("1 recipe", exact=True)).to_be_visible()
    alice.send("/settings/delete", recipes="withdraw")
    alice.expects.add(422)
    alice.send("/settings/delete/confirm", username="alicia", password="wrong")
    expect(page.locator("#username-error, #password-error")).to_have_count(2)
    assert page.locator('[name="username"]').input_value() == "alicia"
    alice.change("/settings/delete/confirm", username="alice", password=PASSWORD)
    until(lambda: any("deleted" in str(mail["Subject"]) for mail in files(site)), 15, "the mail")
    visitor = visit(site)
    visitor.expects.add(404)
    visitor.go("/cooks/alice")
    expect(visitor.page.locator("h1")).to_contain_text("Page not found")
    alice.go("/login")
    alice.send("/login", login="alice", password=PASSWORD)
    alice.go("/my/recipes")
    expect(page.locator("h1")).to_have_text("Your account will be deleted")
    alice.change("/settings/delete/keep")
    alice.go("/my/recipes")
    expect(page.get_by_role("link", name=SECRET, exact=True)).to_be_visible()
    visitor.go("/cooks/alice")
    expect(visitor.page.locator("h1")).to_contain_text("alice")


def test_two_weeks_later_nothing_of_it_is_in_any_file(plain, site):
    alice, ada = plain("alice"), plain("ada")
    write(alice, SECRET)
    person = next(one["id"] for one in ada.json("/admin/users")["items"] if one["username"] == "alice")
    ada.go(f"/admin/users/{person}/delete")
    ada.change(f"/admin/users/{person}/delete", recipes="keep", reason="asked by letter")
    assert holders(site, "quillwort")
    site.stop()
    with sqlite3.connect(site.data / "toque.sqlite") as database:
        database.execute("UPDATE leaving SET erase_at = 1")
    database.close()
    site.start()
    until(lambda: not holders(site, "quillwort") and not holders(site, "alice"), 20, "the erasure")
    assert site.toque("check").strip() == "Nothing found."
    site.add_user("alice", "member")


def holders(site: RunningSite, word: str) -> list[str]:
    """Lists the files of the data folder that contain a word."""
    return [
        path.name for path in site.data.rglob("*") if path.is_file() and word.encode() in path.read_bytes()
    ]
