"""Requests for pages that members have filled up to the limits: recipes, plans, lists, timers, reviews and reports."""

import contextlib
import itertools
import json
import random
import re
import sqlite3
import struct
import time
import zlib

from client import Client
from growth_requests import MARKS, Poster, Reader, fill, get
from growth_searches import FILTERS, QUERY

# Single words, so that 30 of them are within the limits of a line.
FOODS = (
    "butter sugar potatoes carrots flour rice mushrooms spinach leeks beef cabbage chickpeas walnuts milk cream "
    "water eggs onions tomatoes lemons apples courgettes aubergines honey mustard paprika salt pepper garlic cinnamon"
).split()
# The most foods and rows of a recipe, entries of a week, notes in the feed, and items of a list.
RECIPE, ROWS, WEEK, FEED, LIST = 600, 150, 84, 12 * 206, 500
# The most recipes that can be added to a shopping list together, and the most message templates.
BASKET, TEMPLATES = 100, 200
# The most characters of all steps of a recipe, and how many texts of each size are opened once.
STEPS, TEXTS = 100_000, 12
# The height of the tallest picture, how many recipes one member has, and how many of them are deleted at a time.
TALL, OWN, DELETED = 16_383, 10_000, 400
DAY = 86_400
MILLION = 1_000_000


