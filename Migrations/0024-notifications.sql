-- Notifications of every kind. Until now the table knew only decisions.

CREATE TABLE new_notification (
    id INTEGER PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 40),
    -- The name of what happened, such as 'decision-42'. Nobody is notified of it twice.
    event TEXT NOT NULL UNIQUE CHECK (length(event) BETWEEN 1 AND 80),
    -- What the text and the link need: the number of a recipe or bug report, titles of recipes (one a line), how many
    -- there are, and a day.
    subject_id INTEGER,
    titles TEXT NOT NULL DEFAULT '' CHECK (length(titles) <= 2000),
    amount INTEGER NOT NULL DEFAULT 1 CHECK (amount > 0),
    until INTEGER,
    created_at INTEGER NOT NULL,
    -- Those that the bell does not show count as seen.
    seen_at INTEGER,
    is_on_site INTEGER NOT NULL DEFAULT 1 CHECK (is_on_site IN (0, 1)),
    -- Whether the next daily or weekly email will name it.
    awaits_digest INTEGER NOT NULL DEFAULT 0 CHECK (awaits_digest IN (0, 1)),
    CHECK (is_on_site = 1 OR seen_at IS NOT NULL)
) STRICT;

INSERT INTO new_notification (id, user_id, kind, event, subject_id, titles, created_at, seen_at)
SELECT n.id, n.user_id,
    CASE d.kind WHEN 'approve' THEN 'approved' WHEN 'request-changes' THEN 'changes-requested' ELSE 'rejected' END,
    'decision-' || d.id, d.recipe_id, v.title, n.created_at, n.seen_at
FROM notification n JOIN decision d ON d.id = n.decision_id JOIN revision v ON v.id = d.revision_id;

DROP TABLE notification;
ALTER TABLE new_notification RENAME TO notification;
CREATE INDEX notification_by_user ON notification (user_id, id);
CREATE INDEX notification_unseen ON notification (user_id) WHERE seen_at IS NULL;
CREATE INDEX notification_seen ON notification (seen_at) WHERE seen_at IS NOT NULL;
CREATE INDEX notification_awaiting_digest ON notification (user_id, created_at) WHERE awaits_digest = 1;

-- The worker looks for licences that run out.
CREATE INDEX licence_grant_by_end ON licence_grant (until) WHERE revoked_at IS NULL;

-- How often emails about notifications are sent.
ALTER TABLE preferences ADD COLUMN mail_frequency TEXT NOT NULL DEFAULT 'immediately'
    CHECK (mail_frequency IN ('immediately', 'daily', 'weekly', 'never'));
