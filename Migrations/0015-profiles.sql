-- What people tell of themselves. The name stands with the user: every list of recipes shows it.

ALTER TABLE user ADD COLUMN display_name TEXT CHECK (length(display_name) BETWEEN 1 AND 80);
-- The name as `NameRules.likeness` folds it: two that look alike are one.
ALTER TABLE user ADD COLUMN display_key TEXT CHECK ((display_key IS NULL) = (display_name IS NULL));
CREATE UNIQUE INDEX user_by_display_key ON user (display_key) WHERE display_key IS NOT NULL;

-- Two may ask for the same name in the same moment, one to register and one to be called so.
CREATE TRIGGER username_is_nobodys_display_name BEFORE INSERT ON user
WHEN EXISTS (SELECT 1 FROM user WHERE display_key = NEW.username_key)
BEGIN
    SELECT RAISE(ABORT, 'somebody is called so');
END;

CREATE TABLE profile (
    user_id INTEGER PRIMARY KEY REFERENCES user (id) ON DELETE CASCADE,
    first_name TEXT NOT NULL DEFAULT '' CHECK (length(first_name) <= 120),
    last_name TEXT NOT NULL DEFAULT '' CHECK (length(last_name) <= 120),
    phone TEXT NOT NULL DEFAULT '' CHECK (length(phone) <= 32),
    bio TEXT NOT NULL DEFAULT '' CHECK (length(bio) <= 1000),
    photo_id TEXT REFERENCES photo (id)
) STRICT;
CREATE INDEX profile_by_photo ON profile (photo_id) WHERE photo_id IS NOT NULL;
