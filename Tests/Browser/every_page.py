"""Every page of the site, by name: who looks at it and where it is. Words in braces stand for what the seed planted."""

from running_site import RunningSite
from visitor import Visitor

NOBODY = None

PAGES: dict[str, tuple[str | None, str]] = {
    "home": (NOBODY, "/"),
    "search": (NOBODY, "/search?diet=vegetarian&with=onion"),
    "search-nothing-found": (NOBODY, "/search?q=zzzzzz"),
    "contents": (NOBODY, "/recipes"),
    "contents-of-a-category": (NOBODY, "/recipes?category=soup"),
    "recipe": (NOBODY, "{recipe}"),
    "print": (NOBODY, "/recipes/{live}/print"),
    "cook": (NOBODY, "/cooks/alice"),
    "register": (NOBODY, "/register"),
    "login": (NOBODY, "/login"),
    "sign-in": (NOBODY, "{link}"),
    "appearance": (NOBODY, "/appearance"),
    "not-found": (NOBODY, "/nowhere"),
    "my-recipes": ("alice", "/my/recipes"),
    "my-deleted-recipes": ("alice", "/my/recipes?deleted=1"),
    "new-recipe": ("alice", "/recipes/new"),
    "editor": ("alice", "/recipes/{changes-requested}/edit"),
    "own-draft": ("alice", "/recipes/{draft}"),
    "own-in-the-queue": ("alice", "/recipes/{queued}"),
    "own-with-changes-requested": ("alice", "/recipes/{changes-requested}"),
    "own-rejected": ("alice", "/recipes/{rejected}"),
    "own-public": ("alice", "/recipes/{live}"),
    "own-public-and-edited": ("alice", "/recipes/{live-edited}/draft"),
    "delete-recipe": ("alice", "/recipes/{live}/delete"),
    "licence": ("alice", "/settings/licence"),
    "no-licence": ("charlie", "/settings/licence"),
    "logout": ("charlie", "/logout"),
    "not-allowed": ("charlie", "/admin"),
    "queue": ("bob", "/moderation"),
    "submission": ("bob", "/moderation/submissions/{new}"),
    "submission-of-an-edit": ("bob", "/moderation/submissions/{edit}"),
    "admin": ("ada", "/admin"),
    "users": ("ada", "/admin/users"),
    "ingredients": ("ada", "/admin/ingredients"),
    "ingredient": ("ada", "{ingredient}"),
}

# What the address answers, where that is not 200.
REFUSED = {"not-found": 404, "not-allowed": 403}


def planted(site: RunningSite, alice: Visitor, bob: Visitor, ada: Visitor) -> dict[str, str]:
    """What the words in braces stand for on this site."""
    own = alice.json("/my/recipes")["items"]
    words = {recipe["state"]: str(recipe["id"]) for recipe in own}
    live = [recipe["id"] for recipe in own if recipe["state"].startswith("live")]
    for submission in bob.json("/moderation")["items"]:
        words["edit" if submission["recipe_id"] in live else "new"] = str(submission["id"])
    words["recipe"] = first_link(ada, "/recipes", "article.recipe-card a[href^='/recipes/']")
    words["ingredient"] = first_link(ada, "/admin/ingredients", "main a[href^='/admin/ingredients/']")
    words["link"] = site.toque("user", "link", "charlie").strip().removeprefix(site.address)
    return words


def first_link(visitor: Visitor, page: str, selector: str) -> str:
    return visitor.go(page).locator(selector).first.get_attribute("href")


def fill_in(path: str, words: dict[str, str]) -> str:
    for word, value in words.items():
        path = path.replace("{" + word + "}", value)
    assert "{" not in path, f"{path}: the seed planted no such thing"
    return path
