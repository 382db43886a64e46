"""Records which changes were acknowledged, and which had no answer yet when the site was killed."""

import collections
import contextlib
import re
import threading
from dataclasses import replace

from models import Person, difference
from running_site import ROOT

# Each address must have at least 30 acknowledged writes in 200 kills. With fewer, it counts as not tested.
LEAST = 30
# One route of Routes.swift can write in several ways, which are counted separately: a form with a photo, with a picture of
# a step, with the step's picture of the previous version removed, and an empty date that ends a suspension.
WITH_PHOTO, WITH_STEP, WITHOUT_STEP = " with a photo", " with a step's picture", " without it"
SUSPENSION_ENDS = " without a day"
VARIANTS = (
    "/recipes" + WITH_PHOTO, "/recipes/:recipe" + WITH_PHOTO, "/recipes" + WITH_STEP, "/recipes/:recipe" + WITH_STEP,
    "/recipes/:recipe" + WITHOUT_STEP, "/admin/users/:user/suspend" + SUSPENSION_ENDS,
)
# These change nothing. The second creates a draft of a change, which has no effect until it is confirmed.
WRITE_NOTHING = {"/ingredients/parse", "/admin/ingredients/:ingredient", "/recipes/facts"}
# Addresses that this test leaves out, and why. The first ones need a login provider, which `script/crash` does not have.
NOT_TAKEN = {
    "/auth/:provider", "/register/provider", "/settings/providers/:provider/link", "/settings/providers/link",
    "/settings/providers/:provider/unlink", "/confirm/:provider",
    # A moderator's answers for a public recipe: one row, and the public rows that an approval writes, in one transaction.
    "/recipes/:recipe/diets", "/recipes/:recipe/diets/undo",
    # One row for the whole site. If it changed, every admin of this test would first have to set up two-step login.
    "/admin/two-step",
    # One row each: a link that becomes invalid; the solved mark of an error, which is also removed when the error occurs
    # again.
    "/settings/email/call-off", "/admin/errors/:error/reopen",
    # A preview of an import expires after half a day anyway. Saving it creates recipes as `/recipes` does.
    "/recipes/import", "/recipes/import/:import",
}
# These create or discard drafts outside the catalogue, or decide a proposal with the same SQL statement as a refusal. The
# catalogue changes only when a draft is confirmed. Confirming, proposing and refusing are tested.
NOT_TAKEN |= {
    "/admin/catalogue/new", "/admin/catalogue/import", "/admin/ingredients/:ingredient/merge",
    "/admin/ingredients/:ingredient/split", "/admin/catalogue/changes/:change/discard",
    "/admin/catalogue/changes/:change/undo", "/admin/proposals/:proposal/approve",
    "/admin/proposals/:proposal/merge", "/admin/categories", "/admin/categories/:kind/:term",
    "/admin/categories/:kind/:term/merge", "/admin/units", "/admin/units/:unit", "/admin/units/:unit/remove",
}


# Rows in a list of one member, written in the same way as favourites, which are tested. The history of viewed recipes is
# kept in memory first.
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
    # One row. A trigger updates the sum in the same transaction.
    "/recipes/:recipe/review", "/recipes/:recipe/review/delete", "/reviews/:review/restore",
    "/reviews/:review/helpful", "/reviews/:review/unhelpful", "/reviews/:review/answer", "/reviews/:review/remove",
    "/reviews/:review/put-back", "/reviews/:review/approve", "/reviews/:review/reject",
    "/recipes/:recipe/unpublish", "/recipes/:recipe/republish", "/reports", "/moderation/reports/:issue",
    "/moderation/recipes/:recipe/measure",
    "/moderation/measures/:measure/lift", "/appeals/:about/:number", "/moderation/appeals/:appeal",
    # One row in addition to the recipe. A copy is stored as `/recipes` stores a recipe.
    "/recipes/:recipe/copy", "/recipes/:recipe/share", "/recipes/:recipe/readers/:reader/remove",
    "/recipes/:recipe/link", "/my/recipes/undo/:step",
    "/recipes/:recipe/dismiss", "/recipes/:recipe/undismiss",
    "/favourites/folders/:folder/delete", "/history", "/history/clear", "/history/switch", "/history/undo/:step",
}


# One column of notifications, or one row of preferences. Writing notifications and preferences is tested.
NOT_TAKEN |= {
    "/notifications/read", "/notifications/:notification/read", "/notifications/:notification/unread",
    "/notifications/undo/:step", "/unsubscribe/:token",
}


# One row and its audit log entry, in one transaction. A restored version is saved as `/recipes/:recipe` saves one. Taking
# back a decision writes the rows of a submission and of an approval.
NOT_TAKEN |= {
    "/settings/licence", "/settings/licence/withdraw", "/settings/licence/give-up", "/admin/licences/:request/grant",
    "/admin/licences/:request/refuse", "/admin/backups", "/admin/storage", "/revisions/:revision/restore",
    "/moderation/decisions/:decision/take-back", "/moderation/automatic/:submission/reopen",
}


