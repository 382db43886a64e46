-- What members have at home, what they need not list, and what each public recipe needs.

CREATE TABLE pantry_item (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL REFERENCES user (id),
    ingredient_id INTEGER NOT NULL REFERENCES ingredient (id),
    -- NULL when it is unknown how much is left.
    amount REAL CHECK (amount > 0 AND amount <= 1000000),
    -- The key of a unit; empty for pieces.
    unit TEXT NOT NULL DEFAULT '' CHECK (length(unit) <= 100),
    -- The end of the day in UTC milliseconds.
    use_by INTEGER,
    -- At this amount or less, in the same unit, it is running low.
    low_amount REAL CHECK (low_amount > 0 AND low_amount <= 1000000),
    added_at INTEGER NOT NULL
) STRICT;
CREATE INDEX pantry_item_by_user ON pantry_item (user_id, id);
CREATE INDEX pantry_item_by_ingredient ON pantry_item (ingredient_id);

-- The staples of members who changed them; the others have those of `PantryRules.staples`.
CREATE TABLE pantry_staples (
    user_id INTEGER PRIMARY KEY REFERENCES user (id),
    -- A JSON list of ids of ingredients.
    ingredients TEXT NOT NULL CHECK (length(ingredients) <= 10000)
) STRICT;

-- What each public recipe needs, as `NeedPart` writes it. A recipe that is derived again gets a new number, so that
-- the index in memory reads only new rows.
CREATE TABLE recipe_needs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    recipe_id INTEGER NOT NULL UNIQUE REFERENCES public_recipe (recipe_id) ON DELETE CASCADE,
    needs TEXT NOT NULL
) STRICT;

-- Undo buttons also restore the pantry.
CREATE TABLE new_undo_step (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL REFERENCES user (id),
    list TEXT NOT NULL CHECK (list IN ('favourites', 'history', 'pantry')),
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
