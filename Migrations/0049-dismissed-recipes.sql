-- The recipes that a member does not want to be suggested.

CREATE TABLE dismissed_recipe (
    user_id INTEGER NOT NULL REFERENCES user (id),
    recipe_id INTEGER NOT NULL REFERENCES recipe (id) ON DELETE CASCADE,
    dismissed_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, recipe_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX dismissed_recipe_by_recipe ON dismissed_recipe (recipe_id);
