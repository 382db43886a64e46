-- Moderation. A case contains all rounds of one recipe, a submission is one revision in one round, a decision ends it.

CREATE TABLE moderation_case (
    id INTEGER PRIMARY KEY,
    recipe_id INTEGER NOT NULL REFERENCES recipe (id),
    opened_at INTEGER NOT NULL
) STRICT;
CREATE INDEX moderation_case_by_recipe ON moderation_case (recipe_id);

CREATE TABLE submission (
    id INTEGER PRIMARY KEY,
    case_id INTEGER NOT NULL REFERENCES moderation_case (id),
    recipe_id INTEGER NOT NULL REFERENCES recipe (id),
    revision_id INTEGER NOT NULL REFERENCES revision (id),
    base_revision_id INTEGER REFERENCES revision (id),
    round INTEGER NOT NULL CHECK (round > 0),
    state TEXT NOT NULL CHECK (state IN ('queued', 'approved', 'changes-requested', 'rejected', 'withdrawn')),
    version INTEGER NOT NULL DEFAULT 1,
    queued_at INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    hints TEXT NOT NULL,
    returns_to INTEGER REFERENCES user (id) ON DELETE SET NULL
) STRICT;
CREATE UNIQUE INDEX one_open_submission ON submission (recipe_id) WHERE state = 'queued';
CREATE INDEX submission_by_recipe ON submission (recipe_id, id);
CREATE INDEX submission_by_revision ON submission (revision_id);
CREATE INDEX submission_queue ON submission (due_at, id) WHERE state = 'queued';

-- INSERT OR REPLACE would delete the conflicting row instead of failing. These two triggers refuse it.
CREATE TRIGGER submission_opens_once BEFORE INSERT ON submission
WHEN NEW.state = 'queued' AND EXISTS (SELECT 1 FROM submission WHERE recipe_id = NEW.recipe_id AND state = 'queued')
BEGIN
    SELECT RAISE(ABORT, 'the recipe is in the queue already');
END;
CREATE TRIGGER submission_is_never_replaced BEFORE INSERT ON submission
WHEN EXISTS (SELECT 1 FROM submission WHERE id = NEW.id)
BEGIN
    SELECT RAISE(ABORT, 'a submission is never replaced');
END;
-- A submission is deleted only when the account of the recipe's author is erased.
CREATE TRIGGER submission_is_never_deleted BEFORE DELETE ON submission
WHEN NOT EXISTS (
    SELECT 1 FROM leaving JOIN recipe ON recipe.author_id = leaving.user_id
    WHERE recipe.id = OLD.recipe_id AND leaving.begun_at IS NOT NULL
)
BEGIN
    SELECT RAISE(ABORT, 'a submission is never deleted');
END;
CREATE TRIGGER submission_names_one_revision BEFORE UPDATE ON submission
WHEN NEW.revision_id <> OLD.revision_id OR NEW.recipe_id <> OLD.recipe_id OR NEW.case_id <> OLD.case_id
BEGIN
    SELECT RAISE(ABORT, 'a submission keeps its revision');
END;
CREATE TRIGGER submission_ends_once BEFORE UPDATE OF state ON submission
WHEN OLD.state <> 'queued'
BEGIN
    SELECT RAISE(ABORT, 'the submission is decided already');
END;
-- A submission ends in the state of its decision, or is withdrawn.
CREATE TRIGGER submission_ends_as_decided BEFORE UPDATE OF state ON submission
WHEN NEW.state <> 'withdrawn' AND NOT EXISTS (
    SELECT 1 FROM decision WHERE submission_id = NEW.id AND NEW.state = CASE kind
        WHEN 'approve' THEN 'approved' WHEN 'request-changes' THEN 'changes-requested' ELSE 'rejected' END
)
BEGIN
    SELECT RAISE(ABORT, 'a submission ends as decided');
END;

