"""The pages of cook mode, reviews, tutorials and use without a connection, for the list of every page."""

import tutorial_pages

PAGES = {
    "cook-mode": (None, "/recipes/{live}/cook"),
    "cook-mode-of-a-member": ("alice", "/recipes/{live}/cook?step=2&servings=9&units=metric"),
    "cook-mode-end": ("alice", "/recipes/{live}/cook?step=99"),
    "cook-mode-of-a-draft": ("alice", "/recipes/{draft}/cook"),
    "reviews": ("charlie", "/recipes/{live}/reviews"),
    "held-reviews": ("bob", "/moderation/reviews"),
    "offline": (None, "/offline"),
    "offline-settings": ("alice", "/settings/offline"),
    "ringing-devices": ("alice", "/settings/devices"),
    "wave": (None, "/cooking/wave"),
} | tutorial_pages.PAGES

MISTAKES = {
    "review": ("charlie", "/recipes/{live}/reviews", "/recipes/{live}/review", {"text": "x" * 2001}, 422),
} | tutorial_pages.MISTAKES
