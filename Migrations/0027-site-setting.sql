-- What administrators decide for the whole site, beside what its operator sets.

CREATE TABLE site_setting (
    name TEXT PRIMARY KEY CHECK (name IN ('two-step')),
    is_on INTEGER NOT NULL CHECK (is_on IN (0, 1))
) STRICT, WITHOUT ROWID;
CREATE INDEX user_by_role ON user (role) WHERE role <> 'member';
