-- The tags of public recipes. Derived: `toque reindex` rebuilds the rows, `toque check` compares them.
CREATE TABLE public_recipe_tag (
    -- The folded name.
    tag_key TEXT NOT NULL,
    recipe_id INTEGER NOT NULL REFERENCES public_recipe (recipe_id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    PRIMARY KEY (tag_key, recipe_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX public_recipe_tag_by_recipe ON public_recipe_tag (recipe_id);
