-- Devices that ring when a timer ends while its page is closed, by Web Push.

CREATE TABLE push_device (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- The device stops ringing when it logs out, or its session ends.
    session_id TEXT NOT NULL UNIQUE REFERENCES session (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL REFERENCES user (id),
    -- Where its push service accepts messages. Who knows it and the keys can send messages to the device.
    endpoint TEXT NOT NULL UNIQUE CHECK (length(endpoint) <= 2000),
    public_key BLOB NOT NULL CHECK (length(public_key) = 65),
    auth BLOB NOT NULL CHECK (length(auth) = 16),
    language TEXT NOT NULL CHECK (length(language) = 2),
    added_at INTEGER NOT NULL,
    -- How many messages in a row its push service did not accept, and until when no other is tried.
    failures INTEGER NOT NULL DEFAULT 0,
    rests_until INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX push_device_by_user ON push_device (user_id);

-- When the devices of the member were sent the end of the timer; NULL before.
ALTER TABLE cook_timer ADD COLUMN rung_at INTEGER;
CREATE INDEX cook_timer_due ON cook_timer (ends_at) WHERE rung_at IS NULL;