-- Recipes whose text was imported, and when the author stated that they may publish it.
CREATE TABLE imported_text (
    recipe_id INTEGER PRIMARY KEY REFERENCES recipe (id) ON DELETE CASCADE,
    origin TEXT NOT NULL,
    imported_at INTEGER NOT NULL,
    may_publish_at INTEGER
) STRICT;
CREATE INDEX imported_text_by_origin ON imported_text (origin);

CREATE TRIGGER imported_text_needs_its_statement BEFORE INSERT ON submission
WHEN EXISTS (SELECT 1 FROM imported_text WHERE recipe_id = NEW.recipe_id AND may_publish_at IS NULL)
BEGIN
    SELECT RAISE(ABORT, 'an imported text is submitted by who says that they may');
END;

CREATE TABLE claim (
    submission_id INTEGER PRIMARY KEY REFERENCES submission (id),
    moderator_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX claim_by_moderator ON claim (moderator_id, expires_at);

-- The site makes decisions of the kind 'import' itself, for starter content and imports: without submission and
-- moderator.
CREATE TABLE decision (
    id INTEGER PRIMARY KEY,
    submission_id INTEGER UNIQUE REFERENCES submission (id),
    recipe_id INTEGER NOT NULL REFERENCES recipe (id),
    revision_id INTEGER NOT NULL REFERENCES revision (id),
    kind TEXT NOT NULL CHECK (kind IN ('approve', 'request-changes', 'reject', 'import')),
    by_id INTEGER REFERENCES user (id) ON DELETE SET NULL,
    reasons TEXT NOT NULL DEFAULT '',
    message TEXT NOT NULL DEFAULT '' CHECK (length(message) <= 5000),
    seen_sha256 TEXT NOT NULL,
    policy_version INTEGER NOT NULL,
    decided_at INTEGER NOT NULL,
    CHECK ((kind = 'import') = (submission_id IS NULL)),
    CHECK (kind NOT IN ('request-changes', 'reject') OR (reasons <> '' AND trim(message) <> ''))
) STRICT;
CREATE INDEX decision_by_revision ON decision (revision_id);
CREATE INDEX decision_by_recipe ON decision (recipe_id);
CREATE INDEX decision_by_moderator ON decision (by_id) WHERE by_id IS NOT NULL;

CREATE TRIGGER decision_is_made_once BEFORE INSERT ON decision
WHEN EXISTS (SELECT 1 FROM decision WHERE id = NEW.id OR submission_id = NEW.submission_id)
BEGIN
    SELECT RAISE(ABORT, 'the submission is decided already');
END;
CREATE TRIGGER decision_names_what_was_read BEFORE INSERT ON decision
WHEN NOT EXISTS (
    SELECT 1 FROM revision
    WHERE id = NEW.revision_id AND recipe_id = NEW.recipe_id AND sha256 = NEW.seen_sha256
) OR (NEW.submission_id IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM submission WHERE id = NEW.submission_id AND revision_id = NEW.revision_id AND state = 'queued'
))
BEGIN
    SELECT RAISE(ABORT, 'a decision names the revision that was read');
END;
CREATE TRIGGER decision_is_not_the_authors BEFORE INSERT ON decision
WHEN NEW.kind <> 'import' AND (
    NEW.by_id IS NULL
    OR NEW.by_id = (SELECT author_id FROM recipe WHERE id = NEW.recipe_id)
    OR NEW.by_id = (SELECT author_id FROM revision WHERE id = NEW.revision_id)
)
BEGIN
    SELECT RAISE(ABORT, 'nobody decides on their own recipe');
END;
-- The moderator can become NULL, because accounts can be erased.
CREATE TRIGGER decision_is_never_changed BEFORE UPDATE ON decision
WHEN NEW.id IS NOT OLD.id OR NEW.submission_id IS NOT OLD.submission_id OR NEW.recipe_id IS NOT OLD.recipe_id
    OR NEW.revision_id IS NOT OLD.revision_id OR NEW.kind IS NOT OLD.kind OR NEW.reasons IS NOT OLD.reasons
    OR NEW.message IS NOT OLD.message OR NEW.seen_sha256 IS NOT OLD.seen_sha256
    OR NEW.policy_version IS NOT OLD.policy_version OR NEW.decided_at IS NOT OLD.decided_at
    OR (NEW.by_id IS NOT OLD.by_id AND NEW.by_id IS NOT NULL)
