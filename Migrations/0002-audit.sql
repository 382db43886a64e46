-- Who did what to what, when, from which state to which: append-only and chained by hash.

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
    hash TEXT NOT NULL
) STRICT;
CREATE INDEX audit_by_object ON audit (object, object_id);

CREATE TRIGGER audit_is_never_changed BEFORE UPDATE ON audit
BEGIN
    SELECT RAISE(ABORT, 'audit rows are never changed');
END;
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
