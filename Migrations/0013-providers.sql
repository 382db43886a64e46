-- Signing in at Google, Facebook and other providers: whose account is whose, and what is under way.

-- An account there is known by who says so and what they call it there, never by its e-mail address.
CREATE TABLE provider_link (
    id INTEGER PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
    issuer TEXT NOT NULL CHECK (length(issuer) BETWEEN 1 AND 500),
    subject TEXT NOT NULL CHECK (length(subject) BETWEEN 1 AND 255),
    -- As the provider said when the link was made, so that its owner knows it again.
    email TEXT NOT NULL CHECK (length(email) <= 254),
    name TEXT NOT NULL CHECK (length(name) <= 200),
    -- An address only; nothing is fetched from it here.
    picture TEXT NOT NULL CHECK (length(picture) <= 2000),
    linked_at INTEGER NOT NULL,
    last_used_at INTEGER NOT NULL,
    UNIQUE (issuer, subject),
    UNIQUE (user_id, issuer)
) STRICT;

-- Somebody was sent to a provider. The browser has the secret of which `state`, nonce and verifier are made; here is only
-- a hash, so that the way back works once.
CREATE TABLE provider_request (
    state_hash BLOB PRIMARY KEY,
    provider TEXT NOT NULL,
    purpose TEXT NOT NULL CHECK (purpose IN ('sign-in', 'link', 'confirm')),
    -- The session that asked, where one has to come back.
    session_id TEXT,
    next TEXT NOT NULL CHECK (length(next) <= 2000),
    began_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX provider_request_by_end ON provider_request (expires_at);

-- Somebody came back whom nobody here knows yet: a new account, or another way into an old one. The browser has the token.
CREATE TABLE provider_arrival (
    token_hash BLOB PRIMARY KEY,
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    email TEXT NOT NULL,
    is_email_verified INTEGER NOT NULL CHECK (is_email_verified IN (0, 1)),
    name TEXT NOT NULL,
    picture TEXT NOT NULL,
    -- When the password was given there, if the provider says so.
    authenticated_at INTEGER,
    next TEXT NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX provider_arrival_by_end ON provider_arrival (expires_at);
