-- People who leave: two weeks in which everything can come back, then nothing of theirs stays but what they left here.

-- What is left of the row then: a number that recipes, decisions and the log refer to.
ALTER TABLE user ADD COLUMN erased_at INTEGER;

-- While a row is here its owner is gone for others; `username` and `display_name` are what the account gets back.
CREATE TABLE leaving (
    user_id INTEGER PRIMARY KEY REFERENCES user (id),
    username TEXT NOT NULL,
    display_name TEXT,
    asked_at INTEGER NOT NULL,
    erase_at INTEGER NOT NULL,
    -- Whether public recipes go too.
    withdraws INTEGER NOT NULL CHECK (withdraws IN (0, 1)),
    reason TEXT NOT NULL CHECK (length(reason) <= 500),
    -- From here there is no way back.
    begun_at INTEGER,
    -- The last recipe that the erasure has dealt with.
    recipe_cursor INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX leaving_by_time ON leaving (erase_at);

-- One archive a person: asked for, being made, or lying in the data folder until it expires.
CREATE TABLE data_export (
    user_id INTEGER PRIMARY KEY REFERENCES user (id) ON DELETE CASCADE,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'ready', 'failed')),
    percent INTEGER NOT NULL DEFAULT 0 CHECK (percent BETWEEN 0 AND 100),
    size INTEGER NOT NULL DEFAULT 0,
    asked_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX data_export_by_state ON data_export (state, asked_at);
CREATE INDEX data_export_by_expiry ON data_export (expires_at);

CREATE INDEX photo_by_owner ON photo (owner_id);
CREATE INDEX decision_by_moderator ON decision (by_id) WHERE by_id IS NOT NULL;
CREATE INDEX audit_by_actor ON audit (actor_id) WHERE actor_id IS NOT NULL;

-- A row loses its names once, for somebody whose erasure has begun; the row that tells of the erasure vouches for it.
ALTER TABLE audit ADD COLUMN redacted_for INTEGER;
CREATE INDEX audit_redacted ON audit (redacted_for) WHERE redacted_for IS NOT NULL;
DROP TRIGGER audit_is_never_changed;
CREATE TRIGGER audit_is_never_changed BEFORE UPDATE ON audit
WHEN NEW.id IS NOT OLD.id OR NEW.at IS NOT OLD.at OR NEW.actor_id IS NOT OLD.actor_id OR NEW.action IS NOT OLD.action
    OR NEW.object IS NOT OLD.object OR NEW.object_id IS NOT OLD.object_id OR NEW.previous IS NOT OLD.previous
    OR NEW.hash IS NOT OLD.hash OR OLD.redacted_for IS NOT NULL
    OR NOT EXISTS (SELECT 1 FROM leaving WHERE user_id = NEW.redacted_for AND begun_at IS NOT NULL)
BEGIN
    SELECT RAISE(ABORT, 'audit rows are never changed');
END;

-- Texts and what was decided about them go only with their author.
DROP TRIGGER revision_is_never_deleted;
CREATE TRIGGER revision_is_never_deleted BEFORE DELETE ON revision
WHEN NOT EXISTS (SELECT 1 FROM leaving WHERE user_id = OLD.author_id AND begun_at IS NOT NULL)
BEGIN
    SELECT RAISE(ABORT, 'a revision is never deleted');
END;
DROP TRIGGER submission_is_never_deleted;
CREATE TRIGGER submission_is_never_deleted BEFORE DELETE ON submission
WHEN NOT EXISTS (
    SELECT 1 FROM leaving JOIN recipe ON recipe.author_id = leaving.user_id
    WHERE recipe.id = OLD.recipe_id AND leaving.begun_at IS NOT NULL
)
BEGIN
    SELECT RAISE(ABORT, 'a submission is never deleted');
END;
DROP TRIGGER decision_is_never_deleted;
CREATE TRIGGER decision_is_never_deleted BEFORE DELETE ON decision
WHEN NOT EXISTS (
    SELECT 1 FROM leaving JOIN recipe ON recipe.author_id = leaving.user_id
    WHERE recipe.id = OLD.recipe_id AND leaving.begun_at IS NOT NULL
)
BEGIN
    SELECT RAISE(ABORT, 'a decision is never deleted');
END;
