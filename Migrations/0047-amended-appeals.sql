-- The decision on an appeal can keep the first decision but make it milder: without its strike, or with an earlier end
-- of a suspension or silence. The appeal stores that, because decisions and measures never change.

-- SQLite cannot change a CHECK, so the table is made again. The old names in foreign keys stay as they are.
PRAGMA legacy_alter_table = ON;
CREATE TABLE new_appeal (
    id INTEGER PRIMARY KEY,
    -- The rejection or the measure that it is about.
    decision_id INTEGER REFERENCES decision (id) ON DELETE CASCADE,
    measure_id INTEGER REFERENCES measure (id) ON DELETE CASCADE,
    -- The member whom it concerns, or a member whose report was dismissed.
    side TEXT NOT NULL CHECK (side IN ('author', 'reporter')),
    user_id INTEGER NOT NULL REFERENCES user (id),
    text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 5000),
    created_at INTEGER NOT NULL,
    outcome TEXT CHECK (outcome IN ('upheld', 'overturned', 'amended')),
    by_id INTEGER REFERENCES user (id) ON DELETE SET NULL,
    answer TEXT NOT NULL DEFAULT '' CHECK (length(answer) <= 5000),
    decided_at INTEGER,
    -- Whether an amendment takes the strike back, and the earlier end that it sets.
    strike_removed INTEGER NOT NULL DEFAULT 0 CHECK (strike_removed IN (0, 1)),
    until INTEGER,
    CHECK ((decision_id IS NULL) <> (measure_id IS NULL)),
    CHECK ((outcome IS NULL) = (decided_at IS NULL)),
    CHECK (outcome IS NULL OR trim(answer) <> ''),
    CHECK ((outcome IS 'amended') = (strike_removed = 1 OR until IS NOT NULL))
) STRICT;
INSERT INTO new_appeal
SELECT id, decision_id, measure_id, side, user_id, text, created_at, outcome, by_id, answer, decided_at, 0, NULL
FROM appeal ORDER BY id;
DROP TABLE appeal;
ALTER TABLE new_appeal RENAME TO appeal;
PRAGMA legacy_alter_table = OFF;

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
CREATE TRIGGER appeal_is_decided_once BEFORE UPDATE OF outcome, answer, decided_at, strike_removed, until ON appeal
WHEN OLD.outcome IS NOT NULL
BEGIN
    SELECT RAISE(ABORT, 'the appeal is decided already');
END;
CREATE TRIGGER appeal_is_decided_by_another BEFORE UPDATE OF outcome ON appeal
WHEN NEW.by_id IS NULL OR NEW.by_id = OLD.user_id
    OR EXISTS (SELECT 1 FROM decision WHERE id = OLD.decision_id AND NEW.by_id IN (by_id, second_by_id))
    OR NEW.by_id = (SELECT author_id FROM recipe WHERE id = (SELECT recipe_id FROM decision WHERE id = OLD.decision_id))
    OR EXISTS (SELECT 1 FROM measure WHERE id = OLD.measure_id AND NEW.by_id IN (by_id, second_by_id, user_id))
    OR EXISTS (SELECT 1 FROM report WHERE measure_id = OLD.measure_id AND reporter_id = NEW.by_id)
BEGIN
    SELECT RAISE(ABORT, 'nobody decides an appeal of their own decision');
END;
CREATE TRIGGER appeal_only_makes_milder BEFORE UPDATE OF outcome ON appeal
WHEN (NEW.strike_removed = 1 AND NOT EXISTS (
        SELECT 1 FROM measure WHERE lifted_at IS NULL AND strike_until > NEW.decided_at
            AND (id = OLD.measure_id OR decision_id = OLD.decision_id)
    ))
    OR (NEW.until IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM measure WHERE id = OLD.measure_id AND lifted_at IS NULL AND until > NEW.until
            AND NEW.until > NEW.decided_at
    ))
BEGIN
    SELECT RAISE(ABORT, 'an amendment takes back a strike that counts, or sets an earlier end');
END;
