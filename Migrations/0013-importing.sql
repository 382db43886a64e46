-- Imports that wait for their preview: recipes that were read from a page, text or archive and are not saved yet.

-- One page, text or archive. It is kept for half a day.
CREATE TABLE recipe_import (
    id INTEGER PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES user (id),
    -- An address or a file name; empty for pasted text.
    name TEXT NOT NULL,
    -- The original document, as much of it as the preview shows; empty for an archive.
    document TEXT NOT NULL,
    -- The parts of an archive that could not be read, one a line.
    unread TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX recipe_import_by_user ON recipe_import (user_id, id);
CREATE INDEX recipe_import_by_age ON recipe_import (created_at);

-- One recipe of an import, as it was understood. `written` and `notes` are JSON. The list of an import reads only the
-- title and the counts, so that a list of thousands of recipes parses no text.
CREATE TABLE recipe_import_item (
    import_id INTEGER NOT NULL REFERENCES recipe_import (id) ON DELETE CASCADE,
    n INTEGER NOT NULL,
    body TEXT NOT NULL,
    origin TEXT NOT NULL,
    written TEXT NOT NULL,
    notes TEXT NOT NULL,
    title TEXT NOT NULL DEFAULT '',
    line_count INTEGER NOT NULL DEFAULT 0,
    step_count INTEGER NOT NULL DEFAULT 0,
    note_count INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (import_id, n)
) STRICT, WITHOUT ROWID;
