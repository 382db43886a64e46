"""Multiplies the public recipes of a stopped site by rows in its database, for the search benchmark.

A copy keeps the lines, steps, category and tags of its recipe, so its diets, ingredients and needs are those that Toque
derived. Title, description, times, author and day are its own; the words that titles get name no food. `toque check`
then finds one difference: copies have no rows in `public_recipe_likeness`, which only moderators' comparison of similar
texts reads.
"""

import contextlib
import hashlib
import json
import pathlib
import random
import re
import sqlite3
import time
import unicodedata

import planted_index

NAMES = (
    "Agnes Albert Alice Anna Arthur Astrid Barbara Beatrice Bernard Bertha Brigitte Carla Carmen Cecilia Charlotte Clara Claudia "
    "Conrad Cordelia Daniel Deborah Diana Dorothy Edith Edward Eleanor Elsa Emily Erika Ernest Esther Eugene Eva Felix Fiona "
    "Francesca Frederick Gabriel George Gerald Greta Gustav Hannah Harold Harriet Heidi Helen Henrietta Herbert Hilda Howard "
    "Hugo Ida Ingrid Irene Isabel Jacob Janet Johanna Joseph Judith Julia Karen Katherine Klara Laura Leonard Leopold Lillian "
    "Louise Lucy Lydia Magda Malcolm Margot Maria Martha Martin Matilda Maurice Melanie Michael Mildred Miriam Monica Natalie "
    "Nathan Norman Oliver Oscar Patricia Pauline Philip Rachel Raymond Rebecca Robert Roland Rosalind Rudolf Rupert Samuel "
    "Sebastian Sophie Stella Susan Sylvia Thomas Ursula Valerie Victor Victoria Vincent Walter Wilhelmina William Winifred"
).split()
SURNAMES = (
    "Abbott Adams Andersen Archer Baxter Bennett Bergman Blake Bradley Carlson Carter Clark Collins Davies Dawson Dixon Edwards "
    "Ellis Evans Ferguson Fletcher Gibson Graham Grant Hansen Harrison Hayes Henderson Holmes Howell Hughes Jackson Jansen "
    "Jenkins Johnson Kennedy Larsen Lawson Lindgren Logan Marshall Mitchell Morgan Morris Murphy Murray Nelson Newman Novak "
    "Olsen Owens Palmer Parker Patterson Petrov Phillips Porter Quinn Reynolds Richardson Robinson Russell Sanders Schmidt "
    "Simpson Spencer Stevens Stewart Sullivan Thompson Turner Vaughan Wagner Wallace Watson Webster Wilkins Williams Wilson"
).split()
AUTHORS = 40
YEARS_MS = 5 * 365 * 86_400_000
BATCH = 20_000
REVIEWED_SHARE = 0.05
TABLES = (
    "recipe revision revision_lines revision_use decision audit public_recipe public_recipe_ingredient "
    "public_recipe_unknown_word public_recipe_tag recipe_needs"
).split()


def slug(title: str) -> str:
    """As `Slug.make`, for titles in Latin letters."""
    made = ""
    for sign in (title if title.isascii() else unicodedata.normalize("NFKD", title)).lower():
        if sign.isascii() and sign.isalnum():
            made += sign
        elif sign not in "'’" and not 0x300 <= ord(sign) <= 0x36F and made and made[-1] != "-":
            made += "-"
    return made[:60].removesuffix("-")


class Pool:
    """The parts of the copied recipes that differ in their copies."""

    def __init__(self, db: sqlite3.Connection):
        rows = db.execute(
            "SELECT p.recipe_id, v.id, v.body FROM public_recipe p JOIN revision v ON v.id = p.revision_id ORDER BY 1")
        self.recipes, self.sentences = [], []
        for number, revision, body in rows:
            title, description = json.loads(body)["title"], json.loads(body)["description"]
            # A title of one word may be read as the name of a food.
            if not re.search("[\u0400-\u04ff]", title) and " " in title and len(title) <= 120:
                start, end = body.index(',"language":'), body.index(',"prepMinutes":')
                rest = body[body.index(',"difficulty":'):]
                self.recipes.append((number, revision, title, len(description), body[start:end], rest))
            if description:
                self.sentences.append(description)


