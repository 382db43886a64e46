"""Pages of cook mode, reviews, tutorials and offline use, for every_page.py."""

import tutorial_pages
from client import Client
from push_service import PushService
from running_site import ROOT, RunningSite

PAGES = {
    "cook-mode": (None, "/recipes/{live}/cook"),
    "cook-mode-of-a-member": ("alice", "/recipes/{live}/cook?step=2&servings=9&units=metric"),
    "cook-mode-end": ("alice", "/recipes/{live}/cook?step=3"),
    "cook-mode-of-a-draft": ("alice", "/recipes/{draft}/cook"),
    "reviews": ("charlie", "/recipes/{live}/reviews"),
    "held-reviews": ("bob", "/moderation/reviews"),
    "offline": (None, "/offline"),
    "offline-settings": ("alice", "/settings/offline"),
    "ringing-devices": ("alice", "/settings/devices"),
    "wave": (None, "/cooking/wave"),
} | tutorial_pages.PAGES

MISTAKES = {
    "review-without-cooking": ("charlie", "/recipes/{live}/reviews", "/recipes/{live}/review", {"stars": "4", "changes": "x"}, 422),
    "review": ("charlie", "/recipes/{live}/reviews", "/recipes/{live}/review", {"text": "x" * 2001}, 422),
} | tutorial_pages.MISTAKES


def plant(site: RunningSite, recipe: str) -> None:
    """Adds a first review with a photo, which waits for a moderator, and a device on which Alice's timers ring."""
    site.add_user("newcomer", "member")
    newcomer = Client(site).log_in("newcomer")
    fields = [("stars", "2"), ("text", "Mine is at https://knives.example.com/soup"), ("cooked", "changed"), ("changes", "More salt.")]
    path = f"/recipes/{recipe.rpartition('/')[2].partition('-')[0]}/review"
    status, _, _ = newcomer.ask("POST", path, fields, photo=(ROOT / "Public/icon-192.png").read_bytes())
    assert status == 303
    with PushService() as service:
        device = service.subscription()
    alice = Client(site).log_in("alice")
    fields = [("endpoint", "https://push.example.org/alice"), *device["keys"].items()]
    status, _, _ = alice.ask("POST", "/cooking/devices", fields)
    assert status == 200
