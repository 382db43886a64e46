"""Creates databases as older programs left them: only the first migrations are applied, and the tables are filled."""

import contextlib
import hashlib
import pathlib
import sqlite3

from running_site import ROOT

MIGRATIONS = sorted((ROOT / "Migrations").glob("*.sql"))

# Rows for the tables that each migration creates. `toque check` must find nothing wrong with them.
ROWS = {
    "accounts": """
        INSERT INTO user (id, username, username_key, username_likeness, email, email_key, created_at)
        SELECT n, 'user' || n, 'user' || n, 'user' || n, n || '@example.org', n || '@example.org', n FROM number;
        INSERT INTO licence_grant (user_id, until, granted_at) SELECT n, n, n FROM number;
        """,
    "catalogue": """
        INSERT INTO aisle VALUES ('shelf', 'Shelf', 'Полка', 1);
        INSERT INTO ingredient (id, key, name_en, plural_en, name_ru, plural_ru, aisle_key, facts, updated_at)
        SELECT n, 'i' || n, 'i' || n, 'i', 'и', 'и', 'shelf', 'u', n FROM number WHERE n <= 100;
        """,
    "recipes": """
        INSERT INTO recipe (id, author_id, created_at, updated_at) SELECT n, n, n, n FROM number;
        INSERT INTO revision (id, recipe_id, n, title, slug, body, sha256, author_id, created_at)
        SELECT n, n, 1, 'recipe ' || n, 'recipe', '{' || n || '}', sha256('{' || n || '}'), n, n FROM number;
        INSERT INTO revision_lines (revision_id, lines, edition) SELECT n, '', -1 FROM number;
        UPDATE recipe SET head_revision_id = id;
        """,
    "moderation": "INSERT INTO moderation_case (recipe_id, opened_at) SELECT n, n FROM number;",
}


def older_database(path: pathlib.Path, newest: int, count: int) -> None:
    """Applies the migrations up to `newest`, as the program does, and adds `count` rows to each large table."""
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.create_function("sha256", 1, lambda text: hashlib.sha256(text.encode()).hexdigest())
        db.execute("PRAGMA journal_mode = WAL")
        db.executescript(f"""
            CREATE TABLE schema_migration (number INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL,
                applied_at INTEGER NOT NULL) STRICT;
            CREATE TEMP TABLE number AS
            WITH RECURSIVE next (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM next WHERE n < {count}) SELECT n FROM next;
            """)
        for file in MIGRATIONS[:newest]:
            number, name, text = int(file.name[:4]), file.stem[5:], file.read_text()
            # Only the program has the tokenizer `toque`. So the index is created with another one, and its definition is
            # corrected below.
            db.executescript(text.replace("tokenize = 'toque'", "tokenize = 'ascii'"))
            db.execute(
                "INSERT INTO schema_migration VALUES (?, ?, ?, 0)",
                (number, name, hashlib.sha256(text.encode()).hexdigest()))
            db.executescript(ROWS.get(name, ""))
        db.commit()
        db.execute("PRAGMA writable_schema = ON")
        db.execute("UPDATE sqlite_schema SET sql = replace(sql, ?, ?)", ("tokenize = 'ascii'", "tokenize = 'toque'"))
        db.commit()
