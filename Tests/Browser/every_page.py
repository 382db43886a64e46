"""Every page of the site by name, with its address and the user who opens it. `planted` gives the words in braces."""

import json
import sqlite3
import time

import catalogue_lists
import admin_recipes
import cooking_pages
import staff_pages
import favourite_pages
import notification_pages
import pantry_pages
from client import Client
from mail_server import until
from mails import files, link, part
from running_site import PASSWORD, RunningSite
from visitor import Visitor

NOBODY = None

PAGES: dict[str, tuple[str | None, str]] = {
    "home": (NOBODY, "/"),
    "search": (NOBODY, "/search?diet=vegetarian&with=onion"),
    "search-nothing-found": (NOBODY, "/search?q=zzzzzz"),
    "search-misspelt": (NOBODY, "/search?q=panckaes"),
    "search-unknown-ingredient": (NOBODY, "/search?with=unobtainium"),
    "search-for-nothing": (NOBODY, "/search?q="),
    "contents": (NOBODY, "/recipes"),
    "contents-second-page": (NOBODY, "/recipes?page=2"),
    "contents-of-a-category": (NOBODY, "/recipes?category=soup"),
    "recipe": (NOBODY, "{recipe}"),
    "print": (NOBODY, "/recipes/{live}/print"),
    "recipe-scaled": (NOBODY, "{recipe}?servings=9&units=us"),
    "recipe-for-nobody": (NOBODY, "{recipe}?servings=nobody"),
    "cook": (NOBODY, "/cooks/alice"),
    "register": (NOBODY, "/register"),
    "login": (NOBODY, "/login"), "sign-in": (NOBODY, "{link}"),
    "appearance": (NOBODY, "/appearance"), "public-decisions": (NOBODY, "/moderation/decisions"),
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
    "welcome": ("charlie", "/welcome"),
    "preferences": ("charlie", "/settings/preferences"),
    "account": ("alice", "/settings/account"),
    "password": ("alice", "/settings/password"),
    "sessions": ("alice", "/settings/sessions"),
    "two-step": ("alice", "/settings/two-step"),
    "two-step-set-up": ("bob", "/settings/two-step"),
    "confirm": ("alice", "/confirm?next=/settings/password"),
    "logout": ("charlie", "/logout"),
    "not-allowed": ("charlie", "/admin"),
    "queue": ("bob", "/moderation"),
    "submission": ("bob", "/moderation/submissions/{new}"),
    "submission-of-an-edit": ("bob", "/moderation/submissions/{edit}"),
    "admin": ("ada", "/admin"),
    "users": ("ada", "/admin/users"),
    "user": ("ada", "{person}"),
    "users-nobody-found": ("ada", "/admin/users?q=zzzzzz"),
    "ingredients": ("ada", "/admin/ingredients"),
    "ingredients-nothing-found": ("ada", "/admin/ingredients?q=zzzzzz"),
    "ingredient": ("ada", "{ingredient}"),
    "report-a-problem": (NOBODY, "/bugs/new?page=/recipes&request=abc-1"),
    "my-reports": ("alice", "/bugs"),
    "my-report": ("alice", "/bugs/{bug}"),
    "reports": ("ada", "/admin/bugs"),
    "reports-none": ("ada", "/admin/bugs?state=wontfix"),
    "report": ("ada", "/admin/bugs/{bug}"),
    "errors": ("ada", "/admin/errors"),
    "errors-solved": ("ada", "/admin/errors?state=solved"),
    "error": ("ada", "/admin/errors/{error}"),
}

PAGES |= {
    "forgot": (NOBODY, "/forgot"),
    "reset": (NOBODY, "{reset}"),
    "link-gone": (NOBODY, "/reset/none"),
    "confirm-email": ("bob", "{confirm-email}"),
    "email": ("bob", "/settings/email"),
    "mail-waiting": ("ada", "/admin/mail"),
    "mail-failed": ("ada", "/admin/mail?state=failed"),
    "mail-sent": ("ada", "/admin/mail?state=sent"),
}

