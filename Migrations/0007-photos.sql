-- Photos and videos of recipes, steps and profiles.

CREATE TABLE photo (
    id TEXT PRIMARY KEY,
    owner_id INTEGER NOT NULL REFERENCES user (id),
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    widths TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    -- The size of all its files on disk. 0 if they were not counted yet.
    bytes INTEGER NOT NULL DEFAULT 0 CHECK (bytes >= 0)
) STRICT, WITHOUT ROWID;
CREATE INDEX photo_by_owner ON photo (owner_id);

-- A video is also a photo: its first frame, which is made after the upload.
CREATE TABLE video (
    photo_id TEXT PRIMARY KEY REFERENCES photo (id) ON DELETE CASCADE,
    -- Detected from the file's first bytes. The file is never opened as any other format.
    format TEXT NOT NULL CHECK (format IN ('mp4', 'webm', 'gif', 'apng')),
    -- From the start of the first frame to the end of the last.
    milliseconds INTEGER NOT NULL CHECK (milliseconds >= 0),
    state TEXT NOT NULL CHECK (state IN ('waiting', 'working', 'ready', 'refused')),
    progress INTEGER NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 100),
    -- Why it was refused: the last part of a key in the locale files.
    problem TEXT NOT NULL DEFAULT '',
    tries INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX video_unfinished ON video (state, photo_id) WHERE state IN ('waiting', 'working');
