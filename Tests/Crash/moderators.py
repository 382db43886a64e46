"""Moderators who claim, release and decide submissions. An admin also takes over claims of others."""

import random
import re
import time
from dataclasses import replace

from client import Gone, flags
from data_folder import rows
from ledger import Thing, held
from worker import Worker

SUBMISSION = "/moderation/submissions/:submission"
REASONS = {"approve": None, "request-changes": "STEP_UNCLEAR", "reject": "NOT_A_RECIPE"}
# One less than the claims that a moderator may have at the same time.
CLAIMS = 2


class Moderator(Worker):
    def __init__(self, site, ledger, username: str, recipes: list[Thing]):
        super().__init__(site, ledger, username)
        self.shared = recipes

    def step(self) -> None:
        time.sleep(0.01)
        recipes = list(self.shared)
        mine = [recipe for recipe in recipes if self.holds(recipe)]
        # Some claims are not released or decided immediately, so that there are some at every kill.
        chosen = mine if len(mine) == CLAIMS else [recipe for recipe in recipes if self.may_take(recipe)]
        if not chosen:
            self.client.read("/moderation")
            return
        with held(random.choice(chosen)) as free:
            for recipe in free:
                if self.holds(recipe) or self.may_take(recipe):
                    self.work_on(recipe)

    def holds(self, recipe: Thing) -> bool:
        return self.username in recipe.sure.claims

    def may_take(self, recipe: Thing) -> bool:
        """Whether the submission waits and nobody has claimed it. An admin may also take over another moderator's claim."""
        is_admin = self.person.sure.role == "admin"
        return recipe.sure.is_open and (not recipe.sure.claims or is_admin and not self.holds(recipe))

    def work_on(self, recipe: Thing) -> None:
        found = rows(
            self.site.data, "SELECT id FROM submission WHERE recipe_id = ? AND state = 'queued'", recipe.sure.id)
        if self.ledger.killed.is_set():
            # Another worker's change, whose answer was lost, may have been stored before the query.
            raise Gone
        [(submission,)] = found
        if self.holds(recipe) and random.random() < 0.6:
            self.write(SUBMISSION + "/release", {recipe: replace(recipe.sure, claims=())}, at=submission)
        elif self.may_take(recipe) and random.random() < 0.5:
            self.claim(recipe, submission)
        else:
            self.decide(recipe, submission)

    def claim(self, recipe: Thing, submission: int) -> None:
        after, fields = replace(recipe.sure, claims=(self.username,)), []
        if recipe.sure.claims:
            after, fields = after.logged("claim-takeover", self.username), [("reason", "They are away.")]
        else:
            after = after.logged("claim", self.username)
        self.write(SUBMISSION + "/claim", {recipe: after}, *fields, at=submission)

    def decide(self, recipe: Thing, submission: int) -> None:
        page = self.client.read(SUBMISSION.replace(":submission", str(submission)))
        kind = random.choice(list(REASONS))
        read = dict(re.findall(r'name="(revision|seen_sha256|base|taken_down_by|hidden_by)" value="(\w+)"', page))
        fields = [*read.items(), *flags(page), ("message", f"Because of {kind}.")]
        if REASONS[kind]:
            fields.append(("reason", REASONS[kind]))
        after = recipe.sure.decided(kind, self.username)
        self.write(f"{SUBMISSION}/{kind}", {recipe: after}, *fields, at=submission)
