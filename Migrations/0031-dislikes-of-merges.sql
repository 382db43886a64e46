-- The merge of ingredients that copied a dislike: where it is undone, the copy goes with it.
ALTER TABLE disliked_ingredient ADD COLUMN copied_by INTEGER REFERENCES catalogue_change (id) ON DELETE SET NULL;
CREATE INDEX disliked_ingredient_copied ON disliked_ingredient (copied_by) WHERE copied_by IS NOT NULL;
