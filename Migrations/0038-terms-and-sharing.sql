-- Who sees a recipe that is not public, and which recipes are copies of texts whose licence asks for credit.

-- Without a row only the author sees the recipe. While it is public, the row has no effect.
CREATE TABLE recipe_sharing (
    recipe_id INTEGER PRIMARY KEY REFERENCES recipe (id) ON DELETE CASCADE,
    -- The people of `recipe_reader`; with 'link' also everyone who has the link.
    audience TEXT NOT NULL CHECK (audience IN ('people', 'link')),
    -- The site makes the link's token from this and its secret, so the database alone opens no recipe.
    seal TEXT,
    token_hash TEXT UNIQUE,
    changed_at INTEGER NOT NULL,
    CHECK ((audience = 'link') = (seal IS NOT NULL)),
    CHECK ((seal IS NULL) = (token_hash IS NULL))
) STRICT;

-- The people that an author named. They stay named when the author chooses 'only me' for a while.
CREATE TABLE recipe_reader (
    recipe_id INTEGER NOT NULL REFERENCES recipe (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL REFERENCES user (id),
    added_at INTEGER NOT NULL,
    PRIMARY KEY (recipe_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX recipe_reader_by_user ON recipe_reader (user_id);

-- Copies of texts whose licence asks for credit: their authors cannot remove the original from the text.
CREATE TABLE adaptation (
    recipe_id INTEGER PRIMARY KEY REFERENCES recipe (id) ON DELETE CASCADE,
    made_at INTEGER NOT NULL
) STRICT;

-- Undo buttons also restore who sees a recipe.
CREATE TABLE new_undo_step (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL REFERENCES user (id),
    list TEXT NOT NULL CHECK (list IN ('favourites', 'history', 'pantry', 'shopping', 'plan', 'sharing')),
    -- JSON: the rows as they were.
    content TEXT NOT NULL CHECK (length(content) <= 1000000),
    created_at INTEGER NOT NULL
) STRICT;
INSERT INTO new_undo_step (id, user_id, list, content, created_at)
SELECT id, user_id, list, content, created_at FROM undo_step;
-- A number is never used again, so an old button undoes nothing else.
DELETE FROM sqlite_sequence WHERE name = 'new_undo_step';
INSERT INTO sqlite_sequence (name, seq) SELECT 'new_undo_step', seq FROM sqlite_sequence WHERE name = 'undo_step';
DROP TABLE undo_step;
ALTER TABLE new_undo_step RENAME TO undo_step;
CREATE INDEX undo_step_by_user ON undo_step (user_id, id);
CREATE INDEX undo_step_by_age ON undo_step (created_at);
