-- Pages that admins edit, filters of the audit log, the webhook, and undoing an edit of a tutorial.

-- The saved texts of /about, /help and /privacy, one row for each save. Without a row the page has its first text.
CREATE TABLE site_page (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    page TEXT NOT NULL CHECK (page IN ('about', 'help', 'privacy')),
    version INTEGER NOT NULL CHECK (version > 0),
    text_en TEXT NOT NULL CHECK (length(text_en) <= 20000),
    text_ru TEXT NOT NULL CHECK (length(text_ru) <= 20000),
    saved_at INTEGER NOT NULL,
    UNIQUE (page, version),
    CHECK (text_en <> '' OR text_ru <> '')
) STRICT;

-- Logins are listed apart from all other actions. The id is last, so each list is in the order of the log.
-- With substr, SQLite prefers these two to the index by action, which is in another order.
CREATE INDEX audit_actions ON audit (id) WHERE substr(action, 1, 5) <> 'login';
CREATE INDEX audit_logins ON audit (id) WHERE substr(action, 1, 5) = 'login';
CREATE INDEX audit_by_action ON audit (action, id);
CREATE INDEX audit_by_actor_name ON audit (actor_name COLLATE NOCASE, id);
CREATE INDEX audit_by_time ON audit (at, id);

-- What the webhook sends: bug reports, new kinds of errors and tests. The text is made of the report or the error when
-- it is sent, so nothing personal is here.
CREATE TABLE webhook_event (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL CHECK (kind IN ('bug', 'error', 'test')),
    -- The number of the report or of the kind of errors; 0 for a test.
    number INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    -- NULL once it was sent or given up.
    next_at INTEGER,
    sent_at INTEGER,
    -- The status of the last answer, or why there was none.
    result TEXT NOT NULL DEFAULT '' CHECK (length(result) <= 200)
) STRICT;
CREATE INDEX webhook_event_waiting ON webhook_event (next_at, id) WHERE next_at IS NOT NULL;

-- A tutorial as it was before an edit, so that the edit can be undone for a day.
CREATE TABLE tutorial_undo (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    tutorial_id INTEGER NOT NULL REFERENCES tutorial (id) ON DELETE CASCADE,
    -- The version that the edit made; a later one cannot be undone with this row.
    version INTEGER NOT NULL,
    -- The texts by language, as JSON.
    texts TEXT NOT NULL CHECK (length(texts) <= 200000),
    video_id TEXT REFERENCES photo (id) ON DELETE SET NULL,
    drawing TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX tutorial_undo_by_age ON tutorial_undo (created_at);
CREATE INDEX tutorial_undo_by_tutorial ON tutorial_undo (tutorial_id);
CREATE INDEX tutorial_undo_by_video ON tutorial_undo (video_id) WHERE video_id IS NOT NULL;
