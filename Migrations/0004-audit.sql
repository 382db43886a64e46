-- The audit log: who did what, when, to which object. Rows are only added, and each contains the hash of the one
-- before.

CREATE TABLE audit (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    actor_id INTEGER,
    actor_name TEXT NOT NULL,
    action TEXT NOT NULL,
    object TEXT NOT NULL CHECK (object IN ('submission', 'recipe', 'user', 'catalogue', 'site')),
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
