"""Damages copies of the site's rows and photos in many ways. The crash test must report each damage: if it misses one, it
proves nothing when it reports no errors."""

import copy
import pathlib
import shutil
import sqlite3

from ledger import Ledger, Write
from pictures import NEVER, NOBODY, NOWHERE, Found, Media

# Tables, each with a condition that selects rows. One of the rows is deleted, and in a second test duplicated.
ROWS = {
    **{table: "1" for table in (
        "recipe", "revision", "photo", "moderation_case", "submission", "decision", "notification", "claim",
        "public_recipe", "user", "session", "sign_in_link", "licence_grant", "preferences", "bug_report",
        "blocked_word", "ingredient", "edition", "account_link", "recovery_code", "profile", "leaving",
        "data_export", "proposal", "revision_media", "favourite")},
    **{f"audit of a {object}": f"object = '{object}'" for object in (
        "recipe", "submission", "user", "site")},
    "audit of a catalogue": "action = 'facts'",
    "session": "awaits_code = 0",
    "decision": "submission_id IS NOT NULL",
    "notification": "event LIKE 'decision-%'",
    "photo": "id IN (SELECT photo_id FROM revision)",
    "ingredient": "key = 'saffron'",
    "edition": "name = 'catalogue'",
    "error_kind": f"route = '{NOWHERE}'",
    "outbox": "user_id IS NOT NULL AND kind <> 'bug-answered'",
    "outbox of a request": "kind = 'reset'",
    "account_link of a request": "purpose = 'reset'",
    "outbox of nobody": f"recipient = '{NOBODY}'",
    "audit of an error": "action = 'error-solved'",
    "audit of a proposal": "action = 'proposal-refused'",
}
# Changes of which half is missing: a table, a column with its old value, and the rows in which this makes a difference.
VALUES = (
    ("recipe", "deleted_at = NULL", "deleted_at IS NOT NULL"),
    ("recipe", "live_revision_id = NULL", "live_revision_id IS NOT NULL"),
    ("recipe", "head_revision_id = NULL", "1"),
    ("revision", "photo_id = NULL", "photo_id IS NOT NULL"),
    ("submission", "state = 'queued'", "state <> 'queued'"),
    ("user", "role = 'x'", "1"),
    ("user", "language = 'x'", "1"),
    ("user", "suspended_until = NULL", "suspended_until IS NOT NULL"),
    ("licence_grant", "revoked_at = NULL", "revoked_at IS NOT NULL"),
    ("ingredient", "facts = 'x'", "key = 'saffron'"),
    ("edition", "number = number + 1", "name = 'catalogue'"),
    ("user", "password_hash = 'x'", "1"),
    ("user", "email = 'x'", "1"),
    ("user", "email_confirmed_at = NULL", "email_confirmed_at IS NOT NULL"),
    ("user", "totp_secret = NULL", "totp_secret IS NOT NULL"),
    ("user", "totp_pending = NULL", "totp_pending IS NOT NULL"),
    ("user", "totp_pending = totp_secret", "totp_secret IS NOT NULL"),
    ("user", "display_name = 'x'", "display_name IS NOT NULL AND id NOT IN (SELECT user_id FROM leaving)"),
    ("user", "username = 'x'", "id IN (SELECT user_id FROM leaving)"),
    ("profile", "bio = 'x'", "1"),
    ("proposal", "state = 'open'", "state = 'refused'"),
    ("proposal", "reason = ''", "state = 'refused'"),
    ("leaving", "withdraws = 1 - withdraws", "1"),
    ("account_link", "email = 'x'", "purpose = 'email'"),
    ("account_link", "purpose = 'email'", "purpose = 'reset'"),
    ("data_export", "size = size + 1", "state = 'ready'"),
    ("data_export", "state = 'failed'", "1"),
    ("error_kind", "solved_at = NULL", "solved_at IS NOT NULL"),
    ("outbox", "state = 'queued', next_try_at = " + str(NEVER), f"recipient = '{NOBODY}' AND state <> 'queued'"),
    ("outbox", "state = 'sent'", f"recipient = '{NOBODY}' AND state = 'failed'"),
)


