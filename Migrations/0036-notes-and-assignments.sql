-- What moderators keep beside submissions: private notes, assignments, message templates and saved views of the queue.

-- Only moderators read notes, and never those on their own recipes.
CREATE TABLE case_note (
    id INTEGER PRIMARY KEY,
    case_id INTEGER NOT NULL REFERENCES moderation_case (id),
    by_id INTEGER REFERENCES user (id) ON DELETE SET NULL,
    text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 2000),
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX case_note_by_case ON case_note (case_id, id);
CREATE INDEX case_note_by_moderator ON case_note (by_id) WHERE by_id IS NOT NULL;

CREATE TRIGGER case_note_is_never_replaced BEFORE INSERT ON case_note
WHEN EXISTS (SELECT 1 FROM case_note WHERE id = NEW.id)
BEGIN
    SELECT RAISE(ABORT, 'a note is never replaced');
END;
CREATE TRIGGER case_note_is_not_the_authors BEFORE INSERT ON case_note
WHEN NEW.by_id IS NULL OR NEW.by_id = (
    SELECT r.author_id FROM moderation_case c JOIN recipe r ON r.id = c.recipe_id WHERE c.id = NEW.case_id
)
BEGIN
    SELECT RAISE(ABORT, 'nobody writes notes on their own recipe');
END;
-- The moderator can become NULL, because accounts can be erased.
CREATE TRIGGER case_note_is_never_changed BEFORE UPDATE ON case_note
WHEN NEW.id IS NOT OLD.id OR NEW.case_id IS NOT OLD.case_id OR NEW.text IS NOT OLD.text
    OR NEW.created_at IS NOT OLD.created_at OR (NEW.by_id IS NOT OLD.by_id AND NEW.by_id IS NOT NULL)
BEGIN
    SELECT RAISE(ABORT, 'a note is never changed');
END;
-- A note is deleted only when the account of the recipe's author is erased.
CREATE TRIGGER case_note_is_never_deleted BEFORE DELETE ON case_note
WHEN NOT EXISTS (
    SELECT 1 FROM moderation_case c JOIN recipe r ON r.id = c.recipe_id JOIN leaving l ON l.user_id = r.author_id
    WHERE c.id = OLD.case_id AND l.begun_at IS NOT NULL
)
BEGIN
    SELECT RAISE(ABORT, 'a note is never deleted');
END;

-- Which moderator should look at a waiting submission. Like a claim it blocks no decision, but it does not expire.
CREATE TABLE assignment (
    submission_id INTEGER PRIMARY KEY REFERENCES submission (id),
    moderator_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
    assigned_at INTEGER NOT NULL
) STRICT;
CREATE INDEX assignment_by_moderator ON assignment (moderator_id);

-- Messages to authors that moderators keep. `{author}`, `{recipe}` and `{fields}` are filled in.
CREATE TABLE message_template (
    id INTEGER PRIMARY KEY,
    language TEXT NOT NULL CHECK (language IN ('en', 'ru')),
    title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 80),
    text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 5000),
    version INTEGER NOT NULL DEFAULT 1,
    deleted_at INTEGER
) STRICT;
CREATE INDEX message_template_by_title ON message_template (title, id) WHERE deleted_at IS NULL;
CREATE INDEX message_template_deleted ON message_template (deleted_at) WHERE deleted_at IS NOT NULL;

-- The filters that a moderator saved under a name; `query` is that of the queue's address.
CREATE TABLE queue_view (
    id INTEGER PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
    query TEXT NOT NULL CHECK (length(query) BETWEEN 1 AND 500),
    created_at INTEGER NOT NULL,
    deleted_at INTEGER
) STRICT;
CREATE INDEX queue_view_by_user ON queue_view (user_id, id);
CREATE INDEX queue_view_deleted ON queue_view (deleted_at) WHERE deleted_at IS NOT NULL;

-- The language of the submitted text, to filter the queue by.
ALTER TABLE submission ADD COLUMN language TEXT NOT NULL DEFAULT 'en';
UPDATE submission SET language = coalesce(
    (SELECT json_extract(body, '$.language') FROM revision WHERE revision.id = submission.revision_id), 'en');
CREATE INDEX submission_by_language ON submission (language, due_at, id) WHERE state = 'queued';
CREATE INDEX submission_returning ON submission (returns_to, queued_at)
    WHERE state = 'queued' AND returns_to IS NOT NULL;
