-- What recipes are made of and sorted by.

CREATE TABLE aisle (
    key TEXT PRIMARY KEY,
    name_en TEXT NOT NULL,
    name_ru TEXT NOT NULL,
    position INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE category (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    name_en TEXT NOT NULL,
    name_ru TEXT NOT NULL,
    position INTEGER NOT NULL
) STRICT;

CREATE TABLE cuisine (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    name_en TEXT NOT NULL,
    name_ru TEXT NOT NULL,
    position INTEGER NOT NULL
) STRICT;

-- `forms_en` and `forms_ru` are comma-separated; the factor is grams, millilitres or 1.
CREATE TABLE unit (
    key TEXT PRIMARY KEY,
    forms_en TEXT NOT NULL,
    forms_ru TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('mass', 'volume', 'count')),
    factor REAL NOT NULL CHECK (factor > 0),
    position INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- USDA's figures per 100 g of the edible part; absent where USDA has none.
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

-- `facts` holds one letter (y, n, u) for each diet fact and allergen, as IngredientFacts writes it.
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
    facts TEXT NOT NULL CHECK (facts NOT GLOB '*[^ynu]*'),
    usda INTEGER REFERENCES nutrition (usda),
    density REAL CHECK (density > 0),
    colour TEXT NOT NULL DEFAULT '',
    updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX ingredient_by_aisle ON ingredient (aisle_key, name_en);

CREATE TABLE ingredient_portion (
    ingredient_id INTEGER NOT NULL REFERENCES ingredient (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    grams REAL NOT NULL CHECK (grams > 0),
    PRIMARY KEY (ingredient_id, name)
) STRICT, WITHOUT ROWID;

-- Counters that caches compare instead of the data: `catalogue` moves with every change of the tables above.
CREATE TABLE edition (
    name TEXT PRIMARY KEY,
    number INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO edition (name, number) VALUES ('catalogue', 0);
