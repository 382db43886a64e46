-- Whether the password has the length that moderators and administrators need; NULL where it was typed before this, until
-- the next log-in. A member who becomes a moderator is led to choose a longer one at once.

ALTER TABLE user ADD COLUMN has_long_password INTEGER CHECK (has_long_password IN (0, 1));
