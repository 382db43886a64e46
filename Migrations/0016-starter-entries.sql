-- What was loaded from the starter files, so that a newer program brings what is new and keeps what admins changed.

-- `sha256` is of the entry as it was written last; the kind 'files' has one row, for all files together.
CREATE TABLE starter_entry (
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    PRIMARY KEY (kind, key)
) STRICT, WITHOUT ROWID;

-- Public recipes whose rows do not follow from the catalogue any more. Until they are written anew, which removes them
-- here as well, they suit no diet and are free from nothing.
CREATE TABLE derivation (
    recipe_id INTEGER PRIMARY KEY REFERENCES public_recipe (recipe_id) ON DELETE CASCADE
) STRICT;
