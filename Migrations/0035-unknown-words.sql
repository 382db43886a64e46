-- Words of the lines that were not understood: a search without something leaves out what may be it.

CREATE TABLE public_recipe_unknown_word (
    word TEXT NOT NULL,
    recipe_id INTEGER NOT NULL REFERENCES public_recipe (recipe_id) ON DELETE CASCADE,
    PRIMARY KEY (word, recipe_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX public_recipe_unknown_word_by_recipe ON public_recipe_unknown_word (recipe_id);
