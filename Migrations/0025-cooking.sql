-- Where members are in the recipes that they cook, and their running timers: so that another device can go on.

CREATE TABLE cook_session (
    user_id INTEGER NOT NULL REFERENCES user (id),
    recipe_id INTEGER NOT NULL REFERENCES recipe (id) ON DELETE CASCADE,
    -- From 1.
    step INTEGER NOT NULL CHECK (step BETWEEN 1 AND 1000),
    -- NULL as the recipe was written.
    servings INTEGER CHECK (servings BETWEEN 1 AND 1000),
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, recipe_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX cook_session_by_age ON cook_session (updated_at);
CREATE INDEX cook_session_by_recipe ON cook_session (recipe_id);

CREATE TABLE cook_timer (
    user_id INTEGER NOT NULL REFERENCES user (id),
    recipe_id INTEGER NOT NULL REFERENCES recipe (id) ON DELETE CASCADE,
    -- The number of its step, or a name that the page made for a timer of the cook's own.
    timer_key TEXT NOT NULL CHECK (length(timer_key) BETWEEN 1 AND 20),
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
    -- Of the whole timer.
    seconds INTEGER NOT NULL CHECK (seconds BETWEEN 1 AND 86400),
    -- In UTC milliseconds; NULL while it is paused.
    ends_at INTEGER,
    -- In milliseconds, while it is paused.
    time_left INTEGER CHECK (time_left BETWEEN 0 AND 86400000),
    changed_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, recipe_id, timer_key),
    CHECK ((ends_at IS NULL) <> (time_left IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX cook_timer_by_age ON cook_timer (changed_at);
CREATE INDEX cook_timer_by_recipe ON cook_timer (recipe_id);
