-- Logins with Google, Facebook and other providers that are not finished yet. Linked accounts are in `provider_link`.

-- The browser was sent to a provider. It keeps the secret from which `state`, nonce and verifier are made. Only a hash
-- is stored here, so that the browser can return once.
CREATE TABLE provider_request (
    state_hash BLOB PRIMARY KEY,
    provider TEXT NOT NULL,
    purpose TEXT NOT NULL CHECK (purpose IN ('sign-in', 'link', 'confirm')),
    -- The session that began it. NULL for 'sign-in'.
    session_id TEXT,
    next TEXT NOT NULL CHECK (length(next) <= 2000),
    began_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX provider_request_by_end ON provider_request (expires_at);

-- The browser returned with an account that is not linked to any user. The visitor then registers, or links it to an
-- existing account. The browser has the token.
CREATE TABLE provider_arrival (
    token_hash BLOB PRIMARY KEY,
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    email TEXT NOT NULL,
    is_email_verified INTEGER NOT NULL CHECK (is_email_verified IN (0, 1)),
    name TEXT NOT NULL,
    picture TEXT NOT NULL,
    -- When the visitor gave the provider a password, if the provider reports it.
    authenticated_at INTEGER,
    next TEXT NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX provider_arrival_by_end ON provider_arrival (expires_at);
