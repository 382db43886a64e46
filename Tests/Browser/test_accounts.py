"""Sessions, passwords and two-step login in a real browser, with the real program."""

import sqlite3

import argon2
import pytest
from playwright.sync_api import expect

from one_time_code import code_of
from running_site import PASSWORD
from visitor import Visitor

NEW = "wry kettle in the mist"


def restarted_browser(visit, site, visitor: Visitor) -> Visitor:
    """The same user after closing the browser, which deletes all cookies without an expiry date."""
    state = visitor.context.storage_state()
    state["cookies"] = [cookie for cookie in state["cookies"] if cookie["expires"] > 0]
    return visit(site, storage_state=state)


def is_in(visitor: Visitor) -> bool:
    visitor.go("/my/recipes")
    return visitor.page.url.endswith("/my/recipes")


def log_in(visitor: Visitor, name: str, **fields) -> Visitor:
    visitor.go("/login")
    visitor.send("/login", login=name, password=PASSWORD, **fields)
    return visitor


def test_sessions_survive_the_server_and_the_browser_only_when_asked_to(visit, empty_site):
    empty_site.add_user("alice", "member")
    plain, kept = log_in(visit(empty_site), "alice"), log_in(visit(empty_site), "alice", remember="1")
    empty_site.stop()
    empty_site.start()
    assert is_in(plain) and is_in(kept)
    assert not is_in(restarted_browser(visit, empty_site, plain))
    assert is_in(restarted_browser(visit, empty_site, kept))


def test_a_changed_password_ends_the_other_sessions(visit, empty_site):
    empty_site.add_user("alice", "member")
    here, there = log_in(visit(empty_site), "alice"), log_in(visit(empty_site), "alice", remember="1")
    here.go("/settings/password")
    here.change("/settings/password", old_password=PASSWORD, password=NEW, password_again=NEW)
    assert is_in(here) and not is_in(there)
    there.log_in("alice", NEW)


def test_one_session_is_ended_from_another(visit, empty_site):
    empty_site.add_user("alice", "member")
    here, there = log_in(visit(empty_site), "alice"), log_in(visit(empty_site), "alice")
    page = here.go("/settings/sessions")
    expect(page.locator(".sessions > li")).to_have_count(2)
    expect(page.locator(".sessions h2").first).to_contain_text("Chrome, Linux")
    here.change("/settings/sessions/end")
    expect(page.locator(".sessions > li")).to_have_count(1)
    assert is_in(here) and not is_in(there)


def test_two_step_sign_in_from_setting_up_to_a_recovery_code(visit, empty_site):
    empty_site.add_user("alice", "member")
    alice = log_in(visit(empty_site), "alice")
    alice.go("/settings/two-step")
    page = alice.send("/settings/two-step")
    expect(page.locator("svg.qr path")).to_be_visible()
    page = alice.send("/settings/two-step/confirm", code=code_of(page.locator(".secret code").inner_text()))
    codes = page.locator(".recovery code").all_inner_texts()
    assert len(set(codes)) == 10
    other = log_in(visit(empty_site), "alice")
    assert other.page.url.startswith(empty_site.address + "/login/code")
    other.expects.add(422)
    other.send("/login/code", code="000000")
    expect(other.page.locator("#code-error")).to_be_visible()
    other.send("/login/code", code=codes[0])
    assert is_in(other)


def test_the_shell_lets_in_who_lost_the_second_step(visit, empty_site):
    empty_site.add_user("alice", "member")
    alice = log_in(visit(empty_site), "alice")
    alice.go("/settings/two-step")
    page = alice.send("/settings/two-step")
    alice.send("/settings/two-step/confirm", code=code_of(page.locator(".secret code").inner_text()))
    assert "password alone" in empty_site.toque("user", "one-step", "alice")
    assert "no second step" in empty_site.toque("user", "one-step", "alice")
    assert is_in(log_in(visit(empty_site), "alice"))


