-- Colours belong to the account as the language does; reports know in which language to answer them.

ALTER TABLE user ADD COLUMN theme TEXT NOT NULL DEFAULT 'system'
    CHECK (theme IN ('system', 'light', 'dark', 'contrast'));
UPDATE user SET theme = p.theme FROM preferences p WHERE p.user_id = user.id;
ALTER TABLE preferences DROP COLUMN theme;

ALTER TABLE bug_report ADD COLUMN language TEXT NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'ru'));
