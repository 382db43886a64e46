-- Tutorials of cooking techniques, which admins keep.

CREATE TABLE tutorial (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- The key of its starter file; NULL for those that admins added.
    starter TEXT UNIQUE,
    -- The name of its animation in Public/tutorial-NAME.svg; empty for none.
    drawing TEXT NOT NULL DEFAULT '',
    -- Replaces the animation.
    video_id TEXT REFERENCES photo (id),
    position INTEGER NOT NULL,
    is_published INTEGER NOT NULL DEFAULT 0 CHECK (is_published IN (0, 1)),
    -- Grows with each change, so that two admins do not overwrite each other.
    version INTEGER NOT NULL DEFAULT 1,
    -- For a day it can be restored.
    deleted_at INTEGER
) STRICT;
CREATE INDEX tutorial_by_position ON tutorial (position, id) WHERE deleted_at IS NULL;
CREATE INDEX tutorial_deleted ON tutorial (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX tutorial_by_video ON tutorial (video_id) WHERE video_id IS NOT NULL;

CREATE TABLE tutorial_text (
    tutorial_id INTEGER NOT NULL REFERENCES tutorial (id) ON DELETE CASCADE,
    language TEXT NOT NULL CHECK (language IN ('en', 'ru')),
    title TEXT NOT NULL,
    summary TEXT NOT NULL,
    -- One step on each line.
    steps TEXT NOT NULL,
    -- The words by which recipe steps name the technique, with commas between.
    techniques TEXT NOT NULL,
    -- WebVTT; empty for none.
    captions TEXT NOT NULL,
    PRIMARY KEY (tutorial_id, language)
) STRICT, WITHOUT ROWID;
