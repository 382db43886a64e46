-- What admins do to recipes, one or many at once: drafted, confirmed, and kept with what was before, so that another
-- change can undo it. No text is touched: an author's words go live by a moderator's decision only.

CREATE TABLE recipe_change (
    id INTEGER PRIMARY KEY,
    deed TEXT NOT NULL CHECK (deed IN ('category', 'cuisine', 'take-down', 'put-back', 'delete', 'restore')),
    reason TEXT NOT NULL CHECK (trim(reason) <> '' AND length(reason) <= 500),
    by_id INTEGER REFERENCES user (id) ON DELETE SET NULL,
    undoes_id INTEGER REFERENCES recipe_change (id),
    -- Recipes that were found beyond those that one change may hold.
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

-- `value` is the key that is set, NULL for what the text says; `before` the key that was set before. The outcome is
-- 'done', or why nothing was done. `shown_revision_id` is the text that was looked at.
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

-- A category or cuisine that an admin set in place of the one that the text says (`written`), as long as it says so.
CREATE TABLE recipe_term (
    recipe_id INTEGER NOT NULL REFERENCES recipe (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('category', 'cuisine')),
    written TEXT,
    value TEXT NOT NULL,
    change_id INTEGER NOT NULL REFERENCES recipe_change (id),
    PRIMARY KEY (recipe_id, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX recipe_term_by_change ON recipe_term (change_id);

-- The change that took a recipe from the public, and the one that deleted it where not its author did.
ALTER TABLE recipe ADD COLUMN taken_down_by INTEGER REFERENCES recipe_change (id);
ALTER TABLE recipe ADD COLUMN deleted_by INTEGER REFERENCES recipe_change (id);
CREATE INDEX recipe_taken_down ON recipe (taken_down_by) WHERE taken_down_by IS NOT NULL;
CREATE INDEX recipe_deleted_by ON recipe (deleted_by) WHERE deleted_by IS NOT NULL;
DROP TRIGGER public_recipe_is_live;
CREATE TRIGGER public_recipe_is_live BEFORE INSERT ON public_recipe
WHEN NOT EXISTS (
    SELECT 1 FROM recipe WHERE id = NEW.recipe_id AND live_revision_id = NEW.revision_id AND deleted_at IS NULL
        AND taken_down_by IS NULL
)
BEGIN
    SELECT RAISE(ABORT, 'only a live revision is public');
END;

-- Where a recipe stands, and the text of it that others than its author may read. Derived, so that lists need not look
-- through the queue: triggers keep it, `toque check` compares it.
ALTER TABLE recipe ADD COLUMN standing TEXT NOT NULL DEFAULT 'draft';
ALTER TABLE recipe ADD COLUMN shown_revision_id INTEGER;
CREATE INDEX recipe_by_standing ON recipe (standing, id DESC, author_id);
CREATE INDEX recipe_by_change ON recipe (updated_at DESC, id DESC);
CREATE VIEW recipe_standing AS
SELECT r.id AS recipe_id,
    CASE
        WHEN r.deleted_at IS NOT NULL THEN 'deleted'
        WHEN r.taken_down_by IS NOT NULL THEN 'taken-down'
        WHEN s.state = 'queued' THEN iif(r.live_revision_id IS NULL, 'queued', 'live-queued')
        WHEN s.state = 'changes-requested' THEN 'changes-requested'
        WHEN s.state = 'rejected' AND r.live_revision_id IS NULL THEN 'rejected'
        WHEN r.live_revision_id IS NULL THEN 'draft'
        WHEN r.live_revision_id = r.head_revision_id THEN 'live'
        ELSE 'live-edited'
    END AS standing,
    coalesce(r.live_revision_id, iif(s.state = 'withdrawn', NULL, s.revision_id)) AS shown_revision_id
FROM recipe r
LEFT JOIN submission s ON s.id = (SELECT max(last.id) FROM submission last WHERE last.recipe_id = r.id);

CREATE TRIGGER recipe_stands_as_it_is
AFTER UPDATE OF head_revision_id, live_revision_id, deleted_at, taken_down_by ON recipe
BEGIN
    UPDATE recipe SET (standing, shown_revision_id) =
        (SELECT standing, shown_revision_id FROM recipe_standing WHERE recipe_id = NEW.id)
    WHERE id = NEW.id;
END;
CREATE TRIGGER recipe_stands_in_the_queue AFTER INSERT ON submission
BEGIN
    UPDATE recipe SET (standing, shown_revision_id) =
        (SELECT standing, shown_revision_id FROM recipe_standing WHERE recipe_id = NEW.recipe_id)
    WHERE id = NEW.recipe_id;
END;
CREATE TRIGGER recipe_stands_as_decided AFTER UPDATE OF state ON submission
BEGIN
    UPDATE recipe SET (standing, shown_revision_id) =
        (SELECT standing, shown_revision_id FROM recipe_standing WHERE recipe_id = NEW.recipe_id)
    WHERE id = NEW.recipe_id;
END;
CREATE TRIGGER recipe_stands_without_submission AFTER DELETE ON submission
BEGIN
    UPDATE recipe SET (standing, shown_revision_id) =
        (SELECT standing, shown_revision_id FROM recipe_standing WHERE recipe_id = OLD.recipe_id)
    WHERE id = OLD.recipe_id;
END;
UPDATE recipe SET (standing, shown_revision_id) =
    (SELECT standing, shown_revision_id FROM recipe_standing WHERE recipe_id = recipe.id);

-- Lines of a public recipe that the catalogue does not know. They are counted when it is derived anew, and until then
-- it suits no diet, as after any change of the catalogue.
ALTER TABLE public_recipe ADD COLUMN unknown_lines INTEGER NOT NULL DEFAULT 0;
CREATE INDEX public_recipe_unknown ON public_recipe (unknown_lines) WHERE unknown_lines > 0;
INSERT INTO derivation (recipe_id) SELECT recipe_id FROM public_recipe WHERE TRUE ON CONFLICT (recipe_id) DO NOTHING;
UPDATE public_recipe SET diet_yes = 0, allergen_no = 0;
