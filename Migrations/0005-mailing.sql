-- Emails that wait or were sent.

-- Text and HTML are deleted when the email is sent. Where a link belongs they contain the seal; only the site can make
-- the link's token from it.
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
