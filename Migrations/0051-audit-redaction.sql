-- While an account is erased, only the rows of the audit log that name it may change, and only as the erasure does it:
-- names, networks and free texts about users go.

DROP TRIGGER audit_is_never_changed;
-- The only change: a row loses its names once, for a user whose erasure has begun. The filter of an export is checked
-- by the program, which knows all spellings of a name.
CREATE TRIGGER audit_is_never_changed BEFORE UPDATE ON audit
WHEN NEW.id IS NOT OLD.id OR NEW.at IS NOT OLD.at OR NEW.actor_id IS NOT OLD.actor_id OR NEW.action IS NOT OLD.action
    OR NEW.object IS NOT OLD.object OR NEW.object_id IS NOT OLD.object_id OR NEW.previous IS NOT OLD.previous
    OR NEW.hash IS NOT OLD.hash OR OLD.redacted_for IS NOT NULL
    OR NOT EXISTS (SELECT 1 FROM leaving WHERE user_id = NEW.redacted_for AND begun_at IS NOT NULL)
    OR NOT (
        OLD.actor_id IS NEW.redacted_for
        OR (OLD.object = 'user' AND OLD.object_id IS NEW.redacted_for)
        OR (OLD.action = 'claim-takeover' AND EXISTS (
            SELECT 1 FROM user WHERE id = NEW.redacted_for AND username IN (OLD.from_state, OLD.to_state)
        ))
        OR (OLD.action IN ('export-audit', 'export-recipes') AND OLD.detail <> '')
    )
    OR NEW.network <> ''
    OR NEW.actor_name <> iif(OLD.actor_id IS NULL, OLD.actor_name, 'account ' || OLD.actor_id)
    OR NEW.from_state <> iif(OLD.action = 'claim-takeover', '', OLD.from_state)
    OR NEW.to_state <> iif(OLD.action = 'claim-takeover', '', OLD.to_state)
    OR NEW.detail <> iif(
        OLD.object = 'user' OR OLD.action IN ('claim-takeover', 'export-audit', 'export-recipes'), '', OLD.detail
    )
BEGIN
    SELECT RAISE(ABORT, 'audit rows are never changed');
END;
