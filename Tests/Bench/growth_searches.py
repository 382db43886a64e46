"""Addresses as long as the limits allow, with words, ingredients and filters of searches; and the parts of the sitemap."""

import contextlib
import json
import pathlib
import sqlite3

from growth_requests import Reader, fill, get

# The most bytes of a query, and the most names that a search leaves out.
QUERY, NAMES = 7_900, 100
FILTERS = "diet=vegan&diet=keto&diet=halal&diet=spicy&free_from=milk&"
# The recipes of a part of the sitemap.
PART = 5_000
HERBS = pathlib.Path(__file__).parents[2] / "Starter" / "Ingredients" / "herbs-and-spices.txt"


def readers(site) -> list[Reader]:
    return words(site) + names(site)


def words(site) -> list[Reader]:
    addresses = ["/search?q=", "/search/suggest?q=", "/ingredients/suggest?q=", "/search?with=", "/search?without="]
    pieces = {"words": "so+", "letters": "a", "marks": "a" + "%CC%81%CC%A3" * 15, "signs": "%22", "commas": "a,"}
    readers = []
    for address in addresses:
        for kind, piece in pieces.items():
            ask = lambda size, address=address, piece=piece: get(site, address + fill(piece, size))
            readers.append(Reader(f"{address}, {kind}", ask, QUERY, (200, 303, 400, 422)))
    return readers


def names(site) -> list[Reader]:
    groups = "with=vegetables&with=meat&with=fruit&with=spices&with=dairy&with=fish&with=beans&without=nuts&"
    herbs = [line.replace(" ", "+") for line in HERBS.read_text().splitlines() if line[:1].isalpha()][:NAMES]
    spellings = [spelling("cinnamon", number) for number in range(NAMES)]

    def without(query: str, foods: list[str]) -> int:
        return get(site, f"/search?{query}without={','.join(foods)}")

    return [
        Reader("search, many names", lambda size: get(site, "/search?" + fill(groups, size)), QUERY, (200, 303, 400, 422)),
        Reader("search, repeated filters", lambda size: get(site, "/search?" + fill(FILTERS, size)), QUERY),
        Reader("search, many foods left out", lambda size: without("", herbs[:size]), NAMES),
        Reader("search, one food in many spellings", lambda size: without("q=zzzqqq&", spellings[:size]), NAMES),
    ]


def spelling(name: str, number: int) -> str:
    """The name with a capital letter for each bit of the number that is set."""
    return "".join(sign.upper() if number >> place & 1 else sign for place, sign in enumerate(name))


def plant_sitemap(site) -> None:
    """Adds recipes for parts 11, 12 and 13 of the sitemap: a quarter, a half and all of the recipes that fit in a part. No
    other page can show them."""
    recipe = {"@context": "https://schema.org", "@type": "Recipe", "recipeIngredient": ["1 egg"], "recipeInstructions": "Boil."}
    file = site.data.parent / "egg.jsonl"
    file.write_text(json.dumps(recipe | {"@id": "urn:egg", "name": "An egg that is boiled and eaten with salt and buttered toast"}))
    site.toque("import", "--publish", str(file))
    with contextlib.closing(sqlite3.connect(site.data / "toque.sqlite")) as db:
        # The triggers refuse a recipe without a text.
        triggers = db.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'public_recipe'").fetchall()
        for name, _ in triggers:
            db.execute(f"DROP TRIGGER {name}")
        names = [row[1] for row in db.execute("PRAGMA table_info(public_recipe)") if row[1] != "recipe_id"]
        row = db.execute(f"SELECT {', '.join(names)} FROM public_recipe").fetchone()
        for part, size in zip((10, 11, 12), (PART // 4, PART // 2, PART)):
            rows = [(part * PART + number, *row) for number in range(1, size + 1)]
            db.executemany(
                f"INSERT INTO public_recipe (recipe_id, {', '.join(names)}) VALUES (?{', ?' * len(names)})", rows)
        for _, sql in triggers:
            db.execute(sql)
        db.commit()


def sitemap(site) -> Reader:
    parts = {PART // 4: 11, PART // 2: 12, PART: 13}
    return Reader("part of the sitemap", lambda size: get(site, f"/sitemaps/{parts[size]}.xml"), PART, (200,))
