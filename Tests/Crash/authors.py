"""Licensed authors: they write, edit, delete, restore, submit and withdraw recipes, and propose ingredients."""

import random
import re
from dataclasses import replace

from client import recipe_fields
from ledger import WITH_PHOTO, WITH_STEP, WITHOUT_STEP, Thing, held
from load import noise
from models import Proposal, Recipe
from pictures import INGREDIENT, digest
from worker import Worker

PHOTOS = [noise(160, 120) for _ in range(4)]
# An author may submit 50 recipes a day and is used for two kills, so 25 are left for each.
SUBMISSIONS = 25
# A member may have at most 20 proposals that wait, and is used for two kills.
PROPOSALS = 10


class Author(Worker):
    def __init__(self, site, ledger, username: str, recipes: list[Thing]):
        """`recipes` are all recipes that workers change: the author's own and those of others."""
        super().__init__(site, ledger, username)
        self.shared, self.submissions, self.proposals = recipes, 0, 0
        self.own = [recipe for recipe in recipes if recipe.sure.author == username]

    def step(self) -> None:
        choice = random.random()
        if choice < 0.3 or not self.own:
            self.create()
        elif choice < 0.35:
            self.delete_several()
        elif choice < 0.4 and self.proposals < PROPOSALS:
            self.propose()
        else:
            with held(random.choice(self.own)) as recipes:
                for recipe in recipes:
                    random.choice(self.deeds(recipe.sure))(recipe)

    def deeds(self, recipe: Recipe) -> list:
        if recipe.deleted:
            return [self.restore]
        deeds = [self.edit, self.edit, self.delete, self.unmark if recipe.favourites else self.mark]
        if recipe.is_open:
            deeds += [self.withdraw] * 3
        if recipe.can_be_submitted and self.submissions < SUBMISSIONS:
            deeds.append(self.submit)
        return deeds

    def save(self, route: str, recipe: Thing, old: Recipe, *more, at="") -> str:
        title = f"{recipe.name} edit {len(old.revisions)}"
        fields = recipe_fields(title) + list(more)
        if random.random() < 0.1:
            fields += [("amount", "1"), ("unit", "g"), ("ingredient", INGREDIENT), ("note", "")]
        if random.random() < 0.15:
            photo = random.choice(PHOTOS)
            changes = {recipe: old.written(title, digest(photo))}
            return self.write(route, changes, *fields, at=at, photo=photo, variant=WITH_PHOTO)
        if random.random() < 0.15:
            picture = random.choice(PHOTOS)
            changes = {recipe: old.written(title, "", (digest(picture),))}
            return self.write(route, changes, *fields, at=at, photo=picture, file="step_file-1", variant=WITH_STEP)
        variant = WITHOUT_STEP if old.revisions and old.revisions[-1][2] else ""
        return self.write(route, {recipe: old.written(title, "")}, *fields, at=at, variant=variant)

    def create(self) -> None:
        recipe = self.ledger.new("recipe", f"{self.username} {random.getrandbits(60):x}")
        location = self.save("/recipes", recipe, Recipe(self.username))
        id = int(re.search(r"/recipes/(\d+)", location)[1])
        recipe.sure = Recipe(self.username, id, recipe.sure.revisions, recipe.sure.head)
        self.own.append(recipe)
        self.shared.append(recipe)

    def propose(self) -> None:
        self.proposals += 1
        name = f"frobnium {random.getrandbits(60):x}"
        proposal = self.ledger.new("proposal", name)
        changes = {proposal: Proposal(proposer=self.username)}
        self.write("/proposals", changes, ("kind", "ingredient"), ("name", name))

    def edit(self, recipe: Thing) -> None:
        page = self.client.read(f"/recipes/{recipe.sure.id}/edit")
        version = re.search(r'name="version" value="(\d+)"', page)[1]
        self.save("/recipes/:recipe", recipe, recipe.sure, ("version", version), at=recipe.sure.id)

    def delete(self, recipe: Thing) -> None:
        self.write("/recipes/:recipe/delete", {recipe: recipe.sure.removed()}, at=recipe.sure.id)

    def delete_several(self) -> None:
        with held(*random.sample(self.own, min(3, len(self.own)))) as recipes:
            changes = {recipe: recipe.sure.removed() for recipe in recipes if not recipe.sure.deleted}
            if changes:
                chosen = [("recipe", recipe.sure.id) for recipe in changes]
                self.write("/my/recipes/delete", changes, *chosen)

    def restore(self, recipe: Thing) -> None:
        self.write("/recipes/:recipe/restore", {recipe: recipe.sure.restored()}, at=recipe.sure.id)

    def mark(self, recipe: Thing) -> None:
        self.write("/recipes/:recipe/favourite", {recipe: replace(recipe.sure, favourites=1)}, at=recipe.sure.id)

    def unmark(self, recipe: Thing) -> None:
        self.write("/recipes/:recipe/unfavourite", {recipe: replace(recipe.sure, favourites=0)}, at=recipe.sure.id)

    def submit(self, recipe: Thing) -> None:
        self.submissions += 1
        self.write("/recipes/:recipe/submit", {recipe: recipe.sure.submitted()}, at=recipe.sure.id)

    def withdraw(self, recipe: Thing) -> None:
        self.write("/recipes/:recipe/withdraw", {recipe: recipe.sure.withdrawn()}, at=recipe.sure.id)
