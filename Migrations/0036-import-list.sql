-- What the list of an import shows of each recipe: read from its columns, so that a list of thousands opens no text.

ALTER TABLE recipe_import_item ADD COLUMN title TEXT NOT NULL DEFAULT '';
ALTER TABLE recipe_import_item ADD COLUMN line_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE recipe_import_item ADD COLUMN step_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE recipe_import_item ADD COLUMN note_count INTEGER NOT NULL DEFAULT 0;
UPDATE recipe_import_item SET
    title = json_extract(body, '$.title'), line_count = json_array_length(body, '$.lines'),
    step_count = json_array_length(body, '$.steps'), note_count = json_array_length(notes);
