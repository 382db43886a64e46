"""Visitors: they join, log in and out, follow links that sign them in, and choose a language."""

import random
import urllib.parse
from dataclasses import replace

from ledger import Thing, held
from models import Person
from running_site import PASSWORD
from worker import Worker


class Visitor(Worker):
    def __init__(self, site, ledger, members: list[Thing], makes_links: bool):
        """`members` are those who joined, whoever brought them."""
        super().__init__(site, ledger)
        self.members, self.makes_links = members, makes_links

    def enter(self) -> None:
        self.client.ask("GET", "/login")

    def step(self) -> None:
        choice = random.random()
        if self.person and (choice < 0.8 or not self.members):
            with held(self.person) as people:
                if people:
                    self.log_out() if choice < 0.3 else self.choose_language()
        elif choice < 0.3 or not self.members:
            self.register()
        else:
            self.become(random.choice(self.members[-30:]), by_link=self.makes_links and choice > 0.9)

    def register(self) -> None:
        person = self.ledger.new("person", f"guest{random.getrandbits(60):x}")
        with held(person):
            fields = ("username", person.name), ("email", person.name + "@example.org")
            fields += ("password", PASSWORD), ("password_again", PASSWORD)
            picture = Person(language=self.client.cookies["toque_language"])
            self.write("/register", {person: picture.entered()}, *fields)
            self.is_now(person)

    def become(self, person: Thing, by_link: bool) -> None:
        others = [self.person] if self.person else []
        with held(person, *others) as people:
            if set(people) == {person, *others}:
                self.follow_link(person) if by_link else self.log_in(person)

    def follow_link(self, person: Thing) -> None:
        """The session that the browser had goes on without it."""
        address = self.site.toque("user", "link", person.name).strip()
        person.sure = replace(person.sure, links=person.sure.links + 1)
        path = urllib.parse.urlparse(address).path
        self.client.read(path)
        after = replace(person.sure, links=person.sure.links - 1).entered()
        self.write("/sign-in/:token", {person: after}, at=path.rpartition("/")[2])
        self.is_now(person)

    def log_out(self) -> None:
        self.write("/logout", {self.person: self.person.sure.left(self.session)})
        self.person = None
        self.client.ask("GET", "/login")

    def choose_language(self) -> None:
        language = "ru" if self.person.sure.language == "en" else "en"
        after = replace(self.person.sure, language=language)
        self.write("/appearance", {self.person: after}, ("language", language))
