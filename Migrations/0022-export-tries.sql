-- How often an archive was begun: one that the process ended in is begun again, but not for ever.

ALTER TABLE data_export ADD COLUMN begun INTEGER NOT NULL DEFAULT 0;
