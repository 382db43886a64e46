-- The latest searches of members, at most 30 each, so the key needs no other index.

CREATE TABLE earlier_search (
    user_id INTEGER NOT NULL REFERENCES user (id),
    -- The words in lower case and without accents: a member has the same search once.
    words_key TEXT NOT NULL,
    -- As typed the last time.
    words TEXT NOT NULL,
    -- The last time.
    searched_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, words_key)
) STRICT, WITHOUT ROWID;
