-- Appeals against decisions and measures: one for each side. Another moderator decides them.

CREATE TABLE appeal (
    id INTEGER PRIMARY KEY,
    -- The rejection or the measure that it is about.
    decision_id INTEGER REFERENCES decision (id) ON DELETE CASCADE,
    measure_id INTEGER REFERENCES measure (id) ON DELETE CASCADE,
    -- The member whom it concerns, or a member whose report was dismissed.
    side TEXT NOT NULL CHECK (side IN ('author', 'reporter')),
    user_id INTEGER NOT NULL REFERENCES user (id),
    text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 5000),
    created_at INTEGER NOT NULL,
    outcome TEXT CHECK (outcome IN ('upheld', 'overturned')),
    by_id INTEGER REFERENCES user (id) ON DELETE SET NULL,
    answer TEXT NOT NULL DEFAULT '' CHECK (length(answer) <= 5000),
    decided_at INTEGER,
    CHECK ((decision_id IS NULL) <> (measure_id IS NULL)),
    CHECK ((outcome IS NULL) = (decided_at IS NULL)),
    CHECK (outcome IS NULL OR trim(answer) <> '')
) STRICT;
CREATE UNIQUE INDEX appeal_of_decision ON appeal (decision_id, side) WHERE decision_id IS NOT NULL;
CREATE UNIQUE INDEX appeal_of_measure ON appeal (measure_id, side) WHERE measure_id IS NOT NULL;
CREATE INDEX appeal_by_user ON appeal (user_id, id);
CREATE INDEX appeal_open ON appeal (created_at, id) WHERE outcome IS NULL;
CREATE INDEX appeal_decided ON appeal (decided_at DESC, id DESC) WHERE outcome IS NOT NULL;

CREATE TRIGGER appeal_is_never_replaced BEFORE INSERT ON appeal
WHEN EXISTS (
    SELECT 1 FROM appeal WHERE id = NEW.id
        OR (side = NEW.side AND (decision_id = NEW.decision_id OR measure_id = NEW.measure_id))
)
BEGIN
    SELECT RAISE(ABORT, 'the decision was appealed already');
END;
CREATE TRIGGER appeal_is_decided_once BEFORE UPDATE OF outcome, answer, decided_at ON appeal
WHEN OLD.outcome IS NOT NULL
BEGIN
    SELECT RAISE(ABORT, 'the appeal is decided already');
END;
CREATE TRIGGER appeal_is_decided_by_another BEFORE UPDATE OF outcome ON appeal
WHEN NEW.by_id IS NULL OR NEW.by_id = OLD.user_id
    OR NEW.by_id = (SELECT by_id FROM decision WHERE id = OLD.decision_id)
    OR NEW.by_id = (SELECT author_id FROM recipe WHERE id = (SELECT recipe_id FROM decision WHERE id = OLD.decision_id))
    OR EXISTS (SELECT 1 FROM measure WHERE id = OLD.measure_id AND (by_id = NEW.by_id OR user_id = NEW.by_id))
    OR EXISTS (SELECT 1 FROM report WHERE measure_id = OLD.measure_id AND reporter_id = NEW.by_id)
BEGIN
    SELECT RAISE(ABORT, 'nobody decides an appeal of their own decision');
END;
