-- Recipes: a row that points at immutable revisions, and what readers of the public one need.

CREATE TABLE photo (
    id TEXT PRIMARY KEY,
    owner_id INTEGER NOT NULL REFERENCES user (id),
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    widths TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE recipe (
    id INTEGER PRIMARY KEY,
    author_id INTEGER NOT NULL REFERENCES user (id),
    version INTEGER NOT NULL DEFAULT 1,
    head_revision_id INTEGER REFERENCES revision (id),
    live_revision_id INTEGER REFERENCES revision (id),
    origin TEXT UNIQUE,
    -- When it first became public; deleting and restoring does not make it new.
    published_at INTEGER,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    deleted_at INTEGER
) STRICT;
CREATE INDEX recipe_by_author ON recipe (author_id, (deleted_at IS NOT NULL), updated_at DESC, id DESC);

CREATE TABLE revision (
    id INTEGER PRIMARY KEY,
    recipe_id INTEGER NOT NULL REFERENCES recipe (id),
    n INTEGER NOT NULL CHECK (n > 0),
    title TEXT NOT NULL,
    slug TEXT NOT NULL,
    photo_id TEXT REFERENCES photo (id),
    body TEXT NOT NULL,
    sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
    author_id INTEGER NOT NULL REFERENCES user (id),
    created_at INTEGER NOT NULL,
    UNIQUE (recipe_id, n)
) STRICT;
CREATE INDEX revision_by_photo ON revision (photo_id) WHERE photo_id IS NOT NULL;

CREATE TRIGGER revision_is_never_changed BEFORE UPDATE ON revision
BEGIN
    SELECT RAISE(ABORT, 'a revision is never changed');
END;
CREATE TRIGGER revision_is_never_deleted BEFORE DELETE ON revision
BEGIN
    SELECT RAISE(ABORT, 'a revision is never deleted');
END;

-- What is public, ready to be listed and filtered. Derived: `toque reindex` rebuilds it, `toque check` compares it.
CREATE TABLE public_recipe (
    recipe_id INTEGER PRIMARY KEY REFERENCES recipe (id),
    revision_id INTEGER NOT NULL REFERENCES revision (id),
    author_id INTEGER NOT NULL REFERENCES user (id),
    title TEXT NOT NULL,
    title_key TEXT NOT NULL,
    slug TEXT NOT NULL,
    language TEXT NOT NULL,
    category_id INTEGER REFERENCES category (id),
    cuisine_id INTEGER REFERENCES cuisine (id),
    total_minutes INTEGER,
    photo_id TEXT,
    published_at INTEGER NOT NULL,
    diet_yes INTEGER NOT NULL,
    diet_no INTEGER NOT NULL,
    allergen_yes INTEGER NOT NULL,
    allergen_no INTEGER NOT NULL,
    reasons TEXT NOT NULL
) STRICT;
CREATE INDEX public_recipe_by_category ON public_recipe (category_id, title_key, recipe_id);
CREATE INDEX public_recipe_by_title ON public_recipe (title_key, recipe_id);
CREATE INDEX public_recipe_by_age ON public_recipe (published_at DESC, recipe_id DESC);
CREATE INDEX public_recipe_by_author ON public_recipe (author_id, published_at DESC);
CREATE INDEX public_recipe_by_revision ON public_recipe (revision_id);
CREATE INDEX public_recipe_by_cuisine ON public_recipe (cuisine_id);
CREATE INDEX public_recipe_by_time ON public_recipe (total_minutes IS NULL, total_minutes, recipe_id);
-- Counts and filters by bits have to go through every recipe: here they do it by narrow rows.
CREATE INDEX public_recipe_facts ON public_recipe (diet_yes, allergen_no, total_minutes, category_id, cuisine_id);

-- `is_mentioned`: only a note names it (“cooked in chicken stock”), so that it may be in it.
CREATE TABLE public_recipe_ingredient (
    ingredient_id INTEGER NOT NULL REFERENCES ingredient (id),
    recipe_id INTEGER NOT NULL REFERENCES public_recipe (recipe_id) ON DELETE CASCADE,
    is_mentioned INTEGER NOT NULL CHECK (is_mentioned IN (0, 1)),
    PRIMARY KEY (ingredient_id, recipe_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX public_recipe_ingredient_by_recipe ON public_recipe_ingredient (recipe_id);

CREATE VIRTUAL TABLE recipe_text USING fts5 (title, ingredients, description, tokenize = 'toque');
CREATE VIRTUAL TABLE recipe_word USING fts5vocab (recipe_text, row);
