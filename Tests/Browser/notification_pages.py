"""Pages of notifications, and of the link in an email that turns such emails off."""

import sqlite3

import report_pages
from client import Client
from mail_server import until
from mails import files
from running_site import RunningSite

PAGES: dict[str, tuple[str | None, str]] = {
    "notifications": ("alice", "/notifications"),
    "notifications-none": ("charlie", "/notifications"),
    "unsubscribe": (None, "{unsubscribe}"),
}
PAGES |= report_pages.PAGES
MISTAKES = report_pages.MISTAKES


def planted(site: RunningSite) -> str:
    """Sends Bella an email, and returns the address in it that turns such emails off."""
    report_pages.planted(site)
    with sqlite3.connect(site.data / "toque.sqlite", timeout=10) as database:
        database.execute("UPDATE user SET email_confirmed_at = 1 WHERE username = 'bella'")
        bella = database.execute("SELECT id FROM user WHERE username = 'bella'").fetchone()[0]
    database.close()
    assert Client(site).log_in("ada").post(f"/admin/users/{bella}/licence", ("until", "2099-12-31"))

    def addresses() -> list[str]:
        return [mail["List-Unsubscribe"] for mail in files(site) if mail["List-Unsubscribe"]]

    until(addresses, 60, "mails")
    return addresses()[0].strip("<>").removeprefix(site.address)
