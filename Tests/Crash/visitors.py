"""Visitors who register, log in and out, use login links, choose languages and preferences, and report bugs."""

import random
import urllib.parse
from dataclasses import replace

from ledger import Thing, held
from models import Bug
from worker import Worker


class Visitor(Worker):
    def __init__(self, site, ledger, members: list[Thing], makes_links: bool):
        """`members` are the accounts that visitors have registered: this visitor and others."""
        super().__init__(site, ledger)
        self.members, self.makes_links = members, makes_links

    def enter(self) -> None:
        self.client.ask("GET", "/login")

    def step(self) -> None:
        choice = random.random()
        if self.person and (choice < 0.8 or not self.members):
            with held(self.person) as people:
                if people:
                    self.log_out() if choice < 0.3 else random.choice(self.deeds())()
        elif choice < 0.3 or not self.members:
            self.register("guest")
        else:
            self.become(random.choice(self.members[-30:]), by_link=self.makes_links and choice > 0.9)

    def deeds(self) -> list:
        """The actions of a logged-in member. A suspended one may still choose a language and report a bug."""
        deeds = [self.choose_language, self.report]
        return deeds if self.person.sure.suspended else [*deeds, self.say_taste, self.say_all]

    def become(self, person: Thing, by_link: bool) -> None:
        others = [self.person] if self.person else []
        with held(person, *others) as people:
            if set(people) == {person, *others}:
                self.follow_link(person) if by_link else self.log_in(person)

    def follow_link(self, person: Thing) -> None:
        address = self.site.toque("user", "link", person.name).strip()
        made = replace(person.sure, links=1).logged("reset-link", "", "shell")
        person.sure = made.told("account-event")
        path = urllib.parse.urlparse(address).path
        self.client.read(path)
        self.write("/sign-in/:token", self.entering(person, links=person.sure.links - 1), at=path.rpartition("/")[2])
        self.is_now(person)

    def log_out(self) -> None:
        self.write("/logout", {self.person: self.person.sure.left(self.session)})
        self.person = None
        self.client.ask("GET", "/login")

    def choose_language(self) -> None:
        language = "ru" if self.person.sure.language == "en" else "en"
        after = replace(self.person.sure, language=language)
        self.write("/appearance", {self.person: after}, ("language", language))

    def say_taste(self) -> None:
        allergens = random.randint(0, 1)
        units = self.person.sure.taste[0][2] if self.person.sure.taste else "written"
        after = replace(self.person.sure, taste=((2, allergens, units),))
        self.write("/welcome", {self.person: after}, ("diet", "vegan"), *self.allergens(allergens))

    def say_all(self) -> None:
        allergens, units = random.randint(0, 1), random.choice(("written", "metric", "us"))
        fields = ("diet", "vegetarian"), *self.allergens(allergens), ("units", units)
        after = replace(self.person.sure, taste=((1, allergens, units),))
        self.write("/settings/preferences", {self.person: after}, *fields, ("language", after.language))

    @staticmethod
    def allergens(bits: int) -> tuple[tuple[str, str], ...]:
        """The form field for gluten, the first allergen, if its bit is set."""
        return (("allergen", "gluten"),) if bits else ()

    def report(self) -> None:
        bug = self.ledger.new("bug", f"bug {random.getrandbits(60):x}")
        with held(bug):
            self.write("/bugs", {bug: Bug(reporter=self.person.name)}, ("what", bug.name))
