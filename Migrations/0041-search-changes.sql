-- Recipes that changed in a way that search in memory must know, at most one row for each: the newest change. The index
-- reads the rows behind its own last number. Rows that a snapshot of the index contains are deleted.
CREATE TABLE search_change (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- It may be deleted since.
    recipe_id INTEGER NOT NULL UNIQUE
) STRICT;
INSERT INTO search_change (recipe_id) SELECT recipe_id FROM public_recipe ORDER BY recipe_id;

-- The last snapshot of the index: the number in its file, and the last change that it contains. A file with another
-- number belongs to another database, or to an older state of this one, and is not used.
CREATE TABLE search_snapshot (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    token INTEGER NOT NULL,
    change_id INTEGER NOT NULL
) STRICT;

-- The rows of ingredients, words and tags of a recipe are only written together with its row in public_recipe.
CREATE TRIGGER public_recipe_added_to_search AFTER INSERT ON public_recipe
BEGIN
    DELETE FROM search_change WHERE recipe_id = NEW.recipe_id;
    INSERT INTO search_change (recipe_id) VALUES (NEW.recipe_id);
END;
CREATE TRIGGER public_recipe_changed_in_search AFTER UPDATE ON public_recipe
BEGIN
    DELETE FROM search_change WHERE recipe_id = NEW.recipe_id;
    INSERT INTO search_change (recipe_id) VALUES (NEW.recipe_id);
END;
CREATE TRIGGER public_recipe_removed_from_search AFTER DELETE ON public_recipe
BEGIN
    DELETE FROM search_change WHERE recipe_id = OLD.recipe_id;
    INSERT INTO search_change (recipe_id) VALUES (OLD.recipe_id);
END;
CREATE TRIGGER derivation_marked_in_search AFTER INSERT ON derivation
BEGIN
    DELETE FROM search_change WHERE recipe_id = NEW.recipe_id;
    INSERT INTO search_change (recipe_id) VALUES (NEW.recipe_id);
END;
CREATE TRIGGER derivation_ended_in_search AFTER DELETE ON derivation
BEGIN
    DELETE FROM search_change WHERE recipe_id = OLD.recipe_id;
    INSERT INTO search_change (recipe_id) VALUES (OLD.recipe_id);
END;
