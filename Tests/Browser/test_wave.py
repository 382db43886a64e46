"""Detection of a waving hand in generated videos. The worker gets them faster than real time, once through Chromium's camera."""

import base64
import shutil

import pytest
from playwright.sync_api import expect

from made_videos import Made
from test_cooking import PHONE
from visitor import Visitor

# Width and height of the pictures that `wave.js` sends to its worker, and pictures per second.
SIZE, RATE = (64, 48), 1000 / 60

FEED = """async ({ pictures, pause }) => {
    const worker = new Worker(document.querySelector("[data-practice]").dataset.waveWorker);
    const seen = [];
    worker.addEventListener("message", ({ data }) => seen.push(data));
    const bytes = Uint8Array.from(atob(pictures), (letter) => letter.charCodeAt(0));
    for (let place = 0; place * 3072 < bytes.length; place++) {
        const grey = bytes.slice(place * 3072, (place + 1) * 3072);
        worker.postMessage({ grey, width: 64, at: place * pause });
    }
    let count = -1;
    while (count < seen.length) {
        count = seen.length;
        await new Promise((done) => setTimeout(done, 300));
    }
    worker.terminate();
    return seen;
}"""


@pytest.fixture
def seen(look):
    """Returns a function that finds the waves in a video, with the worker."""
    page = look().go("/cooking/wave")

    def find(video: Made) -> list[str]:
        pictures = base64.b64encode(b"".join(video.pictures)).decode()
        return page.evaluate(FEED, {"pictures": pictures, "pause": 1000 / RATE})

    return find


def made(seed: int = 1) -> Made:
    return Made(*SIZE, RATE, seed=seed).still()


@pytest.mark.parametrize(("goes_right", "way"), [(True, "next"), (False, "back")])
def test_at_most_one_wave_in_ten_is_missed_and_none_goes_the_wrong_way(seen, goes_right, way):
    video = made()
    count = 0
    for seconds in (0.3, 0.45, 0.6, 0.8):
        for size, top, grey in [(0.15, 0.4, 190), (0.22, 0.1, 200), (0.3, 0.3, 20), (0.38, 0.2, 160), (0.25, 0, 210)]:
            video.wave(goes_right, seconds, size, top, grey, comes_back=count % 2 == 1)
            count += 1
    found = seen(video)
    assert set(found) == {way}
    assert count * 0.9 <= len(found) <= count


@pytest.mark.parametrize("what", ["noise", "flickering light", "people who walk by"])
def test_nothing_else_turns_a_page(seen, what):
    video = made()
    for number in range(20):
        made_by = Made(*SIZE, RATE, noise=2 + number % 4, seed=number)
        if what == "noise":
            made_by.still(2)
        elif what == "flickering light":
            made_by.flicker(2).still(0.5)
        else:
            seconds, size = (1.3, 1.6, 2, 2.4, 3)[number % 5], (0.25, 0.4)[number // 10]
            made_by.still(0.5).walk(number % 4 < 2, seconds, size)
        video.pictures += made_by.pictures
    assert seen(video) == []


def test_cook_mode_turns_by_a_wave_before_the_camera(seeded_site, planted, browser, tmp_path):
    film = tmp_path / "waves.y4m"
    Made(160, 120, 30).still(2).wave(True).still(1.5).save(film)
    own = browser.browser_type.launch(
        executable_path=shutil.which("chromium-headless-shell"),
        args=[
            "--no-sandbox", "--disable-gpu", "--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream",
            f"--use-file-for-fake-video-capture={film}",
        ],
    )
    try:
        visitor = Visitor(seeded_site, own.new_context(locale="en-GB", **PHONE))
        page = visitor.page
        requests = []
        page.goto(f"{seeded_site.address}/recipes/{planted['live']}/cook")
        page.get_by_role("button", name="Got it").click()
        page.locator(".cook-options > summary").click()
        expect(page.locator("[data-camera]")).to_be_hidden()
        page.on("request", lambda request: requests.append(request.method))
        page.get_by_label("Wave to turn the page").check()
        expect(page.locator("[data-camera]")).to_be_visible()
        expect(page.locator("#step-2")).to_be_visible(timeout=20_000)
        page.get_by_role("button", name="Turn off").click()
        expect(page.locator("[data-camera]")).to_be_hidden()
        assert page.evaluate("localStorage.getItem('toque.cook gestures')") == "off"
        assert "POST" not in requests, "a picture may have left the device"
        assert visitor.complaints == []
    finally:
        own.close()
