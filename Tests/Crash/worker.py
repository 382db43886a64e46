"""The base of all workers: threads that change things on the site until it is killed."""

import collections
import random
import re
import threading
from dataclasses import replace

from client import Client, Gone
from data_folder import rows
from ledger import Ledger, Thing, Write, held
from models import NEW, Person
from pictures import HASH
from running_site import PASSWORD, RunningSite

# These answer with a page instead of a redirect. The page shows a secret once and never again.
SHOW_SECRETS = {"/settings/two-step/confirm", "/settings/two-step/codes", "/admin/users/:user/reset-link"}


class Worker(threading.Thread):
    """`pending` is the change that has no answer yet."""

    def __init__(self, site: RunningSite, ledger: Ledger, username: str = ""):
        super().__init__()
        self.site, self.ledger, self.username, self.client = site, ledger, username, Client(site)
        self.person, self.pending, self.failure = None, None, None
        self.acknowledged = collections.Counter()

    def run(self) -> None:
        try:
            self.enter()
            while self.site.process.poll() is None:
                self.step()
        except Gone:
            pass
        except Exception as error:  # noqa: BLE001
            self.failure = repr(error)
        if not self.ledger.killed.is_set():
            self.failure = self.failure or "the site was gone before it was killed"

    def enter(self) -> None:
        with held(self.ledger.things["person", self.username]) as people:
            self.log_in(people[0])

    def write(
        self, route: str, changes: dict, *fields, at="", photo: bytes | None = None, file: str = "photo",
        variant: str = "",
    ) -> str:
        """Sends a change and records it as made once it is acknowledged; returns the redirect's address, or the page."""
        self.pending = Write(route + variant, changes)
        path = re.sub(r":\w+", str(at), route)
        status, location, text = self.client.ask("POST", path, list(fields), photo, file=file)
        self.pending = None
        assert status == (200 if route in SHOW_SECRETS else 303), f"POST {path} with {fields}: {status}"
        for thing, picture in changes.items():
            thing.sure = self.hashed(thing, picture)
        self.acknowledged[route + variant] += 1
        return location or text

    def hashed(self, thing: Thing, picture):
        """Adds the id and the hash of a new account or password. They are read from the database, since no answer has them."""
        if not isinstance(picture, Person) or picture.password != NEW:
            return picture
        query = f"SELECT id, {HASH} FROM user WHERE username = ?"
        for id, found in rows(self.site.data, query, thing.name):
            return replace(picture, id=id).completed(replace(picture, password=found), thing.sure)
        return picture

    @property
    def session(self) -> str:
        return self.client.cookies.get("toque_session", "").partition(".")[0]

    def log_in(self, person: Thing) -> None:
        self.client.ask("GET", "/login")
        password = person.sure.knows.password
        self.write("/login", self.entering(person), ("login", person.name), ("password", password))
        self.is_now(person)

    def register(self, kind: str) -> Thing:
        person = self.ledger.new("person", f"{kind}{random.getrandbits(60):x}")
        with held(person):
            email = person.name + "@example.org"
            fields = ("username", person.name), ("email", email)
            fields += ("password", PASSWORD), ("password_again", PASSWORD)
            picture = Person(
                language=self.client.cookies["toque_language"], password=NEW, email=email, awaited=(email,),
                mails=("confirm-email",))
            self.write("/register", {person: picture.entered()}, *fields)
            self.is_now(person)
        return person

    def entering(self, person: Thing, **more) -> dict:
        """The changes of a login: a new session begins, and the session that the browser had before ends."""
        changes = {self.person: self.person.sure.left(self.session)} if self.person else {}
        entered = replace(changes.get(person, person.sure), **more).entered()
        changes[person] = entered.logged("login", "", entered.called(person.name))
        return changes

    def is_now(self, person: Thing) -> None:
        self.person = person
        person.sure = person.sure.named((self.session,))
        # Any page with a form will do: it contains the token of the new session.
        self.client.ask("GET", "/appearance")
