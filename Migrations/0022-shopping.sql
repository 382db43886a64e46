-- Shopping lists of members.

CREATE TABLE shopping_item (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL REFERENCES user (id),
    -- NULL for what is not one food of the catalogue: `butter or margarine`, `napkins`.
    ingredient_id INTEGER REFERENCES ingredient (id),
    -- What an item without an ingredient is called.
    text TEXT NOT NULL DEFAULT '' CHECK (length(text) <= 200),
    ticked_at INTEGER,
    added_at INTEGER NOT NULL,
    CHECK ((ingredient_id IS NULL) = (text <> ''))
) STRICT;
CREATE INDEX shopping_item_by_user ON shopping_item (user_id, id);
CREATE INDEX shopping_item_by_ingredient ON shopping_item (ingredient_id) WHERE ingredient_id IS NOT NULL;

-- How much of an item is wanted, and for which recipe.
CREATE TABLE shopping_part (
    id INTEGER PRIMARY KEY,
    item_id INTEGER NOT NULL REFERENCES shopping_item (id) ON DELETE CASCADE,
    -- NULL for what the member typed.
    recipe_id INTEGER REFERENCES recipe (id) ON DELETE SET NULL,
    -- NULL when none is stated: `salt, to taste`.
    amount REAL CHECK (amount > 0 AND amount <= 1000000),
    -- The key of a unit, or a unit as the author typed it; empty for pieces.
    unit TEXT NOT NULL DEFAULT '' CHECK (length(unit) <= 200)
) STRICT;
CREATE INDEX shopping_part_by_item ON shopping_part (item_id, id);
CREATE INDEX shopping_part_by_recipe ON shopping_part (recipe_id) WHERE recipe_id IS NOT NULL;

-- The aisles in the order of a member's shop; the others come after them.
CREATE TABLE shopping_aisles (
    user_id INTEGER PRIMARY KEY REFERENCES user (id),
    -- Keys of aisles with commas between them.
    aisles TEXT NOT NULL CHECK (length(aisles) <= 2000)
) STRICT;

-- Links with which others in the household open a member's list.
CREATE TABLE shopping_link (
    user_id INTEGER PRIMARY KEY REFERENCES user (id),
    -- The site makes the link's token from this and its secret, so the database alone opens no list.
    seal TEXT NOT NULL,
    token_hash TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL
) STRICT;

-- Undo buttons also restore the shopping list.
CREATE TABLE new_undo_step (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL REFERENCES user (id),
    list TEXT NOT NULL CHECK (list IN ('favourites', 'history', 'pantry', 'shopping', 'plan')),
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
