"""An admin who manages accounts of others, waiting emails, and server errors."""

import contextlib
import pathlib
import random
import sqlite3
import time
from dataclasses import replace

from ledger import Thing, held
from models import Error, Mail, Person
from pictures import NEVER, NOBODY, NOWHERE
from worker import Worker

USER, MAIL = "/admin/users/:user", "/admin/mail/:mail"
MAILS, ERRORS = 400, 300


def add_mails_and_errors(data: pathlib.Path) -> None:
    """Inserts emails and errors before the site runs for the first time, because it creates neither on request."""
    now = int(time.time() * 1000)
    with contextlib.closing(sqlite3.connect(data / "toque.sqlite")) as db, db:
        db.executemany(
            """
            INSERT INTO outbox (kind, recipient, language, subject, text, html, created_at, next_try_at, give_up_at)
            VALUES ('bug-answered', ?, 'en', ?, 'Hello', '<p>Hello</p>', ?, ?, ?)
            """, [(NOBODY, f"mail {number}", now, NEVER, NEVER) for number in range(MAILS)])
        db.executemany(
            """
            INSERT INTO error_kind (method, route, type, frames, message, count, first_at, last_at, last_request)
            VALUES ('GET', ?, 'Error', '', ?, 1, ?, ?, '')
            """, [(NOWHERE, f"error {number}", now, now) for number in range(ERRORS)])


class Keeper(Worker):
    def __init__(self, site, ledger, username: str, accounts: list[Thing]):
        super().__init__(site, ledger, username)
        self.accounts = accounts
        self.mails = [thing for (kind, _), thing in ledger.things.items() if kind == "mail"]
        self.errors = [thing for (kind, _), thing in ledger.things.items() if kind == "error"]

    def step(self) -> None:
        choice = random.random()
        if choice < 0.08:
            self.solve_error()
        elif choice < 0.17 or not self.accounts:
            self.deal_with_mail()
        else:
            with held(random.choice(self.accounts[-8:])) as people:
                for person in people:
                    random.choice(self.deeds(person.sure))(person)
            # A pause, so that the owners of the accounts can make most of the changes.
            time.sleep(0.03)

    def deeds(self, person: Person) -> list:
        if person.leaving:
            return [self.keep]
        deeds = [self.make_link, self.delete]
        if person.sessions:
            deeds.append(self.end_sessions)
        if person.display or person.profile and person.profile[0][-1]:
            deeds += [self.clear_profile] * 2
        return deeds

    def solve_error(self) -> None:
        with held(random.choice([error for error in self.errors if not error.sure.is_solved])) as errors:
            for error in errors:
                self.write("/admin/errors/:error/solve", {error: Error(True, ((self.username,),))}, at=error.name)

    def deal_with_mail(self) -> None:
        """Retries an email or gives it up. A sent email allows neither, so emails that may have been sent are left out."""
        with held(random.choice([mail for mail in self.mails if mail.sure.state != "on its way"])) as mails:
            for mail in mails:
                if mail.sure.state == "waits" and random.random() < 0.7:
                    self.write(MAIL + "/give-up", {mail: Mail("failed")}, at=mail.name)
                else:
                    self.write(MAIL + "/retry", {mail: Mail("on its way")}, at=mail.name)

    def end_sessions(self, person: Thing) -> None:
        """Ends all sessions of a person, or one of them."""
        session = random.choice([None, *person.sure.sessions])
        after = person.sure.left(session) if session else replace(person.sure, sessions=())
        after = after.logged("end-sessions", "", self.username).told("account-event")
        fields = [("session", session)] if session else []
        self.write(USER + "/sessions/end", {person: after}, *fields, at=person.sure.id)

    def make_link(self, person: Thing) -> None:
        after = replace(person.sure, links=1).logged("reset-link", "", self.username)
        self.write(USER + "/reset-link", {person: after.told("account-event")}, at=person.sure.id)

    def delete(self, person: Thing) -> None:
        reason = f"{random.getrandbits(60):x}"
        after = person.sure.going(0, reason, self.username)
        self.write(USER + "/delete", {person: after}, ("recipes", "keep"), ("reason", reason), at=person.sure.id)

    def keep(self, person: Thing) -> None:
        after = replace(person.sure, leaving=()).logged("stay", "", self.username)
        self.write(USER + "/keep", {person: after}, at=person.sure.id)

    def clear_profile(self, person: Thing) -> None:
        display, profile = person.sure.display, person.sure.profile
        chosen = random.choice([["name"], ["bio"], ["name", "bio"]])
        if not ("name" in chosen and display or "bio" in chosen and profile and profile[0][-1]):
            return
        display = "" if "name" in chosen else display
        rest = (*profile[0][:-1], "") if "bio" in chosen else profile[0]
        after = replace(person.sure, display=display, profile=(rest,)).logged("clear-profile", "", self.username)
        fields = [*(("part", part) for part in chosen), ("reason", "Spam.")]
        self.write(USER + "/profile/clear", {person: after.told("account-event")}, *fields, at=person.sure.id)
