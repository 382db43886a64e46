"""The expected state of each thing, with its entries in the audit log, and the effects of each change."""

import dataclasses
from dataclasses import dataclass, field, replace

from running_site import PASSWORD

STATES = {"approve": "approved", "request-changes": "changes-requested", "reject": "rejected"}
# Placeholder for a session or password hash that the site creates, until it is known.
NEW = "new"


@dataclass(frozen=True)
class Round:
    title: str
    state: str = "queued"
    decision: str = ""
    notices: int = 0


@dataclass(frozen=True)
class Recipe:
    """`revisions` has titles with the digests of their photo and of the pictures of their steps. `log` has pairs of an action
    and a username."""

    author: str
    id: int = field(default=0, compare=False)
    revisions: tuple = ()
    head: str = ""
    live: str = ""
    public: tuple = ()
    deleted: bool = False
    cases: int = 0
    rounds: tuple = ()
    claims: tuple = ()
    log: tuple = ()
    # The number of rows that mark it as a favourite. In this test only its author marks it.
    favourites: int = 0

    @property
    def is_open(self) -> bool:
        return bool(self.rounds) and self.rounds[-1].state == "queued"

    @property
    def can_be_submitted(self) -> bool:
        is_decided = self.rounds and self.rounds[-1].title == self.head and self.rounds[-1].state != "withdrawn"
        return not (self.deleted or self.is_open or is_decided or self.live == self.head)

    def written(self, title: str, photo: str, steps: tuple = ()) -> "Recipe":
        return replace(self, revisions=self.revisions + ((title, photo, steps),), head=title)

    def submitted(self) -> "Recipe":
        goes_on = self.rounds and self.rounds[-1].state == STATES["request-changes"]
        rounds = self.rounds + (Round(self.head),)
        return replace(self, rounds=rounds, cases=self.cases + (not goes_on)).logged("submit", self.author)

    def withdrawn(self) -> "Recipe":
        return self.ended(state="withdrawn").logged("withdraw", self.author)

    def removed(self) -> "Recipe":
        left = self.withdrawn() if self.is_open else self
        return replace(left, deleted=True, public=()).logged("delete", self.author)

    def restored(self) -> "Recipe":
        public = (self.live,) if self.live else ()
        return replace(self, deleted=False, public=public).logged("restore", self.author)

    def decided(self, kind: str, by: str) -> "Recipe":
        done = self.ended(state=STATES[kind], decision=kind, notices=1).logged(kind, by)
        if kind != "approve":
            return done
        title = self.rounds[-1].title
        return replace(done, live=title, public=(title,))

    def ended(self, **outcome) -> "Recipe":
        return replace(self, rounds=self.rounds[:-1] + (replace(self.rounds[-1], **outcome),), claims=())

    def logged(self, action: str, by: str) -> "Recipe":
        return replace(self, log=self.log + ((action, by),))


@dataclass(frozen=True)
class Knowledge:
    """The password and recovery codes, which the site stores only as hashes."""

    password: str = PASSWORD
    codes: tuple = ()


