-- Recipes from elsewhere: what was read and is looked at before it is saved, and which texts somebody else may have written.

-- One reading, for half a day.
CREATE TABLE recipe_import (
    id INTEGER PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES user (id),
    -- An address or the name of a file; empty for a pasted text.
    name TEXT NOT NULL,
    -- The document as it came, as far as it is shown; empty for an archive.
    document TEXT NOT NULL,
    -- What of an archive could not be read, a line each.
    unread TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX recipe_import_by_user ON recipe_import (user_id, id);
CREATE INDEX recipe_import_by_age ON recipe_import (created_at);

-- A recipe of it as it was understood. `written` and `notes` are JSON.
CREATE TABLE recipe_import_item (
    import_id INTEGER NOT NULL REFERENCES recipe_import (id) ON DELETE CASCADE,
    n INTEGER NOT NULL,
    body TEXT NOT NULL,
    origin TEXT NOT NULL,
    written TEXT NOT NULL,
    notes TEXT NOT NULL,
    PRIMARY KEY (import_id, n)
) STRICT, WITHOUT ROWID;

-- A recipe whose text came from elsewhere, and when its author said that they may publish it.
CREATE TABLE imported_text (
    recipe_id INTEGER PRIMARY KEY REFERENCES recipe (id) ON DELETE CASCADE,
    origin TEXT NOT NULL,
    imported_at INTEGER NOT NULL,
    may_publish_at INTEGER
) STRICT;
CREATE INDEX imported_text_by_origin ON imported_text (origin);
INSERT INTO imported_text (recipe_id, origin, imported_at)
    SELECT id, origin, created_at FROM recipe WHERE origin IS NOT NULL AND live_revision_id IS NULL;

CREATE TRIGGER imported_text_needs_its_statement BEFORE INSERT ON submission
WHEN EXISTS (SELECT 1 FROM imported_text WHERE recipe_id = NEW.recipe_id AND may_publish_at IS NULL)
BEGIN
    SELECT RAISE(ABORT, 'an imported text is submitted by who says that they may');
END;
