-- Pictures and videos of steps. Both are photos: a video is one whose picture is its first frame, made after it came.

-- What its files take on the disk; 0 where that was not counted yet.
ALTER TABLE photo ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0 CHECK (bytes >= 0);

CREATE TABLE video (
    photo_id TEXT PRIMARY KEY REFERENCES photo (id) ON DELETE CASCADE,
    -- As the file was read by its first bytes: the only way in which it is ever opened.
    format TEXT NOT NULL CHECK (format IN ('mp4', 'webm', 'gif', 'apng')),
    -- From its first frame to the end of its last.
    milliseconds INTEGER NOT NULL CHECK (milliseconds >= 0),
    state TEXT NOT NULL CHECK (state IN ('waiting', 'working', 'ready', 'refused')),
    progress INTEGER NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 100),
    -- Why it was refused: the end of a key of the locale files.
    problem TEXT NOT NULL DEFAULT '',
    tries INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX video_unfinished ON video (state, photo_id) WHERE state IN ('waiting', 'working');

-- Which texts show which; the texts themselves name them, too.
CREATE TABLE revision_media (
    photo_id TEXT NOT NULL REFERENCES photo (id),
    revision_id INTEGER NOT NULL REFERENCES revision (id) ON DELETE CASCADE,
    PRIMARY KEY (photo_id, revision_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX revision_media_by_revision ON revision_media (revision_id);

CREATE TABLE draft_media (
    photo_id TEXT NOT NULL REFERENCES photo (id) ON DELETE CASCADE,
    draft_id INTEGER NOT NULL REFERENCES draft (id) ON DELETE CASCADE,
    PRIMARY KEY (photo_id, draft_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX draft_media_by_draft ON draft_media (draft_id);
