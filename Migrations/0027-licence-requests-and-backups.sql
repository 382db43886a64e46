-- Numbers that public recipes with similar texts have in common. Derived: `toque reindex` rebuilds the rows, `toque
-- check` compares them.
CREATE TABLE public_recipe_likeness (
    number INTEGER NOT NULL,
    recipe_id INTEGER NOT NULL REFERENCES public_recipe (recipe_id) ON DELETE CASCADE,
    PRIMARY KEY (number, recipe_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX public_recipe_likeness_by_recipe ON public_recipe_likeness (recipe_id);

-- The newer submission that took the place of a withdrawn one.
ALTER TABLE submission ADD COLUMN replaced_by INTEGER REFERENCES submission (id);
CREATE INDEX submission_by_replacement ON submission (replaced_by) WHERE replaced_by IS NOT NULL;
-- The decided submission that this one brings back into the queue, because the moderator took the decision back.
ALTER TABLE submission ADD COLUMN reopens INTEGER REFERENCES submission (id);
CREATE UNIQUE INDEX submission_reopened_once ON submission (reopens) WHERE reopens IS NOT NULL;

-- A member asks for a licence to publish; an admin grants or refuses it.
CREATE TABLE licence_request (
    id INTEGER PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
    text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 2000),
    asked_at INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'granted', 'refused', 'withdrawn')),
    answer TEXT NOT NULL DEFAULT '' CHECK (length(answer) <= 2000),
    answered_by INTEGER REFERENCES user (id) ON DELETE SET NULL,
    answered_at INTEGER,
    CHECK ((state = 'open') = (answered_at IS NULL))
) STRICT;
CREATE UNIQUE INDEX one_open_licence_request ON licence_request (user_id) WHERE state = 'open';
CREATE INDEX licence_request_by_user ON licence_request (user_id, id);
CREATE INDEX licence_request_queue ON licence_request (asked_at, id) WHERE state = 'open';
CREATE INDEX licence_request_by_admin ON licence_request (answered_by) WHERE answered_by IS NOT NULL;

-- Why a licence was revoked, and whether its owner gave it up.
ALTER TABLE licence_grant ADD COLUMN given_up INTEGER NOT NULL DEFAULT 0 CHECK (given_up IN (0, 1));
ALTER TABLE licence_grant ADD COLUMN revoke_reason TEXT NOT NULL DEFAULT '';

-- The backups that the site makes itself: asked for by an admin, or scheduled.
CREATE TABLE backup_run (
    id INTEGER PRIMARY KEY,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'failed')),
    asked_at INTEGER NOT NULL,
    ended_at INTEGER,
    percent INTEGER NOT NULL DEFAULT 0,
    tries INTEGER NOT NULL DEFAULT 0,
    file TEXT NOT NULL DEFAULT '',
    size INTEGER NOT NULL DEFAULT 0,
    problem TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE UNIQUE INDEX one_backup_at_a_time ON backup_run (1) WHERE state IN ('waiting', 'running');

-- How much disk space the site used, once a day.
CREATE TABLE storage_day (
    -- Days since 1 January 1970.
    day INTEGER PRIMARY KEY,
    measured_at INTEGER NOT NULL,
    database_bytes INTEGER NOT NULL,
    photo_bytes INTEGER NOT NULL,
    video_bytes INTEGER NOT NULL,
    screenshot_bytes INTEGER NOT NULL,
    orphan_bytes INTEGER NOT NULL,
    mail_bytes INTEGER NOT NULL,
    backup_bytes INTEGER NOT NULL,
    free_bytes INTEGER NOT NULL,
    disk_bytes INTEGER NOT NULL,
    -- The members who use most: one a line, number and bytes.
    members TEXT NOT NULL
) STRICT;
