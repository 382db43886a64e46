"""Pages of favourites and history, for every_page.py."""

from playwright.sync_api import expect

from visitor import Visitor

PAGES = {
    "home-of-a-member": ("alice", "/"),
    "favourites": ("alice", "/favourites"),
    "search-selecting": ("alice", "/search?q=soup&select=1"),
    "recipes-selecting": ("alice", "/recipes?select=1"),
    "favourites-in-a-folder": ("alice", "/favourites?folder={folder}"),
    "favourites-none": ("bob", "/favourites"),
    "favourite-folder": ("alice", "/favourites/folders/{folder}"),
    "history": ("alice", "/history"),
    "history-off": ("bob", "/history"),
    "dismissed": ("bob", "/explore/dismissed"),
    "dismissed-none": ("alice", "/explore/dismissed"),
}

MISTAKES = {
    "new-folder": ("alice", "/favourites", "/favourites/folders", {"name": "x" * 61}, 422),
    "folder": ("alice", "/favourites/folders/{folder}", "/favourites/folders/{folder}", {"name": "x" * 61}, 422),
}


def planted(alice: Visitor, bob: Visitor, recipe: str) -> str:
    """Adds a favourite in a folder of Alice's and in her history, turns Bob's history off, and dismisses a suggestion of his.
    Returns the folder's number."""
    bob.go("/history")
    bob.change("/history/switch")
    bob.go("/explore").locator("button.dismiss").first.click()
    expect(bob.page.locator(".done")).to_be_visible()
    alice.go("/favourites")
    alice.change("/favourites/folders", name="For the children")
    folder = str(alice.json("/favourites")["folders"][0]["id"])
    alice.go(recipe).locator(".recipe-heart button").click()
    expect(alice.page.locator(".recipe-heart button")).to_have_attribute("aria-pressed", "true")
    page = alice.go("/favourites")
    page.locator('[name="recipe"]').first.check()
    page.locator('[name="folder"]').select_option(folder)
    page.locator('button[value="move"]').click()
    expect(page.locator(".done")).to_be_visible()
    return folder
