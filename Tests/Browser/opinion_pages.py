"""Pages of suggested texts and automatic approvals."""

PAGES: dict[str, tuple[str | None, str]] = {
    "suggestion": ("bob", "{submission}/suggestion"),
    "automatic": ("bob", "/moderation/automatic"),
    "automatic-checked": ("bob", "/moderation/automatic?state=checked"),
}

MISTAKES = {
    "suggestion": ("bob", "{submission}/suggestion", "{submission}/suggestion", {"title": "", "servings": "x"}, 422),
}
