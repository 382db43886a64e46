"""The pages of the pantry, for the list of every page."""

import datetime

from visitor import Visitor

PAGES = {
    "pantry": ("alice", "/pantry"),
    "pantry-empty": ("bob", "/pantry"),
    "pantry-item": ("alice", "/pantry/{pantry-item}"),
    "cooked": ("alice", "/recipes/{cooked}/cooked"),
    "staples": ("alice", "/pantry/staples"),
    "pantry-recipes": ("alice", "/pantry/recipes?missing=5"),
    "explore": ("alice", "/explore"),
    "explore-visitor": (None, "/explore"),
    "pantry-recipes-empty": ("bob", "/pantry/recipes"),
    "pantry-recipes-filtered": ("alice", "/pantry/recipes?diet=vegan&free_from=milk&max_minutes=15&missing=0"),
}

MISTAKES = {
    "pantry-add": ("alice", "/pantry", "/pantry", {"list": "2 frobnicators"}, 422),
    "pantry-save": ("alice", "/pantry/{pantry-item}", "/pantry/{pantry-item}", {"amount": "lots"}, 422),
    "staples-save": ("alice", "/pantry/staples", "/pantry/staples", {"ingredient": "frobnium"}, 422),
}

LIST = """200 g butter
2 onions
3 cloves garlic
1 kg flour
6 eggs
1 l milk
500 g potatoes
tomatoes
200 g mushrooms"""


def planted(alice: Visitor) -> dict[str, str]:
    """An item of Alice's pantry, which has food that spoils soon, and the recipe that fits the pantry best."""
    alice.go("/pantry")
    alice.change("/pantry", list=LIST)
    today = datetime.date.today()
    dates = [("carrot", "2"), ("pear", "-2"), ("parsley", "0")]
    for name, days in dates:
        day = today + datetime.timedelta(days=int(days))
        alice.change("/pantry", ingredient=name, amount="2", low="3", use_by=day.isoformat())
    best = alice.json("/pantry/recipes?missing=5")["items"][0]["id"]
    return {"pantry-item": str(alice.json("/pantry")["items"][0]["id"]), "cooked": str(best)}
