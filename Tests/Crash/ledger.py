"""What was acknowledged, and what was on its way when the site was killed."""

import collections
import contextlib
import re
import threading
from dataclasses import replace

from models import Person, difference
from running_site import ROOT

# In 200 kills; a way to write that is taken less often was not tried.
LEAST = 30
# What Routes.swift has as one and is more: a form with a photo, with a picture of a step, with the picture of the text
# before taken away, and an empty day that ends a suspension.
WITH_PHOTO, WITH_STEP, WITHOUT_STEP = " with a photo", " with a step's picture", " without it"
SUSPENSION_ENDS = " without a day"
VARIANTS = (
    "/recipes" + WITH_PHOTO, "/recipes/:recipe" + WITH_PHOTO, "/recipes" + WITH_STEP, "/recipes/:recipe" + WITH_STEP,
    "/recipes/:recipe" + WITHOUT_STEP, "/admin/users/:user/suspend" + SUSPENSION_ENDS,
)
# The second drafts a change, which counts for nothing until it is confirmed.
WRITE_NOTHING = {"/ingredients/parse", "/admin/ingredients/:ingredient", "/recipes/facts"}
# These need a provider that answers, which the sites of script/crash do not have.
NOT_TAKEN = {
    "/auth/:provider", "/register/provider", "/settings/providers/:provider/link", "/settings/providers/link",
    "/settings/providers/:provider/unlink", "/confirm/:provider",
    # What a moderator sets of a public recipe: one row and the public rows that an approval writes, in one transaction.
    "/recipes/:recipe/diets", "/recipes/:recipe/diets/undo",
    # One row for the whole site. If it changed, every admin of this test would first have to set up two-step login.
    "/admin/two-step",
    # One row: a link that works no longer, and a mark taken off an error, which its return takes off as well.
    "/settings/email/call-off", "/admin/errors/:error/reopen",
    # What waits to be looked at is forgotten after half a day anyway; saving it makes recipes as `/recipes` does.
    "/recipes/import", "/recipes/import/:import",
}
# These draft and discard beside the catalogue, or decide by the same statement as a refusal; what changes the catalogue is
# the confirming, which is taken, as are a proposal and its refusal.
NOT_TAKEN |= {
    "/admin/catalogue/new", "/admin/catalogue/import", "/admin/ingredients/:ingredient/merge",
    "/admin/ingredients/:ingredient/split", "/admin/catalogue/changes/:change/discard",
    "/admin/catalogue/changes/:change/undo", "/admin/proposals/:proposal/approve",
    "/admin/proposals/:proposal/merge", "/admin/categories", "/admin/categories/:kind/:term",
    "/admin/categories/:kind/:term/merge", "/admin/units", "/admin/units/:unit", "/admin/units/:unit/remove",
}


# Rows of a list of one member, written as the heart's, which is taken; seen recipes are noted in memory first.
NOT_TAKEN |= {
    "/favourites", "/favourites/undo/:step", "/favourites/folders", "/favourites/folders/:folder",
    "/pantry", "/pantry/:item", "/pantry/:item/delete", "/pantry/delete", "/pantry/staples", "/pantry/undo/:step",
    "/recipes/:recipe/cooked", "/recipes/:recipe/shopping", "/shopping/items", "/shopping/items/:item/tick",
    "/shopping/items/:item/untick", "/shopping/items/:item/delete", "/shopping/recipes", "/shopping/clear", "/shopping/bought",
    "/shopping/undo/:step", "/plan", "/plan/entries/:entry", "/plan/entries/:entry/delete", "/plan/shopping",
    "/plan/undo/:step", "/plan/feed", "/plan/feed/end", "/shopping/aisles", "/shopping/link", "/shopping/link/end",
    "/shopping/shared/:token/items", "/shopping/shared/:token/items/:item/tick",
    "/shopping/shared/:token/items/:item/untick",
    "/recipes/:recipe/cook", "/cooking/timers", "/cooking/devices", "/settings/devices/:device/delete",
    # One row, with its sum in the same transaction by a trigger.
    "/recipes/:recipe/review", "/recipes/:recipe/review/delete", "/reviews/:review/restore",
    "/reviews/:review/helpful", "/reviews/:review/unhelpful", "/reviews/:review/answer", "/reviews/:review/remove",
    "/reviews/:review/put-back", "/reviews/:review/approve", "/reviews/:review/reject",
    "/recipes/:recipe/unpublish", "/recipes/:recipe/republish", "/reports", "/moderation/reports/:issue",
    "/moderation/recipes/:recipe/measure",
    "/moderation/measures/:measure/lift", "/appeals/:about/:number", "/moderation/appeals/:appeal",
    # One row beside the recipe; a copy is stored as `/recipes` stores.
    "/recipes/:recipe/copy", "/recipes/:recipe/share", "/recipes/:recipe/readers/:reader/remove",
    "/recipes/:recipe/link", "/my/recipes/undo/:step",
    "/favourites/folders/:folder/delete", "/history", "/history/clear", "/history/switch", "/history/undo/:step",
}