def test_the_shell_asks_for_longer_passwords_of_those_who_keep_the_site(empty_site):
    for role, password, told in [
        ("moderator", "wry kettle mis", "at least 15"),
        ("member", "wry kettle", "at least 12"),
        ("member", "bella-bella-bella", "a name that others know"),
    ]:
        with pytest.raises(AssertionError, match=told):
            empty_site.toque("user", "add", "bella", "--email", "b@example.org", "--role", role, typed=password + "\n")
    assert empty_site.toque("user", "list").count("bella") == 0


def test_the_shell_adds_nobody_who_looks_like_somebody(empty_site):
    empty_site.add_user("сора", "member")
    with pytest.raises(AssertionError, match="looks like it"):
        empty_site.add_user("copa", "member")
    assert empty_site.toque("user", "list").count("example.org") == 1


def test_a_role_that_was_chosen_is_still_chosen_after_the_password(visit, empty_site):
    empty_site.add_user("ada", "admin")
    empty_site.add_user("charlie", "member")
    ada = log_in(visit(empty_site), "ada")
    with sqlite3.connect(empty_site.data / "toque.sqlite", timeout=10) as database:
        database.execute("UPDATE session SET verified_at = 0")
        (user,) = database.execute("SELECT id FROM user WHERE username = 'charlie'").fetchone()
    action = f"/admin/users/{user}/role"
    ada.go(f"/admin/users/{user}")
    page = ada.send(action, role="moderator")
    assert "/confirm?next=" in page.url
    page = ada.send("/confirm", password=PASSWORD)
    assert page.url.endswith(f"/admin/users/{user}")
    expect(page.locator("[role=status]")).to_contain_text("filled in your choices again")
    expect(ada.form(action).locator("select")).to_have_value("moderator")
    expect(page.locator(".badge", has_text="Moderator")).to_have_count(0)
    ada.change(action)
    expect(page.locator(".badge", has_text="Moderator")).to_have_count(1)


def test_the_strength_shows_while_typing_and_is_said(visit, empty_site):
    page = visit(empty_site).go("/register")
    hint, said = page.locator(".strength"), page.locator(".strength + [role=status]")
    expect(hint).to_be_hidden()
    page.locator('[name="username"]').fill("marigold")
    password = page.locator('[name="password"]')
    for typed, level in [
        ("short", "short"),
        ("marigoldmarigold", "weak"),
        ("aaaaaaaaaaaaaaaa", "weak"),
        ("abcdefghijklmnop", "weak"),
        ("seven moths", "short"),
        ("seven lamps2", "fair"),
        ("seven moths around one lamp", "good"),
    ]:
        password.fill(typed)
        expect(hint).to_have_attribute("data-level", level)
    expect(said).to_have_text("Strength: Strong")
    password.fill("")
    expect(hint).to_be_hidden()


def test_paste_goes_into_both_fields(visit, empty_site):
    visitor = visit(empty_site, permissions=["clipboard-read", "clipboard-write"])
    page = visitor.go("/register")
    page.evaluate("text => navigator.clipboard.writeText(text)", NEW)
    for name in ["password", "password_again"]:
        field = page.locator(f'[name="{name}"]')
        field.focus()
        page.keyboard.press("Control+V")
        expect(field).to_have_value(NEW)


def test_hashes_are_argon2id_as_another_implementation_reads_it(empty_site):
    for variable in ["TOQUE_ARGON2_MEMORY_KIB", "TOQUE_ARGON2_PASSES"]:
        del empty_site.environment[variable]
    for name in ["alice", "bob"]:
        empty_site.add_user(name, "member")
    with sqlite3.connect(f"file:{empty_site.data}/toque.sqlite?mode=ro", uri=True) as database:
        hashes = [row[0] for row in database.execute("SELECT password_hash FROM user WHERE password_hash IS NOT NULL")]
    assert len(hashes) == 2
    for encoded in hashes:
        cost = argon2.extract_parameters(encoded)
        assert cost.type is argon2.Type.ID and cost.memory_cost >= 19_456 and cost.time_cost >= 2
        assert cost.salt_len >= 16 and cost.hash_len >= 32
        assert argon2.PasswordHasher().verify(encoded, PASSWORD)
    assert len({encoded.split("$")[4] for encoded in hashes}) == 2