def untold(db: sqlite3.Connection, media: Media, ledger: Ledger, folder: pathlib.Path) -> list[str]:
    """The damage that is not reported. Each damage is done to a temporary table of the same name, which SQLite reads instead
    of the site's own."""
    wrong, tried = [], 0
    for name, where in ROWS.items():
        table = name.partition(" ")[0]
        chosen = f"(SELECT rowid FROM temp.{table} WHERE {where} ORDER BY random() LIMIT 1)"
        for kind, change in (
            ("lost", f"DELETE FROM temp.{table} WHERE rowid = {chosen}"),
            ("doubled", f"INSERT INTO temp.{table} SELECT * FROM temp.{table} WHERE rowid = {chosen}"),
        ):
            wrong += shadowed(db, media, ledger, table, change, f"a row of {name} {kind}")
            tried += 1
    stray = "INSERT INTO temp.reset_request SELECT 0, username, 0 FROM user WHERE username LIKE 'owner%' LIMIT 1"
    wrong += shadowed(db, media, ledger, "reset_request", stray, "a request that nobody made")
    tried += 1
    for table, value, where in VALUES:
        chosen = f"(SELECT rowid FROM temp.{table} WHERE {where} ORDER BY random() LIMIT 1)"
        change = f"UPDATE temp.{table} SET {value} WHERE rowid = {chosen}"
        wrong += shadowed(db, media, ledger, table, change, f"{value} in {table}")
        tried += 1
    torn = torn_photos(db, media, folder / "torn")
    wrong += [line for line in torn + half_of_several(Found(db, media)) if line]
    print(f"{tried} damages of rows, {len(torn)} of photos and half a change: {len(wrong)} not told")
    return wrong


def shadowed(db, media: Media, ledger: Ledger, table: str, change: str, name: str) -> list[str]:
    db.execute(f"CREATE TEMP TABLE {table} AS SELECT * FROM main.{table}")
    try:
        if db.execute(change).rowcount != 1:
            return [f"{name}: there was no such row to damage"]
        return [] if ledger.wrong(Found(db, media)) else [f"{name}: it was not told"]
    finally:
        db.execute(f"DROP TABLE temp.{table}")


def torn_photos(db, media: Media, folder: pathlib.Path) -> list[str]:
    """Deletes each file of one photo, and cuts each in the middle. Returns a line for each test: empty if it was reported."""
    found = db.execute("SELECT photo_id FROM revision WHERE photo_id IS NOT NULL LIMIT 1").fetchone()
    if not found:
        return ["there was no photo to damage: more kills bring some"]
    [id], lines = found, []
    for path in sorted((media.folder / id).iterdir()):
        for length in (None, path.stat().st_size // 2):
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree(media.folder / id, folder / id)
            file = folder / id / path.name
            file.unlink() if length is None else file.write_bytes(path.read_bytes()[:length])
            is_told = Media(folder).photo(id) != media.photo(id)
            lines.append("" if is_told else f"{path.name} cut to {length}: it was not told")
    shutil.rmtree(folder, ignore_errors=True)
    return lines


def half_of_several(found: Found) -> list[str]:
    """One change deletes two recipes, but only one of them is stored as deleted. The change must count as not made, and that
    recipe must be reported."""
    names = [name for name, picture in found.items() if name[0] == "recipe" and not picture.deleted][:2]
    ledger = Ledger(found)
    changes = {ledger.things[name]: found[name].removed() for name in names}
    half = copy.copy(found)
    half[names[0]] = found[names[0]].removed()
    ledger.settle([Write("/my/recipes/delete", changes)], half)
    is_told = len(ledger.wrong(half)) == 1 and ledger.came_to_nothing.total() == 1
    return [] if is_told else ["half of a change of several: it was not told"]
