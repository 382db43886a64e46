"""Pictures and videos of steps are uploaded once they are chosen, processed while the author waits, and shown to readers."""

import pathlib
import re
import shutil
import subprocess
import time

import pytest
from playwright.sync_api import expect

from mail_server import until
from test_every_page import too_wide

SUBTITLES = "WEBVTT\n\n00:00.000 --> 00:01.900\nStir slowly."
no_ffmpeg = pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="ffmpeg is not installed")


@pytest.fixture
def alice(visit, empty_site):
    empty_site.add_user("alice", "member")
    return lambda **options: visit(empty_site, **options).log_in("alice")


@pytest.fixture
def clip(tmp_path: pathlib.Path) -> pathlib.Path:
    path = tmp_path / "clip.mp4"
    source = ["-f", "lavfi", "-i", "testsrc2=s=320x240:r=25:d=2", "-pix_fmt", "yuv420p"]
    subprocess.run(["ffmpeg", "-nostdin", "-v", "error", *source, str(path)], check=True, timeout=60)
    return path


@pytest.fixture
def picture(tmp_path: pathlib.Path) -> pathlib.Path:
    path = tmp_path / "pan.png"
    source = ["-f", "lavfi", "-i", "testsrc2=s=320x240:d=1", "-frames:v", "1"]
    subprocess.run(["ffmpeg", "-nostdin", "-v", "error", *source, str(path)], check=True, timeout=60)
    return path


def begin(page) -> None:
    page.fill('[name="title"]', "Onion soup")
    page.locator('[name="ingredient"]').first.fill("onion")
    for number, text in enumerate(["Slice the onions.", "Fry them."]):
        page.locator('[name="step"]').nth(number).fill(text)


@no_ffmpeg
def test_a_video_is_sent_at_once_made_while_one_waits_and_watched(alice, clip):
    page = alice(viewport={"width": 360, "height": 780}).go("/recipes/new")
    begin(page)
    page.set_input_files('[name="step_file-2"]', clip)
    shown = page.locator("[data-media-shown]")
    expect(shown).to_have_count(1, timeout=20_000)
    page.fill('[name="step_alt-2"]', "Onions turn brown")
    expect(shown.locator("video")).to_have_count(1, timeout=60_000)
    shown.locator("summary").click()
    page.fill('[name="subtitles_en-2"]', SUBTITLES)
    assert too_wide(page) == []
    # The video moves up together with its step.
    page.locator("[data-steps] [data-up]").nth(1).click()
    expect(page.locator('[name="step_alt-1"]')).to_have_value("Onions turn brown")
    expect(page.locator('[name="step"]').first).to_have_value("Fry them.")
    page.locator(".form-end button").click()
    page.wait_for_url(re.compile(r"/recipes/\d+-onion-soup"))
    film = page.locator("#step-1 video")
    film.scroll_into_view_if_needed()
    until(lambda: page.evaluate("document.querySelector('.steps video').currentTime > 0.2"), 20, "video")
    film.click(position={"x": 40, "y": 30})
    until(lambda: page.evaluate("document.querySelector('.steps video').paused"), 10, "pause")
    track = "document.querySelector('.steps video').textTracks[0]"
    assert page.evaluate(f"{track}.mode") == "showing"
    until(lambda: page.evaluate(f"{track}.cues?.length === 1"), 10, "caption")
    assert page.evaluate(f"{track}.cues[0].text") == "Stir slowly."
    assert too_wide(page) == []


@no_ffmpeg
def test_what_is_refused_is_told_at_its_step(alice, tmp_path):
    visitor = alice()
    visitor.expects.add(422)
    page = visitor.go("/recipes/new")
    begin(page)
    wrong = tmp_path / "a.mp4"
    wrong.write_text("no video")
    page.set_input_files('[name="step_file-1"]', wrong)
    expect(page.locator('[id="step_file-1-error"]')).to_be_visible(timeout=20_000)
    expect(page.locator('[name="step"]').first).to_have_value("Slice the onions.")


@no_ffmpeg
def test_without_a_script_a_video_and_a_picture_are_added_and_removed(alice, clip, picture):
    page = alice(java_script_enabled=False).go("/recipes/new")
    begin(page)
    page.set_input_files('[name="step_file-1"]', clip)
    page.set_input_files('[name="step_file-2"]', picture)
    page.locator("[data-send]").first.click()
    expect(page.locator("[data-media-shown]")).to_have_count(2)
    page.fill('[name="step_alt-2"]', "A pan")
    page.locator(".form-end button").click()
    expect(page.locator("#step-2 img")).to_have_attribute("alt", "A pan")
    for _ in range(60):
        if page.locator("#step-1 video").count():
            break
        time.sleep(1)
        page.reload()
    expect(page.locator("#step-1 video")).to_have_count(1)
    page.goto(page.url.split("-onion")[0] + "/edit")
    page.locator('[name="remove_media-1"]').check()
    page.locator(".form-end button").click()
    expect(page.locator(".steps video")).to_have_count(0)
    expect(page.locator("#step-2 img")).to_have_count(1)


@no_ffmpeg
def test_low_data_use_waits_for_a_tap(alice, clip):
    page = alice().go("/settings/preferences")
    page.locator('[name="low_data"]').check()
    page.locator("main form button.button").last.click()
    page.goto(page.url.split("/settings")[0] + "/recipes/new")
    begin(page)
    page.set_input_files('[name="step_file-1"]', clip)
    expect(page.locator("[data-media-shown] video")).to_have_count(1, timeout=60_000)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.locator(".form-end button").click()
    page.wait_for_url(re.compile(r"/recipes/\d+-onion-soup"))
    film = page.locator(".steps video")
    film.scroll_into_view_if_needed()
    time.sleep(1)
    assert not any(url.endswith("video.mp4") for url in asked)
    film.click(position={"x": 40, "y": 30})
    until(lambda: page.evaluate("document.querySelector('.steps video').currentTime > 0.1"), 20, "video")
