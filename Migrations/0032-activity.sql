-- The charts of the admin overview count by day.

-- Server errors by day. Kinds only have totals, so this keeps the days; those older than the charts show are deleted.
CREATE TABLE error_day (
    -- Days since 1 January 1970.
    day INTEGER PRIMARY KEY,
    count INTEGER NOT NULL
) STRICT;

CREATE INDEX user_by_age ON user (created_at);
CREATE INDEX recipe_by_publication ON recipe (published_at) WHERE published_at IS NOT NULL;
CREATE INDEX decision_by_age ON decision (decided_at) WHERE kind <> 'import';
