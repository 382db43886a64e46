-- What two usernames have in common that look alike, as `NameRules.likeness` folds them.

-- Rows that are older get theirs from the program as soon as it has migrated. Two of them that look alike both stay as
-- they are, so that no index makes it unique: nobody new gets what somebody has.
ALTER TABLE user ADD COLUMN username_likeness TEXT NOT NULL DEFAULT '';
CREATE INDEX user_by_likeness ON user (username_likeness);

DROP TRIGGER username_is_nobodys_display_name;
CREATE TRIGGER username_looks_like_nobodys BEFORE INSERT ON user
WHEN NEW.username_likeness <> '' AND (
    EXISTS (SELECT 1 FROM user WHERE username_likeness = NEW.username_likeness)
    OR EXISTS (SELECT 1 FROM user WHERE display_key = NEW.username_likeness)
)
BEGIN
    SELECT RAISE(ABORT, 'somebody is called so');
END;
