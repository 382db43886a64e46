-- Categories, cuisines and units are changed as ingredients are, and one may ask which recipes name them.

-- What all rows of a change are of; the rows hold a JSON object of that kind.
ALTER TABLE catalogue_change ADD COLUMN subject TEXT NOT NULL DEFAULT 'ingredient'
    CHECK (subject IN ('ingredient', 'unit', 'category', 'cuisine'));

-- What a text names: its category and cuisine, and the unit of each of its lines as often as it stands there. A unit may
-- be none that the catalogue knows. Derived from `revision.body`, which never changes.
CREATE TABLE revision_use (
    kind TEXT NOT NULL CHECK (kind IN ('category', 'cuisine', 'unit')),
    key TEXT NOT NULL,
    recipe_id INTEGER NOT NULL,
    revision_id INTEGER NOT NULL REFERENCES revision (id) ON DELETE CASCADE,
    times INTEGER NOT NULL,
    PRIMARY KEY (kind, key, recipe_id, revision_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX revision_use_by_revision ON revision_use (revision_id);

INSERT INTO revision_use (kind, key, recipe_id, revision_id, times)
SELECT 'category', json_extract(body, '$.category'), recipe_id, id, 1 FROM revision
WHERE json_valid(body) AND json_extract(body, '$.category') <> '';
INSERT INTO revision_use (kind, key, recipe_id, revision_id, times)
SELECT 'cuisine', json_extract(body, '$.cuisine'), recipe_id, id, 1 FROM revision
WHERE json_valid(body) AND json_extract(body, '$.cuisine') <> '';
INSERT INTO revision_use (kind, key, recipe_id, revision_id, times)
SELECT 'unit', json_extract(line.value, '$.unit'), v.recipe_id, v.id, count(*)
FROM revision v, json_each(CASE WHEN json_valid(v.body) THEN v.body ELSE '{}' END, '$.lines') line
WHERE json_extract(line.value, '$.unit') <> ''
GROUP BY v.id, json_extract(line.value, '$.unit');

-- Which recipes admins filed under a category or cuisine.
CREATE INDEX recipe_term_by_value ON recipe_term (kind, value);
