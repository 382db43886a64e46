-- Changes that admins make to one or many recipes: previewed, confirmed, and stored with the values before, so that
-- another change can undo them. They never change a text: only a moderator's decision makes a text public.

CREATE TABLE recipe_change (
    id INTEGER PRIMARY KEY,
    deed TEXT NOT NULL CHECK (deed IN ('category', 'cuisine', 'take-down', 'put-back', 'delete', 'restore')),
    reason TEXT NOT NULL CHECK (trim(reason) <> '' AND length(reason) <= 500),
    by_id INTEGER REFERENCES user (id) ON DELETE SET NULL,
    undoes_id INTEGER REFERENCES recipe_change (id),
    -- How many recipes were found above the limit of one change.
    beyond INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    applied_at INTEGER
) STRICT;
CREATE INDEX recipe_change_applied ON recipe_change (id DESC) WHERE applied_at IS NOT NULL;
CREATE INDEX recipe_change_open ON recipe_change (created_at) WHERE applied_at IS NULL;
CREATE INDEX recipe_change_by_undone ON recipe_change (undoes_id) WHERE undoes_id IS NOT NULL;
CREATE INDEX recipe_change_by_admin ON recipe_change (by_id) WHERE by_id IS NOT NULL;

CREATE TRIGGER recipe_change_is_applied_once BEFORE UPDATE ON recipe_change
WHEN OLD.applied_at IS NOT NULL AND (
    NEW.applied_at IS NOT OLD.applied_at OR NEW.deed IS NOT OLD.deed OR NEW.reason IS NOT OLD.reason
    OR NEW.undoes_id IS NOT OLD.undoes_id
)
BEGIN
    SELECT RAISE(ABORT, 'an applied change is never changed');
END;

-- `value` is the key to set; NULL means the one in the text. `before` is the key that was set before. `outcome` is
-- 'done', or the reason why nothing was done. `shown_revision_id` is the text that the admin saw.
CREATE TABLE recipe_change_row (
    change_id INTEGER NOT NULL REFERENCES recipe_change (id) ON DELETE CASCADE,
    recipe_id INTEGER NOT NULL REFERENCES recipe (id) ON DELETE CASCADE,
    value TEXT,
    before TEXT,
    outcome TEXT,
    shown_revision_id INTEGER,
    PRIMARY KEY (change_id, recipe_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX recipe_change_row_by_recipe ON recipe_change_row (recipe_id, change_id DESC);

CREATE TRIGGER recipe_change_is_not_the_authors BEFORE UPDATE OF outcome ON recipe_change_row
WHEN NEW.outcome = 'done' AND EXISTS (
    SELECT 1 FROM recipe_change c JOIN recipe r ON r.author_id = c.by_id
    WHERE c.id = NEW.change_id AND r.id = NEW.recipe_id
)
BEGIN
    SELECT RAISE(ABORT, 'nobody decides on their own recipe');
END;
