-- Sessions that can be looked at and ended, the second factor, and when somebody last proved who they are.

-- `expires_at` moves with use and never beyond `ends_at`.
ALTER TABLE session ADD COLUMN ends_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE session ADD COLUMN last_seen_at INTEGER NOT NULL DEFAULT 0;
-- When a password, a code or a one-time link was last given.
ALTER TABLE session ADD COLUMN verified_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE session ADD COLUMN is_kept INTEGER NOT NULL DEFAULT 0 CHECK (is_kept IN (0, 1));
-- It began with a one-time link: until `verified_at` is too long ago, the link stands for the old password.
ALTER TABLE session ADD COLUMN is_by_link INTEGER NOT NULL DEFAULT 0 CHECK (is_by_link IN (0, 1));
-- The password was right and the code has not come yet: nobody is logged in.
ALTER TABLE session ADD COLUMN awaits_code INTEGER NOT NULL DEFAULT 0 CHECK (awaits_code IN (0, 1));
ALTER TABLE session ADD COLUMN browser TEXT NOT NULL DEFAULT '' CHECK (length(browser) <= 40);
-- The first 24 bits of an IPv4 address, 48 of an IPv6 one: enough to recognise, too little to follow.
ALTER TABLE session ADD COLUMN network TEXT NOT NULL DEFAULT '' CHECK (length(network) <= 40);
UPDATE session SET ends_at = expires_at, last_seen_at = created_at, verified_at = created_at,
    is_kept = expires_at - created_at > 86400000;

-- Secrets of authenticator apps are sealed with a key of the site's secret; `totp_pending` waits for its first code.
ALTER TABLE user ADD COLUMN totp_secret BLOB;
ALTER TABLE user ADD COLUMN totp_pending BLOB;
-- The last step of 30 seconds whose code was taken: no code works twice.
ALTER TABLE user ADD COLUMN totp_step INTEGER NOT NULL DEFAULT 0;
ALTER TABLE user ADD COLUMN code_failures INTEGER NOT NULL DEFAULT 0;
ALTER TABLE user ADD COLUMN code_failures_since INTEGER NOT NULL DEFAULT 0;

CREATE TABLE recovery_code (
    user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
    code_hash BLOB NOT NULL,
    PRIMARY KEY (user_id, code_hash)
) STRICT, WITHOUT ROWID;
