"""The pages of licence requests, versions and backups."""

PAGES: dict[str, tuple[str | None, str]] = {
    "versions": ("alice", "/recipes/{live-edited}/revisions"),
    "versions-of-one": ("alice", "/recipes/{draft}/revisions"),
    "licence-requests": ("ada", "/admin/licences"),
    "activity": ("ada", "/admin?days=90"),
    "backups": ("ada", "/admin/backups"),
    "storage": ("ada", "/admin/storage"),
}

MISTAKES: dict[str, tuple[str | None, str, str, dict[str, str], int]] = {
    "licence-request": ("charlie", "/settings/licence", "/settings/licence", {"text": "x" * 2001}, 422),
    "licence-request-without-words": ("charlie", "/settings/licence", "/settings/licence", {"text": " "}, 422),
    "backup-without-folder": ("ada", "/admin/backups", "/admin/backups", {}, 409),
}
