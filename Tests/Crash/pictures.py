"""Reads a data folder into snapshots (`picture` in the code) of recipes, people, reports and lists, to compare them."""

import collections
import hashlib
import pathlib
import sqlite3
import zipfile

from models import BlockList, Bug, Error, Facts, Mail, Person, Proposal, Recipe, Round

INGREDIENT = "saffron"
# SQL for the last 12 characters of a password hash, which are enough to distinguish two hashes.
HASH = "coalesce(substr(password_hash, -12), '')"
# Emails and errors that were inserted before the site ran, for admins to handle. The emails go to an address of nobody and
# are not due before 2100.
NOBODY, NEVER, NOWHERE = "nobody@example.org", 4_102_444_800_000, "/nowhere"


class Media:
    """The photos on the disk. Each is read only once, because the files of an id never change."""

    def __init__(self, folder: pathlib.Path):
        self.folder, self.known = folder, {}

    def photo(self, id: str | None) -> str:
        """The digest of the uploaded file, or a description of what is wrong with the files."""
        if id is None:
            return ""
        if id not in self.known:
            self.known[id] = self.look(self.folder / id)
        return self.known[id]

    def look(self, folder: pathlib.Path) -> str:
        files = {path.name: path.read_bytes() for path in folder.glob("*")}
        names = {f"{width}.{kind}" for width in (320, 640, 960, 1280) for kind in ("webp", "jpg")}
        torn = [name for name in sorted(names) if not is_whole(files.get(name, b""))]
        return f"{', '.join(torn)} not whole" if torn else digest(files.get("original", b""))


def digest(photo: bytes) -> str:
    return hashlib.sha256(photo).hexdigest()[:12]


def is_whole(picture: bytes) -> bool:
    """Whether a JPEG has its end marker, or a WebP file the length that its header states."""
    if picture.startswith(b"\xff\xd8"):
        return picture.endswith(b"\xff\xd9")
    return picture.startswith(b"RIFF") and int.from_bytes(picture[4:8], "little") == len(picture) - 8


