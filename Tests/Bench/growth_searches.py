"""Addresses that visitors fill up to the limits: words, ingredients and filters of searches."""

import pathlib

from growth_requests import Reader, fill, get

# The most bytes of a query, and the most names that a search leaves out.
QUERY, NAMES = 7_900, 100
FILTERS = "diet=vegan&diet=keto&diet=halal&diet=spicy&free_from=milk&"
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
