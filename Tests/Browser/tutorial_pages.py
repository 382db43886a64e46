"""The pages of tutorials, for the list of every page. The first start of a site loads the six starter tutorials."""

PAGES = {
    "tutorials": (None, "/tutorials"),
    "tutorials-found": (None, "/tutorials?q=onion"),
    "tutorials-none": ("ada", "/tutorials?q=zebra"),
    "tutorial": (None, "/tutorials/1-dice-an-onion"),
    "tutorial-still": ("ada", "/tutorials/1-dice-an-onion?motion=off"),
    "tutorials-admin": ("ada", "/admin/tutorials"),
    "tutorial-new": ("ada", "/admin/tutorials/new"),
    "tutorial-edit": ("ada", "/admin/tutorials/1"),
}

MISTAKES = {
    "tutorial": ("ada", "/admin/tutorials/new", "/admin/tutorials", {"title_en": "Fry"}, 422),
}
