"""Somebody who goes on changing things until the site is killed."""

import collections
import re
import threading
from dataclasses import replace

from client import Client, Gone
from ledger import Ledger, Thing, Write, held
from running_site import PASSWORD, RunningSite


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

    def write(self, route: str, changes: dict, *fields, at="", photo: bytes | None = None, variant: str = "") -> str:
        """Sends a change, takes it for made when it is acknowledged, and gives where that leads to."""
        self.pending = Write(route + variant, changes)
        path = re.sub(r":\w+", str(at), route)
        status, location, _ = self.client.ask("POST", path, list(fields), photo)
        self.pending = None
        assert status == 303, f"POST {path} with {fields}: {status}"
        for thing, picture in changes.items():
            thing.sure = picture
        self.acknowledged[route + variant] += 1
        return location

    @property
    def session(self) -> str:
        return self.client.cookies.get("toque_session", "").partition(".")[0]

    def log_in(self, person: Thing) -> None:
        self.client.ask("GET", "/login")
        self.write("/login", self.entering(person), ("login", person.name), ("password", PASSWORD))
        self.is_now(person)

    def entering(self, person: Thing, **more) -> dict:
        """A session begins, and the one that the browser has ends."""
        changes = {self.person: self.person.sure.left(self.session)} if self.person else {}
        entered = replace(changes.get(person, person.sure), **more).entered()
        changes[person] = entered.logged("login", "", person.name)
        return changes

    def is_now(self, person: Thing) -> None:
        self.person = person
        person.sure = person.sure.named((self.session,))
        # The page brings the token of the new session.
        self.client.ask("GET", "/appearance")
