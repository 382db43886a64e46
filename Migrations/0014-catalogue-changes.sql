-- Changes that admins make to the catalogue: previewed, confirmed, and stored with the values before, so that each can
-- be undone; and the proposals of members.

-- The preview goes through the public recipes in order of their ids, up to `cursor`, with one edition of the catalogue.
CREATE TABLE catalogue_change (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('edit', 'add', 'merge', 'split', 'import', 'undo')),
    state TEXT NOT NULL DEFAULT 'calculating' CHECK (state IN ('calculating', 'ready', 'applied')),
    by_id INTEGER REFERENCES user (id) ON DELETE SET NULL,
    undoes_id INTEGER REFERENCES catalogue_change (id),
    edition INTEGER NOT NULL DEFAULT -1,
    cursor INTEGER NOT NULL DEFAULT 0,
    total INTEGER NOT NULL DEFAULT 0,
    calculated INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    applied_at INTEGER,
    -- The kind of all rows of the change.
    subject TEXT NOT NULL DEFAULT 'ingredient' CHECK (subject IN ('ingredient', 'unit', 'category', 'cuisine')),
    CHECK ((state = 'applied') = (applied_at IS NOT NULL))
) STRICT;
CREATE INDEX catalogue_change_open ON catalogue_change (id) WHERE applied_at IS NULL;
CREATE INDEX catalogue_change_applied ON catalogue_change (id DESC) WHERE applied_at IS NOT NULL;
CREATE INDEX catalogue_change_by_undone ON catalogue_change (undoes_id) WHERE undoes_id IS NOT NULL;

CREATE TRIGGER catalogue_change_is_applied_once BEFORE UPDATE ON catalogue_change
WHEN OLD.applied_at IS NOT NULL AND (
    NEW.state <> OLD.state OR NEW.kind <> OLD.kind OR NEW.applied_at IS NOT OLD.applied_at
)
BEGIN
    SELECT RAISE(ABORT, 'an applied change is never changed');
END;

-- An entry of the catalogue as JSON, before and after the change. NULL where the catalogue does not have it.
CREATE TABLE catalogue_change_row (
    change_id INTEGER NOT NULL REFERENCES catalogue_change (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    before TEXT,
    after TEXT,
    PRIMARY KEY (change_id, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX catalogue_change_row_by_key ON catalogue_change_row (key, change_id DESC);

-- Lines of an imported table that were refused, with the reason in the language of the admin who sent it.
CREATE TABLE catalogue_change_refusal (
    change_id INTEGER NOT NULL REFERENCES catalogue_change (id) ON DELETE CASCADE,
    line INTEGER NOT NULL,
    reason TEXT NOT NULL,
    PRIMARY KEY (change_id, line)
) STRICT, WITHOUT ROWID;

-- Recipes that a change affects, with bits of diets and allergens. A row without bits is a recipe in which only words
-- change, or one that was published after the preview passed it.
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

-- A recipe that becomes public belongs to every change that is not applied yet.
CREATE TRIGGER public_recipe_is_calculated_again AFTER INSERT ON public_recipe
BEGIN
    INSERT INTO catalogue_effect (change_id, recipe_id)
    SELECT id, NEW.recipe_id FROM catalogue_change WHERE applied_at IS NULL
    ON CONFLICT (change_id, recipe_id) DO NOTHING;
END;

-- What a member misses in the catalogue while writing a recipe; admins decide. `key` is that of the proposed category
-- or cuisine, or of the ingredient that the proposal became. `change_id` is the change that will settle the proposal.
CREATE TABLE proposal (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('ingredient', 'category', 'cuisine')),
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    note TEXT NOT NULL DEFAULT '' CHECK (length(note) <= 500),
    proposer_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
    state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'approved', 'merged', 'refused')),
    key TEXT NOT NULL DEFAULT '',
    reason TEXT NOT NULL DEFAULT '' CHECK (length(reason) <= 500),
    change_id INTEGER REFERENCES catalogue_change (id) ON DELETE SET NULL,
    created_at INTEGER NOT NULL,
    decided_at INTEGER
) STRICT;
CREATE INDEX proposal_by_proposer ON proposal (proposer_id, id DESC);
CREATE INDEX proposal_by_key ON proposal (key);
CREATE INDEX proposal_by_state ON proposal (state, id);
CREATE INDEX proposal_by_change ON proposal (change_id) WHERE change_id IS NOT NULL;
