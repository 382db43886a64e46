-- Names the form that a recipe came from, so that a form sent twice makes one recipe.

ALTER TABLE recipe ADD COLUMN form_sha256 TEXT CHECK (length(form_sha256) = 64);
CREATE INDEX recipe_by_form ON recipe (form_sha256, author_id) WHERE form_sha256 IS NOT NULL;
