-- Autosaves: what an author typed in the editor and has not saved, one row for each recipe.

CREATE TABLE draft (
    id INTEGER PRIMARY KEY,
    author_id INTEGER NOT NULL REFERENCES user (id),
    -- NULL until the recipe is first saved.
    recipe_id INTEGER REFERENCES recipe (id) ON DELETE CASCADE,
    version INTEGER NOT NULL DEFAULT 1,
    -- The browser window that wrote last. It can continue to write even if it missed an answer.
    window TEXT NOT NULL CHECK (length(window) <= 40),
    -- The fields of the editor as a browser sends them.
    fields TEXT NOT NULL CHECK (length(fields) <= 1000000),
    -- The fields name the photo too. Here it prevents the photo's deletion as an unused one.
    photo_id TEXT REFERENCES photo (id) ON DELETE SET NULL,
    updated_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX draft_of_recipe ON draft (recipe_id) WHERE recipe_id IS NOT NULL;
CREATE INDEX draft_by_author ON draft (author_id, recipe_id, updated_at DESC);
CREATE INDEX draft_by_photo ON draft (photo_id) WHERE photo_id IS NOT NULL;

-- The photos and videos of its steps, so that they are not deleted as unused ones.
CREATE TABLE draft_media (
    photo_id TEXT NOT NULL REFERENCES photo (id) ON DELETE CASCADE,
    draft_id INTEGER NOT NULL REFERENCES draft (id) ON DELETE CASCADE,
    PRIMARY KEY (photo_id, draft_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX draft_media_by_draft ON draft_media (draft_id);
