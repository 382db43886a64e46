-- Unpublishing by authors, reports by members, and the measures of moderators that follow from them.

-- All reports about one recipe, review or profile. It is open while a report waits for moderators.
CREATE TABLE report_issue (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('recipe', 'review', 'user')),
    -- The number of the recipe, review or user.
    target_id INTEGER NOT NULL,
    -- Whose recipe, review or profile it is.
    user_id INTEGER NOT NULL REFERENCES user (id),
    state TEXT NOT NULL CHECK (state IN ('open', 'closed')),
    version INTEGER NOT NULL DEFAULT 1,
    -- The sum of the weights of the members whose reports wait.
    weight REAL NOT NULL,
    changed_at INTEGER NOT NULL,
    UNIQUE (kind, target_id)
) STRICT;
CREATE INDEX report_issue_by_state ON report_issue (state, weight DESC, id);
CREATE INDEX report_issue_by_user ON report_issue (user_id);

-- What moderators, or the site itself, decided about an issue. A measure never changes; it can be lifted.
CREATE TABLE measure (
    id INTEGER PRIMARY KEY,
    issue_id INTEGER NOT NULL REFERENCES report_issue (id) ON DELETE CASCADE,
    kind TEXT NOT NULL
        CHECK (kind IN ('dismiss', 'warn', 'hide', 'take-down', 'remove-review', 'silence')),
    -- The member whom it concerns.
    user_id INTEGER NOT NULL REFERENCES user (id),
    -- NULL if the site decided, or the moderator's account was erased.
    by_id INTEGER REFERENCES user (id) ON DELETE SET NULL,
    is_automatic INTEGER NOT NULL CHECK (is_automatic IN (0, 1)),
    -- The reason of the rules, and the facts in words; of a dismissal both can be empty.
    reason TEXT NOT NULL,
    text TEXT NOT NULL CHECK (length(text) <= 2000),
    -- The number of a copyright notice.
    notice TEXT NOT NULL DEFAULT '' CHECK (length(notice) <= 100),
    -- What was decided about: the title of the recipe, the reviewed recipe, or the name.
    title TEXT NOT NULL,
    -- When a silence and a strike end.
    until INTEGER,
    strike_until INTEGER,
    policy_version INTEGER NOT NULL,
    decided_at INTEGER NOT NULL,
    lifted_at INTEGER,
    CHECK ((kind = 'silence') = (until IS NOT NULL)),
    CHECK (kind = 'dismiss' OR (reason <> '' AND trim(text) <> ''))
) STRICT;
CREATE INDEX measure_by_issue ON measure (issue_id, id);
CREATE INDEX measure_by_user ON measure (user_id, id);
CREATE INDEX measure_by_moderator ON measure (by_id) WHERE by_id IS NOT NULL;

CREATE TRIGGER measure_is_not_on_ones_own BEFORE INSERT ON measure
WHEN NEW.by_id = NEW.user_id OR EXISTS (
    SELECT 1 FROM report WHERE issue_id = NEW.issue_id AND reporter_id = NEW.by_id AND measure_id IS NULL
)
BEGIN
    SELECT RAISE(ABORT, 'nobody decides on their own thing or their own report');
END;
CREATE TRIGGER measure_is_never_replaced BEFORE INSERT ON measure
WHEN EXISTS (SELECT 1 FROM measure WHERE id = NEW.id)
BEGIN
    SELECT RAISE(ABORT, 'a measure is never replaced');
END;
-- It is lifted once, and its moderator can become NULL, because accounts can be erased.
CREATE TRIGGER measure_is_never_changed BEFORE UPDATE ON measure
WHEN NEW.id IS NOT OLD.id OR NEW.issue_id IS NOT OLD.issue_id OR NEW.kind IS NOT OLD.kind
    OR NEW.user_id IS NOT OLD.user_id OR NEW.is_automatic IS NOT OLD.is_automatic OR NEW.reason IS NOT OLD.reason
    OR NEW.text IS NOT OLD.text OR NEW.notice IS NOT OLD.notice OR NEW.title IS NOT OLD.title
    OR NEW.until IS NOT OLD.until OR NEW.strike_until IS NOT OLD.strike_until
    OR NEW.policy_version IS NOT OLD.policy_version OR NEW.decided_at IS NOT OLD.decided_at
    OR (NEW.by_id IS NOT OLD.by_id AND NEW.by_id IS NOT NULL)
    OR (NEW.lifted_at IS NOT OLD.lifted_at AND OLD.lifted_at IS NOT NULL)
BEGIN
    SELECT RAISE(ABORT, 'a measure is never changed');
