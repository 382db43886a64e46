"""Pages of moderators and admins."""

from client import Client
from running_site import RunningSite

PAGES: dict[str, tuple[str | None, str]] = {
    "versions": ("alice", "/recipes/{live-edited}/revisions"),
    "versions-of-one": ("alice", "/recipes/{draft}/revisions"),
    "licence-requests": ("ada", "/admin/licences"),
    "activity": ("ada", "/admin?days=90"),
    "backups": ("ada", "/admin/backups"),
    "storage": ("ada", "/admin/storage"),
    "users-filtered": ("ada", "/admin/users?role=moderator&licensed=no&suspended=no"),
    "audit-filtered": ("ada", "/admin/audit?person=ada&action=role&object=user&from=2020-01-01"),
    "audit-logins": ("ada", "/admin/audit?list=logins"),
    "webhook": ("ada", "/admin/webhook"),
    "about": (None, "/about"),
    "help": (None, "/help"),
    "privacy": ("ada", "/privacy"),
    "pages": ("ada", "/admin/pages"),
    "page-edit": ("ada", "/admin/pages/help"),
    "queue-filtered": ("bob", "/moderation?language=en&with=findings"),
    "queue-filtered-empty": ("bob", "/moderation?author=nobody"),
    "message-templates": ("bob", "/moderation/templates"),
    "message-template": ("bob", "{template}"),
    "recipe-measure": ("bob", "/moderation/recipes/{live}/measure"),
    "report-issues-of-a-kind": ("bob", "/moderation/reports?kind=user"),
}

MISTAKES: dict[str, tuple[str | None, str, str, dict[str, str], int]] = {
    "licence-request": ("charlie", "/settings/licence", "/settings/licence", {"text": "x" * 2001}, 422),
    "licence-request-without-words": ("charlie", "/settings/licence", "/settings/licence", {"text": " "}, 422),
    "webhook-without-address": ("ada", "/admin/webhook", "/admin/webhook/test", {}, 409),
    "page-without-text": ("ada", "/admin/pages/about", "/admin/pages/about", {"text_en": "", "text_ru": " "}, 422),
    "page-too-long": ("ada", "/admin/pages/about", "/admin/pages/about", {"text_ru": "x" * 20_001}, 422),
    "page-stale": ("ada", "/admin/pages/about", "/admin/pages/about", {"text_en": "We cook.", "version": "7"}, 409),
    "note": ("bob", "{submission}", "{submission}/notes", {"text": " "}, 422),
    "view-without-name": ("bob", "/moderation?language=en", "/moderation/views", {"name": " "}, 422),
    "nothing-ticked": ("bob", "/moderation", "/moderation/assignments", {"moderator": "bella"}, 422),
    "recipe-measure-without-reason": (
        "bob", "/moderation/recipes/{live}/measure", "/moderation/recipes/{live}/measure",
        {"measure": "hide", "text": "kept"}, 422),
    "shopping-servings": ("bob", "{recipe}", "/recipes/{live}/shopping", {"servings": "0"}, 422),
    "shopping-line": ("bob", "{recipe}", "/recipes/{live}/shopping", {"line": "99"}, 422),
    "no-report-ticked": ("bob", "/moderation/reports?kind=user", "/moderation/reports", {"text": "kept"}, 422),
    "message-template": (
        "bob", "/moderation/templates", "/moderation/templates", {"title": " ", "text": "kept"}, 422),
    "backup-without-folder": ("ada", "/admin/backups", "/admin/backups", {}, 409),
}


def planted(site: RunningSite) -> dict[str, str]:
    """Adds a template, a saved view, a note and an assignment."""
    bob = Client(site).log_in("bob")
    submission = str(bob.json("/moderation")["items"][0]["id"])
    bob.read("/moderation/templates")
    text = "Dear {author}, please look at {fields} of “{recipe}”."
    assert bob.post("/moderation/templates", ("language", "en"), ("title", "Warm words"), ("text", text))
    assert bob.post("/moderation/views", ("name", "Russian"), ("filter", "language=ru"))
    assert bob.post(f"/moderation/submissions/{submission}/notes", ("text", "Looks like an old post."))
    assert bob.post("/moderation/assignments", ("submission", submission), ("moderator", "bob"))
    return {"template": "/moderation/templates/1"}
