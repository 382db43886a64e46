"""Pages where admins manage recipes, forms that are sent there with mistakes, and the changes that these pages need."""

from visitor import Visitor

PAGES: dict[str, tuple[str | None, str]] = {
    "recipes-of-the-site": ("ada", "/admin/recipes"),
    "recipes-of-the-site-filtered": ("ada", "/admin/recipes?with=no-photo&sort=title&author=alice"),
    "recipes-of-the-site-none": ("ada", "/admin/recipes?q=zzzzzz"),
    "recipe-record": ("ada", "/admin/recipes/{live-edited}"),
    "recipe-record-of-a-draft": ("ada", "/admin/recipes/{draft}"),
    "recipe-changes": ("ada", "/admin/recipes/changes"),
    "recipe-change-ready": ("ada", "{recipe-change}"),
    "recipe-change-done": ("ada", "{recipe-change-done}"),
    "own-taken-down": ("alice", "/recipes/{taken-down}"),
}

MISTAKES: dict[str, tuple[str | None, str, str, dict[str, str], int]] = {
    "recipe-change": (
        "ada",
        "/admin/recipes?q=soup",
        "/admin/recipes/changes",
        {"filter": "q=soup", "deed": "category", "set_category": "gold", "reason": ""},
        422,
    ),
    "recipe-change-of-one": (
        "ada",
        "/admin/recipes/{live}",
        "/admin/recipes/changes",
        {"recipe": "{live}", "on_page_of": "{live}", "deed": "king", "reason": "kept"},
        422,
    ),
    "undo-of-a-recipe-draft": ("ada", "{recipe-change}", "{recipe-change}/undo", {}, 409),
}


def looked_after(ada: Visitor) -> dict[str, str]:
    """Applies a change of recipes, and prepares another that waits for confirmation."""
    made, waiting = "/admin/recipes?state=live&author=alice", "/admin/recipes?author=alice"
    fields = {"deed": "cuisine", "set_cuisine": "greek", "set_category": "soup", "reason": "It is from Crete."}
    addresses = []
    for page in (made, waiting):
        ada.go(page)
        addresses.append(ada.draft("/admin/recipes/changes", all="1", **fields))
        if page == made:
            ada.change(addresses[0] + "/confirm")
    return {"recipe-change-done": addresses[0], "recipe-change": addresses[1]}
