-- The row that readers see may not be bent to another revision either: INSERT is guarded since 0005, UPDATE was not.

CREATE TRIGGER public_recipe_stays_live BEFORE UPDATE OF recipe_id, revision_id ON public_recipe
WHEN NOT EXISTS (
    SELECT 1 FROM recipe WHERE id = NEW.recipe_id AND live_revision_id = NEW.revision_id AND deleted_at IS NULL
)
BEGIN
    SELECT RAISE(ABORT, 'only a live revision is public');
END;