PAGES |= {
    "providers": ("alice", "/settings/providers"),
    "provider-problem": (NOBODY, "/auth/facebook/callback"),
    "export": ("alice", "/settings/export"),
    "leave": ("alice", "/settings/delete"),
    "leave-confirm": ("alice", "/settings/delete/confirm?recipes=withdraw"),
    "delete-user": ("ada", "{person}/delete"),
    "profile": ("alice", "/settings/profile"),
    "own-cook-page": ("alice", "/cooks/alice"),
    "cook-without-recipes": (NOBODY, "/cooks/charlie"),
}
PAGES |= {
    "leaving": ("leaver", "/settings/delete"),
    "user-leaving": ("ada", "{leaver}"),
    "export-ready": ("leaver", "/settings/export"),
    "audit": ("ada", "/admin/audit"),
    "audit-second-page": ("ada", "/admin/audit?page=2"),
}

PAGES |= {
    "recipe-for-a-moderator": ("bob", "{recipe}"),
    "diets-of-a-recipe": ("bob", "/recipes/{live}/diets"),
    "import": ("alice", "/recipes/import"),
    "import-reading": ("alice", "{import}"),
    "import-of-several": ("alice", "{imports}"),
    "import-one-of-several": ("alice", "{imports}?recipe=2"),
    "own-imported": ("alice", "/recipes/{imported}"),
    "new-ingredient": ("ada", "/admin/catalogue/new"),
    "merge-ingredient": ("ada", "{ingredient}/merge"),
    "split-ingredient": ("ada", "{ingredient}/split"),
    "changes": ("ada", "/admin/catalogue/changes"),
    "change-ready": ("ada", "{change}"),
    "change-done": ("ada", "{change-done}"),
    "changed-ingredient": ("ada", "/admin/ingredients/carrot"),
    "import-catalogue": ("ada", "/admin/catalogue/import"),
    "proposals": ("alice", "/proposals"),
    "proposals-none": ("bob", "/proposals"),
    "proposal-admin": ("ada", "/admin/proposals"),
    "proposal-admin-none": ("ada", "/admin/proposals?state=merged"),
    "proposal-of-a-category": ("ada", "/admin/proposals/1"),
    "proposal-of-an-ingredient": ("ada", "/admin/proposals/2"),
}

PAGES |= admin_recipes.PAGES | cooking_pages.PAGES | favourite_pages.PAGES | pantry_pages.PAGES | notification_pages.PAGES

# The expected status of pages that do not answer with 200.
REFUSED = {"recipe-for-nobody": 422, "not-found": 404, "not-allowed": 403, "link-gone": 404, "provider-problem": 400}

# Forms sent with mistakes: who sends them, from which page, to which address, the fields, and the expected status.
MISTAKES: dict[str, tuple[str | None, str, str, dict[str, str], int]] = {
    "register": (NOBODY, "/register", "/register", {"username": "a b", "email": "x", "password": "short"}, 422),
    "login": (NOBODY, "/login", "/login", {"login": "alice", "password": "wrong", "remember": "1"}, 422),
    "preferences": (
        "charlie",
        "/settings/preferences",
        "/settings/preferences",
        {"diet": "x", "allergen": "x", "mail_frequency": "x"},
        422,
    ),
    "password": (
        "alice",
        "/settings/password",
        "/settings/password",
        {"old_password": "wrong", "password": "short", "password_again": "other"},
        422,
    ),
    "confirm": ("alice", "/confirm?next=/my/recipes", "/confirm", {"password": "wrong"}, 422),
    "two-step-code": ("bob", "/settings/two-step", "/settings/two-step/confirm", {"code": "none"}, 422),
    "form-expired": (NOBODY, "/login", "/register", {"csrf": "old", "username": "a", "password": "b"}, 403),
    "wrong-method": (NOBODY, "/login", "/search", {}, 405),
    "new-recipe": ("alice", "/recipes/new", "/recipes", {"amount": "x", "servings": "y", "category": "z", "figure_fat": "lots"}, 422),
    "editor": ("alice", "/recipes/{live}/edit", "/recipes/{live}", {"note": "x", "prep_minutes": "-1", "step_timer-1": "soon", "figure_fat": "1", "figure_saturates": "2"}, 422),
    "editor-conflict": (
        "alice",
        "/recipes/{live}/edit",
        "/recipes/{live}",
        {"title": "Other", "ingredient": "salt", "step": "Stir.", "version": "0"},
        409,
    ),
    "submitted-unchanged": ("alice", "/recipes/new", "/recipes/{rejected}/submit", {}, 409),
    "submitted-without-licence": ("charlie", "/recipes/new", "/recipes/{draft}/submit", {}, 403),
    "approve": ("bob", "{submission}", "{submission}/approve", {"revision": "1", "message": "x" * 5001}, 422),
    "request-changes": ("bob", "{submission}", "{submission}/request-changes", {"revision": "1"}, 422),
    "reject": ("bob", "{submission}", "{submission}/reject", {"revision": "1"}, 422),
    "stale-decision": (
        "bob",
        "{submission}",
        "{submission}/reject",
        {"revision": "1", "reason": "HEALTH_CLAIM", "message": "kept"},
        409,
    ),
    "role": ("ada", "{person}", "{person}/role", {"role": "king"}, 422),
    "licence": ("ada", "{person}", "{person}/licence", {"until": "1999-01-01", "note": "kept"}, 422),
    "licence-note": ("ada", "{person}", "{person}/licence", {"until": "2099-01-01", "note": "x" * 501}, 422),
    "suspension": ("ada", "{person}", "{person}/suspend", {"until": "tomorrow", "reason": "kept"}, 422),
    "blocked-words": ("ada", "/admin", "/admin/blocked-words", {"words": "a\n" + "x" * 61}, 422),
    "stale-blocked-words": ("ada", "/admin", "/admin/blocked-words", {"words": "kept", "seen": "old"}, 409),
    "clear-profile": ("ada", "{person}", "{person}/profile/clear", {"part": "bio", "reason": "x" * 501}, 422),
    "stale-facts": ("ada", "{ingredient}", "{ingredient}", {"seen": "old"}, 409),
    "report-a-problem": (NOBODY, "/bugs/new", "/bugs", {"page": "x" * 501, "expected": "kept"}, 422),
    "report": ("ada", "/admin/bugs/{bug}", "/admin/bugs/{bug}", {"state": "duplicate", "answer": "kept"}, 422),
    "stale-report": ("ada", "/admin/bugs/{bug}", "/admin/bugs/{bug}", {"state": "fixed", "version": "0"}, 409),
}

