-- People, their sessions, and what they may do.

CREATE TABLE user (
    id INTEGER PRIMARY KEY,
    username TEXT NOT NULL CHECK (length(username) BETWEEN 3 AND 32),
    username_key TEXT NOT NULL UNIQUE,
    email TEXT NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
    email_key TEXT NOT NULL UNIQUE,
    password_hash TEXT,
    role TEXT NOT NULL DEFAULT 'member' CHECK (role IN ('member', 'moderator', 'admin')),
    language TEXT NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'ru')),
    suspended_until INTEGER,
    suspension_reason TEXT NOT NULL DEFAULT '',
    created_at INTEGER NOT NULL
) STRICT;

-- The cookie holds "id.secret"; only the secret's hash is here.
CREATE TABLE session (
    id TEXT PRIMARY KEY,
    secret_hash BLOB NOT NULL,
    user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX session_by_user ON session (user_id);
CREATE INDEX session_by_expiry ON session (expires_at);

CREATE TABLE sign_in_link (
    token_hash BLOB PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- A licence is active while one of its grants is: several sources are several rows.
CREATE TABLE licence_grant (
    id INTEGER PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
    until INTEGER NOT NULL,
    note TEXT NOT NULL DEFAULT '' CHECK (length(note) <= 500),
    granted_by INTEGER REFERENCES user (id) ON DELETE SET NULL,
    granted_at INTEGER NOT NULL,
    revoked_at INTEGER
) STRICT;
CREATE INDEX licence_grant_by_user ON licence_grant (user_id, until);
