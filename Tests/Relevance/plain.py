"""Plain SQLite full-text search in the same recipes, for comparison."""

import re
import sqlite3

from judging import DEPTH, Recipe


class PlainSearch:
    """An FTS5 table with English stemming, ordered by bm25. A recipe must contain all words; if none does, one word is enough."""

    def __init__(self, recipes: list[Recipe]):
        self.database = sqlite3.connect(":memory:")
        self.database.execute(
            "CREATE VIRTUAL TABLE recipe USING fts5(id UNINDEXED, title, ingredients, text, tokenize = 'porter unicode61')"
        )
        rows = [
            (recipe.id, recipe.title, "\n".join(recipe.lines), "\n".join([recipe.description, *recipe.steps, *recipe.tag_list]))
            for recipe in recipes
        ]
        self.database.executemany("INSERT INTO recipe VALUES (?, ?, ?, ?)", rows)

    def find(self, typed: str) -> list[str]:
        words = [f'"{word}"' for word in re.findall(r"\w+", typed)]
        return self._matching(" AND ".join(words)) or self._matching(" OR ".join(words))

    def _matching(self, expression: str) -> list[str]:
        found = self.database.execute(
            "SELECT id FROM recipe WHERE recipe MATCH ? ORDER BY bm25(recipe), rowid LIMIT ?", (expression, DEPTH)
        )
        return [key for (key,) in found]