class Found(dict):
    """Snapshots by kind and name. `twice` has a line for each name that occurs more than once."""

    def __init__(self, db: sqlite3.Connection, media: Media):
        super().__init__()
        self.db, self.media, self.twice = db, media, []
        self.recipes()
        self.people()
        self.bugs()
        self.mails_and_errors()
        self.proposals()
        self["site", "block list"] = BlockList(self.column("SELECT word FROM blocked_word ORDER BY word"), tuple(
            db.execute("SELECT detail, actor_name FROM audit WHERE action = 'block-list' ORDER BY id")))
        self["ingredient", INGREDIENT] = Facts(
            self.column("SELECT facts FROM ingredient WHERE key = ?", INGREDIENT),
            self.column("SELECT number FROM edition WHERE name = 'catalogue'"),
            tuple(db.execute(
                "SELECT from_state, to_state, actor_name FROM audit WHERE action = 'facts' ORDER BY id")))

    def add(self, kind: str, name: str, picture) -> None:
        if (kind, name) in self:
            self.twice.append(f"{kind} {name} is there twice")
        self[kind, name] = picture

    def column(self, query: str, *values) -> tuple:
        return tuple(value for (value,) in self.db.execute(query, values))

    def by_first(self, query: str) -> dict[int, tuple]:
        """Rows grouped by their first column, which is removed."""
        groups = collections.defaultdict(list)
        for first, *rest in self.db.execute(query):
            groups[first].append(tuple(rest))
        return collections.defaultdict(tuple, ((first, tuple(rows)) for first, rows in groups.items()))

    def recipes(self) -> None:
        revisions = self.by_first(
            """
            SELECT v.recipe_id, v.title, p.id, v.id FROM revision v LEFT JOIN photo p ON p.id = v.photo_id
            ORDER BY v.recipe_id, v.n
            """)
        shown = self.by_first(
            "SELECT m.revision_id, p.id FROM revision_media m LEFT JOIN photo p ON p.id = m.photo_id ORDER BY p.id")
        rounds = self.by_first(
            """
            SELECT s.recipe_id, v.title, s.state, coalesce(d.kind, ''), count(n.id)
            FROM submission s JOIN recipe r ON r.id = s.recipe_id JOIN revision v ON v.id = s.revision_id
                LEFT JOIN decision d ON d.submission_id = s.id
                LEFT JOIN notification n ON n.event = 'decision-' || d.id AND n.user_id = r.author_id
            GROUP BY s.id, s.rowid, d.rowid ORDER BY s.id
            """)
        claims = self.by_first(
            """
            SELECT s.recipe_id, u.username FROM claim c JOIN submission s ON s.id = c.submission_id
                JOIN user u ON u.id = c.moderator_id
            """)
        log = self.log_of_recipes()
        cases = self.by_first("SELECT recipe_id, id FROM moderation_case")
        public = self.by_first("SELECT recipe_id, title FROM public_recipe")
        favourites = self.by_first("SELECT recipe_id, user_id FROM favourite")
        for id, author, head, live, deleted in self.db.execute(
            """
            SELECT r.id, u.username, h.title, coalesce(l.title, ''), r.deleted_at IS NOT NULL
            FROM recipe r LEFT JOIN user u ON u.id = r.author_id
                LEFT JOIN revision h ON h.id = r.head_revision_id LEFT JOIN revision l ON l.id = r.live_revision_id
            """
        ):
            self.add("recipe", (head or f"number {id}").partition(" edit ")[0], Recipe(
                author, id, tuple(
                    (title, self.media.photo(photo), tuple(self.media.photo(step) for (step,) in shown[revision]))
                    for title, photo, revision in revisions[id]), head, live,
                tuple(title for (title,) in public[id]), bool(deleted), len(cases[id]),
                tuple(Round(*row) for row in rounds[id]), tuple(name for (name,) in claims[id]), log[id],
                len(favourites[id])))

    def log_of_recipes(self) -> dict[int, tuple]:
        return self.by_first(
            """
            SELECT recipe, action, actor_name FROM (
                SELECT id, object_id AS recipe, action, actor_name FROM audit WHERE object = 'recipe'
                UNION ALL
                SELECT a.id, s.recipe_id, a.action, a.actor_name
                FROM audit a JOIN submission s ON s.id = a.object_id WHERE a.object = 'submission'
            ) ORDER BY id
            """)

    def people(self) -> None:
        grants = self.by_first("SELECT user_id, note, until, revoked_at IS NOT NULL FROM licence_grant ORDER BY id")
        # Sessions that wait for a two-step code are left out: nobody is logged in with them yet, and they expire.
        sessions = self.by_first("SELECT user_id, id FROM session WHERE awaits_code = 0 ORDER BY id")
        links = self.by_first("SELECT user_id, token_hash FROM sign_in_link")
        tastes = self.by_first("SELECT user_id, diets, allergens, units FROM preferences")
        log = self.by_first(
            "SELECT object_id, action, to_state, actor_name FROM audit WHERE object = 'user' ORDER BY id")
        accounts = self.accounts()
        for id, name, role, language, suspended, reason in self.db.execute(
            """
            SELECT u.id, coalesce(l.username, u.username), u.role, u.language, u.suspended_until, u.suspension_reason
            FROM user u LEFT JOIN leaving l ON l.user_id = u.id
            """
        ):
            self.add("person", name, Person(
                id, role, language, suspended, reason, grants[id], tastes[id],
                tuple(session for (session,) in sessions[id]), len(links[id]), log[id], **accounts(id)))

    def accounts(self):
        """Returns a function that maps a user's id to the fields of `Person` about login, email, profile and deletion."""
        users = self.by_first(
            f"""
            SELECT u.id, {HASH}, email, email_confirmed_at IS NOT NULL,
                CASE WHEN totp_secret IS NOT NULL THEN iif(totp_pending IS NULL, 'on', 'both')
                    WHEN totp_pending IS NOT NULL THEN 'begun' ELSE '' END,
                coalesce(iif(l.user_id IS NULL, u.display_name, l.display_name), '')
            FROM user u LEFT JOIN leaving l ON l.user_id = u.id
            """)
        awaited = self.by_first("SELECT user_id, email FROM account_link WHERE purpose = 'email'")
        requests = self.by_first("SELECT u.id, r.id FROM reset_request r JOIN user u ON u.username = r.login")
        resets = self.by_first("SELECT user_id, id FROM outbox WHERE kind = 'reset'")
        ways = self.by_first("SELECT user_id, email FROM account_link WHERE purpose = 'reset'")
        codes = self.by_first("SELECT user_id, code_hash FROM recovery_code")
        # Emails with reset links are left out because they follow later than the requests, and answers because they belong
        # to bug reports.
        mails = self.by_first(
            "SELECT user_id, kind FROM outbox WHERE kind NOT IN ('reset', 'bug-answered') ORDER BY id")
        profiles = self.by_first("SELECT user_id, first_name, last_name, phone, bio FROM profile")
        leaving = self.by_first(
            """
            SELECT l.user_id, l.withdraws, l.reason, u.username = 'deleted account ' || u.id
            FROM leaving l JOIN user u ON u.id = l.user_id
            """)
        archives = self.by_first("SELECT user_id, state, size, user_id || '-' || asked_at FROM data_export")

        def account(id: int) -> dict:
            password, email, is_confirmed, two_step, display = users[id][0]
            return {
                "password": password, "email": email, "is_confirmed": bool(is_confirmed), "two_step": two_step,
                "display": display, "awaited": tuple(email for (email,) in awaited[id]),
                "asked": len(requests[id]) + len(resets[id]), "ways": 1 if requests[id] else len(ways[id]),
                "codes": len(codes[id]), "mails": tuple(kind for (kind,) in mails[id]), "profile": profiles[id],
                "leaving": leaving[id], "archives": tuple(self.archive(*row) for row in archives[id]),
            }
        return account

    def archive(self, state: str, size: int, name: str) -> str:
        """Treats an export that waits like one that is ready, because the site creates it soon after the request."""
        file = self.media.folder.parent / "exports" / f"{name}.zip"
        is_whole = state == "waiting" or state == "ready" and file.stat().st_size == size and zipfile.is_zipfile(file)
        return "asked" if is_whole else f"{state}, not whole"

    def mails_and_errors(self) -> None:
        for id, state in self.db.execute(
            """
            SELECT id, CASE WHEN state = 'failed' THEN 'failed'
                WHEN state = 'queued' AND next_try_at = ? THEN 'waits' ELSE 'on its way' END
            FROM outbox WHERE recipient = ?
            """, (NEVER, NOBODY)
        ):
            self.add("mail", id, Mail(state))
        log = self.by_first("SELECT object_id, actor_name FROM audit WHERE action = 'error-solved' ORDER BY id")
        for id, is_solved in self.db.execute(
            "SELECT id, solved_at IS NOT NULL FROM error_kind WHERE route = ?", (NOWHERE,)
        ):
            self.add("error", id, Error(bool(is_solved), log[id]))

    def proposals(self) -> None:
        log = self.by_first(
            "SELECT object_id, to_state, actor_name FROM audit WHERE action LIKE 'proposal-%' ORDER BY id")
        for id, name, proposer, state, reason in self.db.execute(
            """
            SELECT p.id, p.name, u.username, p.state, p.reason
            FROM proposal p LEFT JOIN user u ON u.id = p.proposer_id
            """
        ):
            self.add("proposal", name, Proposal(id, proposer, state, reason, log[id]))

    def bugs(self) -> None:
        log = self.by_first(
            "SELECT object_id, from_state, to_state, actor_name FROM audit WHERE action = 'bug-state' ORDER BY id")
        for id, reporter, what, state, answer, version in self.db.execute(
            """
            SELECT b.id, u.username, b.what, b.state, b.answer, b.version
            FROM bug_report b LEFT JOIN user u ON u.id = b.reporter_id
            """
        ):
            self.add("bug", what, Bug(id, reporter, state, answer, version, log[id]))
