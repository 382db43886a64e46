"""Imports real recipes, exports them as one archive, and imports that into an empty site: every stored text must be the same.

The texts are compared as the database stores them, byte by byte; only the number of a picture may differ."""
import argparse
import gzip
import json
import os
import random
import re
import sqlite3
import sys
import tempfile
import time
import zipfile
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(PROJECT / "Tests/Browser"))
os.environ.setdefault("TOQUE_PROGRAM", str(PROJECT / ".build/release/toque"))
from client import Client  # noqa: E402
from running_site import RunningSite  # noqa: E402

DATA = Path(os.environ.get("TOQUE_TEST_DATA", PROJECT / "../shared/data")) / "recipes/recipes-dev.schema.jsonl.gz"
# Texts that are easily mistaken for markup. The test puts them into a few recipes.
ODD = ["a <b> c & d", "&lt;i&gt;", "1 < 2", "@salt{1%g}", "“ё” \u00a0 🍲"]


def bodies(site: RunningSite) -> list[str]:
    with sqlite3.connect(site.data / "toque.sqlite") as database:
        rows = database.execute("SELECT v.body FROM recipe r JOIN revision v ON v.id = r.head_revision_id ORDER BY r.id")
        return [re.sub(r'"photo":"[^"]*"', '"photo":null', body) for (body,) in rows]


def ask(site: RunningSite) -> tuple[bytes, float]:
    """Returns the archive of all of Alice's recipes, and the seconds that it took."""
    alice = Client(site).log_in("alice")
    began = time.monotonic()
    connection = alice.connection
    cookies = "; ".join(f"{name}={value}" for name, value in alice.cookies.items())
    connection.request("GET", "/my/recipes/all.zip", headers={"Cookie": cookies})
    answer = connection.getresponse()
    archive = answer.read()
    assert answer.status == 200, answer.status
    return archive, time.monotonic() - began


def site_with_alice(folder: Path, name: str) -> RunningSite:
    site = RunningSite(folder / name)
    site.toque("migrate")
    site.add_user("alice", "member")
    return site


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--count", type=int, default=1000)
    count = options.parse_args().count
    if not DATA.exists():
        print(f"skipped: {DATA} is not there")
        return 0
    with gzip.open(DATA, "rt", encoding="utf-8") as lines:
        recipes = random.Random(1).sample([json.loads(line) for line in lines], count)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        (folder / "in.jsonl").write_text("\n".join(map(json.dumps, recipes)) + "\n", encoding="utf-8")
        first = site_with_alice(folder, "first")
        first.toque("import", str(folder / "in.jsonl"), "--author", "alice")
        first.start()
        alice = Client(first).log_in("alice")
        for text in ODD:
            fields = [("title", text), ("ingredient", text), ("note", text), ("group", text), ("step", text), ("tips", text)]
            assert alice.post("/recipes", *fields, ("amount", ""), ("unit", "")), text
        archive, took = ask(first)
        first.stop()
        (folder / "all.zip").write_bytes(archive)
        with zipfile.ZipFile(folder / "all.zip") as files:
            assert files.testzip() is None
        second = site_with_alice(folder, "second")
        began = time.monotonic()
        second.toque("import", str(folder / "all.zip"), "--author", "alice")
        back = time.monotonic() - began
        before, after = bodies(first), bodies(second)
    same = sum(one == other for one, other in zip(before, after))
    print(f"recipes: {len(before)}, came back: {len(after)}, the same to the last byte: {same}")
    print(f"archive: {len(archive) / 1e6:.1f} MB, made and fetched in {took:.1f} s, imported in {back:.1f} s")
    return 0 if before and len(before) == len(after) == same else 1


if __name__ == "__main__":
    sys.exit(main())
