"""Reads emails, also those that a site without a mail server writes to files."""

import email
import email.policy
import pathlib
import re


def part(mail, kind: str) -> str:
    return mail.get_body((kind,)).get_content()


def link(mail, site) -> str:
    """Returns the path of the link in an email."""
    found = re.search(re.escape(site.address) + r"(/[a-z-]+/[A-Za-z0-9_-]{43})\s", part(mail, "plain"))
    assert found and site.address + found[1] in part(mail, "html")
    return found[1]


def files(site) -> list:
    """The emails in the outbox of a site without a mail server, oldest first."""
    names = sorted((site.data / "outbox").glob("*.eml"), key=lambda path: [int(word) for word in path.stem.split(".")])
    return [read(path) for path in names]


def read(path: pathlib.Path):
    return email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
