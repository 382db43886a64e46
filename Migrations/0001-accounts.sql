-- Accounts: users, sessions, login links, recovery codes and publishing licences.

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
    created_at INTEGER NOT NULL,
    email_confirmed_at INTEGER,
    -- The secret of the authenticator app, encrypted with a key that is made from the site's secret.
    totp_secret BLOB,
    -- A new secret, until the user enters the first code for it.
    totp_pending BLOB,
    -- The time step (30 seconds) of the last accepted code: no code works twice.
    totp_step INTEGER NOT NULL DEFAULT 0,
    code_failures INTEGER NOT NULL DEFAULT 0,
    code_failures_since INTEGER NOT NULL DEFAULT 0,
    theme TEXT NOT NULL DEFAULT 'system' CHECK (theme IN ('system', 'light', 'dark', 'contrast')),
    -- When the account was erased. The row stays, because recipes, decisions and the audit log refer to its id.
    erased_at INTEGER,
    display_name TEXT CHECK (length(display_name) BETWEEN 1 AND 80),
    -- `display_name` as `NameRules.likeness` folds it: two names that look alike have the same key.
    display_key TEXT CHECK ((display_key IS NULL) = (display_name IS NULL)),
    -- Whether the password is as long as moderators and admins need. NULL if that is unknown; the next login sets it.
    -- A new moderator or admin with a shorter password must choose a longer one.
    has_long_password INTEGER CHECK (has_long_password IN (0, 1)),
    -- `username` as `NameRules.likeness` folds it. It is not unique: newer rules can make two existing names look
    -- alike.
    username_likeness TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE UNIQUE INDEX user_by_display_key ON user (display_key) WHERE display_key IS NOT NULL;
CREATE INDEX user_by_role ON user (role) WHERE role <> 'member';
CREATE INDEX user_by_likeness ON user (username_likeness);

-- The program checks names before it inserts. This trigger prevents two requests at the same time from both getting a
-- name.
CREATE TRIGGER username_looks_like_nobodys BEFORE INSERT ON user
WHEN NEW.username_likeness <> '' AND (
    EXISTS (SELECT 1 FROM user WHERE username_likeness = NEW.username_likeness)
    OR EXISTS (SELECT 1 FROM user WHERE display_key = NEW.username_likeness)
)
BEGIN
    SELECT RAISE(ABORT, 'somebody is called so');
END;

-- The cookie contains "id.secret". The table stores only the secret's hash.
CREATE TABLE session (
    id TEXT PRIMARY KEY,
    secret_hash BLOB NOT NULL,
    user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    -- Each use moves it, but never beyond `ends_at`.
    expires_at INTEGER NOT NULL,
    ends_at INTEGER NOT NULL DEFAULT 0,
    last_seen_at INTEGER NOT NULL DEFAULT 0,
    -- When the user last gave a password or a code, or used a one-time link.
    verified_at INTEGER NOT NULL DEFAULT 0,
    is_kept INTEGER NOT NULL DEFAULT 0 CHECK (is_kept IN (0, 1)),
    -- The session began with a one-time link. For a while after `verified_at`, the link replaces the old password.
    is_by_link INTEGER NOT NULL DEFAULT 0 CHECK (is_by_link IN (0, 1)),
    -- The password was right, but the code is still missing: nobody is logged in.
    awaits_code INTEGER NOT NULL DEFAULT 0 CHECK (awaits_code IN (0, 1)),
    browser TEXT NOT NULL DEFAULT '' CHECK (length(browser) <= 40),
    -- The first 24 bits of an IPv4 address or 48 bits of an IPv6 address: enough to recognise it, too little to track.
    network TEXT NOT NULL DEFAULT '' CHECK (length(network) <= 40)
) STRICT, WITHOUT ROWID;
CREATE INDEX session_by_user ON session (user_id);
CREATE INDEX session_by_expiry ON session (expires_at);

CREATE TABLE sign_in_link (
    token_hash BLOB PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- One-time links in emails. Only the token's hash is stored. `account_state` is a hash of the account when the link was
-- made: a new password or email address makes the link invalid.
CREATE TABLE account_link (
    token_hash BLOB PRIMARY KEY,
    purpose TEXT NOT NULL CHECK (purpose IN ('reset', 'email')),
    user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
    account_state BLOB NOT NULL,
    email TEXT NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX account_link_by_user ON account_link (user_id, purpose);
CREATE INDEX account_link_by_expiry ON account_link (expires_at);

-- Requests for a new password. The thread that sends emails answers them, so that the form takes equally long for known
-- and unknown names.
CREATE TABLE reset_request (
    id INTEGER PRIMARY KEY,
    login TEXT NOT NULL,
    asked_at INTEGER NOT NULL
) STRICT;

CREATE TABLE recovery_code (
    user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
    code_hash BLOB NOT NULL,
    PRIMARY KEY (user_id, code_hash)
) STRICT, WITHOUT ROWID;

-- Accounts at Google, Facebook and other providers. The issuer and its subject identify an account there, never its
-- email address.
CREATE TABLE provider_link (
    id INTEGER PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
    issuer TEXT NOT NULL CHECK (length(issuer) BETWEEN 1 AND 500),
    subject TEXT NOT NULL CHECK (length(subject) BETWEEN 1 AND 255),
    -- As the provider gave it when the link was made, so that the user recognises the account.
    email TEXT NOT NULL CHECK (length(email) <= 254),
    name TEXT NOT NULL CHECK (length(name) <= 200),
    -- Only the address of the picture. The site does not fetch it.
    picture TEXT NOT NULL CHECK (length(picture) <= 2000),
    linked_at INTEGER NOT NULL,
    last_used_at INTEGER NOT NULL,
    UNIQUE (issuer, subject),
    UNIQUE (user_id, issuer)
) STRICT;

-- Each source of a licence has its own row. A licence is active while at least one of them is.
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

-- Settings of the whole site that admins change on its pages. The operator's settings are in the environment.
CREATE TABLE site_setting (
    name TEXT PRIMARY KEY CHECK (name IN ('two-step')),
    is_on INTEGER NOT NULL CHECK (is_on IN (0, 1))
) STRICT, WITHOUT ROWID;
