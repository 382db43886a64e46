-- Changes of ingredients: weighed first, then confirmed, and kept with what was before, so that each can be undone.

-- What was merged or removed stays as a row, so that numbers that refer to it go on to mean something and undoing can
-- bring it back; the catalogue does without it.
ALTER TABLE ingredient ADD COLUMN is_retired INTEGER NOT NULL DEFAULT 0 CHECK (is_retired IN (0, 1));

-- Public recipes are weighed in the order of their numbers (`cursor`), against one edition of the catalogue.
CREATE TABLE catalogue_change (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('edit', 'add', 'merge', 'split', 'import', 'undo')),
    state TEXT NOT NULL DEFAULT 'weighing' CHECK (state IN ('weighing', 'ready', 'applied')),
    by_id INTEGER REFERENCES user (id) ON DELETE SET NULL,
    undoes_id INTEGER REFERENCES catalogue_change (id),
    edition INTEGER NOT NULL DEFAULT -1,
    cursor INTEGER NOT NULL DEFAULT 0,
    total INTEGER NOT NULL DEFAULT 0,
    weighed INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    applied_at INTEGER,
    CHECK ((state = 'applied') = (applied_at IS NOT NULL))
) STRICT;
CREATE INDEX catalogue_change_open ON catalogue_change (id) WHERE applied_at IS NULL;
CREATE INDEX catalogue_change_applied ON catalogue_change (id DESC) WHERE applied_at IS NOT NULL;
CREATE INDEX catalogue_change_by_undone ON catalogue_change (undoes_id) WHERE undoes_id IS NOT NULL;

CREATE TRIGGER catalogue_change_is_applied_once BEFORE UPDATE ON catalogue_change
WHEN OLD.applied_at IS NOT NULL AND (NEW.state <> OLD.state OR NEW.kind <> OLD.kind OR NEW.applied_at IS NOT OLD.applied_at)
BEGIN
    SELECT RAISE(ABORT, 'an applied change is never changed');
END;

-- An ingredient as JSON, before and after; NULL where the catalogue does not have it.
CREATE TABLE catalogue_change_row (
    change_id INTEGER NOT NULL REFERENCES catalogue_change (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    before TEXT,
    after TEXT,
    PRIMARY KEY (change_id, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX catalogue_change_row_by_key ON catalogue_change_row (key, change_id DESC);

-- Lines of a table that were not taken, and why, in the language of who sent it.
CREATE TABLE catalogue_change_refusal (
    change_id INTEGER NOT NULL REFERENCES catalogue_change (id) ON DELETE CASCADE,
    line INTEGER NOT NULL,
    reason TEXT NOT NULL,
    PRIMARY KEY (change_id, line)
) STRICT, WITHOUT ROWID;

-- Recipes that read differently by a change, as bits of diets and allergens. A row without bits is one that changes in
-- nothing but its words, or one that was written after it was weighed.
CREATE TABLE catalogue_effect (
    change_id INTEGER NOT NULL REFERENCES catalogue_change (id) ON DELETE CASCADE,
    recipe_id INTEGER NOT NULL REFERENCES recipe (id) ON DELETE CASCADE,
    diets_lost INTEGER NOT NULL DEFAULT 0,
    diets_gained INTEGER NOT NULL DEFAULT 0,
    free_lost INTEGER NOT NULL DEFAULT 0,
    free_gained INTEGER NOT NULL DEFAULT 0,
    held_lost INTEGER NOT NULL DEFAULT 0,
    held_gained INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (change_id, recipe_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX catalogue_effect_by_recipe ON catalogue_effect (recipe_id);

CREATE TRIGGER public_recipe_is_weighed_again AFTER INSERT ON public_recipe
BEGIN
    INSERT INTO catalogue_effect (change_id, recipe_id)
    SELECT id, NEW.recipe_id FROM catalogue_change WHERE applied_at IS NULL
    ON CONFLICT (change_id, recipe_id) DO NOTHING;
END;