def plant(file: pathlib.Path, count: int, seed: int) -> None:
    """Adds copies until `count` recipes are public."""
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as db:
        for setting in ("journal_mode = OFF", "synchronous = OFF", "cache_size = -1000000", "foreign_keys = OFF"):
            db.execute(f"PRAGMA {setting}")
        db.execute("BEGIN")
        rng = random.Random(seed)
        missing = count - db.execute("SELECT count(*) FROM public_recipe").fetchone()[0]
        if missing > 0:
            laid_aside = lay_aside(db)
            write_copies(db, rng, missing)
            spread(db)
            for sql in laid_aside:
                db.execute(sql)
        write_reviews(db, rng)
        db.execute("COMMIT")
    planted_index.rebuild(file)
    with contextlib.closing(sqlite3.connect(file)) as db:
        db.execute("PRAGMA journal_mode = WAL")


def lay_aside(db: sqlite3.Connection) -> list[str]:
    """Drops the indexes and triggers of the tables; returns the statements that create them again."""
    marks = ", ".join("?" * len(TABLES))
    rows = db.execute(
        f"SELECT type, name, sql FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql <> '' AND tbl_name IN ({marks})",
        TABLES).fetchall()
    for kind, name, _ in rows:
        db.execute(f"DROP {kind} {name}")
    return [sql for _, _, sql in sorted(rows)]


def write_copies(db: sqlite3.Connection, rng: random.Random, count: int) -> None:
    """The texts of the copies, the audit log, and a list of what differs, for `spread`."""
    pool = Pool(db)
    authors = [number for (number,) in db.execute("SELECT id FROM user WHERE username LIKE 'cook%' ORDER BY id")]
    first = 1 + max(
        db.execute(f"SELECT max(id) FROM {table}").fetchone()[0] for table in ("recipe", "revision", "decision", "recipe_needs"))
    log = AuditLog(db)
    db.execute("""CREATE TEMP TABLE copy (id INTEGER PRIMARY KEY, recipe, revision, author, minutes, published, title,
        title_key, slug, description, cut, sha256)""")
    now = int(time.time() * 1000)
    copies, texts, logged = [], [], []
    for number in range(first, first + count):
        recipe, revision, base, cut, middle, rest = rng.choice(pool.recipes)
        title = f"{rng.choice(NAMES)} {rng.choice(SURNAMES)}’s {base}"
        description = rng.choice(pool.sentences)
        minutes = 5 * rng.choice((2, 3, 4, 4, 5, 5, 6, 6, 7, 8, 9, 10, 12, 15, 18, 24, 36))
        body = (
            f'{{"title":{quoted(title)},"description":{quoted(description)}{middle}'
            f',"prepMinutes":{minutes // 3},"cookMinutes":{minutes - minutes // 3}{rest}')
        sha256 = hashlib.sha256(body.encode()).hexdigest()
        author, published = rng.choice(authors), now - rng.randrange(YEARS_MS)
        made = slug(title)
        copies.append((
            number, recipe, revision, author, minutes, published, title, " ".join(planted_index.words(title)), made, description, cut,
            sha256))
        texts.append((number, number, 1, title, made, None, body, sha256, author, published))
        logged.append(log.row(number, sha256, published))
        if len(copies) == BATCH or number == first + count - 1:
            for table, rows in (("temp.copy", copies), ("revision", texts), ("audit", logged)):
                db.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(rows[0]))})", rows)
                rows.clear()


def quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


class AuditLog:
    """Continues the chain of hashes: see `AuditStore`."""

    def __init__(self, db: sqlite3.Connection):
        self.number, self.hash = db.execute("SELECT id, hash FROM audit ORDER BY id DESC LIMIT 1").fetchone()
        self.names = [row[1] for row in db.execute("PRAGMA table_info(audit)")]

    def row(self, recipe: int, sha256: str, at: int) -> tuple:
        self.number += 1
        values = {
            "id": self.number, "at": at, "actor_id": None, "actor_name": "system", "action": "import", "object": "recipe",
            "object_id": recipe, "from_state": "none", "to_state": "live", "detail": f"revision {recipe} sha256 {sha256}",
            "previous": self.hash}
        fields = ["" if value is None else str(value) for value in values.values()]
        text = "".join(f"{len(field.encode())}:{field}" for field in fields)
        self.hash = hashlib.sha256(text.encode()).hexdigest()
        values |= {"hash": self.hash, "redacted_for": None, "network": ""}
        return tuple(values[name] for name in self.names)


