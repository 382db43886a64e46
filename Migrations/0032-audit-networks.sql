-- From which network somebody did it, told as sessions tell theirs; empty in rows that are older, and of commands and jobs.

ALTER TABLE audit ADD COLUMN network TEXT NOT NULL DEFAULT '' CHECK (length(network) <= 40);