# One column of rows that the event wrote, which is taken, and one row of preferences, which are taken.
NOT_TAKEN |= {
    "/notifications/read", "/notifications/:notification/read", "/notifications/:notification/unread",
    "/notifications/undo/:step", "/unsubscribe/:token",
}


# One row and its line in the log, in one transaction; a version restored is saved as `/recipes/:recipe` saves, and a
# decision taken back writes the rows of a submission and of an approval.
NOT_TAKEN |= {
    "/settings/licence", "/settings/licence/withdraw", "/settings/licence/give-up", "/admin/licences/:request/grant",
    "/admin/licences/:request/refuse", "/admin/backups", "/admin/storage", "/revisions/:revision/restore",
    "/moderation/decisions/:decision/take-back", "/moderation/automatic/:submission/reopen",
}


# A decision of two people writes what one person's does, and a row of its own. An accepted suggestion is saved and
# submitted as the author's own text; a prepared one is one row.
NOT_TAKEN |= {
    "/moderation/submissions/:submission/agree", "/moderation/submissions/:submission/disagree",
    "/moderation/submissions/:submission/suggestion", "/moderation/submissions/:submission/suggestion/discard",
    "/recipes/:recipe/suggestion/accept", "/recipes/:recipe/suggestion/dismiss",
    "/moderation/automatic/:submission/checked", "/moderation/reports/:issue/agree",
    "/moderation/reports/:issue/disagree",
}


# One row each, with its line in the log where there is one; several reports are decided by the statements of one.
NOT_TAKEN |= {
    "/moderation/submissions/:submission/notes", "/moderation/assignments", "/moderation/approvals", "/moderation/views",
    "/moderation/views/:view/delete", "/moderation/views/:view/restore", "/moderation/templates",
    "/moderation/templates/:template", "/moderation/templates/:template/delete",
    "/moderation/templates/:template/restore", "/moderation/reports",
}


# One tutorial with its texts and its row of the log, in one transaction.
NOT_TAKEN |= {
    "/admin/tutorials", "/admin/tutorials/:tutorial", "/admin/tutorials/:tutorial/publish",
    "/admin/tutorials/:tutorial/hide", "/admin/tutorials/:tutorial/move", "/admin/tutorials/:tutorial/delete",
    "/admin/tutorials/:tutorial/restore", "/admin/tutorials/undo/:step",
}


# One row of a page and its line in the log, in one transaction; one row of a queue; a download with one line in the log.
NOT_TAKEN |= {
    "/admin/pages/:page", "/admin/pages/undo/:step", "/admin/webhook/test", "/admin/webhook/:event/retry",
    "/admin/audit/export",
}


# What is being typed: nobody is told that it was kept, and saving the recipe, which is taken, throws it away.
NOT_TAKEN |= {"/recipes/drafts", "/recipes/drafts/:draft/delete"}
# What admins do to recipes is drafted first, which counts for nothing; confirming it is one transaction of the rows that
# deleting, restoring and approving write, which are taken. Taking the list along writes one row of the log.
NOT_TAKEN |= {
    "/admin/recipes/changes", "/admin/recipes/changes/:change/confirm", "/admin/recipes/changes/:change/undo",
    "/admin/recipes/export",
}


