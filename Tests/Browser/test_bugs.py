"""Bug reports and their answers, with and without JavaScript."""

import pytest
from playwright.sync_api import expect

from every_page import gathered


@pytest.fixture
def site(empty_site):
    empty_site.add_user("ada", "admin")
    return empty_site


@pytest.mark.parametrize("scripts", [False, True])
def test_a_visitor_reports_a_problem_and_reads_the_answer(site, visit, photo, scripts):
    visitor, ada = visit(site, java_script_enabled=scripts), visit(site, java_script_enabled=scripts).log_in("ada")
    visitor.expects.add(404)
    page = visitor.go("/nowhere")
    page.locator("main a[href^='/bugs/new']").click()
    expect(page.locator('[name="page"]')).to_have_value("/nowhere")
    page.locator("form[action='/bugs']").evaluate("form => { form.noValidate = true }")
    visitor.expects.add(422)
    visitor.send("/bugs", expected="A page")
    expect(page.locator("#what-error")).to_be_visible()
    expect(page.locator('[name="expected"]')).to_have_value("A page")
    visitor.change("/bugs", what="There is no page", screenshot=photo)
    link = page.url
    expect(page.locator(".note.careful a")).to_have_attribute("href", link)

    ada.go("/admin/bugs").locator("ol.queue a").click()
    shot = ada.page.locator("img.screenshot")
    expect(shot).to_be_visible()
    assert shot.evaluate("image => image.naturalWidth") == 1280
    ada.change("/admin/bugs/1", state="accepted", answer="We will write one.")

    visitor.page.goto(link)
    expect(page.locator("main")).to_contain_text("We will write one.")
    expect(page.locator(".note.careful")).to_have_count(0)


def test_a_member_finds_their_reports_again(site, visit):
    site.add_user("alice", "member")
    alice = visit(site, java_script_enabled=False).log_in("alice")
    alice.go("/recipes").locator("footer a[href^='/bugs/new']").click()
    alice.change("/bugs", what="Too many soups")
    alice.go("/bugs").locator("ol.queue a").click()
    expect(alice.page.locator("main")).to_contain_text("Too many soups")


def test_an_admin_marks_an_error_as_solved(site, visit):
    ada = visit(site, java_script_enabled=False).log_in("ada")
    kind = gathered(site, ada)
    ada.go(f"/admin/errors/{kind}")
    ada.change(f"/admin/errors/{kind}/solve")
    assert ada.json("/admin/errors")["total"] == 0
