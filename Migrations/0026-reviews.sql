-- Reviews of recipes, one for each member and recipe, and the sums that pages and searches show.

CREATE TABLE review (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    recipe_id INTEGER NOT NULL REFERENCES recipe (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL REFERENCES user (id),
    stars INTEGER NOT NULL CHECK (stars BETWEEN 1 AND 5),
    text TEXT NOT NULL CHECK (length(text) <= 2000),
    -- Of the recipe's author; empty for none.
    answer TEXT NOT NULL DEFAULT '' CHECK (length(answer) <= 2000),
    created_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    -- For a day it can be restored.
    deleted_at INTEGER,
    -- When a moderator removed it: then only a moderator restores it, and its author writes no other.
    removed_at INTEGER,
    CHECK (removed_at IS NULL OR deleted_at IS NOT NULL),
    UNIQUE (recipe_id, user_id)
) STRICT;
CREATE INDEX review_by_age ON review (recipe_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX review_by_user ON review (user_id);
CREATE INDEX review_deleted ON review (deleted_at) WHERE deleted_at IS NOT NULL;

-- The members who found a review helpful.
CREATE TABLE review_vote (
    review_id INTEGER NOT NULL REFERENCES review (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL REFERENCES user (id),
    voted_at INTEGER NOT NULL,
    PRIMARY KEY (review_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX review_vote_by_user ON review_vote (user_id);

-- Derived by the triggers below, in the transaction of each change; `toque check` compares it.
CREATE TABLE recipe_rating (
    recipe_id INTEGER PRIMARY KEY REFERENCES recipe (id) ON DELETE CASCADE,
    -- The sum of all stars.
    stars INTEGER NOT NULL,
    reviews INTEGER NOT NULL,
    -- The order of lists: as if five more people had given 3.5 stars, so that one review does not beat fifty.
    score REAL GENERATED ALWAYS AS ((stars + 17.5) / (reviews + 5.0)) STORED
) STRICT;

CREATE TRIGGER review_added AFTER INSERT ON review WHEN NEW.deleted_at IS NULL BEGIN
    INSERT INTO recipe_rating (recipe_id, stars, reviews) VALUES (NEW.recipe_id, NEW.stars, 1)
    ON CONFLICT (recipe_id) DO UPDATE SET stars = stars + NEW.stars, reviews = reviews + 1;
END;

CREATE TRIGGER review_changed AFTER UPDATE OF stars, deleted_at ON review BEGIN
    UPDATE recipe_rating SET
        stars = stars + iif(NEW.deleted_at IS NULL, NEW.stars, 0) - iif(OLD.deleted_at IS NULL, OLD.stars, 0),
        reviews = reviews + (NEW.deleted_at IS NULL) - (OLD.deleted_at IS NULL)
    WHERE recipe_id = NEW.recipe_id;
END;

CREATE TRIGGER review_removed AFTER DELETE ON review WHEN OLD.deleted_at IS NULL BEGIN
    UPDATE recipe_rating SET stars = stars - OLD.stars, reviews = reviews - 1 WHERE recipe_id = OLD.recipe_id;
END;