END;
-- A measure is deleted only when the account of the member whom it concerns is erased.
CREATE TRIGGER measure_is_never_deleted BEFORE DELETE ON measure
WHEN NOT EXISTS (SELECT 1 FROM leaving WHERE user_id = OLD.user_id AND begun_at IS NOT NULL)
BEGIN
    SELECT RAISE(ABORT, 'a measure is never deleted');
END;

CREATE TABLE report (
    id INTEGER PRIMARY KEY,
    issue_id INTEGER NOT NULL REFERENCES report_issue (id) ON DELETE CASCADE,
    reporter_id INTEGER NOT NULL REFERENCES user (id),
    reason TEXT NOT NULL CHECK (length(reason) BETWEEN 1 AND 40),
    text TEXT NOT NULL CHECK (length(text) <= 2000),
    -- What the target said at that time, as a hash.
    target_sha256 TEXT NOT NULL CHECK (length(target_sha256) = 64),
    -- By the outcome of the member's earlier reports.
    weight REAL NOT NULL,
    created_at INTEGER NOT NULL,
    -- The measure that answered it.
    measure_id INTEGER REFERENCES measure (id),
    UNIQUE (issue_id, reporter_id, reason, target_sha256)
) STRICT;
CREATE INDEX report_waiting ON report (issue_id) WHERE measure_id IS NULL;
CREATE INDEX report_by_reporter ON report (reporter_id, id);
CREATE INDEX report_by_measure ON report (measure_id) WHERE measure_id IS NOT NULL;

CREATE TRIGGER report_is_not_on_oneself BEFORE INSERT ON report
WHEN NEW.reporter_id = (SELECT user_id FROM report_issue WHERE id = NEW.issue_id)
BEGIN
    SELECT RAISE(ABORT, 'nobody reports their own things');
END;

-- The measure that hides the recipe or took it down, and when the author unpublished it.
ALTER TABLE recipe ADD COLUMN hidden_by INTEGER REFERENCES measure (id);
ALTER TABLE recipe ADD COLUMN unpublished_at INTEGER;
CREATE INDEX recipe_hidden ON recipe (hidden_by) WHERE hidden_by IS NOT NULL;

DROP TRIGGER public_recipe_is_live;
DROP TRIGGER public_recipe_stays_live;
CREATE TRIGGER public_recipe_is_live BEFORE INSERT ON public_recipe
WHEN NOT EXISTS (
    SELECT 1 FROM recipe WHERE id = NEW.recipe_id AND live_revision_id = NEW.revision_id AND deleted_at IS NULL
        AND taken_down_by IS NULL AND hidden_by IS NULL AND unpublished_at IS NULL
)
BEGIN
    SELECT RAISE(ABORT, 'only a live revision is public');
END;
CREATE TRIGGER public_recipe_stays_live BEFORE UPDATE OF recipe_id, revision_id ON public_recipe
WHEN NOT EXISTS (
    SELECT 1 FROM recipe WHERE id = NEW.recipe_id AND live_revision_id = NEW.revision_id AND deleted_at IS NULL
        AND taken_down_by IS NULL AND hidden_by IS NULL AND unpublished_at IS NULL
)
BEGIN
    SELECT RAISE(ABORT, 'only a live revision is public');
END;

DROP TRIGGER recipe_stands_as_it_is;
DROP TRIGGER recipe_stands_in_the_queue;
DROP TRIGGER recipe_stands_as_decided;
DROP TRIGGER recipe_stands_without_submission;
DROP VIEW recipe_state;

-- The state of each recipe, from its own row and its last submission, and the text that others than its author may
-- read. The triggers below copy both into `recipe`.
CREATE VIEW recipe_state AS
SELECT r.id AS recipe_id,
    CASE
        WHEN r.deleted_at IS NOT NULL THEN 'deleted'
        WHEN r.taken_down_by IS NOT NULL THEN 'taken-down'
        WHEN r.hidden_by IS NOT NULL
            THEN iif((SELECT kind FROM measure WHERE id = r.hidden_by) = 'take-down', 'taken-down', 'hidden')
        WHEN s.state = 'queued'
            THEN iif(r.live_revision_id IS NULL OR r.unpublished_at IS NOT NULL, 'queued', 'live-queued')
        WHEN s.state = 'changes-requested' THEN 'changes-requested'
        WHEN s.state = 'rejected' AND r.live_revision_id IS NULL THEN 'rejected'
        WHEN r.live_revision_id IS NULL THEN 'draft'
        WHEN r.unpublished_at IS NOT NULL THEN 'unpublished'
        WHEN r.live_revision_id = r.head_revision_id THEN 'live'
        ELSE 'live-edited'
    END AS state,
    coalesce(r.live_revision_id, iif(s.state = 'withdrawn', NULL, s.revision_id)) AS shown_revision_id
