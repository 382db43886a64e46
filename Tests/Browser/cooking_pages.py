"""The pages of cook mode, and of use without a connection, for the list of every page."""

PAGES = {
    "cook-mode": (None, "/recipes/{live}/cook"),
    "cook-mode-of-a-member": ("alice", "/recipes/{live}/cook?step=2&servings=9&units=metric"),
    "cook-mode-end": ("alice", "/recipes/{live}/cook?step=99"),
    "cook-mode-of-a-draft": ("alice", "/recipes/{draft}/cook"),
    "reviews": ("charlie", "/recipes/{live}/reviews"),
    "offline": (None, "/offline"),
    "offline-settings": ("alice", "/settings/offline"),
    "wave": (None, "/cooking/wave"),
}

MISTAKES = {
    "review": ("charlie", "/recipes/{live}/reviews", "/recipes/{live}/review", {"text": "x" * 2001}, 422),
}
