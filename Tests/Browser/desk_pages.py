"""The pages of licence requests, versions, backups and the moderators' bench."""

from client import Client
from running_site import RunningSite

PAGES: dict[str, tuple[str | None, str]] = {
    "versions": ("alice", "/recipes/{live-edited}/revisions"),
    "versions-of-one": ("alice", "/recipes/{draft}/revisions"),
    "licence-requests": ("ada", "/admin/licences"),
    "activity": ("ada", "/admin?days=90"),
    "backups": ("ada", "/admin/backups"),
    "storage": ("ada", "/admin/storage"),
    "queue-filtered": ("bob", "/moderation?language=en&with=findings"),
    "queue-filtered-empty": ("bob", "/moderation?author=nobody"),
    "message-templates": ("bob", "/moderation/templates"),
    "message-template": ("bob", "{template}"),
    "report-issues-of-a-kind": ("bob", "/moderation/reports?kind=user"),
}

MISTAKES: dict[str, tuple[str | None, str, str, dict[str, str], int]] = {
    "licence-request": ("charlie", "/settings/licence", "/settings/licence", {"text": "x" * 2001}, 422),
    "licence-request-without-words": ("charlie", "/settings/licence", "/settings/licence", {"text": " "}, 422),
    "note": ("bob", "{submission}", "{submission}/notes", {"text": " "}, 422),
    "view-without-name": ("bob", "/moderation?language=en", "/moderation/views", {"name": " "}, 422),
    "nothing-ticked": ("bob", "/moderation", "/moderation/assignments", {"moderator": "bella"}, 422),
    "no-report-ticked": ("bob", "/moderation/reports?kind=user", "/moderation/reports", {"text": "kept"}, 422),
    "message-template": (
        "bob", "/moderation/templates", "/moderation/templates", {"title": " ", "text": "kept"}, 422),
    "backup-without-folder": ("ada", "/admin/backups", "/admin/backups", {}, 409),
}


def planted(site: RunningSite) -> dict[str, str]:
    """A template, a saved view, a note and an assignment."""
    bob = Client(site).log_in("bob")
    submission = str(bob.json("/moderation")["items"][0]["id"])
    bob.read("/moderation/templates")
    text = "Dear {author}, please look at {fields} of “{recipe}”."
    assert bob.post("/moderation/templates", ("language", "en"), ("title", "Warm words"), ("text", text))
    assert bob.post("/moderation/views", ("name", "Russian"), ("filter", "language=ru"))
    assert bob.post(f"/moderation/submissions/{submission}/notes", ("text", "Looks like an old post."))
    assert bob.post("/moderation/assignments", ("submission", submission), ("moderator", "bob"))
    return {"template": "/moderation/templates/1"}
