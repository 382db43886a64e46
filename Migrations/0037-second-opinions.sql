-- Texts that moderators suggest, decisions that wait for a second moderator, and approvals by the site itself.

-- A text that a moderator suggests with the request for changes. It is not a revision: accepting it makes a revision of
-- the author. It is a draft of the moderator until the request is sent.
CREATE TABLE suggestion (
    id INTEGER PRIMARY KEY,
    -- The submission that was read, and its text.
    submission_id INTEGER NOT NULL REFERENCES submission (id),
    recipe_id INTEGER NOT NULL REFERENCES recipe (id),
    revision_id INTEGER NOT NULL REFERENCES revision (id),
    by_id INTEGER REFERENCES user (id) ON DELETE SET NULL,
    body TEXT NOT NULL,
    sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
    state TEXT NOT NULL CHECK (state IN ('draft', 'open', 'accepted', 'dismissed', 'replaced')),
    changed_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX suggestion_draft ON suggestion (submission_id, by_id) WHERE state = 'draft';
CREATE UNIQUE INDEX one_open_suggestion ON suggestion (recipe_id) WHERE state = 'open';
CREATE INDEX suggestion_by_submission ON suggestion (submission_id);
CREATE INDEX suggestion_by_recipe ON suggestion (recipe_id, id);
CREATE INDEX suggestion_by_revision ON suggestion (revision_id);
CREATE INDEX suggestion_by_moderator ON suggestion (by_id) WHERE by_id IS NOT NULL;

CREATE TRIGGER suggestion_is_not_the_authors BEFORE INSERT ON suggestion
WHEN NEW.by_id IS NULL OR NEW.by_id = (SELECT author_id FROM recipe WHERE id = NEW.recipe_id)
    OR NOT EXISTS (
        SELECT 1 FROM submission WHERE id = NEW.submission_id AND recipe_id = NEW.recipe_id
            AND revision_id = NEW.revision_id
    )
BEGIN
    SELECT RAISE(ABORT, 'a suggestion is made by somebody else, for the text of the submission');
END;
CREATE TRIGGER suggestion_keeps_its_text BEFORE UPDATE ON suggestion
WHEN NEW.id IS NOT OLD.id OR NEW.submission_id IS NOT OLD.submission_id OR NEW.recipe_id IS NOT OLD.recipe_id
    OR NEW.revision_id IS NOT OLD.revision_id OR (NEW.by_id IS NOT OLD.by_id AND NEW.by_id IS NOT NULL)
    OR (OLD.state <> 'draft' AND (NEW.body IS NOT OLD.body OR NEW.sha256 IS NOT OLD.sha256))
    OR (OLD.state IN ('accepted', 'dismissed', 'replaced') AND NEW.state IS NOT OLD.state)
BEGIN
    SELECT RAISE(ABORT, 'a suggestion keeps its text');
END;

-- A decision that takes effect when a second moderator agrees: about a submission or about an issue of reports.
CREATE TABLE held_decision (
    id INTEGER PRIMARY KEY,
    submission_id INTEGER REFERENCES submission (id),
    issue_id INTEGER REFERENCES report_issue (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('approve', 'reject', 'take-down')),
    -- Why two people decide: the author is staff, a diet or allergen was overridden, the recipe is popular.
    cause TEXT NOT NULL CHECK (cause IN ('staff', 'override', 'popular')),
    by_id INTEGER REFERENCES user (id) ON DELETE SET NULL,
    -- Reason codes; of an issue the rule.
    reasons TEXT NOT NULL,
    message TEXT NOT NULL CHECK (length(message) <= 5000),
    -- Of an issue: the number of a copyright notice, and whether it counts as a strike.
    notice TEXT NOT NULL DEFAULT '',
    is_strike INTEGER NOT NULL DEFAULT 0 CHECK (is_strike IN (0, 1)),
    held_at INTEGER NOT NULL,
    outcome TEXT CHECK (outcome IN ('agreed', 'disagreed', 'withdrawn', 'dropped')),
    second_by_id INTEGER REFERENCES user (id) ON DELETE SET NULL,
    note TEXT NOT NULL DEFAULT '' CHECK (length(note) <= 2000),
    closed_at INTEGER,
    CHECK ((submission_id IS NULL) <> (issue_id IS NULL)),
    CHECK ((kind = 'take-down') = (issue_id IS NOT NULL)),
    CHECK ((outcome IS NULL) = (closed_at IS NULL)),
    CHECK (outcome IS NOT 'disagreed' OR trim(note) <> '')
) STRICT;
CREATE UNIQUE INDEX held_decision_of_submission ON held_decision (submission_id)
    WHERE outcome IS NULL AND submission_id IS NOT NULL;
CREATE UNIQUE INDEX held_decision_of_issue ON held_decision (issue_id) WHERE outcome IS NULL AND issue_id IS NOT NULL;
CREATE INDEX held_decision_by_submission ON held_decision (submission_id, id) WHERE submission_id IS NOT NULL;
CREATE INDEX held_decision_by_issue ON held_decision (issue_id, id) WHERE issue_id IS NOT NULL;
CREATE INDEX held_decision_by_moderator ON held_decision (by_id) WHERE by_id IS NOT NULL;
CREATE INDEX held_decision_by_second ON held_decision (second_by_id) WHERE second_by_id IS NOT NULL;

CREATE TRIGGER held_decision_is_not_on_ones_own BEFORE INSERT ON held_decision
WHEN NEW.by_id IS NULL OR NEW.outcome IS NOT NULL
    OR EXISTS (SELECT 1 FROM held_decision WHERE id = NEW.id)
    OR NEW.by_id = (SELECT r.author_id FROM submission s JOIN recipe r ON r.id = s.recipe_id WHERE s.id = NEW.submission_id)
    OR NEW.by_id = (SELECT user_id FROM report_issue WHERE id = NEW.issue_id)
BEGIN
    SELECT RAISE(ABORT, 'nobody decides on their own recipe');
END;
CREATE TRIGGER held_decision_needs_another BEFORE UPDATE OF outcome ON held_decision
WHEN OLD.outcome IS NOT NULL OR (NEW.outcome IN ('agreed', 'disagreed') AND (
    NEW.second_by_id IS NULL OR OLD.by_id IS NULL OR NEW.second_by_id = OLD.by_id
    OR NEW.second_by_id = (SELECT r.author_id FROM submission s JOIN recipe r ON r.id = s.recipe_id
        WHERE s.id = OLD.submission_id)
    OR NEW.second_by_id = (SELECT user_id FROM report_issue WHERE id = OLD.issue_id)
    OR EXISTS (SELECT 1 FROM report WHERE issue_id = OLD.issue_id AND reporter_id = NEW.second_by_id
        AND measure_id IS NULL)
))
BEGIN
    SELECT RAISE(ABORT, 'another moderator agrees or disagrees');
END;
CREATE TRIGGER held_decision_is_never_changed BEFORE UPDATE ON held_decision
WHEN NEW.id IS NOT OLD.id OR NEW.submission_id IS NOT OLD.submission_id OR NEW.issue_id IS NOT OLD.issue_id
    OR NEW.kind IS NOT OLD.kind OR NEW.cause IS NOT OLD.cause OR NEW.reasons IS NOT OLD.reasons
    OR NEW.message IS NOT OLD.message OR NEW.notice IS NOT OLD.notice OR NEW.is_strike IS NOT OLD.is_strike
    OR NEW.held_at IS NOT OLD.held_at OR (NEW.by_id IS NOT OLD.by_id AND NEW.by_id IS NOT NULL)
    OR (OLD.outcome IS NOT NULL AND (NEW.note IS NOT OLD.note OR NEW.closed_at IS NOT OLD.closed_at
        OR (NEW.second_by_id IS NOT OLD.second_by_id AND NEW.second_by_id IS NOT NULL)))
BEGIN
    SELECT RAISE(ABORT, 'a held decision is never changed');
END;

-- The second moderator, and whether the site decided by itself.
ALTER TABLE decision ADD COLUMN second_by_id INTEGER REFERENCES user (id) ON DELETE SET NULL;
ALTER TABLE decision ADD COLUMN is_automatic INTEGER NOT NULL DEFAULT 0 CHECK (is_automatic IN (0, 1));
ALTER TABLE measure ADD COLUMN second_by_id INTEGER REFERENCES user (id) ON DELETE SET NULL;
CREATE INDEX decision_by_second ON decision (second_by_id) WHERE second_by_id IS NOT NULL;
CREATE INDEX measure_by_second ON measure (second_by_id) WHERE second_by_id IS NOT NULL;

DROP TRIGGER decision_is_not_the_authors;
CREATE TRIGGER decision_is_not_the_authors BEFORE INSERT ON decision
WHEN NEW.kind <> 'import' AND (
    (NEW.by_id IS NULL) <> (NEW.is_automatic = 1)
    OR (NEW.is_automatic = 1 AND (NEW.kind <> 'approve' OR NEW.second_by_id IS NOT NULL))
    OR NEW.by_id = NEW.second_by_id
    OR (SELECT author_id FROM recipe WHERE id = NEW.recipe_id) IN (NEW.by_id, NEW.second_by_id)
    OR (SELECT author_id FROM revision WHERE id = NEW.revision_id) IN (NEW.by_id, NEW.second_by_id)
)
BEGIN
    SELECT RAISE(ABORT, 'nobody decides on their own recipe');
END;
DROP TRIGGER decision_is_never_changed;
-- The moderators can become NULL, because accounts can be erased.
CREATE TRIGGER decision_is_never_changed BEFORE UPDATE ON decision
WHEN NEW.id IS NOT OLD.id OR NEW.submission_id IS NOT OLD.submission_id OR NEW.recipe_id IS NOT OLD.recipe_id
    OR NEW.revision_id IS NOT OLD.revision_id OR NEW.kind IS NOT OLD.kind OR NEW.reasons IS NOT OLD.reasons
    OR NEW.message IS NOT OLD.message OR NEW.seen_sha256 IS NOT OLD.seen_sha256
    OR NEW.policy_version IS NOT OLD.policy_version OR NEW.decided_at IS NOT OLD.decided_at
    OR NEW.is_automatic IS NOT OLD.is_automatic
    OR (NEW.by_id IS NOT OLD.by_id AND NEW.by_id IS NOT NULL)
    OR (NEW.second_by_id IS NOT OLD.second_by_id AND NEW.second_by_id IS NOT NULL)
BEGIN
    SELECT RAISE(ABORT, 'a decision is never changed');
END;

DROP TRIGGER measure_is_not_on_ones_own;
CREATE TRIGGER measure_is_not_on_ones_own BEFORE INSERT ON measure
WHEN NEW.user_id IN (NEW.by_id, NEW.second_by_id) OR NEW.by_id = NEW.second_by_id OR EXISTS (
    SELECT 1 FROM report WHERE issue_id = NEW.issue_id AND reporter_id IN (NEW.by_id, NEW.second_by_id)
        AND measure_id IS NULL
)
BEGIN
    SELECT RAISE(ABORT, 'nobody decides on their own thing or their own report');
END;
DROP TRIGGER measure_is_never_changed;
-- It is lifted once, and its moderators can become NULL, because accounts can be erased.
CREATE TRIGGER measure_is_never_changed BEFORE UPDATE ON measure
WHEN NEW.id IS NOT OLD.id OR NEW.issue_id IS NOT OLD.issue_id OR NEW.kind IS NOT OLD.kind
    OR NEW.user_id IS NOT OLD.user_id OR NEW.is_automatic IS NOT OLD.is_automatic OR NEW.reason IS NOT OLD.reason
    OR NEW.text IS NOT OLD.text OR NEW.notice IS NOT OLD.notice OR NEW.title IS NOT OLD.title
    OR NEW.until IS NOT OLD.until OR NEW.strike_until IS NOT OLD.strike_until
    OR NEW.policy_version IS NOT OLD.policy_version OR NEW.decided_at IS NOT OLD.decided_at
    OR (NEW.by_id IS NOT OLD.by_id AND NEW.by_id IS NOT NULL)
    OR (NEW.second_by_id IS NOT OLD.second_by_id AND NEW.second_by_id IS NOT NULL)
    OR (NEW.lifted_at IS NOT OLD.lifted_at AND OLD.lifted_at IS NOT NULL)
BEGIN
    SELECT RAISE(ABORT, 'a measure is never changed');
END;
DROP TRIGGER appeal_is_decided_by_another;
CREATE TRIGGER appeal_is_decided_by_another BEFORE UPDATE OF outcome ON appeal
WHEN NEW.by_id IS NULL OR NEW.by_id = OLD.user_id
    OR EXISTS (SELECT 1 FROM decision WHERE id = OLD.decision_id AND NEW.by_id IN (by_id, second_by_id))
    OR NEW.by_id = (SELECT author_id FROM recipe WHERE id = (SELECT recipe_id FROM decision WHERE id = OLD.decision_id))
    OR EXISTS (SELECT 1 FROM measure WHERE id = OLD.measure_id AND NEW.by_id IN (by_id, second_by_id, user_id))
    OR EXISTS (SELECT 1 FROM report WHERE measure_id = OLD.measure_id AND reporter_id = NEW.by_id)
BEGIN
    SELECT RAISE(ABORT, 'nobody decides an appeal of their own decision');
END;

-- What the rules of automatic approval found about a submission.
CREATE TABLE automatic_verdict (
    submission_id INTEGER PRIMARY KEY REFERENCES submission (id) ON DELETE CASCADE,
    -- Drawn: the rules would approve it, but a fixed share goes to moderators, who are not shown this.
    outcome TEXT NOT NULL CHECK (outcome IN ('approved', 'drawn', 'refused')),
    -- Each condition with its value and weight, one a line.
    conditions TEXT NOT NULL,
    judged_at INTEGER NOT NULL,
    -- Whether moderators check the approval afterwards.
    is_sample INTEGER NOT NULL CHECK (is_sample IN (0, 1)),
    checked_by_id INTEGER REFERENCES user (id) ON DELETE SET NULL,
    checked_at INTEGER
) STRICT;
CREATE INDEX automatic_verdict_approved ON automatic_verdict (submission_id) WHERE outcome = 'approved';
CREATE INDEX automatic_verdict_drawn ON automatic_verdict (submission_id) WHERE outcome = 'drawn';
CREATE INDEX automatic_verdict_unchecked ON automatic_verdict (submission_id) WHERE is_sample = 1 AND checked_at IS NULL;
CREATE INDEX automatic_verdict_checked ON automatic_verdict (submission_id)
    WHERE is_sample = 1 AND checked_at IS NOT NULL;
CREATE INDEX automatic_verdict_by_moderator ON automatic_verdict (checked_by_id) WHERE checked_by_id IS NOT NULL;

CREATE TRIGGER automatic_verdict_is_never_changed BEFORE UPDATE ON automatic_verdict
WHEN NEW.submission_id IS NOT OLD.submission_id OR NEW.outcome IS NOT OLD.outcome
    OR NEW.conditions IS NOT OLD.conditions OR NEW.judged_at IS NOT OLD.judged_at
    OR NEW.is_sample IS NOT OLD.is_sample OR (NEW.checked_at IS NOT OLD.checked_at AND OLD.checked_at IS NOT NULL)
BEGIN
    SELECT RAISE(ABORT, 'a verdict is never changed');
END;
