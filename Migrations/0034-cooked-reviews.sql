-- How reviewers cooked the recipe, the averages of both ways, and first reviews that wait for a moderator.

-- NULL for a review without cooking.
ALTER TABLE review ADD COLUMN cooked TEXT CHECK (cooked IN ('as-written', 'changed'));
ALTER TABLE review ADD COLUMN servings INTEGER CHECK (servings BETWEEN 1 AND 1000);
ALTER TABLE review ADD COLUMN changes TEXT NOT NULL DEFAULT '' CHECK (length(changes) <= 1000);
ALTER TABLE review ADD COLUMN photo_id TEXT REFERENCES photo (id);
-- While it waits it counts as deleted, so that no page and no sum contains it.
ALTER TABLE review ADD COLUMN held_at INTEGER CHECK (held_at IS NULL OR deleted_at IS NOT NULL);
-- What the pre-screen found, a line each; empty once a moderator approved the review.
ALTER TABLE review ADD COLUMN findings TEXT NOT NULL DEFAULT '';
CREATE INDEX review_by_photo ON review (photo_id) WHERE photo_id IS NOT NULL;
CREATE INDEX review_held ON review (held_at) WHERE held_at IS NOT NULL;

ALTER TABLE recipe_rating ADD COLUMN written_stars INTEGER NOT NULL DEFAULT 0;
ALTER TABLE recipe_rating ADD COLUMN written_reviews INTEGER NOT NULL DEFAULT 0;
ALTER TABLE recipe_rating ADD COLUMN changed_stars INTEGER NOT NULL DEFAULT 0;
ALTER TABLE recipe_rating ADD COLUMN changed_reviews INTEGER NOT NULL DEFAULT 0;

DROP TRIGGER review_added;
DROP TRIGGER review_changed;
DROP TRIGGER review_removed;

CREATE TRIGGER review_added AFTER INSERT ON review WHEN NEW.deleted_at IS NULL BEGIN
    INSERT INTO recipe_rating (recipe_id, stars, reviews, written_stars, written_reviews, changed_stars, changed_reviews)
    VALUES (NEW.recipe_id, NEW.stars, 1, NEW.stars * (NEW.cooked IS 'as-written'), NEW.cooked IS 'as-written',
        NEW.stars * (NEW.cooked IS 'changed'), NEW.cooked IS 'changed')
    ON CONFLICT (recipe_id) DO UPDATE SET stars = stars + excluded.stars, reviews = reviews + excluded.reviews,
        written_stars = written_stars + excluded.written_stars,
        written_reviews = written_reviews + excluded.written_reviews,
        changed_stars = changed_stars + excluded.changed_stars,
        changed_reviews = changed_reviews + excluded.changed_reviews;
END;

-- A review that was held is counted for the first time by an update.
CREATE TRIGGER review_changed AFTER UPDATE OF stars, deleted_at, cooked ON review BEGIN
    INSERT INTO recipe_rating (recipe_id, stars, reviews, written_stars, written_reviews, changed_stars, changed_reviews)
    VALUES (NEW.recipe_id,
        NEW.stars * (NEW.deleted_at IS NULL) - OLD.stars * (OLD.deleted_at IS NULL),
        (NEW.deleted_at IS NULL) - (OLD.deleted_at IS NULL),
        NEW.stars * (NEW.deleted_at IS NULL AND NEW.cooked IS 'as-written')
            - OLD.stars * (OLD.deleted_at IS NULL AND OLD.cooked IS 'as-written'),
        (NEW.deleted_at IS NULL AND NEW.cooked IS 'as-written')
            - (OLD.deleted_at IS NULL AND OLD.cooked IS 'as-written'),
        NEW.stars * (NEW.deleted_at IS NULL AND NEW.cooked IS 'changed')
            - OLD.stars * (OLD.deleted_at IS NULL AND OLD.cooked IS 'changed'),
        (NEW.deleted_at IS NULL AND NEW.cooked IS 'changed') - (OLD.deleted_at IS NULL AND OLD.cooked IS 'changed'))
    ON CONFLICT (recipe_id) DO UPDATE SET stars = stars + excluded.stars, reviews = reviews + excluded.reviews,
        written_stars = written_stars + excluded.written_stars,
        written_reviews = written_reviews + excluded.written_reviews,
        changed_stars = changed_stars + excluded.changed_stars,
        changed_reviews = changed_reviews + excluded.changed_reviews;
END;

CREATE TRIGGER review_removed AFTER DELETE ON review WHEN OLD.deleted_at IS NULL BEGIN
    UPDATE recipe_rating SET stars = stars - OLD.stars, reviews = reviews - 1,
        written_stars = written_stars - OLD.stars * (OLD.cooked IS 'as-written'),
        written_reviews = written_reviews - (OLD.cooked IS 'as-written'),
        changed_stars = changed_stars - OLD.stars * (OLD.cooked IS 'changed'),
        changed_reviews = changed_reviews - (OLD.cooked IS 'changed')
    WHERE recipe_id = OLD.recipe_id;
END;
