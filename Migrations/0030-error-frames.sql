-- Where an error was thrown is part of its kind: functions, the innermost first, one a line.
CREATE TABLE error_kind_new (
    id INTEGER PRIMARY KEY,
    method TEXT NOT NULL,
    route TEXT NOT NULL,
    type TEXT NOT NULL,
    frames TEXT NOT NULL,
    message TEXT NOT NULL,
    count INTEGER NOT NULL,
    first_at INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    last_request TEXT NOT NULL,
    -- Empty again when it is seen after this time.
    solved_at INTEGER,
    UNIQUE (method, route, type, frames, message)
) STRICT;
INSERT INTO error_kind_new
SELECT id, method, route, type, '', message, count, first_at, last_at, last_request, solved_at FROM error_kind;

CREATE TABLE error_sample_new (
    id INTEGER PRIMARY KEY,
    kind_id INTEGER NOT NULL REFERENCES error_kind_new (id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    status INTEGER NOT NULL,
    request TEXT NOT NULL
) STRICT;
INSERT INTO error_sample_new SELECT id, kind_id, at, status, request FROM error_sample;

DROP TABLE error_sample;
DROP TABLE error_kind;
ALTER TABLE error_kind_new RENAME TO error_kind;
ALTER TABLE error_sample_new RENAME TO error_sample;
CREATE INDEX error_kind_by_age ON error_kind (last_at);
CREATE INDEX error_sample_by_kind ON error_sample (kind_id, id);
CREATE INDEX error_sample_by_request ON error_sample (request);