BEGIN
    SELECT RAISE(ABORT, 'a decision is never changed');
END;
-- A decision is deleted only when the account of the recipe's author is erased.
CREATE TRIGGER decision_is_never_deleted BEFORE DELETE ON decision
WHEN NOT EXISTS (
    SELECT 1 FROM leaving JOIN recipe ON recipe.author_id = leaving.user_id
    WHERE recipe.id = OLD.recipe_id AND leaving.begun_at IS NOT NULL
)
BEGIN
    SELECT RAISE(ABORT, 'a decision is never deleted');
END;

CREATE TABLE notification (
    id INTEGER PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
    decision_id INTEGER NOT NULL UNIQUE REFERENCES decision (id),
    created_at INTEGER NOT NULL,
    seen_at INTEGER
) STRICT;
CREATE INDEX notification_unseen ON notification (user_id) WHERE seen_at IS NULL;

CREATE TABLE blocked_word (
    word TEXT PRIMARY KEY CHECK (length(word) BETWEEN 2 AND 60)
) STRICT, WITHOUT ROWID;

-- The state of each recipe, from its own row and its last submission, and the text that others than its author may
-- read. The triggers below copy both into `recipe`.
CREATE VIEW recipe_state AS
SELECT r.id AS recipe_id,
    CASE
        WHEN r.deleted_at IS NOT NULL THEN 'deleted'
        WHEN r.taken_down_by IS NOT NULL THEN 'taken-down'
        WHEN s.state = 'queued' THEN iif(r.live_revision_id IS NULL, 'queued', 'live-queued')
        WHEN s.state = 'changes-requested' THEN 'changes-requested'
        WHEN s.state = 'rejected' AND r.live_revision_id IS NULL THEN 'rejected'
        WHEN r.live_revision_id IS NULL THEN 'draft'
        WHEN r.live_revision_id = r.head_revision_id THEN 'live'
        ELSE 'live-edited'
    END AS state,
    coalesce(r.live_revision_id, iif(s.state = 'withdrawn', NULL, s.revision_id)) AS shown_revision_id
FROM recipe r
LEFT JOIN submission s ON s.id = (SELECT max(last.id) FROM submission last WHERE last.recipe_id = r.id);

CREATE TRIGGER recipe_stands_as_it_is
AFTER UPDATE OF head_revision_id, live_revision_id, deleted_at, taken_down_by ON recipe
BEGIN
    UPDATE recipe SET (state, shown_revision_id) =
        (SELECT state, shown_revision_id FROM recipe_state WHERE recipe_id = NEW.id)
    WHERE id = NEW.id;
END;
CREATE TRIGGER recipe_stands_in_the_queue AFTER INSERT ON submission
BEGIN
    UPDATE recipe SET (state, shown_revision_id) =
        (SELECT state, shown_revision_id FROM recipe_state WHERE recipe_id = NEW.recipe_id)
    WHERE id = NEW.recipe_id;
END;
CREATE TRIGGER recipe_stands_as_decided AFTER UPDATE OF state ON submission
BEGIN
    UPDATE recipe SET (state, shown_revision_id) =
        (SELECT state, shown_revision_id FROM recipe_state WHERE recipe_id = NEW.recipe_id)
    WHERE id = NEW.recipe_id;
END;
CREATE TRIGGER recipe_stands_without_submission AFTER DELETE ON submission
BEGIN
    UPDATE recipe SET (state, shown_revision_id) =
        (SELECT state, shown_revision_id FROM recipe_state WHERE recipe_id = OLD.recipe_id)
    WHERE id = OLD.recipe_id;
END;
