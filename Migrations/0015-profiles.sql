-- Profiles and preferences. The display name is in `user`, because every list of recipes shows it.

CREATE TABLE profile (
    user_id INTEGER PRIMARY KEY REFERENCES user (id) ON DELETE CASCADE,
    first_name TEXT NOT NULL DEFAULT '' CHECK (length(first_name) <= 120),
    last_name TEXT NOT NULL DEFAULT '' CHECK (length(last_name) <= 120),
    phone TEXT NOT NULL DEFAULT '' CHECK (length(phone) <= 32),
    bio TEXT NOT NULL DEFAULT '' CHECK (length(bio) <= 1000),
    photo_id TEXT REFERENCES photo (id)
) STRICT;
CREATE INDEX profile_by_photo ON profile (photo_id) WHERE photo_id IS NOT NULL;

-- Diets and allergens hide recipes. The other preferences rank recipes or change how pages look.
CREATE TABLE preferences (
    user_id INTEGER PRIMARY KEY REFERENCES user (id) ON DELETE CASCADE,
    -- Bits as in `public_recipe`.
    diets INTEGER NOT NULL,
    allergens INTEGER NOT NULL,
    max_minutes INTEGER CHECK (max_minutes BETWEEN 1 AND 1440),
    goals INTEGER NOT NULL,
    units TEXT NOT NULL CHECK (units IN ('written', 'metric', 'us')),
    -- One bit for each switch that differs from its default.
    switches INTEGER NOT NULL
) STRICT;

CREATE TABLE disliked_ingredient (
    user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
    ingredient_id INTEGER NOT NULL REFERENCES ingredient (id) ON DELETE CASCADE,
    -- The merge of ingredients that copied the row. Undoing the merge deletes it.
    copied_by INTEGER REFERENCES catalogue_change (id) ON DELETE SET NULL,
    PRIMARY KEY (user_id, ingredient_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX disliked_ingredient_by_ingredient ON disliked_ingredient (ingredient_id);
CREATE INDEX disliked_ingredient_copied ON disliked_ingredient (copied_by) WHERE copied_by IS NOT NULL;
