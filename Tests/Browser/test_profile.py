"""A profile is filled in, shown and corrected, and its picture cropped with mouse and keys. With and without JavaScript."""

import pytest
from playwright.sync_api import expect

PAGE = "/settings/profile"


@pytest.fixture
def site(empty_site):
    empty_site.add_user("alice", "member")
    return empty_site


def kept_square(page) -> list[str]:
    return [page.locator(f'[name="{name}"]').input_value() for name in ("x", "y", "side")]


def colour(page, x: float, y: float) -> list[int]:
    """Returns the colour of the public picture at a place; x and y are from 0 to 1."""
    return page.locator("img.avatar").evaluate(
        """async (image, [x, y]) => {
            await image.decode();
            const side = image.naturalWidth;
            const canvas = Object.assign(document.createElement("canvas"), { width: side, height: side });
            const pen = canvas.getContext("2d");
            pen.drawImage(image, 0, 0);
            return [...pen.getImageData(x * side, y * side, 1, 1).data].slice(0, 3);
        }""",
        [x, y],
    )


def is_near(one: list[int], other: tuple[int, int, int]) -> bool:
    return all(abs(a - b) < 24 for a, b in zip(one, other))


@pytest.mark.parametrize("scripts", [False, True])
def test_a_profile_is_told_corrected_and_shown(site, visit, photo, scripts):
    alice = visit(site, java_script_enabled=scripts).log_in("alice")
    page = alice.go("/settings/account")
    page.locator(f"nav.settings a[href='{PAGE}']").click()
    expect(page.locator("span.avatar")).to_have_text("A")
    alice.expects.add(422)
    alice.send(PAGE, display_name="Alice Liddell", bio="Soups.", phone="none", photo=photo)
    expect(page.locator("#phone-error")).to_be_visible()
    expect(page.locator('[name="display_name"]')).to_have_value("Alice Liddell")
    expect(page.locator("img.avatar")).to_be_visible()
    alice.change(PAGE, phone="+44 20 7946 0000")

    visitor = visit(site, java_script_enabled=scripts)
    public = visitor.go("/cooks/alice")
    expect(public.locator("h1")).to_have_text("Alice Liddell")
    expect(public.locator("main")).to_contain_text("Soups.")
    assert "7946" not in public.content()
    picture = public.locator("img.avatar")
    assert picture.evaluate("image => image.naturalWidth === image.naturalHeight && image.naturalWidth") == 320

    alice.go(PAGE)
    alice.change(PAGE, remove_photo="1", display_name="")
    expect(visitor.go("/cooks/alice").locator("span.avatar")).to_have_text("A")


def test_the_square_is_moved_by_keys_by_mouse_and_by_numbers(site, visit, photo):
    alice = visit(site, viewport={"width": 360, "height": 780}).log_in("alice")
    page = alice.go(PAGE)
    page.locator("#photo").set_input_files(photo)
    canvas = page.locator(".crop canvas")
    expect(canvas).to_be_visible()
    assert kept_square(page) == ["200", "0", "1200"]

    canvas.focus()
    page.keyboard.press("ArrowRight")
    assert kept_square(page) == ["224", "0", "1200"]
    for _ in range(30):
        page.keyboard.press("+")
    small = int(kept_square(page)[2])
    assert 64 <= small < 400
    page.keyboard.press("-")
    assert int(kept_square(page)[2]) > small

    before = int(kept_square(page)[1])
    canvas.scroll_into_view_if_needed()
    box = canvas.bounding_box()
    page.mouse.move(box["x"] + 50, box["y"] + 50)
    page.mouse.down()
    page.mouse.move(box["x"] + 50, box["y"] + 20)
    page.mouse.up()
    assert int(kept_square(page)[1]) < before

    # The top stripe of the photo is green, the bottom one yellow. Numbers beyond its edges are limited to them.
    for name, value in [("side", "300"), ("x", "9999"), ("y", "9999")]:
        page.locator(f'[name="{name}"]').fill(value)
        page.locator(f'[name="{name}"]').blur()
    assert kept_square(page) == ["1300", "900", "300"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    alice.change(PAGE)
    alice.go("/cooks/alice")
    assert all(is_near(colour(page, *place), (255, 204, 102)) for place in [(0.1, 0.1), (0.9, 0.9)])


def test_without_a_script_the_middle_is_kept(site, visit, photo):
    plain = visit(site, java_script_enabled=False).log_in("alice")
    plain.go(PAGE)
    plain.change(PAGE, photo=photo)
    page = visit(site).go("/cooks/alice")
    found = [colour(page, 0.5, height) for height in (0.1, 0.5, 0.9)]
    assert all(map(is_near, found, [(119, 170, 68), (204, 85, 34), (255, 204, 102)])), found


def test_the_counter_counts_as_people_do(site, visit):
    page = visit(site).log_in("alice").go(PAGE)
    counter = page.locator(".letters")
    expect(counter).to_contain_text("0 of 100")
    page.locator('[name="bio"]').fill("e\u0301 👨‍👩‍👧‍👦")
    expect(counter).to_contain_text("3 of 100")
    expect(counter).not_to_contain_class("over")
    page.locator('[name="bio"]').fill("x" * 101)
    expect(counter).to_contain_class("over")
