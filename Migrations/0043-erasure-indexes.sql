-- For each deleted revision and case, SQLite looks for the rows that refer to it.

CREATE INDEX recipe_by_head ON recipe (head_revision_id);
CREATE INDEX recipe_by_live ON recipe (live_revision_id) WHERE live_revision_id IS NOT NULL;
CREATE INDEX submission_by_base ON submission (base_revision_id) WHERE base_revision_id IS NOT NULL;
CREATE INDEX submission_by_case ON submission (case_id);