@dataclass(frozen=True)
class Person:
    """`grants` has notes, end times and whether the grant was revoked. `log` has actions, new states and usernames."""

    id: int = field(default=0, compare=False)
    role: str = "member"
    language: str = "en"
    suspended: int | None = None
    reason: str = ""
    grants: tuple = ()
    # The row of preferences: diets and allergens as bits, and units.
    taste: tuple = ()
    sessions: tuple = ()
    links: int = 0
    log: tuple = ()
    # The last characters of the password's hash.
    password: str = ""
    email: str = ""
    is_confirmed: bool = False
    # The email address that will be confirmed when the link is used.
    awaited: tuple = ()
    # How often a password reset was requested, and how many requests or links for one exist now.
    asked: int = 0
    ways: int = 0
    two_step: str = ""
    codes: int = 0
    # The kinds of the emails to the person.
    mails: tuple = ()
    display: str = ""
    # First and last name, phone and bio.
    profile: tuple = ()
    archives: tuple = ()
    # For an account that is being deleted: whether its recipes are unpublished, the reason, and whether the name is replaced.
    leaving: tuple = ()
    knows: Knowledge = field(default=Knowledge(), compare=False)

    def called(self, name: str) -> str:
        """The name that new entries of the audit log have for this person."""
        return f"deleted account {self.id}" if self.leaving else name

    def told(self, mail: str) -> "Person":
        return replace(self, mails=self.mails + (mail,))

    def with_password(self, password: str, **more) -> "Person":
        """A new password ends every session and makes every login link invalid."""
        knows = replace(self.knows, password=password)
        return replace(self, password=NEW, sessions=(), links=0, knows=knows, **more).told("account-event")

    def without_code(self) -> "Person":
        knows = replace(self.knows, codes=self.knows.codes[1:])
        return replace(self, codes=self.codes - 1, knows=knows)

    def going(self, withdraws: int, reason: str, by: str) -> "Person":
        gone = replace(self, leaving=((withdraws, reason, 1),), sessions=(), links=0, awaited=(), ways=0)
        return gone.logged("leave", "leaving", by).told("leaving")

    def entered(self) -> "Person":
        return replace(self, sessions=(*self.sessions, NEW))

    def left(self, session: str) -> "Person":
        return replace(self, sessions=tuple(other for other in self.sessions if other != session))

    def named(self, sessions: tuple) -> "Person":
        """Replaces `NEW` with the id of the new session: the one in `sessions` that was not known before."""
        strangers = tuple(session for session in sessions if session not in self.sessions)
        if NEW not in self.sessions or len(strangers) != 1:
            return self
        return replace(self, sessions=tuple(sorted(self.left(NEW).sessions + strangers)))

    def completed(self, found: "Person", before: "Person | None") -> "Person":
        """Replaces `NEW` with the session and the password hash that were found."""
        is_new = self.password == NEW and found.password and (before is None or found.password != before.password)
        return replace(self.named(found.sessions), password=found.password if is_new else self.password)

    def logged(self, action: str, to: str, by: str) -> "Person":
        return replace(self, log=self.log + ((action, to, by),))


@dataclass(frozen=True)
class Bug:
    """A bug report, and every change of its state in the audit log."""

    id: int = field(default=0, compare=False)
    reporter: str = ""
    state: str = "new"
    answer: str = ""
    version: int = 1
    log: tuple = ()


@dataclass(frozen=True)
class BlockList:
    """The blocked words, and every change in the audit log."""

    words: tuple = ()
    log: tuple = ()


@dataclass(frozen=True)
class Facts:
    """The facts of one ingredient, the number that caches compare, and every change in the audit log."""

    code: tuple = ()
    edition: tuple = ()
    log: tuple = ()


@dataclass(frozen=True)
class Proposal:
    """An ingredient that a member proposed, and every decision in the audit log."""

    id: int = field(default=0, compare=False)
    proposer: str = ""
    state: str = "open"
    reason: str = ""
    log: tuple = ()


@dataclass(frozen=True)
class Mail:
    """An email: `waits`, `failed` (given up) or `on its way`, whether the site has sent it yet or not."""

    state: str = "waits"


@dataclass(frozen=True)
class Error:
    """A kind of server error, and every change in the audit log."""

    is_solved: bool = False
    log: tuple = ()


def difference(found, expected) -> str:
    """Describes the fields in which two snapshots of a thing differ."""
    if found is None or expected is None:
        return "is not there" if found is None else "is there, and should not be"
    parts = [part.name for part in dataclasses.fields(expected) if part.compare]
    pairs = [(part, getattr(found, part), getattr(expected, part)) for part in parts]
    return "; ".join(f"{part} is {seen}, should be {right}" for part, seen, right in pairs if seen != right)