MISTAKES |= {
    "no-recipe-in-it": ("alice", "/recipes/new", "/recipes", {"arrange": "split", "recipe_text": "Hello."}, 422),
    "editor-arranged": ("alice", "/recipes/new", "/recipes", {"arrange": "row-add-1", "ingredient": "salt"}, 200),
    "editor-with-facts": ("alice", "/recipes/new", "/recipes", {"arrange": "check", "ingredient": "frobnium"}, 200),
}

MISTAKES |= {
    "forgot": (NOBODY, "/forgot", "/forgot", {"login": ""}, 422),
    "reset": (NOBODY, "{reset}", "/reset", {"password": "short"}, 422),
    "email": ("alice", "/settings/email", "/settings/email", {"email": "x", "password": "wrong"}, 422),
}

MISTAKES |= {
    "leave": ("alice", "/settings/delete", "/settings/delete", {"recipes": "burn"}, 422),
    "leave-confirm": (
        "alice",
        "/settings/delete/confirm?recipes=keep",
        "/settings/delete/confirm",
        {"recipes": "keep", "username": "kept", "password": "wrong"},
        422,
    ),
    "delete-user": ("ada", "{person}/delete", "{person}/delete", {"reason": "x" * 501}, 422),
    "profile": (
        "charlie",
        "/settings/profile",
        "/settings/profile",
        {"display_name": "<b>", "bio": "x" * 101, "first_name": "x" * 61, "last_name": "x" * 61, "phone": "x"},
        422,
    ),
}

MISTAKES |= {
    "import": ("alice", "/recipes/import", "/recipes/import", {"address": "ftp://a", "text": "kept"}, 422),
    "import-unread": ("alice", "/recipes/import", "/recipes/import", {"text": "no recipe here"}, 422),
    "import-nothing-chosen": ("alice", "{imports}", "{imports}", {"recipe": ""}, 422),
    "submitted-without-a-word": ("alice", "/recipes/import", "/recipes/{imported}/submit", {}, 422),
}

MISTAKES |= {
    "diet-without-reason": (
        "bob",
        "/recipes/{live}/diets",
        "/recipes/{live}/diets",
        {"subject": "vegan", "fact": "no", "reason": " "},
        422,
    ),
    "diet-reason-too-long": ("bob", "/recipes/{live}/diets", "/recipes/{live}/diets", {"reason": "x" * 501}, 422),
    "kind-of-nothing-known": ("ada", "{ingredient}", "{ingredient}", {"parent": "unobtainium"}, 422),
}


