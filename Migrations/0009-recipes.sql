-- Recipes, their revisions, and the derived rows of public recipes for lists and search.

CREATE TABLE recipe (
    id INTEGER PRIMARY KEY,
    author_id INTEGER NOT NULL REFERENCES user (id),
    version INTEGER NOT NULL DEFAULT 1,
    head_revision_id INTEGER REFERENCES revision (id),
    live_revision_id INTEGER REFERENCES revision (id),
    origin TEXT UNIQUE,
    -- When it first became public. Deleting and restoring a recipe does not change it.
    published_at INTEGER,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    deleted_at INTEGER,
    -- Identifies the form that created the recipe, so that a form that is sent twice creates one recipe.
    form_sha256 TEXT CHECK (length(form_sha256) = 64),
    -- The admin's change that took the recipe down.
    taken_down_by INTEGER REFERENCES recipe_change (id),
    -- The admin's change that deleted it. NULL if the author did.
    deleted_by INTEGER REFERENCES recipe_change (id),
    -- The recipe's state, and the text that others than its author may read. Both are derived from `recipe_state`,
    -- so that lists need not search the submissions. Triggers update them, and `toque check` compares them.
    state TEXT NOT NULL DEFAULT 'draft',
    shown_revision_id INTEGER
) STRICT;
CREATE INDEX recipe_by_author ON recipe (author_id, (deleted_at IS NOT NULL), updated_at DESC, id DESC);
CREATE INDEX recipe_by_form ON recipe (form_sha256, author_id) WHERE form_sha256 IS NOT NULL;
CREATE INDEX recipe_taken_down ON recipe (taken_down_by) WHERE taken_down_by IS NOT NULL;
CREATE INDEX recipe_deleted_by ON recipe (deleted_by) WHERE deleted_by IS NOT NULL;
CREATE INDEX recipe_by_state ON recipe (state, id DESC, author_id);
CREATE INDEX recipe_by_change ON recipe (updated_at DESC, id DESC);

CREATE TRIGGER recipe_goes_live_by_decision BEFORE UPDATE OF live_revision_id ON recipe
WHEN NEW.live_revision_id IS NOT NULL AND NEW.live_revision_id IS NOT OLD.live_revision_id AND NOT EXISTS (
    SELECT 1 FROM decision JOIN revision ON revision.id = decision.revision_id
    WHERE revision.id = NEW.live_revision_id AND revision.recipe_id = NEW.id
        AND decision.kind IN ('approve', 'import') AND decision.seen_sha256 = revision.sha256
)
BEGIN
    SELECT RAISE(ABORT, 'only an approved revision goes live');
END;
CREATE TRIGGER recipe_is_born_private BEFORE INSERT ON recipe
WHEN NEW.live_revision_id IS NOT NULL OR EXISTS (SELECT 1 FROM recipe WHERE id = NEW.id)
BEGIN
    SELECT RAISE(ABORT, 'a new recipe is private');
END;

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
-- A revision is deleted only when its author's account is erased.
CREATE TRIGGER revision_is_never_deleted BEFORE DELETE ON revision
WHEN NOT EXISTS (SELECT 1 FROM leaving WHERE user_id = OLD.author_id AND begun_at IS NOT NULL)
BEGIN
    SELECT RAISE(ABORT, 'a revision is never deleted');
END;

