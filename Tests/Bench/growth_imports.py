"""Documents of every kind that the import page reads, up to the limits, and the catalogue's CSV."""

import io
import json
import zipfile
from collections.abc import Callable

from growth_requests import MARKS, Poster, Reader, fill


def recipe(name: str, lines: list, steps) -> dict:
    return {"@type": "Recipe", "name": name, "recipeIngredient": lines, "recipeInstructions": steps}


def archive(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in files.items():
            made.writestr(name, content)
    return out.getvalue()


def files() -> dict[str, tuple[Callable[[int], bytes], int]]:
    """Documents of every kind by file name, each with its largest size."""
    soup = recipe("Soup", ["1 egg"], "Boil.")

    def text(value) -> bytes:
        return json.dumps(value).encode()

    def steps(size: int, step: str) -> bytes:
        return text(recipe("Soup", ["1 egg"], [{"@type": "HowToStep", "name": "a", "text": step}] * (size // (len(step) + 45))))

    def page(body: str) -> bytes:
        return f"<html><body>{body}</body></html>".encode()

    def microdata(size: int) -> bytes:
        start = '<div itemscope itemtype="https://schema.org/Recipe"><p itemprop="name">Soup</p>'
        return page(start + fill('<p itemprop="recipeIngredient">1 <b>egg</b></p>', size) + "</div>")

    def mealie(size: int) -> bytes:
        rows = size // 60
        return text({
            "recipes": [{"id": "a", "name": "Soup"}] * (rows // 10),
            "recipes_ingredients": [{"recipe_id": "a", "note": "1 egg", "position": 1.0}] * rows,
            "recipe_instructions": [],
        })

    def tandoor(size: int) -> bytes:
        step = {"name": "", "instruction": "Boil.", "ingredients": [{"food": {"name": "egg"}, "amount": 1.0}]}
        return text({"name": "Soup", "working_time": 1, "waiting_time": 1, "steps": [step] * (size // 100)})

    def paprika(size: int) -> bytes:
        return text({"name": "Soup", "ingredients": fill("1 egg\n", size), "directions": fill("Boil.\n", size), "uid": "a"})

    def many(size: int) -> bytes:
        return archive({f"{number}/soup.json": text(soup) for number in range(size)})

    def pictures(size: int) -> bytes:
        files = {f"{number}/soup.json": text(soup) for number in range(size // 4)}
        return archive(files | {f"{number}/a-{number}.jpg": b"x" for number in range(size)})

    def nested(size: int) -> bytes:
        """Twenty archives in an archive, of files with the longest names."""
        inner = archive({f"{n:05}{'n' * 990}.txt": b"" for n in range(size // 20)})
        return archive({f"{n}.zip": inner for n in range(20)})

    five, one = 5_000_000, 1_000_000
    def names(size: int) -> bytes:
        """An element with a list of spaces instead of names. 400 elements refer to it."""
        def level(name: str, refs: str) -> str:
            return "".join(f"<p id={name}{n} itemscope itemprop=x itemref='{refs}'></p>" for n in range(20))

        first, second = (" ".join(f"{name}{n}" for n in range(20)) for name in "ab")
        start = f"<div itemscope itemtype='https://schema.org/Recipe' itemref='{first}'><p itemprop=name>Soup</p></div>"
        return page(start + level("a", second) + level("b", "c") + f"<p id=c itemprop='{' ' * size}'></p>")

    def ids(size: int) -> bytes:
        start = "<div itemscope itemtype='https://schema.org/Recipe'><p itemprop=name>Soup</p></div>"
        return page("<div>" * 200 + start + fill("<br id=a>", size))

    def authors(size: int) -> bytes:
        author = {"@id": "x", "name": fill("&amp;", 2_000)}
        dishes = [recipe(f"Soup {n}", ["1 egg"], "Boil.") | {"author": [{"@id": "x"}] * 50} for n in range(size)]
        return page(f'<script type="application/ld+json">{json.dumps([author, *dishes])}</script>')

    def tools(size: int) -> bytes:
        return text([soup | {"tool": ["&a"] * (size // 20)}] * 20)

    return {
        "names.html": (names, 4 * one), "ids.html": (ids, 8 * one // 10), "authors.html": (authors, 200),
        "tools.json": (tools, 50_000),
        "steps.jsonld": (lambda size: steps(size, "Stir it well, and then again."), 4 * one),
        "800 kB.jsonld": (lambda size: steps(size, "Stir it well. " * 560), 800_000),
        "markup.jsonld": (lambda size: steps(size, "<p>Stir &amp; <b>boil</b>.</p>"), one),
        "lines.jsonld": (lambda size: text(recipe("Soup", ["1 egg (x), y"] * (size // 16), "Boil.")), 4 * one),
        "many.json": (lambda size: text([soup] * (size // 110)), 250_000),
        "nested.json": (lambda size: b"[" * 90 + fill("[],", size).encode() + b"1" + b"]" * 90, 4 * one),
        "microdata.html": (microdata, five),
        "deep.html": (lambda size: page(fill("<div><b>a", size)), five),
        "entities.html": (lambda size: page(fill("&amp;&#8531;", size)), five),
        "attributes.html": (lambda size: page("<p " + fill("a=b ", size) + ">"), five),
        "steps.cook": (lambda size: b"@egg{1}\n\n" + fill("Stir @salt{1%g} well. ", size).encode(), one),
        "paragraphs.cook": (lambda size: b"@egg{1}\n\n" + fill("Stir.\n\n", size).encode(), one),
        "marks.cook": (lambda size: fill("@a{@#~{[-", size).encode(), one),
        "tags-in-marks.json": (lambda size: json.dumps(recipe("Soup", ["1 egg"], fill(MARKS + "</b>", size)), ensure_ascii=False).encode(), one),
        "comments-in-marks.cook": (lambda size: b"@egg{1}\n\n@x" + fill("\u0301\u0323" * 15 + "[--]", size).encode(), one),
        "plain.txt": (lambda size: b"Soup\n1 egg\n" + fill("Stir it well, and then again.\n", size).encode(), one),
        "flags.txt": (lambda size: b"Soup\n1 egg\n" + fill("\U0001f1e9\U0001f1ea", size).encode() + b"\nBoil.", one),
        "bullets.txt": (lambda size: b"Soup\n1 egg\n" + fill("* ", size).encode() + b"\nBoil.", one),
        "letters in one.json": (lambda size: json.dumps(recipe("Soup", ["1 egg"], "Boil.") | {"keywords": fill("\ufdfa ", size)}, ensure_ascii=False).encode(), one),
        "combining.txt": (lambda size: b"Soup\n1 egg\n" + fill(MARKS + " ", size).encode(), one),
        "mealie.json": (mealie, 2 * one),
        "tandoor.json": (tandoor, 2 * one),
        "paprika.json": (paprika, one),
        "recipes.zip": (many, 2_000),
        "nested.zip": (nested, 19_900),
        "pictures.zip": (pictures, 8_000),
        # Lines that are looked up in the catalogue and make no recipe.
        "plain.zip": (lambda size: archive({f"{n}.txt": b"Soup\n" + b"w x y z\n" * 999 for n in range(size)}), 1_000),
        "cook.zip": (lambda size: archive({f"{n}.cook": b"@egg{1}\n\n" + b"Stir.\n\n" * 4_900 for n in range(size)}), 40),
    }


def readers(site) -> list[Reader]:
    bob, root = Poster(site, "bob"), Poster(site, "keeper")
    found = []
    for name, (make, most) in files().items():
        made = {size: make(size) for size in (most // 4, most // 2, most)}
        ask = lambda size, name=name, made=made: bob.file("/recipes/import", name, made[size])
        found.append(Reader(f"import of {name}", ask, most))
    rows = "name_en,aisle\r\n"
    for kind, piece in {"rows": "Gorse flower,\r\n", "quotes": '"a""b",\r\n', "cells": "a,a,"}.items():
        ask = lambda size, piece=piece: root.file("/admin/catalogue/import", "a.csv", (rows + fill(piece, size)).encode(), "table")
        found.append(Reader(f"CSV import, {kind}", ask, 250_000))
    cell = lambda size: rows + '"' + fill(";'=", size) + '",'
    ask = lambda size: root.file("/admin/catalogue/import", "a.csv", cell(size).encode(), "table")
    found.append(Reader("CSV import, formulas", ask, 2_000_000))
    return found
