-- What a person wants everywhere: diets and allergens hide recipes, the rest ranks or changes how pages look.

CREATE TABLE preferences (
    user_id INTEGER PRIMARY KEY REFERENCES user (id) ON DELETE CASCADE,
    -- Bits as in `public_recipe`.
    diets INTEGER NOT NULL,
    allergens INTEGER NOT NULL,
    max_minutes INTEGER CHECK (max_minutes BETWEEN 1 AND 1440),
    goals INTEGER NOT NULL,
    units TEXT NOT NULL CHECK (units IN ('written', 'metric', 'us')),
    theme TEXT NOT NULL CHECK (theme IN ('system', 'light', 'dark', 'contrast')),
    -- Bits of those that differ from the default.
    switches INTEGER NOT NULL
) STRICT;

CREATE TABLE disliked_ingredient (
    user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
    ingredient_id INTEGER NOT NULL REFERENCES ingredient (id) ON DELETE CASCADE,
    PRIMARY KEY (user_id, ingredient_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX disliked_ingredient_by_ingredient ON disliked_ingredient (ingredient_id);
