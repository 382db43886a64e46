"""Notifications in a browser with JavaScript: opening one marks it as read."""

from playwright.sync_api import expect


def test_following_a_notification_marks_it_as_read(empty_site, visit):
    empty_site.add_user("alice", "member")
    empty_site.toque("user", "licence", "alice", "--until", "2099-12-31")
    page = visit(empty_site).log_in("alice").go("/notifications")
    expect(page.locator("[data-unread]")).to_have_attribute("data-unread", "1")
    page.get_by_role("link", name="You have a publishing licence").click()
    expect(page).to_have_url(empty_site.address + "/settings/licence")
    expect(page.locator("[data-unread]")).to_have_attribute("data-unread", "0")
    expect(page.locator(".done")).to_have_count(0)
