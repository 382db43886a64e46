-- Bug reports with their answers, and server errors, grouped by kind.

CREATE TABLE bug_report (
    id INTEGER PRIMARY KEY,
    reporter_id INTEGER REFERENCES user (id) ON DELETE SET NULL,
    -- A reporter without an account returns with a link. Only the hash of its token is stored.
    token_hash BLOB UNIQUE,
    page TEXT NOT NULL CHECK (length(page) <= 500),
    request TEXT NOT NULL CHECK (length(request) <= 64),
    browser TEXT NOT NULL CHECK (length(browser) <= 300),
    what TEXT NOT NULL CHECK (length(what) BETWEEN 1 AND 5000),
    expected TEXT NOT NULL CHECK (length(expected) <= 5000),
    contact TEXT NOT NULL CHECK (length(contact) <= 254),
    -- The name of a folder in the media folder, like a photo's id.
    screenshot TEXT UNIQUE,
    state TEXT NOT NULL DEFAULT 'new' CHECK (state IN ('new', 'accepted', 'fixed', 'wontfix', 'duplicate')),
    duplicate_of INTEGER REFERENCES bug_report (id),
    answer TEXT NOT NULL DEFAULT '' CHECK (length(answer) <= 5000),
    version INTEGER NOT NULL DEFAULT 1,
    created_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    -- The reporter's language, for the answer.
    language TEXT NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'ru')),
    CHECK ((state = 'duplicate') = (duplicate_of IS NOT NULL)),
    CHECK (duplicate_of IS NOT id)
) STRICT;
CREATE INDEX bug_report_by_state ON bug_report (state, id);
CREATE INDEX bug_report_by_reporter ON bug_report (reporter_id, id);
CREATE INDEX bug_report_by_request ON bug_report (request) WHERE request <> '';
CREATE INDEX bug_report_by_original ON bug_report (duplicate_of) WHERE duplicate_of IS NOT NULL;

CREATE TABLE error_kind (
    id INTEGER PRIMARY KEY,
    method TEXT NOT NULL,
    route TEXT NOT NULL,
    type TEXT NOT NULL,
    -- Where the error was thrown: function names, the innermost first, one a line.
    frames TEXT NOT NULL,
    message TEXT NOT NULL,
    count INTEGER NOT NULL,
    first_at INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    last_request TEXT NOT NULL,
    -- Becomes NULL again when the error occurs after this time.
    solved_at INTEGER,
    UNIQUE (method, route, type, frames, message)
) STRICT;
CREATE INDEX error_kind_by_age ON error_kind (last_at);

CREATE TABLE error_sample (
    id INTEGER PRIMARY KEY,
    kind_id INTEGER NOT NULL REFERENCES error_kind (id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    status INTEGER NOT NULL,
    request TEXT NOT NULL
) STRICT;
CREATE INDEX error_sample_by_kind ON error_sample (kind_id, id);
CREATE INDEX error_sample_by_request ON error_sample (request);
