-- Overrides: answers that moderators set for a diet or allergen of a public recipe, where the ingredients give a wrong
-- one.

-- An override has a reason. It applies to these ingredients, until it is undone or they change.
CREATE TABLE diet_override (
    id INTEGER PRIMARY KEY,
    recipe_id INTEGER NOT NULL REFERENCES recipe (id),
    -- The name of a diet or an allergen.
    subject TEXT NOT NULL,
    fact TEXT NOT NULL CHECK (fact IN ('yes', 'no', 'unknown')),
    -- The answer that was calculated from the ingredients at that time.
    derived TEXT NOT NULL CHECK (derived IN ('yes', 'no', 'unknown')),
    reason TEXT NOT NULL CHECK (trim(reason) <> '' AND length(reason) <= 500),
    -- Of the lines and servings at that time.
    ingredients_sha256 TEXT NOT NULL CHECK (length(ingredients_sha256) = 64),
    by_id INTEGER REFERENCES user (id) ON DELETE SET NULL,
    set_at INTEGER NOT NULL,
    ended_at INTEGER,
    ended TEXT CHECK (ended IN ('undone', 'replaced', 'lapsed')),
    CHECK ((ended_at IS NULL) = (ended IS NULL))
) STRICT;
CREATE UNIQUE INDEX diet_override_in_force ON diet_override (recipe_id, subject) WHERE ended_at IS NULL;
CREATE INDEX diet_override_by_recipe ON diet_override (recipe_id, id);
CREATE INDEX diet_override_by_moderator ON diet_override (by_id) WHERE by_id IS NOT NULL;

CREATE TRIGGER diet_override_is_not_the_authors BEFORE INSERT ON diet_override
WHEN NEW.by_id IS NULL OR NEW.by_id = (SELECT author_id FROM recipe WHERE id = NEW.recipe_id)
    OR EXISTS (SELECT 1 FROM diet_override WHERE id = NEW.id)
BEGIN
    SELECT RAISE(ABORT, 'nobody decides on their own recipe');
END;
CREATE TRIGGER diet_override_ends_once BEFORE UPDATE ON diet_override
WHEN NEW.id IS NOT OLD.id OR NEW.recipe_id IS NOT OLD.recipe_id OR NEW.subject IS NOT OLD.subject
    OR NEW.fact IS NOT OLD.fact OR NEW.derived IS NOT OLD.derived OR NEW.reason IS NOT OLD.reason
    OR NEW.ingredients_sha256 IS NOT OLD.ingredients_sha256 OR NEW.set_at IS NOT OLD.set_at
    OR (NEW.by_id IS NOT OLD.by_id AND NEW.by_id IS NOT NULL)
    OR (OLD.ended_at IS NOT NULL AND (NEW.ended_at IS NOT OLD.ended_at OR NEW.ended IS NOT OLD.ended))
BEGIN
    SELECT RAISE(ABORT, 'what was said of a diet is never changed');
END;
-- An override is deleted only when the account of the recipe's author is erased.
CREATE TRIGGER diet_override_is_never_deleted BEFORE DELETE ON diet_override
WHEN NOT EXISTS (
    SELECT 1 FROM leaving JOIN recipe ON recipe.author_id = leaving.user_id
    WHERE recipe.id = OLD.recipe_id AND leaving.begun_at IS NOT NULL
)
BEGIN
    SELECT RAISE(ABORT, 'what was said of a diet is never deleted');
END;
