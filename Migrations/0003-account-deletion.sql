-- Account deletion and data export. A deleted account can be restored for two weeks; then its data is erased.

-- While a row exists, others do not see the account. `username` and `display_name` are kept here for restoring it.
CREATE TABLE leaving (
    user_id INTEGER PRIMARY KEY REFERENCES user (id),
    username TEXT NOT NULL,
    display_name TEXT,
    asked_at INTEGER NOT NULL,
    erase_at INTEGER NOT NULL,
    -- Whether public recipes are erased too.
    withdraws INTEGER NOT NULL CHECK (withdraws IN (0, 1)),
    reason TEXT NOT NULL CHECK (length(reason) <= 500),
    -- When the erasure began. The account cannot be restored after that.
    begun_at INTEGER,
    -- The id of the last recipe that the erasure has processed.
    recipe_cursor INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX leaving_by_time ON leaving (erase_at);

-- At most one archive of a user's data: requested, or ready in the data folder until it expires.
CREATE TABLE data_export (
    user_id INTEGER PRIMARY KEY REFERENCES user (id) ON DELETE CASCADE,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'ready', 'failed')),
    percent INTEGER NOT NULL DEFAULT 0 CHECK (percent BETWEEN 0 AND 100),
    size INTEGER NOT NULL DEFAULT 0,
    asked_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    -- How often the archive was begun. If the process stops in between, it is begun again a limited number of times.
    begun INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX data_export_by_state ON data_export (state, asked_at);
CREATE INDEX data_export_by_expiry ON data_export (expires_at);
