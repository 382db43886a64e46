-- Favourites in folders, the recipes that members looked at, and what their Undo buttons restore.

CREATE TABLE favourite_folder (
    id INTEGER PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES user (id),
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
    -- The name in lower case and without accents: two folders of a member cannot have the same one.
    name_key TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    UNIQUE (user_id, name_key)
) STRICT;

CREATE TABLE favourite (
    user_id INTEGER NOT NULL REFERENCES user (id),
    recipe_id INTEGER NOT NULL REFERENCES recipe (id) ON DELETE CASCADE,
    -- NULL when it is in no folder.
    folder_id INTEGER REFERENCES favourite_folder (id) ON DELETE SET NULL,
    added_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, recipe_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX favourite_by_age ON favourite (user_id, added_at DESC, recipe_id DESC);
CREATE INDEX favourite_by_folder ON favourite (folder_id, added_at DESC, recipe_id DESC) WHERE folder_id IS NOT NULL;
CREATE INDEX favourite_by_recipe ON favourite (recipe_id);

CREATE TABLE seen_recipe (
    user_id INTEGER NOT NULL REFERENCES user (id),
    recipe_id INTEGER NOT NULL REFERENCES recipe (id) ON DELETE CASCADE,
    -- The last time.
    seen_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, recipe_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX seen_recipe_by_age ON seen_recipe (user_id, seen_at DESC, recipe_id DESC);
CREATE INDEX seen_recipe_by_recipe ON seen_recipe (recipe_id);

-- The members who switched their history off.
CREATE TABLE history_off (
    user_id INTEGER PRIMARY KEY REFERENCES user (id),
    since INTEGER NOT NULL
) STRICT;

-- What the Undo button of a message restores. A number is never used again, so an old button undoes nothing else.
CREATE TABLE undo_step (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL REFERENCES user (id),
    list TEXT NOT NULL CHECK (list IN ('favourites', 'history')),
    -- JSON: the rows as they were.
    content TEXT NOT NULL CHECK (length(content) <= 1000000),
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX undo_step_by_user ON undo_step (user_id, id);
CREATE INDEX undo_step_by_age ON undo_step (created_at);
