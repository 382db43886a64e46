-- The catalogue: ingredients with their facts, units, categories, cuisines and aisles.

CREATE TABLE aisle (
    key TEXT PRIMARY KEY,
    name_en TEXT NOT NULL,
    name_ru TEXT NOT NULL,
    position INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- A proposed category or cuisine is a row immediately, so that the proposer's recipe can have it. Lists and filters
-- show only 'listed' rows. A merged row refers to the one that replaces it; nothing replaces a refused one.
CREATE TABLE category (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    name_en TEXT NOT NULL,
    name_ru TEXT NOT NULL,
    position INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'listed' CHECK (state IN ('listed', 'proposed', 'refused', 'merged')),
    merged_into INTEGER REFERENCES category (id)
) STRICT;

CREATE TABLE cuisine (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    name_en TEXT NOT NULL,
    name_ru TEXT NOT NULL,
    position INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'listed' CHECK (state IN ('listed', 'proposed', 'refused', 'merged')),
    merged_into INTEGER REFERENCES cuisine (id)
) STRICT;

-- `forms_en` and `forms_ru` are comma-separated. The factor is in grams or millilitres; for counted units it is 1.
CREATE TABLE unit (
    key TEXT PRIMARY KEY,
    forms_en TEXT NOT NULL,
    forms_ru TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('mass', 'volume', 'count')),
    factor REAL NOT NULL CHECK (factor > 0),
    position INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- USDA's values per 100 g of the edible part. NULL where USDA has none.
CREATE TABLE nutrition (
    usda INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    kcal REAL,
    protein_g REAL,
    fat_g REAL,
    sat_fat_g REAL,
    carbs_g REAL,
    sugar_g REAL,
    fiber_g REAL,
    sodium_mg REAL
) STRICT;

CREATE TABLE ingredient (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    name_en TEXT NOT NULL CHECK (length(name_en) BETWEEN 1 AND 100),
    plural_en TEXT NOT NULL,
    name_ru TEXT NOT NULL,
    plural_ru TEXT NOT NULL,
    also_en TEXT NOT NULL DEFAULT '',
    also_ru TEXT NOT NULL DEFAULT '',
    aisle_key TEXT NOT NULL REFERENCES aisle (key),
    usda INTEGER REFERENCES nutrition (usda),
    density REAL CHECK (density > 0),
    colour TEXT NOT NULL DEFAULT '',
    updated_at INTEGER NOT NULL,
    -- One letter for each diet fact and allergen: yes, no or unknown, as `IngredientFacts` writes it. These are only
    -- the stated facts; a hyphen means "as the parent". The rest is calculated from the parent and the parts.
    facts TEXT NOT NULL DEFAULT '' CHECK (facts NOT GLOB '*[^ynu-]*'),
    -- The ingredient that this one is a type of.
    parent_id INTEGER REFERENCES ingredient (id) CHECK (parent_id <> id),
    -- A merged or removed ingredient. The catalogue does not use it, but the row stays: other rows refer to its id, and
    -- undoing the change needs it.
    is_retired INTEGER NOT NULL DEFAULT 0 CHECK (is_retired IN (0, 1))
) STRICT;
CREATE INDEX ingredient_by_aisle ON ingredient (aisle_key, name_en);
CREATE INDEX ingredient_by_parent ON ingredient (parent_id) WHERE parent_id IS NOT NULL;

CREATE TABLE ingredient_portion (
    ingredient_id INTEGER NOT NULL REFERENCES ingredient (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    grams REAL NOT NULL CHECK (grams > 0),
    PRIMARY KEY (ingredient_id, name)
) STRICT, WITHOUT ROWID;

-- Which ingredients another one contains (`is_certain` = 1) or may contain (0).
CREATE TABLE ingredient_part (
    ingredient_id INTEGER NOT NULL REFERENCES ingredient (id) ON DELETE CASCADE,
    part_id INTEGER NOT NULL REFERENCES ingredient (id) CHECK (part_id <> ingredient_id),
    is_certain INTEGER NOT NULL CHECK (is_certain IN (0, 1)),
    PRIMARY KEY (ingredient_id, part_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX ingredient_part_by_part ON ingredient_part (part_id);

-- The entries that were loaded from the starter files. A newer program then adds new entries and keeps those that
-- admins changed. `sha256` is of the entry as the program last wrote it. The kind 'files' has one row for all files
-- together.
CREATE TABLE starter_entry (
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    PRIMARY KEY (kind, key)
) STRICT, WITHOUT ROWID;

-- Counters that caches compare instead of the data. 'catalogue' changes with the tables above, 'public' with the public
-- recipes. 'lines' changes when ingredient lines have to be read again: with ingredients, units or the program's rules.
CREATE TABLE edition (
    name TEXT PRIMARY KEY,
    number INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO edition (name, number) VALUES ('catalogue', 0), ('public', 0), ('lines', 0);