# A decision by two people writes the rows of a decision by one, and one more row. An accepted suggestion is saved and
# submitted like the author's own text. A prepared suggestion is one row.
NOT_TAKEN |= {
    "/moderation/submissions/:submission/agree", "/moderation/submissions/:submission/disagree",
    "/moderation/submissions/:submission/suggestion", "/moderation/submissions/:submission/suggestion/discard",
    "/recipes/:recipe/suggestion/accept", "/recipes/:recipe/suggestion/dismiss",
    "/moderation/automatic/:submission/checked", "/moderation/reports/:issue/agree",
    "/moderation/reports/:issue/disagree",
}


# One row each, and its audit log entry if there is one. Several reports are decided with the same statements as one.
NOT_TAKEN |= {
    "/moderation/submissions/:submission/notes", "/moderation/assignments", "/moderation/approvals", "/moderation/views",
    "/moderation/views/:view/delete", "/moderation/views/:view/restore", "/moderation/templates",
    "/moderation/templates/:template", "/moderation/templates/:template/delete",
    "/moderation/templates/:template/restore", "/moderation/reports",
}


# One tutorial with its texts and its audit log entry, in one transaction.
NOT_TAKEN |= {
    "/admin/tutorials", "/admin/tutorials/:tutorial", "/admin/tutorials/:tutorial/publish",
    "/admin/tutorials/:tutorial/hide", "/admin/tutorials/:tutorial/move", "/admin/tutorials/:tutorial/delete",
    "/admin/tutorials/:tutorial/restore", "/admin/tutorials/undo/:step",
}


# One row of a page and its audit log entry, in one transaction; one row of a queue; a download with one audit log entry.
NOT_TAKEN |= {
    "/admin/pages/:page", "/admin/pages/undo/:step", "/admin/webhook/test", "/admin/webhook/:event/retry",
    "/admin/audit/export",
}


# Autosaves of unsaved changes. The site never confirms them, and they are deleted when the recipe is saved, which is tested.
NOT_TAKEN |= {"/recipes/drafts", "/recipes/drafts/:draft/delete"}
# Admins draft a change of recipes first, which has no effect. Confirming it writes the rows of deleting, restoring and
# approving, which are tested, in one transaction. Exporting the list writes one audit log entry.
NOT_TAKEN |= {
    "/admin/recipes/changes", "/admin/recipes/changes/:change/confirm", "/admin/recipes/changes/:change/undo",
    "/admin/recipes/export",
}


def write_routes() -> list[str]:
    """Every address that is tested: those that accept changes, without the exceptions above, and the variants."""
    folder = ROOT / "Sources/Toque"
    patterns = (folder / "Site/Address.swift").read_text()
    addresses = dict(re.findall(r'static let (\w+) = Address\("([^"]+)"\)', patterns))
    names = re.findall(r"Route\(\.post, \.(\w+),", "".join((folder / "App" / name).read_text() for name in ("Routes.swift", "AdminRoutes.swift")))
    return [addresses[name] for name in names if addresses[name] not in WRITE_NOTHING | NOT_TAKEN] + list(VARIANTS)


class Thing:
    """A recipe, a person, a list and so on. `sure` is its last confirmed state."""

    def __init__(self, kind: str, name: str, sure=None):
        self.kind, self.name, self.sure = kind, name, sure
        self.lock = threading.Lock()


@contextlib.contextmanager
def held(*things: Thing):
    """Locks those things that no other worker is changing, and yields them."""
    free = [thing for thing in dict.fromkeys(things) if thing.lock.acquire(blocking=False)]
    try:
        yield free
    finally:
        for thing in free:
            thing.lock.release()


class Write:
    """One change of one or several things. `changes` has the expected snapshot of each thing after the change."""

    def __init__(self, route: str, changes: dict):
        self.route, self.changes = route, changes


class Ledger:
    def __init__(self, found):
        self.things, self.killed = {}, threading.Event()
        # The address of a catalogue change that is to be confirmed, and the expected facts of its ingredient afterwards.
        self.draft = None
        self.acknowledged, self.kills = collections.Counter(), collections.Counter()
        self.came_through, self.came_to_nothing = collections.Counter(), collections.Counter()
        self.adopt(found)

    def adopt(self, found) -> None:
        """Adds things that were created while the site was not running."""
        for (kind, name), picture in found.items():
            if (kind, name) not in self.things:
                self.things[kind, name] = Thing(kind, name, picture)

    def new(self, kind: str, name: str) -> Thing:
        return self.things.setdefault((kind, name), Thing(kind, name))

    def count(self, acknowledged: collections.Counter) -> None:
        """Adds the writes that were acknowledged before one kill."""
        self.acknowledged += acknowledged
        self.kills.update(acknowledged.keys())

    def settle(self, lost: list[Write], found) -> None:
        """Checks the changes whose answers were lost: a change counts as made only if all of it is stored."""
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
        """Everything that differs from what was acknowledged."""
        strangers = [f"{kind} {name} is there, and nobody made it" for kind, name in found.keys() - self.things.keys()]
        return found.twice + strangers + [
            f"{kind} {name}: {difference(found.get((kind, name)), thing.sure)}"
            for (kind, name), thing in self.things.items() if found.get((kind, name)) != thing.sure
        ]

    def accept(self, found) -> None:
        """Replaces the snapshots with those that were found correct. They also have the ids of new things."""
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
