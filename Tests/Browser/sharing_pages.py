"""Pages of a recipe that Alice shares with Bella and with everyone who has its link."""

import re

from visitor import Visitor

PAGES = {
    "own-recipe-shared": ("alice", "/recipes/{shared}"),
    "recipe-shared-with-me": ("bella", "/recipes/{shared}"),
    "recipe-by-link": (None, "{shared-link}"),
    "recipe-by-link-printed": (None, "{shared-link}/print"),
    "copied-recipe": ("alice", "/recipes/{copied}/edit"),
}

MISTAKES = {
    "share": ("alice", "/recipes/{shared}", "/recipes/{shared}/share", {"audience": "people", "names": "nobody-of-this-name"}, 422),
}


def planted(alice: Visitor) -> dict[str, str]:
    """Adds a recipe with a text licence that is shared in both ways, and a copy of it."""
    alice.go("/recipes/new")
    alice.change(
        "/recipes",
        title="Shared soup",
        ingredients_text="1 onion\n1 l water",
        step="Boil it.",
        text_licence="cc-by-sa-4.0",
        credit="Photo by Ann",
        adapted_title="An old soup",
        adapted_author="Olga",
    )
    shared = re.search(r"/recipes/(\d+)", alice.page.url)[1]
    alice.change(f"/recipes/{shared}/share", audience="link", names="bella")
    link = alice.page.locator("#sharing input[readonly]").input_value()
    alice.change(f"/recipes/{shared}/copy")
    copied = re.search(r"/recipes/(\d+)", alice.page.url)[1]
    return {"shared": shared, "shared-link": re.sub(r"^https?://[^/]+", "", link), "copied": copied}
