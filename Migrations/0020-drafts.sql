-- What somebody is typing and has not saved: the editor's fields as a browser sends them, one row a recipe.

CREATE TABLE draft (
    id INTEGER PRIMARY KEY,
    author_id INTEGER NOT NULL REFERENCES user (id),
    -- None while the recipe was never saved.
    recipe_id INTEGER REFERENCES recipe (id) ON DELETE CASCADE,
    version INTEGER NOT NULL DEFAULT 1,
    -- The window that wrote last: it may go on whatever answers it missed.
    window TEXT NOT NULL CHECK (length(window) <= 40),
    fields TEXT NOT NULL CHECK (length(fields) <= 1000000),
    -- Named in the fields too; here it keeps the photo from being swept away.
    photo_id TEXT REFERENCES photo (id) ON DELETE SET NULL,
    updated_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX draft_of_recipe ON draft (recipe_id) WHERE recipe_id IS NOT NULL;
CREATE INDEX draft_by_author ON draft (author_id, recipe_id, updated_at DESC);
CREATE INDEX draft_by_photo ON draft (photo_id) WHERE photo_id IS NOT NULL;