MISTAKES |= favourite_pages.MISTAKES | pantry_pages.MISTAKES | cooking_pages.MISTAKES | notification_pages.MISTAKES
MISTAKES |= admin_recipes.MISTAKES | staff_pages.MISTAKES
PAGES |= catalogue_lists.PAGES | staff_pages.PAGES
MISTAKES |= catalogue_lists.MISTAKES
MISTAKES |= {
    "ingredient": (
        "ada",
        "{ingredient}",
        "{ingredient}",
        {"name_en": "", "also_en": "honey", "usda": "x", "density": "thick", "portions": "piece", "kcal": "-1"},
        422,
    ),
    "new-ingredient": ("ada", "/admin/catalogue/new", "/admin/catalogue/new", {"name_en": "honey", "source": "kept"}, 422),
    "merge-ingredient": ("ada", "{ingredient}/merge", "{ingredient}/merge", {"into": "kept"}, 422),
    "split-ingredient": ("ada", "{ingredient}/split", "{ingredient}/split", {"name_en": "kept", "name_ru": ""}, 422),
    "import-catalogue": ("ada", "/admin/catalogue/import", "/admin/catalogue/import", {}, 422),
    "undo-of-a-draft": ("ada", "{change}", "{change}/undo", {}, 409),
    "proposal": ("alice", "/proposals", "/proposals", {"kind": "king", "name": "", "note": "x" * 501}, 422),
    "proposal-approved": ("ada", "/admin/proposals/1", "/admin/proposals/1/approve", {"name_en": "", "name_ru": "kept"}, 422),
    "proposal-merged": ("ada", "/admin/proposals/1", "/admin/proposals/1/merge", {"into": "kept"}, 422),
    "proposal-refused": ("ada", "/admin/proposals/1", "/admin/proposals/1/refuse", {"reason": ""}, 422),
}


def planted(site: RunningSite, alice: Visitor, bob: Visitor, ada: Visitor) -> dict[str, str]:
    """Adds data to the site and returns the values of the words in braces."""
    own = alice.json("/my/recipes")["items"]
    words = {recipe["state"]: str(recipe["id"]) for recipe in own}
    live = [recipe["id"] for recipe in own if recipe["state"].startswith("live")]
    for submission in bob.json("/moderation")["items"]:
        words["edit" if submission["recipe_id"] in live else "new"] = str(submission["id"])
    bob.go("/settings/two-step")
    bob.send("/settings/two-step")
    words["submission"] = "/moderation/submissions/" + words["edit"]
    person = next(person["id"] for person in ada.json("/admin/users")["items"] if person["username"] == "charlie")
    words["person"] = f"/admin/users/{person}"
    words["recipe"] = first_link(ada, "/recipes", "article.recipe-card a[href^='/recipes/']")
    words["ingredient"] = first_link(ada, "/admin/ingredients", "main a[href^='/admin/ingredients/']")
    words["change-done"], words["change"] = changed(alice, ada)
    words |= admin_recipes.looked_after(ada)
    words["change-category"], words["change-unit"] = catalogue_lists.planted(alice, ada)
    words |= pantry_pages.planted(alice, words["recipe"]) | {"folder": favourite_pages.planted(alice, bob, words["recipe"])}
    cooking_pages.plant(site, words["recipe"])
    words["bug"], words["error"] = report(site, alice), gathered(site, ada)
    words |= mailed(site) | imported(site) | staff_pages.planted(site) | {"leaver": left(site)}
    words["unsubscribe"], words["link"] = notification_pages.planted(site), site.toque("user", "link", "charlie").strip().removeprefix(site.address)
    return words


def changed(alice: Visitor, ada: Visitor) -> tuple[str, str]:
    """Adds an applied change of the catalogue, one that waits for confirmation, and two proposals by Alice."""
    for kind, name in {"category": "Brunch", "ingredient": "Frobnium"}.items():
        alice.go("/proposals")
        alice.change("/proposals", kind=kind, name=name, note="One has it late in the morning.")
    drafts = []
    for fields in [{"density": "0.55", "also_en": "orange root"}, {"fact.vegan": "no", "allergen.celery": "yes"}]:
        ingredient = "/admin/ingredients/carrot" if drafts == [] else "/admin/ingredients/onion"
        ada.go(ingredient)
        drafts.append(ada.draft(ingredient, **fields))
        if len(drafts) == 1:
            ada.change(drafts[0] + "/confirm")
    return drafts[0], drafts[1]