# The table, how its row is found, the columns that differ, and the order of its rows.
SPREAD = [
    ("recipe", "t.id = c.recipe", {
        "id": "c.id", "author_id": "c.author", "head_revision_id": "c.id", "live_revision_id": "c.id",
        "shown_revision_id": "c.id", "origin": "NULL", "form_sha256": "NULL", "published_at": "c.published",
        "created_at": "c.published", "updated_at": "c.published"}, "c.id"),
    ("revision_lines", "t.revision_id = c.revision", {"revision_id": "c.id"}, "c.id"),
    ("revision_use", "t.revision_id = c.revision", {"recipe_id": "c.id", "revision_id": "c.id"}, "t.kind, t.key, c.id"),
    ("decision", "t.recipe_id = c.recipe AND t.kind = 'import'", {
        "id": "c.id", "recipe_id": "c.id", "revision_id": "c.id", "seen_sha256": "c.sha256", "decided_at": "c.published"}, "c.id"),
    ("public_recipe", "t.recipe_id = c.recipe", {
        "recipe_id": "c.id", "revision_id": "c.id", "author_id": "c.author", "title": "c.title", "title_key": "c.title_key",
        "slug": "c.slug", "total_minutes": "c.minutes", "published_at": "c.published"}, "c.id"),
    ("public_recipe_ingredient", "t.recipe_id = c.recipe", {"recipe_id": "c.id"}, "t.ingredient_id, c.id"),
    ("public_recipe_unknown_word", "t.recipe_id = c.recipe", {"recipe_id": "c.id"}, "t.word, c.id"),
    ("public_recipe_tag", "t.recipe_id = c.recipe", {"recipe_id": "c.id"}, "t.tag_key, c.id"),
    ("recipe_needs", "t.recipe_id = c.recipe", {"id": "c.id", "recipe_id": "c.id"}, "c.id"),
    ("recipe_text_content", "t.id = c.recipe", {
        "id": "c.id", "c0": "c.title", "c2": "c.description || substr(t.c2, c.cut + 1)"}, "c.id"),
]


def spread(db: sqlite3.Connection) -> None:
    """Copies the rows of every other table."""
    for table, condition, changed, order in SPREAD:
        names = [row[1] for row in db.execute(f"PRAGMA table_xinfo({table})") if row[6] == 0]
        values = ", ".join(changed.get(name, f"t.{name}") for name in names)
        by = condition.split(" = ")[0].removeprefix("t.")
        db.execute(f"CREATE TEMP TABLE original AS SELECT * FROM main.{table}")
        db.execute(f"CREATE INDEX temp.original_by ON original ({by})")
        db.execute(f"""INSERT INTO {table} ({', '.join(names)})
            SELECT {values} FROM temp.copy c CROSS JOIN temp.original t ON {condition} ORDER BY {order}""")
        db.execute("DROP TABLE temp.original")
    db.execute("UPDATE edition SET number = number + 1 + (SELECT count(*) FROM temp.copy) WHERE name = 'public'")


def write_reviews(db: sqlite3.Connection, rng: random.Random) -> None:
    """Adds ratings by members to a twentieth of the recipes. Triggers calculate the sums."""
    members = [number for (number,) in db.execute("SELECT id FROM user WHERE username LIKE 'member%' ORDER BY id")]
    recipes = [number for (number,) in db.execute("SELECT recipe_id FROM public_recipe ORDER BY recipe_id")]
    rows = [
        (recipe, member, rng.choice((3, 4, 4, 5, 5)))
        for recipe in rng.sample(recipes, int(len(recipes) * REVIEWED_SHARE))
        for member in rng.sample(members, rng.randint(1, 3))]
    db.executemany("INSERT INTO review (recipe_id, user_id, stars, text, created_at, changed_at) VALUES (?, ?, ?, '', 1, 1)", rows)
