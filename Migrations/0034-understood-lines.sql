-- What the lines of a text were understood as when it was stored, so that to show, scale or export it reads none again.

-- `lines` is JSON (`RecipeUnderstanding.encoded`), empty where nobody has read the text yet. `edition` is that of the
-- ingredients, units and rules by which it was read: rows of an older one than `edition` has under 'lines' are read anew
-- beside the site.
CREATE TABLE revision_lines (
    revision_id INTEGER PRIMARY KEY REFERENCES revision (id) ON DELETE CASCADE,
    lines TEXT NOT NULL,
    edition INTEGER NOT NULL
) STRICT;
CREATE INDEX revision_lines_by_edition ON revision_lines (edition);

INSERT INTO edition (name, number) VALUES ('lines', 0);
INSERT INTO revision_lines (revision_id, lines, edition) SELECT id, '', -1 FROM revision;
