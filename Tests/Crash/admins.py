"""An admin who changes roles, licences and suspensions of members, answers bug reports, sets blocked words, changes facts
of an ingredient, and refuses proposals."""

import datetime
import random
import re
import time
from dataclasses import replace

from ledger import SUSPENSION_ENDS, Thing, held
from models import BlockList, Facts, Person
from pictures import INGREDIENT
from worker import Worker

USER = "/admin/users/:user"
LETTERS = {"y": "yes", "n": "no", "u": "unknown"}


def some_day() -> tuple[str, int]:
    """A random date in the future, and its last millisecond (UTC)."""
    day = datetime.date.today() + datetime.timedelta(days=random.randint(10, 3000))
    return day.isoformat(), ((day - datetime.date(1970, 1, 1)).days + 1) * 86_400_000 - 1


class Admin(Worker):
    def __init__(self, site, ledger, username: str, members: list[Thing]):
        super().__init__(site, ledger, username)
        self.members, self.facts_may_change = members, True

    def step(self) -> None:
        choice = random.random()
        if choice < 0.2 and self.facts_may_change:
            # One change between two kills is enough: the site then reloads the catalogue, and all other workers wait.
            self.facts_may_change = False
            self.change_facts()
        elif choice < 0.25 or not self.members:
            self.block_words()
        elif choice < 0.35:
            self.answer_bug()
        elif choice < 0.45:
            self.refuse_proposal()
        else:
            with held(random.choice(self.members[-20:])) as people:
                for person in people:
                    random.choice(self.actions(person.sure))(person)

    def actions(self, person: Person) -> list:
        # A suspended member cannot get a higher role.
        actions = [self.grant_licence] if person.suspended else [self.set_role, self.grant_licence]
        if any(not revoked for _, _, revoked in person.grants):
            actions += [self.revoke_licence, self.revoke_licence]
        if person.suspended:
            actions += [self.end_suspension, self.end_suspension]
        elif person.role != "admin":
            actions.append(self.suspend)
        return actions

    def set_role(self, person: Thing) -> None:
        role = random.choice([role for role in ("member", "moderator", "admin") if role != person.sure.role])
        after = replace(person.sure, role=role).logged("role", role, self.username)
        self.write(USER + "/role", {person: after}, ("role", role), at=person.sure.id)

    def grant_licence(self, person: Thing) -> None:
        (day, until), note = some_day(), f"{random.getrandbits(60):x}"
        after = replace(person.sure, grants=person.sure.grants + ((note, until, 0),))
        after = after.logged("licence-grant", str(until), self.username)
        self.write(USER + "/licence", {person: after}, ("until", day), ("note", note), at=person.sure.id)

    def revoke_licence(self, person: Thing) -> None:
        grants = tuple((note, until, 1) for note, until, _ in person.sure.grants)
        after = replace(person.sure, grants=grants).logged("licence-revoke", "", self.username)
        self.write(USER + "/licence/revoke", {person: after}, ("reason", "copied"), at=person.sure.id)

    def suspend(self, person: Thing) -> None:
        (day, until), reason = some_day(), f"{random.getrandbits(60):x}"
        after = replace(person.sure, suspended=until, reason=reason).logged("suspend", str(until), self.username)
        after = after.told("suspension")
        self.write(USER + "/suspend", {person: after}, ("until", day), ("reason", reason), at=person.sure.id)

    def end_suspension(self, person: Thing) -> None:
        after = replace(person.sure, suspended=None, reason="").logged("suspend", "", self.username)
        after = after.told("suspension")
        self.write(USER + "/suspend", {person: after}, ("until", ""), at=person.sure.id, variant=SUSPENSION_ENDS)

    def block_words(self) -> None:
        letters = "abcdefghijklmnopqrstuvwxyz"
        words = tuple(sorted({"".join(random.choices(letters, k=12)) for _ in range(random.randint(1, 5))}))
        with held(self.ledger.things["site", "block list"]) as lists:
            for thing in lists:
                after = BlockList(words, thing.sure.log + ((", ".join(words), self.username),))
                self.write("/admin/blocked-words", {thing: after}, ("words", "\n".join(words)))

    def answer_bug(self) -> None:
        bugs = [bug for (kind, _), bug in list(self.ledger.things.items()) if kind == "bug"]
        known = [bug for bug in bugs if bug.sure and bug.sure.id]
        with held(*random.sample(known, min(1, len(known)))) as bugs:
            for bug in bugs:
                old, answer = bug.sure, f"{random.getrandbits(60):x}"
                state = random.choice([state for state in ("accepted", "fixed", "wontfix") if state != old.state])
                log = old.log + ((old.state, state, self.username),)
                after = replace(old, state=state, answer=answer, version=old.version + 1, log=log)
                fields = ("state", state), ("answer", answer), ("version", old.version)
                self.write("/admin/bugs/:bug", {bug: after}, *fields, at=old.id)

    def refuse_proposal(self) -> None:
        things = [thing for (kind, _), thing in list(self.ledger.things.items()) if kind == "proposal"]
        known = [thing for thing in things if thing.sure and thing.sure.id and thing.sure.state == "open"]
        with held(*random.sample(known, min(1, len(known)))) as proposals:
            for proposal in proposals:
                reason = f"{random.getrandbits(60):x}"
                log = proposal.sure.log + (("refused", self.username),)
                after = replace(proposal.sure, state="refused", reason=reason, log=log)
                self.write("/admin/proposals/:proposal/refuse", {proposal: after}, ("reason", reason), at=proposal.sure.id)

    def change_facts(self) -> None:
        with held(self.ledger.things["ingredient", INGREDIENT]) as ingredients:
            for thing in ingredients:
                # Uses the draft from before the kill, if there is one. Its preview continues after the restart, and a new
                # draft would have to wait for it.
                self.ledger.draft = self.ledger.draft or self.draft_facts(thing.sure)
                draft, after = self.ledger.draft
                # The page shows the form for the confirmation only when the preview is complete.
                while f'action="{draft}/confirm"' not in self.client.read(draft):
                    time.sleep(0.2)
                self.ledger.draft = None
                number = draft.rpartition("/")[2]
                self.write("/admin/catalogue/changes/:change/confirm", {thing: after}, at=number)

    def draft_facts(self, known: Facts) -> tuple[str, Facts]:
        """Drafts a change of one fact; returns the draft's address, and the expected facts after its confirmation."""
        page = self.client.read(f"/admin/ingredients/{INGREDIENT}")
        names = list(dict.fromkeys(re.findall(r'name="((?:fact|allergen)\.[^"]+)"', page)))
        seen = re.search(r'name="seen" value="([^"]+)"', page)[1]
        facts = seen.partition(".")[0]
        index = random.randrange(len(names))
        letter = random.choice([letter for letter in LETTERS if letter != facts[index]])
        code = facts[:index] + letter + facts[index + 1 :]
        fields = (names[index], LETTERS[letter]), ("seen", seen)
        draft = self.client.post(f"/admin/ingredients/{INGREDIENT}", *fields)
        assert draft, f"the draft of {fields} was refused"
        return draft, Facts((code,), (known.edition[0] + 1,), known.log + ((facts, code, self.username),))
