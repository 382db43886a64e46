-- Suspensions, takedowns by admins, removed reviews and strikes of rejections are measures too, so that the member
-- reads the reasons and can appeal.

-- SQLite cannot change a CHECK, so the table is made again. The old names in views and foreign keys stay as they are.
PRAGMA legacy_alter_table = ON;
CREATE TABLE new_measure (
    id INTEGER PRIMARY KEY,
    issue_id INTEGER NOT NULL REFERENCES report_issue (id) ON DELETE CASCADE,
    kind TEXT NOT NULL
        CHECK (kind IN ('dismiss', 'warn', 'hide', 'take-down', 'remove-review', 'silence', 'suspend')),
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
    -- When a silence, a suspension and a strike end.
    until INTEGER,
    strike_until INTEGER,
    policy_version INTEGER NOT NULL,
    decided_at INTEGER NOT NULL,
    lifted_at INTEGER,
    second_by_id INTEGER REFERENCES user (id) ON DELETE SET NULL,
    -- The change of recipes with which an admin took the recipe down.
    change_id INTEGER REFERENCES recipe_change (id),
    -- The rejection whose strike it is.
    decision_id INTEGER REFERENCES decision (id) ON DELETE CASCADE,
    CHECK ((kind IN ('silence', 'suspend')) = (until IS NOT NULL)),
    CHECK (kind = 'dismiss' OR (reason <> '' AND trim(text) <> '')),
    CHECK (change_id IS NULL OR kind = 'take-down'),
    CHECK (decision_id IS NULL OR (kind = 'warn' AND strike_until IS NOT NULL))
) STRICT;
INSERT INTO new_measure
SELECT id, issue_id, kind, user_id, by_id, is_automatic, reason, text, notice, title, until, strike_until,
    policy_version, decided_at, lifted_at, second_by_id, NULL, NULL
FROM measure ORDER BY id;
DROP TABLE measure;
ALTER TABLE new_measure RENAME TO measure;
PRAGMA legacy_alter_table = OFF;

-- These led to the recipe. Now all removed reviews lead to the decision, and the old ones to the list of decisions.
UPDATE notification SET kind = 'review-taken-down', subject_id = NULL WHERE kind = 'review-removed';

CREATE INDEX measure_by_issue ON measure (issue_id, id);
CREATE INDEX measure_by_user ON measure (user_id, id);
CREATE INDEX measure_by_moderator ON measure (by_id) WHERE by_id IS NOT NULL;
CREATE INDEX measure_by_second ON measure (second_by_id) WHERE second_by_id IS NOT NULL;
CREATE UNIQUE INDEX measure_by_decision ON measure (decision_id) WHERE decision_id IS NOT NULL;
CREATE INDEX measure_by_change ON measure (change_id) WHERE change_id IS NOT NULL;

-- A suspension and an admin's takedown do not answer reports, so whoever reported may decide on them.
CREATE TRIGGER measure_is_not_on_ones_own BEFORE INSERT ON measure
WHEN NEW.user_id IN (NEW.by_id, NEW.second_by_id) OR NEW.by_id = NEW.second_by_id
    OR (NEW.kind <> 'suspend' AND NEW.change_id IS NULL AND EXISTS (
        SELECT 1 FROM report WHERE issue_id = NEW.issue_id AND reporter_id IN (NEW.by_id, NEW.second_by_id)
            AND measure_id IS NULL
    ))
BEGIN
    SELECT RAISE(ABORT, 'nobody decides on their own thing or their own report');
END;
CREATE TRIGGER measure_is_never_replaced BEFORE INSERT ON measure
WHEN EXISTS (SELECT 1 FROM measure WHERE id = NEW.id)
BEGIN
    SELECT RAISE(ABORT, 'a measure is never replaced');
END;
-- It is lifted once, and its moderators can become NULL, because accounts can be erased.
CREATE TRIGGER measure_is_never_changed BEFORE UPDATE ON measure
WHEN NEW.id IS NOT OLD.id OR NEW.issue_id IS NOT OLD.issue_id OR NEW.kind IS NOT OLD.kind
    OR NEW.user_id IS NOT OLD.user_id OR NEW.is_automatic IS NOT OLD.is_automatic OR NEW.reason IS NOT OLD.reason
    OR NEW.text IS NOT OLD.text OR NEW.notice IS NOT OLD.notice OR NEW.title IS NOT OLD.title
    OR NEW.until IS NOT OLD.until OR NEW.strike_until IS NOT OLD.strike_until
    OR NEW.policy_version IS NOT OLD.policy_version OR NEW.decided_at IS NOT OLD.decided_at
    OR NEW.change_id IS NOT OLD.change_id OR NEW.decision_id IS NOT OLD.decision_id
    OR (NEW.by_id IS NOT OLD.by_id AND NEW.by_id IS NOT NULL)
    OR (NEW.second_by_id IS NOT OLD.second_by_id AND NEW.second_by_id IS NOT NULL)
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