def parts(most: int) -> list[int]:
    """The sizes that are measured."""
    return [most // 4, most // 2, most]


def plant(site) -> None:
    """Twenty public recipes with as much text as fits, a member for each size of a plan and of a list, and a full pantry."""
    steps = [fill("Stir it well, and then again. ", 4_000)] * 20
    recipe = {
        "@context": "https://schema.org", "@type": "Recipe", "description": fill("A soup. ", 4_000),
        "recipeIngredient": ["1 onion"], "recipeInstructions": steps,
    }
    file = site.data.parent / "long.jsonl"
    file.write_text("".join(json.dumps(recipe | {"@id": f"urn:long:{n}", "name": f"Soup {n}"}) + "\n" for n in range(20)))
    site.toque("import", "--publish", str(file))
    plant_foods(site)
    plant_collection(site)
    today = int(time.time()) // DAY
    members = [f"feed{size}" for size in parts(FEED)] + [f"list{size}" for size in parts(LIST)]
    for name in ["planner", "stocked", "submitter", *members]:
        site.add_user(name, "member")
    site.toque("user", "licence", "submitter", "--until", "2099-12-31")
    site.add_user("mod", "moderator")
    with contextlib.closing(sqlite3.connect(site.data / "toque.sqlite")) as db:
        for size in parts(FEED):
            user = number_of(db, f"feed{size}")
            notes = [(user, today + n // 12, fill('🍲;,"\\é', 180)[:200]) for n in range(size)]
            db.executemany("INSERT INTO plan_entry (user_id, day, note, added_at) VALUES (?, ?, ?, 1)", notes)
        for size in parts(LIST):
            user = number_of(db, f"list{size}")
            items = [(user, f"{n} " + fill("napkins; ", 190)) for n in range(size)]
            db.executemany("INSERT INTO shopping_item (user_id, text, added_at) VALUES (?, ?, 1)", items)
        db.execute(
            "INSERT INTO pantry_item (user_id, ingredient_id, added_at) SELECT ?, id, 1 FROM ingredient ORDER BY id LIMIT ?",
            (number_of(db, "stocked"), LIST))
        templates = [(str(n), fill("{recipe}", 4_900)) for n in range(TEMPLATES)]
        db.executemany("INSERT INTO message_template (language, title, text) VALUES ('en', ?, ?)", templates)
        db.commit()


def plant_foods(site) -> None:
    """Public recipes whose steps name foods: one for each size of the steps, and as many as a shopping list accepts together."""
    rows = ["1 cup " + " and ".join(FOODS)] * (RECIPE // len(FOODS))
    sizes = [(f"Foods of {size}", size, 99) for size in parts(STEPS)] + [(f"Basket {n}", 20_000, 20) for n in range(BASKET)]
    lines = [
        json.dumps({
            "@context": "https://schema.org", "@type": "Recipe", "@id": f"urn:foods:{title}", "name": title,
            "recipeYield": "4", "recipeIngredient": rows,
            "recipeInstructions": [fill("Stir the butter and the rice. ", size // steps)] * steps,
        })
        for title, size, steps in sizes
    ]
    file = site.data.parent / "foods.jsonl"
    file.write_text("\n".join(lines) + "\n")
    site.toque("import", "--publish", str(file))


def plant_collection(site) -> None:
    """A member with very many recipes of one line."""
    site.add_user("collector", "member")
    recipe = {"@context": "https://schema.org", "@type": "Recipe", "recipeIngredient": ["1 onion"], "recipeInstructions": "Stir."}
    file = site.data.parent / "collection.jsonl"
    half = OWN // 2
    for first in (0, half):
        lines = [json.dumps(recipe | {"@id": f"urn:own:{n}", "name": f"Own {n}"}) for n in range(first, first + half)]
        file.write_text("\n".join(lines) + "\n")
        site.toque("import", str(file), "--author", "collector")


def number_of(db, name: str) -> int:
    return db.execute("SELECT id FROM user WHERE username = ?", (name,)).fetchone()[0]


def found(site, query: str, *values) -> list[tuple]:
    with contextlib.closing(sqlite3.connect(site.data / "toque.sqlite")) as db:
        return db.execute(query, values).fetchall()


def readers(site) -> list[Reader]:
    return pictures(site) + collections(site) + recipes(site) + long_texts(site) + plans(site) + lists(site) + texts(site) + submissions(site) + staff(site)


def with_foods(poster: Poster, count: int, steps: int = 0, name: str = "Soup") -> str:
    """The address of a new recipe with this many foods, and steps with this many characters."""
    row = [("amount", "1"), ("unit", "cup"), ("ingredient", " and ".join(FOODS)), ("note", "")]
    fields = [("title", f"{name} of {count}"), ("servings", "4")] + row * (count // len(FOODS)) + [("step", "Stir.")]
    fields += [("step", fill("Stir the butter and the rice. ", steps // 99))] * (99 if steps else 0)
    address = poster.client.post("/recipes", *fields)
    assert address, f"a recipe with {count} foods and {steps} characters of steps was refused"
    return address


def picture(width: int, height: int) -> bytes:
    """A PNG of noise that compresses well: each row is the one before, moved by a few pixels."""
    noise = random.Random(1).randbytes(6 * width)
    rows = b"".join(b"\0" + noise[start:start + 3 * width] for start in (7 * y % (3 * width) for y in range(height)))

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def pictures(site) -> list[Reader]:
    bob, numbers = Poster(site, "bob"), itertools.count()
    files = {size: picture(1_280, size) for size in parts(TALL)}

    def send(size: int) -> int:
        fields = {"title": f"Tall {next(numbers)}", "ingredient": "salt", "step": "Stir."}
        texts = [f'Content-Disposition: form-data; name="{name}"\r\n\r\n{value}'.encode() for name, value in fields.items()]
        photo = b'Content-Disposition: form-data; name="photo"; filename="a.png"\r\n\r\n' + files[size]
        return bob.parts("/recipes", [*texts, photo])

    return [Reader("recipe, a tall photo", send, TALL, (303,))]


def collections(site) -> list[Reader]:
    collector = Poster(site, "collector")
    own = iter(found(site, "SELECT r.id FROM recipe r JOIN user u ON u.id = r.author_id WHERE u.username = 'collector'"))
    delete = lambda size: collector.form("/my/recipes/delete", [("recipe", number) for number, in itertools.islice(own, size)])
    return [Reader("delete many of very many recipes", delete, DELETED, (303,))]


def recipes(site) -> list[Reader]:
    alice = Poster(site, "alice")
    pages = {size: with_foods(alice, size) for size in parts(RECIPE)}

    def show(size: int, query: str = "") -> int:
        return alice.client.ask("GET", pages[size].partition("?")[0] + query)[0]

    def spread(count: int) -> str:
        """A recipe with ingredients of eleven words. Its steps contain the same words with wide gaps between them."""
        row = [("amount", "1"), ("unit", "g"), ("ingredient", " ".join("a" * 11)), ("note", "")]
        step = ("a" + "\u00a0" * 394) * 20
        fields = [("title", f"Gaps of {count}")] + row * count + [("step", step.strip("\u00a0"))] * (count * 12 // 150)
        return re.search(r"/recipes/(\d+)", alice.client.post("/recipes", *fields))[1]

    gaps = {size: spread(size) for size in parts(ROWS)}
    public = {}
    for size in parts(STEPS):
        number, slug = found(site, "SELECT recipe_id, slug FROM revision WHERE title = ?", f"Foods of {size}")[0]
        public[size] = f"/recipes/{number}-{slug}?servings=7"

    # The steps are read only when a text is opened for the first time. The titles differ, because a form that is sent twice
    # creates only one recipe.
    unopened = {size: iter([with_foods(alice, RECIPE, size, f"Soup {n}") for n in range(TEXTS)]) for size in parts(STEPS)}

    def cook(size: int) -> int:
        number = re.search(r"/recipes/(\d+)", next(unopened[size]))[1]
        return alice.client.ask("GET", f"/recipes/{number}/cook")[0]

    return [
        Reader("cook mode of a new text", cook, STEPS),
        Reader("Cooklang of words far apart", lambda size: alice.client.ask("GET", f"/recipes/{gaps[size]}.cook")[0], ROWS),
        Reader("show a recipe, foods", show, RECIPE),
        Reader("show a recipe, foods, other servings", lambda size: show(size, "?servings=7"), RECIPE),
        Reader("show a public recipe, steps of foods, other servings", lambda size: get(site, public[size]), STEPS, (200,)),
        Reader("feed.atom, long recipes", lambda size: get(site, "/feed.atom"), LIST),
    ]


def long_texts(site) -> list[Reader]:
    """Recipes with rows of the greatest allowed length, unlike anything in the catalogue, and another version of each."""
    alice, dice = Poster(site, "alice"), random.Random(1)

    def word() -> str:
        return "".join(dice.choice("bcdfghklmnprstvwxz") for _ in range(7))

    def cell() -> str:
        return " ".join(word() for _ in range(86))

    def fields(count: int) -> list:
        row = lambda: [("amount", "1"), *((name, cell()) for name in ("unit", "ingredient", "note", "group"))]
        return [("title", f"Long {count}"), ("servings", "4"), *(cell for _ in range(count) for cell in row()), ("step", "Stir.")]

    pages = {}
    for size in parts(ROWS):
        pages[size] = alice.client.post("/recipes", *fields(size)).partition("?")[0]
        number = re.search(r"/recipes/(\d+)", pages[size])[1]
        assert alice.client.post(f"/recipes/{number}", ("version", "1"), *fields(size)), "the second version was refused"
    number = lambda size: re.search(r"/recipes/(\d+)", pages[size])[1]
    return [
        Reader("show a recipe, long rows", lambda size: alice.client.ask("GET", pages[size] + "?servings=7")[0], ROWS),
        Reader("compare two versions", lambda size: alice.client.ask("GET", f"/recipes/{number(size)}/revisions")[0], ROWS),
    ]


def plans(site) -> list[Reader]:
    planner = Poster(site, "planner")
    number = re.search(r"/recipes/(\d+)", with_foods(planner, RECIPE))[1]
    monday = int(time.time()) // DAY
    monday -= (monday + 3) % 7
    weeks = {}
    for place, size in enumerate(parts(WEEK), 1):
        days = [time.strftime("%Y-%m-%d", time.gmtime((monday + 7 * place + n // 12) * DAY)) for n in range(size)]
        for day in days:
            assert planner.client.post("/plan", ("day", day), ("recipe", number)), f"the entry of {day} was refused"
        weeks[size] = days[0]
    feeds = {}
    for size in parts(FEED):
        owner = Client(site).log_in(f"feed{size}")
        owner.read("/plan")
        assert owner.post("/plan/feed")
        feeds[size] = re.search(r"/plan/feed/[^\"]+\.ics", owner.read("/plan"))[0]
    return [
        Reader("shopping for a week", lambda size: planner.form("/plan/shopping", [("week", weeks[size])]), WEEK),
        Reader("calendar feed of a plan", lambda size: get(site, feeds[size]), FEED),
    ]


def lists(site) -> list[Reader]:
    owners = {size: Client(site).log_in(f"list{size}") for size in parts(LIST)}
    bob, stocked = Poster(site, "bob"), Client(site).log_in("stocked")
    line = fill("1 g butter and salt and ", 90) + "rice\n"
    baskets = [("recipe", number) for number, in found(site, "SELECT recipe_id FROM revision WHERE title LIKE 'Basket %'")]
    return [
        *[
            Reader(address, lambda size, address=address: owners[size].ask("GET", address)[0], LIST)
            for address in ("/shopping", "/shopping.ics", "/shopping.csv", "/shopping.txt")
        ],
        Reader(
            "recipes from a pantry, repeated filters",
            lambda size: stocked.ask("GET", "/pantry/recipes?" + fill(FILTERS, size))[0], QUERY),
        Reader("shopping from several recipes", lambda size: bob.form("/shopping/recipes", baskets[:size]), BASKET, (303, 409)),
        Reader("shopping, typed lines", lambda size: bob.form("/shopping/items", [("text", line * size)]), 100),
        Reader("shopping, a long line", lambda size: bob.form("/shopping/items", [("text", "ж" * (size // 6))]), MILLION),
        Reader("shopping, marks", lambda size: bob.form("/shopping/items", [("text", fill(MARKS, size // 6))]), MILLION),
    ]


def texts(site) -> list[Reader]:
    """Fields that are refused when they are too long."""
    bob = Poster(site, "bob")
    page = Client(site).read("/recipes")
    number = re.search(r'href="/recipes/(\d+)', page)[1]
    timer = [("recipe", number), ("key", "1"), ("seconds", "60"), ("state", "running"), ("left", "60000")]
    forms = {
        "timer": lambda text: bob.form("/cooking/timers", [*timer, ("name", text)]),
        "review": lambda text: bob.form(f"/recipes/{number}/review", [("stars", "5"), ("text", text)]),
        "report": lambda text: bob.form(
            "/reports", [("kind", "recipe"), ("id", number), ("reason", "spam"), ("text", text)]),
    }
    pieces = {"words": "It is an advert. ", "marks": MARKS, "line ends": "a\n"}
    return [
        Reader(f"{name}, {kind}", lambda size, send=send, piece=piece: send(fill(piece, size // 6)), MILLION)
        for name, send in forms.items()
        for kind, piece in pieces.items()
    ]


def submissions(site) -> list[Reader]:
    """Recipes of disguised words and of single letters, submitted and withdrawn. The block list is that of `forms`."""
    author = Poster(site, "submitter")
    text = fill("ⓐⓑⓒⓓ1 x y z w ", 700)
    pages = {}
    for size in parts(ROWS):
        row = [("amount", ""), *((name, text) for name in ("unit", "ingredient", "note", "group"))]
        address = author.client.post("/recipes", ("title", f"Letters of {size}"), *row * size, ("step", "Stir."))
        assert address, f"a recipe of {size} rows was refused"
        pages[size] = address.partition("?")[0]

    def submit(size: int) -> int:
        status = author.form(pages[size] + "/submit", [])
        assert author.form(pages[size] + "/withdraw", []) == 303, "it was not submitted"
        return status

    return [Reader("submit, words in disguise", submit, ROWS, (303,))]


def staff(site) -> list[Reader]:
    """The pages of moderators with as many templates as there may be, and forms of staff that are refused."""
    author, moderator, keeper = (Poster(site, name) for name in ("submitter", "mod", "keeper"))
    title = fill("Stew ", 130)
    pages = {}
    for size in parts(STEPS):
        address = with_foods(author, RECIPE, size, title).partition("?")[0]
        assert author.form(address + "/submit", []) == 303, "it was not submitted"
        number = re.search(r"/recipes/(\d+)", address)[1]
        submission = found(site, "SELECT id FROM submission WHERE recipe_id = ?", number)[0][0]
        pages[size] = f"/moderation/submissions/{submission}"
    filling = [("fill", "1"), ("template", "1")] + [("reason", "STEP_UNCLEAR")] * 900
    fill_message = lambda size: moderator.form(pages[STEPS] + "/request-changes", filling + [("message", fill("x ", size))])
    return [
        Reader("a moderator's page", lambda size: moderator.client.ask("GET", pages[size])[0], STEPS, (200,)),
        Reader("fill a message with templates", fill_message, 800_000, (200,)),
        Reader(
            "a category with a long name", lambda size: keeper.form(
                "/admin/categories", [("kind", "category"), ("name_en", "x" * size), ("name_ru", "x")]), 950_000, (422,)),
    ]
