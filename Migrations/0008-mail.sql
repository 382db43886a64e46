-- Mails that wait or were sent, one-use links that came with them, and who asked for a new password.

ALTER TABLE user ADD COLUMN email_confirmed_at INTEGER;

-- Text and HTML go when the mail is sent. A link in them holds the seal, from which only the site makes the token.
CREATE TABLE outbox (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 40),
    user_id INTEGER REFERENCES user (id) ON DELETE SET NULL,
    recipient TEXT NOT NULL,
    language TEXT NOT NULL CHECK (language IN ('en', 'ru')),
    subject TEXT NOT NULL,
    text TEXT,
    html TEXT,
    seal TEXT,
    state TEXT NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'failed')),
    created_at INTEGER NOT NULL,
    next_try_at INTEGER NOT NULL,
    give_up_at INTEGER NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    last_error TEXT NOT NULL DEFAULT '',
    sent_at INTEGER,
    CHECK ((state = 'sent') = (sent_at IS NOT NULL)),
    CHECK ((state = 'sent') = (text IS NULL)),
    CHECK (state <> 'sent' OR (html IS NULL AND seal IS NULL))
) STRICT;
CREATE INDEX outbox_due ON outbox (next_try_at, id) WHERE state = 'queued';
CREATE INDEX outbox_by_state ON outbox (state, id);
CREATE INDEX outbox_by_user ON outbox (user_id, kind, created_at);
CREATE INDEX outbox_by_age ON outbox (created_at);

-- Only the token's hash is here. The state is a hash of what the account was: another password or address ends the link.
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

-- Asked by a form, answered by the thread that sends mails: the form's answer costs the same for whoever is named.
CREATE TABLE reset_request (
    id INTEGER PRIMARY KEY,
    login TEXT NOT NULL,
    asked_at INTEGER NOT NULL
) STRICT;
