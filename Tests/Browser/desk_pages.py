"""The pages of licence requests, versions, backups, the audit log, the webhook, and those that admins edit."""

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
}

MISTAKES: dict[str, tuple[str | None, str, str, dict[str, str], int]] = {
    "licence-request": ("charlie", "/settings/licence", "/settings/licence", {"text": "x" * 2001}, 422),
    "licence-request-without-words": ("charlie", "/settings/licence", "/settings/licence", {"text": " "}, 422),
    "webhook-without-address": ("ada", "/admin/webhook", "/admin/webhook/test", {}, 409),
    "page-without-text": ("ada", "/admin/pages/about", "/admin/pages/about", {"text_en": "", "text_ru": " "}, 422),
    "page-too-long": ("ada", "/admin/pages/about", "/admin/pages/about", {"text_ru": "x" * 20_001}, 422),
    "page-stale": ("ada", "/admin/pages/about", "/admin/pages/about", {"text_en": "We cook.", "version": "7"}, 409),
    "backup-without-folder": ("ada", "/admin/backups", "/admin/backups", {}, 409),
}
