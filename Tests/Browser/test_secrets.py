"""No file contains a secret in plain text, and no input can add a line to a log."""

import http.client
import json
import re
import sqlite3

import pytest

from client import Client
from mail_server import until
from mails import files, link
from running_site import PASSWORD, RunningSite

NEW = "canary of a new password"
MISTYPED = "canary typed into the wrong field"
METRICS = "canary-of-the-metrics"
# Characters that are special to a terminal, a JSON parser or a program that reads lines.
HOSTILE = ["\x1b[2J\x1b]0;owned\x07", "\"}\\n{\"status\":200", "%0d%0a%1b[31mforged", "<script>alert(1)</script>"]


@pytest.fixture
def site(tmp_path, new_data):
    site = RunningSite(tmp_path / "var", new_data)
    site.environment |= {"TOQUE_ACCESS_LOG": str(site.data.parent / "access.log"), "TOQUE_METRICS_TOKEN": METRICS}
    for name, role in (("alice", "member"), ("ada", "admin")):
        site.add_user(name, role)
    site.start()
    yield site
    site.stop()


def written(site: RunningSite) -> dict[str, bytes]:
    """Returns every file that the site stores. Its key is left out: only the owner may read that file."""
    paths = [path for path in site.data.rglob("*") if path.is_file() and path != site.data / "secret"]
    return {str(path): path.read_bytes() for path in [*paths, site.log, site.data.parent / "access.log"]}


def cookies(client: Client) -> list[str]:
    """Returns the secret parts of the cookies. The part of a session cookie before the full stop is not secret."""
    session = client.cookies["toque_session"].partition(".")[2]
    return [session, client.cookies["toque_visitor"], client.cookies["toque_device"].rpartition(".")[2], client.token]


def test_no_secret_lies_in_a_file(site):
    secrets = {PASSWORD, NEW, MISTYPED, METRICS}
    visitor = Client(site)
    visitor.read("/login")
    for fields in [("alice", MISTYPED), (MISTYPED, PASSWORD)]:
        assert visitor.post("/login", ("login", fields[0]), ("password", fields[1])) is None
    alice = Client(site).log_in("alice")
    alice.read("/settings/account")
    secrets |= {*cookies(alice), visitor.token}

    page = alice.read("/settings/two-step")
    assert alice.post("/settings/two-step") is not None
    page = alice.read("/settings/two-step")
    secrets.add(re.search(r"<code>([A-Z2-7 ]{16,})</code>", page)[1].replace(" ", ""))

    followed = visitor.post("/bugs", ("what", "x"))
    secrets.add(followed.rpartition("/")[2])
    visitor.read(followed)
    sign_in = site.toque("user", "link", "alice").strip()
    visitor.read(sign_in.removeprefix(site.address))
    secrets.add(sign_in.rpartition("/")[2])

    assert visitor.post("/forgot", ("login", "alice"))
    # The first email reports that a login link was created, the second contains the reset link.
    until(lambda: len(files(site)) == 2, 75, "mail")
    reset = link(files(site)[1], site)
    visitor.read(reset)
    assert visitor.post("/reset", ("password", NEW), ("password_again", "not the same")) is None
    assert visitor.post("/reset", ("password", NEW), ("password_again", NEW)) == "/login"
    token = reset.rpartition("/")[2]
    ask(site, "/metrics", {"Authorization": f"Bearer {METRICS}"})
    site.stop()
    for path, content in written(site).items():
        for secret in secrets:
            assert secret.encode() not in content, f"{secret} in {path}"
        # Without a mail server the site writes each email to a file.
        assert token.encode() not in content or path.endswith(".eml"), f"the token in {path}"
    assert any(b"alice" in content for path, content in written(site).items() if path.endswith(".sqlite"))


def test_a_token_is_not_told_when_its_page_breaks(site):
    """The logs do not contain the token of a login link when its request fails with a server error."""
    token = site.toque("user", "link", "alice").strip().rpartition("/")[2]
    visitor = Client(site)
    visitor.read("/login")
    with sqlite3.connect(site.data / "toque.sqlite", timeout=10) as database:
        database.execute("CREATE TRIGGER broken BEFORE INSERT ON session BEGIN SELECT RAISE(ABORT, 'broken'); END")
    assert visitor.ask("POST", f"/sign-in/{token}", [])[0] == 500
    site.stop()
    log = site.log.read_text()
    assert "POST /sign-in/:token: " in log and "broken" in log
    assert token not in log + (site.data.parent / "access.log").read_text()


def ask(site: RunningSite, path: str, headers: dict) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=10)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status


def test_nothing_sent_writes_a_line_of_its_own(site):
    asked = 0
    for text in HOSTILE:
        plain = "".join(letter for letter in text if letter not in "\x1b\x07")
        for path, headers in [
            ("/recipes?q=" + plain.replace(" ", "+"), {}), ("/recipes", {"User-Agent": text}), ("/recipes", {"Referer": text}),
            ("/recipes", {"X-Forwarded-For": text}), ("/recipes", {"Cookie": f"toque_session={text}"}),
        ]:
            assert ask(site, path, headers) in (200, 400), (path, headers)
            asked += 1
    client = Client(site)
    for text in HOSTILE:
        client.read("/login")
        assert client.post("/login", ("login", text), ("password", text)) is None
        asked += 2
    ada = Client(site).log_in("ada")
    for text in HOSTILE:
        assert ada.post("/admin/blocked-words", ("words", text)) or "%0d" in text
    site.stop()
    access = (site.data.parent / "access.log").read_bytes()
    assert len([json.loads(line) for line in access.splitlines()]) >= asked
    for content in (access, site.log.read_bytes()):
        assert b"\x1b" not in content and b"\x07" not in content
