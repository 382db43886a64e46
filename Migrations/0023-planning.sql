-- What members plan to cook, by day.

CREATE TABLE plan_entry (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL REFERENCES user (id),
    -- Days since 1 January 1970.
    day INTEGER NOT NULL CHECK (day BETWEEN 0 AND 2932896),
    -- NULL for a note, and when the recipe was erased.
    recipe_id INTEGER REFERENCES recipe (id) ON DELETE SET NULL,
    note TEXT NOT NULL DEFAULT '' CHECK (length(note) <= 200),
    -- NULL for those of the recipe.
    servings INTEGER CHECK (servings BETWEEN 1 AND 1000),
    added_at INTEGER NOT NULL
) STRICT;
CREATE INDEX plan_entry_by_day ON plan_entry (user_id, day, id);
CREATE INDEX plan_entry_by_recipe ON plan_entry (recipe_id) WHERE recipe_id IS NOT NULL;

-- Links with which calendar programs read a member's plan.
CREATE TABLE plan_feed (
    user_id INTEGER PRIMARY KEY REFERENCES user (id),
    -- The site makes the link's token from this and its secret, so the database alone opens no plan.
    seal TEXT NOT NULL,
    token_hash TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL
) STRICT;
