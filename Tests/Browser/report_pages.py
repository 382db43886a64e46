"""Pages of reports, decisions about members, and appeals."""

import opinion_pages
from client import Client
from running_site import RunningSite

PAGES: dict[str, tuple[str | None, str]] = {
    "my-reports": ("charlie", "/my/reports"),
    "my-reports-none": ("bella", "/my/reports"),
    "decisions-about-me": ("alice", "/my/reports"),
    "statement-of-reasons": ("alice", "/appeals/measure/1"),
    "appeal-of-a-reporter": ("charlie", "/appeals/report/2"),
    "report-issues": ("bob", "/moderation/reports"),
    "report-issues-closed": ("bob", "/moderation/reports?state=closed"),
    "report-issue": ("bob", "/moderation/reports/3"),
    "report-issue-closed": ("bob", "/moderation/reports/1"),
    "appeals": ("bob", "/moderation/appeals"),
    "appeals-none": ("bob", "/moderation/appeals?state=closed"),
    "appeal": ("ada", "/moderation/appeals/1"),
    "appeal-of-ones-own-decision": ("bob", "/moderation/appeals/1"),
}

MISTAKES = {
    "report": ("charlie", "/cooks/alice", "/reports", {"kind": "comment", "id": "1", "text": "kept"}, 422),
    "measure": (
        "bob",
        "/moderation/reports/3",
        "/moderation/reports/3",
        {"measure": "silence", "text": "", "days": "x", "notice": "x" * 101},
        422,
    ),
    "appeal-text": ("charlie", "/appeals/report/2", "/appeals/report/2", {"text": ""}, 422),
    "appeal-answer": ("ada", "/moderation/appeals/1", "/moderation/appeals/1", {"outcome": "", "text": ""}, 422),
}
PAGES |= opinion_pages.PAGES
MISTAKES |= opinion_pages.MISTAKES


def planted(site: RunningSite) -> None:
    """Adds three reports by Charlie: one led to a warning that Alice appeals, one is dismissed, one waits."""
    ids = {person["username"]: str(person["id"]) for person in Client(site).log_in("ada").json("/admin/users")["items"]}
    charlie, bob = Client(site).log_in("charlie"), Client(site).log_in("bob")
    decisions = [{"measure": "warn", "reason": "spam", "text": "It sells knives.", "strike": "1"}, {"measure": "dismiss"}, None]
    for number, (name, decision) in enumerate(zip(["alice", "bella", "ada"], decisions, strict=True), 1):
        charlie.read(f"/cooks/{name}")
        assert charlie.post("/reports", ("kind", "user"), ("id", ids[name]), ("reason", "spam"), ("text", "Only adverts."))
        if decision:
            version = [issue["version"] for issue in bob.json("/moderation/reports")["items"] if issue["id"] == number][0]
            assert bob.post(f"/moderation/reports/{number}", *decision.items(), ("version", str(version)))
    alice = Client(site).log_in("alice")
    alice.read("/appeals/measure/1")
    assert alice.post("/appeals/measure/1", ("text", "I sell nothing."))
