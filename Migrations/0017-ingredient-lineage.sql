-- What an ingredient is a kind of and what it is made of. Its own facts are then what it states; the rest follows.

-- A hyphen in `facts`: not stated, but as of the parent.
ALTER TABLE ingredient ADD COLUMN stated TEXT NOT NULL DEFAULT '' CHECK (stated NOT GLOB '*[^ynu-]*');
UPDATE ingredient SET stated = facts;
ALTER TABLE ingredient DROP COLUMN facts;
ALTER TABLE ingredient RENAME COLUMN stated TO facts;
ALTER TABLE ingredient ADD COLUMN parent_id INTEGER REFERENCES ingredient (id) CHECK (parent_id <> id);
CREATE INDEX ingredient_by_parent ON ingredient (parent_id) WHERE parent_id IS NOT NULL;

-- What is in it (`is_certain`) or may be in it.
CREATE TABLE ingredient_part (
    ingredient_id INTEGER NOT NULL REFERENCES ingredient (id) ON DELETE CASCADE,
    part_id INTEGER NOT NULL REFERENCES ingredient (id) CHECK (part_id <> ingredient_id),
    is_certain INTEGER NOT NULL CHECK (is_certain IN (0, 1)),
    PRIMARY KEY (ingredient_id, part_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX ingredient_part_by_part ON ingredient_part (part_id);