def write_routes() -> list[str]:
    """Every address that the site takes changes at."""
    folder = ROOT / "Sources/Toque"
    patterns = (folder / "Site/Address.swift").read_text()
    addresses = dict(re.findall(r'static let (\w+) = Address\("([^"]+)"\)', patterns))
    names = re.findall(r"Route\(\.post, \.(\w+),", "".join((folder / "App" / name).read_text() for name in ("Routes.swift", "AdminRoutes.swift")))
    return [addresses[name] for name in names if addresses[name] not in WRITE_NOTHING | NOT_TAKEN] + list(VARIANTS)


class Thing:
    """A recipe, a person, a list. `sure` is the last confirmed state."""

    def __init__(self, kind: str, name: str, sure=None):
        self.kind, self.name, self.sure = kind, name, sure
        self.lock = threading.Lock()


@contextlib.contextmanager
def held(*things: Thing):
    """Gives those of the things that nobody else is changing, and keeps others from them."""
    free = [thing for thing in dict.fromkeys(things) if thing.lock.acquire(blocking=False)]
    try:
        yield free
    finally:
        for thing in free:
            thing.lock.release()


class Write:
    """One change of one or several things, and the pictures that it leads to."""

    def __init__(self, route: str, changes: dict):
        self.route, self.changes = route, changes


class Ledger:
    def __init__(self, found):
        self.things, self.killed = {}, threading.Event()
        # A change of the catalogue that is to be confirmed, and what that makes of its ingredient.
        self.draft = None
        self.acknowledged, self.kills = collections.Counter(), collections.Counter()
        self.came_through, self.came_to_nothing = collections.Counter(), collections.Counter()
        self.adopt(found)

    def adopt(self, found) -> None:
        """Takes up what was made while the site was not running."""
        for (kind, name), picture in found.items():
            if (kind, name) not in self.things:
                self.things[kind, name] = Thing(kind, name, picture)

    def new(self, kind: str, name: str) -> Thing:
        return self.things.setdefault((kind, name), Thing(kind, name))

    def count(self, acknowledged: collections.Counter) -> None:
        """Adds what was acknowledged before one kill."""
        self.acknowledged += acknowledged
        self.kills.update(acknowledged.keys())

    def settle(self, lost: list[Write], found) -> None:
        """A change whose answer was lost counts when all of it is there."""
        for write in lost:
            pictures = {thing: found.get((thing.kind, thing.name)) for thing in write.changes}
            after = dict(write.changes)
            for thing, picture in pictures.items():
                if isinstance(picture, Person):
                    after[thing] = after[thing].completed(picture, thing.sure)
            is_there = after == pictures
            (self.came_through if is_there else self.came_to_nothing)[write.route] += 1
            for thing, picture in after.items() if is_there else ():
                thing.sure = picture

    def wrong(self, found) -> list[str]:
        """What is not as it was acknowledged."""
        strangers = [f"{kind} {name} is there, and nobody made it" for kind, name in found.keys() - self.things.keys()]
        return found.twice + strangers + [
            f"{kind} {name}: {difference(found.get((kind, name)), thing.sure)}"
            for (kind, name), thing in self.things.items() if found.get((kind, name)) != thing.sure
        ]

    def accept(self, found) -> None:
        """Takes the pictures that were found right, and with them the numbers of what is new."""
        self.things = {name: thing for name, thing in self.things.items() if name in found}
        for name, thing in self.things.items():
            knows = {"knows": thing.sure.knows} if isinstance(thing.sure, Person) else {}
            thing.sure = replace(found[name], **knows)

    def untried(self, kills: int) -> list[str]:
        least = LEAST * kills // 200
        return [
            f"only {self.acknowledged[route]} writes of {route} were acknowledged, less than {least}"
            for route in write_routes() if self.acknowledged[route] < least
        ]

    def __str__(self) -> str:
        counters = (self.acknowledged, self.kills, self.came_through, self.came_to_nothing)
        titles = ("acknowledged", "before kills", "lost but made", "lost, not made")
        lines = [f"{'':52}" + "".join(f"{title:>16}" for title in titles)]
        for route in sorted({*write_routes(), *self.acknowledged}):
            lines.append(f"{route:52}" + "".join(f"{counter[route]:16}" for counter in counters))
        sums = (self.acknowledged.total(), "", self.came_through.total(), self.came_to_nothing.total())
        return "\n".join([*lines, f"{'together':52}" + "".join(f"{number:>16}" for number in sums)])
