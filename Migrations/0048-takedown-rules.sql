-- The rule that an admin's takedown names, as a measure of moderators does.

ALTER TABLE recipe_change ADD COLUMN rule TEXT NOT NULL DEFAULT 'other';
