-- What members miss in the catalogue: they propose it while they write a recipe, and admins decide.

-- A proposed category or cuisine is a row at once, so that the recipe of who proposed it has it; lists and filters show
-- the listed ones only. One that was merged stands for another, and one that was refused for none.
ALTER TABLE category ADD COLUMN state TEXT NOT NULL DEFAULT 'listed'
    CHECK (state IN ('listed', 'proposed', 'refused', 'merged'));
ALTER TABLE category ADD COLUMN merged_into INTEGER REFERENCES category (id);
ALTER TABLE cuisine ADD COLUMN state TEXT NOT NULL DEFAULT 'listed'
    CHECK (state IN ('listed', 'proposed', 'refused', 'merged'));
ALTER TABLE cuisine ADD COLUMN merged_into INTEGER REFERENCES cuisine (id);

-- `key` is of the proposed category or cuisine, or of the ingredient that it became; `change_id` of the change that is to settle it.
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
