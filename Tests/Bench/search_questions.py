"""The questions of the search benchmark, drawn from the recipes themselves, and the same for plain SQL and Tantivy."""

import collections
import contextlib
import random
import sqlite3
from dataclasses import dataclass, field

import planted_index

SEED = 5
SAMPLE = 5_000
# Words that a search does not treat as search words, for example those of filters.
READ_OTHERWISE = set("and the for with without free not from into under quick easy recipe minutes hour breakfast lunch dinner".split())


@dataclass
class Question:
    """A search: its words, whether the last word is only a prefix, and its filters."""

    words: list[str]
    is_prefix: bool = False
    filters: list[tuple[str, str]] = field(default_factory=list)
    page: int = 1

    def fields(self) -> list[tuple[str, str]]:
        page = [("page", str(self.page))] if self.page > 1 else []
        return [("q", " ".join(self.words)), *self.filters, *page]


STRICT = [("diet", "vegan"), ("free_from", "nuts"), ("max_minutes", "30")]
KINDS = ["common word", "two words", "three letters", "words, vegan, no nuts, 30 minutes", "without cheese"]


def questions(file, count: int) -> dict[str, list[Question]]:
    """At most `count` different questions of each kind, from the words of some recipes."""
    rng = random.Random(SEED)
    with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as db:
        most = db.execute("SELECT max(id) FROM recipe_text_content").fetchone()[0]
        ids = [rng.randint(1, most) for _ in range(SAMPLE)]
        texts = [row for number in ids for row in db.execute("SELECT c0, c1 FROM recipe_text_content WHERE id = ?", (number,))]
    recipes = [
        {word for text in row for word in planted_index.words(text)
         if word.isascii() and word.isalpha() and len(word) >= 3 and word not in READ_OTHERWISE} for row in texts]
    uses = collections.Counter(word for recipe in recipes for word in recipe)
    frequent = [word for word, _ in sorted(uses.items(), key=lambda item: (-item[1], item[0]))]
    common, known = frequent[:20], set(frequent[:100])
    pairs = sorted({tuple(rng.sample(sorted(both), 2)) for recipe in recipes if len(both := recipe & known) >= 2})
    starts = list(dict.fromkeys(word[:3] for word in frequent))
    shuffled = lambda found: rng.sample(found, min(count, len(found)))
    return {
        KINDS[0]: shuffled([Question([word], page=page) for page in range(1, 11) for word in common]),
        KINDS[1]: [Question(list(pair)) for pair in shuffled(pairs)],
        KINDS[2]: [Question([start], is_prefix=True) for start in starts[:count]],
        KINDS[3]: [Question([word], filters=STRICT) for word in shuffled(frequent[:300])],
        KINDS[4]: [Question([word], filters=[("without", "cheese")]) for word in shuffled(frequent[:300])],
    }


def beginnings(file, count: int) -> list[str]:
    """Prefixes for typeahead: the first letters of titles."""
    rng = random.Random(SEED)
    with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as db:
        titles = [row[0] for row in db.execute("SELECT title FROM public_recipe WHERE recipe_id % 97 = 1 LIMIT 20000")]
    found = []
    for title in rng.sample(titles, min(len(titles), 4 * count)):
        words = title.partition("’s ")[2].split() or title.split()
        text = " ".join(words[: rng.randint(1, 2)])[: rng.randint(3, 10)].strip()
        if len(text) >= 2 and text not in found:
            found.append(text)
    return found[:count]
