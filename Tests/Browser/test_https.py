"""A site that serves HTTPS itself, in Chromium."""

import pathlib
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from encrypted_site import EncryptedSite
from test_whole_way import LENTIL_SOUP


@pytest.fixture
def encrypted_site(tmp_path: pathlib.Path) -> Iterator[EncryptedSite]:
    site = EncryptedSite(tmp_path / "var")
    site.seed()
    site.start()
    yield site
    site.stop()


def test_people_come_in_the_clear_and_go_on_encrypted(encrypted_site: EncryptedSite, visit, photo: dict) -> None:
    # The certificate is self-signed, so the browser would refuse it.
    visitor = visit(encrypted_site, ignore_https_errors=True)
    page = visitor.page
    answer = page.goto(f"http://127.0.0.1:{encrypted_site.http_port}/login")
    assert page.url == f"{encrypted_site.address}/login"
    assert answer.header_value("strict-transport-security") == "max-age=31536000"
    assert answer.security_details()["protocol"] == "TLS 1.3"

    visitor.log_in("alice")
    cookies = {cookie["name"]: cookie for cookie in visitor.context.cookies()}
    session = cookies["__Host-toque_session"]
    assert session["secure"] and session["httpOnly"] and session["sameSite"] == "Lax" and session["path"] == "/"
    assert all(name.startswith("__Host-") and cookie["secure"] for name, cookie in cookies.items())

    # Sends a long form, and receives a file.
    visitor.go("/recipes/new")
    visitor.change("/recipes", **LENTIL_SOUP, photo=photo)
    picture = page.locator("main picture img")
    expect(picture).to_have_count(1)
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
