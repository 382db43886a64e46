-- What devices added to shopping lists while they had no connection, so that it is added once, however often they send it.

CREATE TABLE shopping_change (
    user_id INTEGER NOT NULL REFERENCES user (id),
    -- Chosen by the device.
    change_key TEXT NOT NULL CHECK (length(change_key) BETWEEN 8 AND 64),
    added_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, change_key)
) STRICT, WITHOUT ROWID;
CREATE INDEX shopping_change_by_age ON shopping_change (added_at);