FROM recipe r
LEFT JOIN submission s ON s.id = (SELECT max(last.id) FROM submission last WHERE last.recipe_id = r.id);

CREATE TRIGGER recipe_state_follows_recipe
AFTER UPDATE OF head_revision_id, live_revision_id, deleted_at, taken_down_by, hidden_by, unpublished_at ON recipe
BEGIN
    UPDATE recipe SET (state, shown_revision_id) =
        (SELECT state, shown_revision_id FROM recipe_state WHERE recipe_id = NEW.id)
    WHERE id = NEW.id;
END;
CREATE TRIGGER recipe_state_follows_new_submission AFTER INSERT ON submission
BEGIN
    UPDATE recipe SET (state, shown_revision_id) =
        (SELECT state, shown_revision_id FROM recipe_state WHERE recipe_id = NEW.recipe_id)
    WHERE id = NEW.recipe_id;
END;
CREATE TRIGGER recipe_state_follows_submission AFTER UPDATE OF state ON submission
BEGIN
    UPDATE recipe SET (state, shown_revision_id) =
        (SELECT state, shown_revision_id FROM recipe_state WHERE recipe_id = NEW.recipe_id)
    WHERE id = NEW.recipe_id;
END;
CREATE TRIGGER recipe_state_follows_deleted_submission AFTER DELETE ON submission
BEGIN
    UPDATE recipe SET (state, shown_revision_id) =
        (SELECT state, shown_revision_id FROM recipe_state WHERE recipe_id = OLD.recipe_id)
    WHERE id = OLD.recipe_id;
END;

-- The audit log also records issues and appeals. Its old table allowed only a fixed list of objects. The rows are
-- copied as they are, so that the chain of hashes continues.
CREATE TABLE new_audit (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    actor_id INTEGER,
    actor_name TEXT NOT NULL,
    action TEXT NOT NULL,
    object TEXT NOT NULL CHECK (length(object) BETWEEN 1 AND 20),
    object_id INTEGER NOT NULL,
    from_state TEXT NOT NULL,
    to_state TEXT NOT NULL,
    detail TEXT NOT NULL,
    previous TEXT NOT NULL,
    hash TEXT NOT NULL,
    -- The erased user whose names were removed from this row. The row that logs the erasure proves that this was right.
    redacted_for INTEGER,
    -- The actor's network, as in `session`. Empty for commands and background jobs.
    network TEXT NOT NULL DEFAULT '' CHECK (length(network) <= 40)
) STRICT;
INSERT INTO new_audit SELECT id, at, actor_id, actor_name, action, object, object_id, from_state, to_state, detail,
    previous, hash, redacted_for, network FROM audit ORDER BY id;
DROP TABLE audit;
ALTER TABLE new_audit RENAME TO audit;
CREATE INDEX audit_by_object ON audit (object, object_id);
CREATE INDEX audit_by_actor ON audit (actor_id) WHERE actor_id IS NOT NULL;
CREATE INDEX audit_redacted ON audit (redacted_for) WHERE redacted_for IS NOT NULL;

CREATE TRIGGER audit_is_never_deleted BEFORE DELETE ON audit
BEGIN
    SELECT RAISE(ABORT, 'audit rows are never deleted');
END;
-- The id must be given: an automatic rowid reads as -1 in a BEFORE INSERT trigger.
CREATE TRIGGER audit_is_a_chain BEFORE INSERT ON audit
WHEN NEW.id <> (SELECT coalesce(max(id), 0) + 1 FROM audit)
    OR NEW.previous <> coalesce((SELECT hash FROM audit ORDER BY id DESC LIMIT 1), '')
BEGIN
    SELECT RAISE(ABORT, 'audit rows follow each other');
END;
-- The only change: a row loses its names once, for a user whose erasure has begun.
CREATE TRIGGER audit_is_never_changed BEFORE UPDATE ON audit
WHEN NEW.id IS NOT OLD.id OR NEW.at IS NOT OLD.at OR NEW.actor_id IS NOT OLD.actor_id OR NEW.action IS NOT OLD.action
    OR NEW.object IS NOT OLD.object OR NEW.object_id IS NOT OLD.object_id OR NEW.previous IS NOT OLD.previous
    OR NEW.hash IS NOT OLD.hash OR OLD.redacted_for IS NOT NULL
    OR NOT EXISTS (SELECT 1 FROM leaving WHERE user_id = NEW.redacted_for AND begun_at IS NOT NULL)
BEGIN
    SELECT RAISE(ABORT, 'audit rows are never changed');
END;
