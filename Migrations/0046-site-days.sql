-- Two charts of the admin overview: how long texts wait for a decision, and how fast the site answers.
CREATE TABLE site_day (
    -- Days since 1 January 1970.
    day INTEGER PRIMARY KEY,
    -- The greatest age of the oldest text in the queue, in hours, rounded up.
    oldest INTEGER NOT NULL,
    -- How many requests took how long: the counts of a `Histogram`, separated by spaces.
    times TEXT NOT NULL
) STRICT;
