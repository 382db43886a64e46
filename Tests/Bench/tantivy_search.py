"""Answers the questions of the search benchmark with Tantivy. Reads lines of kind, page and words; prints seconds.

Run by `search_rivals.py` with the Python of `.build/bench-tantivy`.
"""

import pathlib
import shutil
import sqlite3
import sys
import time

import tantivy

FIELDS = ["title", "ingredients", "description"]
BOOSTS = {"title": 8.0, "ingredients": 3.0, "description": 1.0}
LIMIT = 20
VEGAN, NUTS = 1 << 1, 1 << 7
CHEESES = "cheese parmesan mozzarella cheddar feta ricotta".split()


def schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    for name in FIELDS:
        builder.add_text_field(name, stored=False, tokenizer_name="en_stem")
    builder.add_text_field("facts", stored=False, tokenizer_name="raw", index_option="basic")
    builder.add_integer_field("minutes", stored=False, indexed=True, fast=True)
    builder.add_integer_field("recipe", stored=True)
    return builder.build()


def fill(index: tantivy.Index, file: pathlib.Path) -> None:
    writer = index.writer(heap_size=500_000_000, num_threads=1)
    rows = sqlite3.connect(f"file:{file}?mode=ro", uri=True).execute("""SELECT t.id, c0, c1, c2, diet_yes, allergen_no,
        coalesce(total_minutes, 100000) FROM recipe_text_content t JOIN public_recipe p ON p.recipe_id = t.id""")
    for number, title, ingredients, description, diets, allergens, minutes in rows:
        facts = ["vegan"] * bool(diets & VEGAN) + ["no nuts"] * bool(allergens & NUTS)
        writer.add_document(tantivy.Document(
            title=title, ingredients=ingredients, description=description, facts=facts, minutes=minutes, recipe=number))
    writer.commit()
    writer.wait_merging_threads()


def query(index: tantivy.Index, scheme: tantivy.Schema, kind: str, words: str) -> tantivy.Query:
    must, never = tantivy.Occur.Must, tantivy.Occur.MustNot
    if kind == "prefix":
        parts = [(tantivy.Occur.Should, tantivy.Query.regex_query(scheme, name, f"{words}.*")) for name in FIELDS]
        return tantivy.Query.boolean_query(parts)
    found = index.parse_query(words, FIELDS, field_boosts=BOOSTS, conjunction_by_default=True)
    if kind == "strict":
        facts = [tantivy.Query.term_query(scheme, "facts", name) for name in ("vegan", "no nuts")]
        quick = tantivy.Query.range_query(scheme, "minutes", tantivy.FieldType.Integer, 0, 30)
        return tantivy.Query.boolean_query([(must, part) for part in [found, *facts, quick]])
    if kind == "without":
        cheese = index.parse_query(" ".join(CHEESES), ["ingredients"])
        return tantivy.Query.boolean_query([(must, found), (never, cheese)])
    return found


def main() -> None:
    folder = pathlib.Path(sys.argv[1])
    place, scheme = folder / "tantivy", schema()
    is_new = not (place / "filled").exists()
    if is_new:
        shutil.rmtree(place, ignore_errors=True)
    place.mkdir(exist_ok=True)
    index = tantivy.Index(scheme, path=str(place))
    if is_new:
        fill(index, folder / "site" / "toque.sqlite")
        (place / "filled").touch()
    index.reload()
    searcher = index.searcher()
    print("ready", flush=True)
    for line in sys.stdin:
        kind, page, words = line.rstrip("\n").split(" ", 2)
        began = time.perf_counter()
        searcher.search(query(index, scheme, kind, words), LIMIT, offset=(int(page) - 1) * LIMIT)
        print(time.perf_counter() - began, flush=True)


if __name__ == "__main__":
    main()