def report(site: RunningSite, alice: Visitor) -> str:
    """Sends a bug report by Alice with a screenshot, and returns its number."""
    alice.go("/bugs/new?page=/recipes/1")
    picture = {"name": "screen.png", "mimeType": "image/png", "buffer": alice.page.screenshot()}
    alice.change("/bugs", what="The list of recipes is upside down.\nTwice.", contact="alice@example.org", screenshot=picture)
    return alice.page.url.rpartition("/")[2]


def gathered(site: RunningSite, ada: Visitor) -> str:
    """Breaks a page for a moment and returns the number of the server error, which is stored about a second later."""
    with sqlite3.connect(site.data / "toque.sqlite", timeout=10) as database:
        database.execute("ALTER TABLE blocked_word RENAME TO hidden")
        database.commit()
        ada.expects.add(500)
        ada.go("/admin")
        database.execute("ALTER TABLE hidden RENAME TO blocked_word")
    database.close()
    for _ in range(100):
        kinds = ada.json("/admin/errors")["items"]
        if kinds:
            return str(kinds[0]["id"])
        time.sleep(0.1)
    raise AssertionError("the error was not gathered")


def mailed(site: RunningSite) -> dict[str, str]:
    """The links in two emails: Charlie's new password, Bob's address. An email to the admin about a full disk is skipped."""
    visitor, bob = Client(site), Client(site).log_in("bob")
    visitor.read("/forgot")
    assert visitor.post("/forgot", ("login", "charlie")) and bob.post("/settings/email/confirm")

    def links() -> dict[str, str]:
        mails = [mail for mail in files(site) if "/reset/" in (text := part(mail, "plain")) or "/confirm-email/" in text]
        return {path.split("/")[1]: path for path in (link(mail, site) for mail in mails)}

    until(lambda: {"reset", "confirm-email"} <= links().keys(), 60, "mails")
    return links()


def left(site: RunningSite) -> str:
    """The admin page of a member who has an export and whose account will be deleted."""
    site.add_user("leaver", "member")
    leaver = Client(site).log_in("leaver")
    assert leaver.post("/settings/export")
    until(lambda: 'class="note yes"' in leaver.read("/settings/export"), 60, "archive")
    leaver.read("/settings/delete/confirm?recipes=keep")
    fields = [("recipes", "keep"), ("username", "leaver"), ("password", PASSWORD)]
    assert leaver.post("/settings/delete/confirm", *fields)
    with sqlite3.connect(site.data / "toque.sqlite", timeout=10) as database:
        return f"/admin/users/{database.execute('SELECT user_id FROM leaving').fetchone()[0]}"


def imported(site: RunningSite) -> dict[str, str]:
    """Imports a recipe for Alice, and opens two import previews: one of a single recipe, one of several."""
    alice = Client(site).log_in("alice")
    alice.read("/recipes/import")
    soup = "Nettle soup\nServes 4\n200 g nettles\n1 l vegetable stock\n2 pinches of frobnium\nBoil everything.\nSource: a neighbour"
    several = [
        {
            "@type": "Recipe",
            "name": f"Soup number {number}",
            "recipeIngredient": ["For the pot:", "1 onion", "3 handfuls of moonlight"],
            "recipeInstructions": "Boil it.\nServe it.",
            "keywords": "soup",
            "totalTime": "soon",
        }
        for number in range(1, 4)
    ]
    path = alice.post("/recipes/import", ("text", soup))
    recipe = alice.post(path, ("recipe", "1")).rpartition("/")[2]
    return {
        "imported": recipe,
        "import": alice.post("/recipes/import", ("text", soup)),
        "imports": alice.post("/recipes/import", ("text", json.dumps(several))),
    }


def first_link(visitor: Visitor, page: str, selector: str) -> str:
    return visitor.go(page).locator(selector).first.get_attribute("href")


def fill_in(path: str, words: dict[str, str]) -> str:
    for word, value in words.items():
        path = path.replace("{" + word + "}", value)
    assert "{" not in path, f"{path}: the seed planted no such thing"
    return path