-- Which revisions show which photos and videos in their steps. The body names them too.
CREATE TABLE revision_media (
    photo_id TEXT NOT NULL REFERENCES photo (id),
    revision_id INTEGER NOT NULL REFERENCES revision (id) ON DELETE CASCADE,
    PRIMARY KEY (photo_id, revision_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX revision_media_by_revision ON revision_media (revision_id);

-- What a revision names: its category, its cuisine, and each unit with the number of its lines. A unit can be one that
-- the catalogue does not know. Derived from `revision.body`, which never changes.
CREATE TABLE revision_use (
    kind TEXT NOT NULL CHECK (kind IN ('category', 'cuisine', 'unit')),
    key TEXT NOT NULL,
    recipe_id INTEGER NOT NULL,
    revision_id INTEGER NOT NULL REFERENCES revision (id) ON DELETE CASCADE,
    times INTEGER NOT NULL,
    PRIMARY KEY (kind, key, recipe_id, revision_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX revision_use_by_revision ON revision_use (revision_id);

-- A revision's ingredient lines as the program understands them, so that showing, scaling and exporting it need not
-- read them again. `lines` is JSON (`RecipeUnderstanding.encoded`); empty if the lines were not read yet. `edition` is
-- the number of the edition 'lines' at that time. A background job reads older rows again.
CREATE TABLE revision_lines (
    revision_id INTEGER PRIMARY KEY REFERENCES revision (id) ON DELETE CASCADE,
    lines TEXT NOT NULL,
    edition INTEGER NOT NULL
) STRICT;
CREATE INDEX revision_lines_by_edition ON revision_lines (edition);

-- A category or cuisine that an admin set. It replaces the one in the text as long as the text says `written`.
CREATE TABLE recipe_term (
    recipe_id INTEGER NOT NULL REFERENCES recipe (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('category', 'cuisine')),
    written TEXT,
    value TEXT NOT NULL,
    change_id INTEGER NOT NULL REFERENCES recipe_change (id),
    PRIMARY KEY (recipe_id, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX recipe_term_by_change ON recipe_term (change_id);
CREATE INDEX recipe_term_by_value ON recipe_term (kind, value);

-- Public recipes, prepared for lists and filters. Derived: `toque reindex` rebuilds the rows, `toque check` compares
-- them.
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
    -- One bit for each diet and allergen: certainly yes, certainly no. Neither bit means unknown.
    diet_yes INTEGER NOT NULL,
    diet_no INTEGER NOT NULL,
    allergen_yes INTEGER NOT NULL,
    allergen_no INTEGER NOT NULL,
    reasons TEXT NOT NULL,
    -- How many ingredient lines the catalogue does not know.
    unknown_lines INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX public_recipe_by_category ON public_recipe (category_id, title_key, recipe_id);
CREATE INDEX public_recipe_by_title ON public_recipe (title_key, recipe_id);
CREATE INDEX public_recipe_by_age ON public_recipe (published_at DESC, recipe_id DESC);
CREATE INDEX public_recipe_by_author ON public_recipe (author_id, published_at DESC);
CREATE INDEX public_recipe_by_revision ON public_recipe (revision_id);
CREATE INDEX public_recipe_by_cuisine ON public_recipe (cuisine_id);
CREATE INDEX public_recipe_by_time ON public_recipe (total_minutes IS NULL, total_minutes, recipe_id);
-- Counting and filtering by bits reads every recipe. This index has narrower rows than the table.
CREATE INDEX public_recipe_facts ON public_recipe (diet_yes, allergen_no, total_minutes, category_id, cuisine_id);
CREATE INDEX public_recipe_unknown ON public_recipe (unknown_lines) WHERE unknown_lines > 0;

CREATE TRIGGER public_recipe_is_live BEFORE INSERT ON public_recipe
WHEN NOT EXISTS (
    SELECT 1 FROM recipe WHERE id = NEW.recipe_id AND live_revision_id = NEW.revision_id AND deleted_at IS NULL
        AND taken_down_by IS NULL
)
BEGIN
    SELECT RAISE(ABORT, 'only a live revision is public');
END;
CREATE TRIGGER public_recipe_stays_live BEFORE UPDATE OF recipe_id, revision_id ON public_recipe
WHEN NOT EXISTS (
    SELECT 1 FROM recipe WHERE id = NEW.recipe_id AND live_revision_id = NEW.revision_id AND deleted_at IS NULL
)
BEGIN
    SELECT RAISE(ABORT, 'only a live revision is public');
END;

-- The edition 'public' grows with every change of public recipes, so that totals over all of them can be cached.
CREATE TRIGGER public_recipe_added AFTER INSERT ON public_recipe
BEGIN
    UPDATE edition SET number = number + 1 WHERE name = 'public';
END;
CREATE TRIGGER public_recipe_changed AFTER UPDATE ON public_recipe
BEGIN
    UPDATE edition SET number = number + 1 WHERE name = 'public';
END;
CREATE TRIGGER public_recipe_removed AFTER DELETE ON public_recipe
BEGIN
    UPDATE edition SET number = number + 1 WHERE name = 'public';
END;

-- `is_mentioned`: only a note names the ingredient (“cooked in chicken stock”), so that the recipe may contain it.
CREATE TABLE public_recipe_ingredient (
    ingredient_id INTEGER NOT NULL REFERENCES ingredient (id),
    recipe_id INTEGER NOT NULL REFERENCES public_recipe (recipe_id) ON DELETE CASCADE,
    is_mentioned INTEGER NOT NULL CHECK (is_mentioned IN (0, 1)),
    PRIMARY KEY (ingredient_id, recipe_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX public_recipe_ingredient_by_recipe ON public_recipe_ingredient (recipe_id);

-- Words of the lines that the program did not understand. A search without an ingredient leaves out recipes with such a
-- word if it may name that ingredient.
CREATE TABLE public_recipe_unknown_word (
    word TEXT NOT NULL,
    recipe_id INTEGER NOT NULL REFERENCES public_recipe (recipe_id) ON DELETE CASCADE,
    PRIMARY KEY (word, recipe_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX public_recipe_unknown_word_by_recipe ON public_recipe_unknown_word (recipe_id);

-- Public recipes that must be derived again because the catalogue or the rules changed. Deriving a recipe deletes its
-- row. Until then the recipe suits no diet and is free from no allergen.
CREATE TABLE derivation (
    recipe_id INTEGER PRIMARY KEY REFERENCES public_recipe (recipe_id) ON DELETE CASCADE
) STRICT;

-- The search index, and the list of its words.
CREATE VIRTUAL TABLE recipe_text USING fts5 (title, ingredients, description, tokenize = 'toque');
CREATE VIRTUAL TABLE recipe_word USING fts5vocab (recipe_text, row);
