"""Hostile requests to the real program: broken forms, encodings and paths, photos, expensive requests, time zones."""

import base64
import concurrent.futures
import http.client
import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import time

import pytest

from client import Client
from running_site import RunningSite

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Crash"))
from data_folder import rows  # noqa: E402
from load import noise  # noqa: E402


@pytest.fixture
def site(tmp_path, new_data):
    site = RunningSite(tmp_path / "var", new_data)
    for name, role in (("alice", "member"), ("ada", "admin")):
        site.add_user(name, role)
    site.start()
    yield site
    site.stop()


def spooled(site: RunningSite) -> list[str]:
    return [path.name for path in (site.data / "tmp").iterdir()]


def said(site: RunningSite, data: bytes, wait: float = 10) -> bytes:
    """Sends these bytes, and returns everything that the site answers until it closes the connection."""
    with socket.create_connection(("127.0.0.1", site.port), timeout=wait) as connection:
        try:
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
        except OSError:
            # The site has already answered and closed the connection.
            pass
        answer = b""
        try:
            while piece := connection.recv(65536):
                answer += piece
        except OSError:
            pass
        return answer


def status(answer: bytes) -> int:
    found = re.match(rb"HTTP/1\.1 (\d{3}) ", answer)
    return int(found[1]) if found else 0


def request(client: Client, body: bytes, kind: str, path: str = "/recipes", length: int | None = None) -> bytes:
    cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{client.site.port}\r\nCookie: {cookies}\r\nContent-Type: {kind}\r\n"
    return f"{head}Content-Length: {length or len(body)}\r\nConnection: close\r\n\r\n".encode() + body


def part(name: str, value: bytes, more: str = "") -> bytes:
    return f'--edge\r\nContent-Disposition: form-data; name="{name}"{more}\r\n\r\n'.encode() + value + b"\r\n"


FORM = "multipart/form-data; boundary=edge"
PHOTO = '; filename="a.png"\r\nContent-Type: image/png'
# Too long to stay in memory, so the site writes it to disk.
LONG = bytes(2_000_000)
# The limit for any request. Without TOQUE_PROGRAM the tests use a debug build, which is not optimised: twice the limit.
SECONDS = 1 if "TOQUE_PROGRAM" in os.environ else 2


def test_a_broken_form_is_refused_and_leaves_nothing(site):
    alice = Client(site).log_in("alice")
    end = b"--edge--\r\n"
    token = part("csrf", alice.token.encode())
    bodies = {
        "no end": token + part("photo", LONG, PHOTO), "in the middle of a boundary": token + part("photo", LONG, PHOTO) + b"--ed",
        "a header of 64 KB": part("x", b"", "; y=" + "z" * 65_536) + end, "10,000 parts": part("a", b"b") * 10_000 + end,
        "101 files": part("photo", b"x", PHOTO) * 101 + end, "no name": b"--edge\r\n\r\nx\r\n" + end,
        "an empty name": token + part("", b"x") + end, "a boundary in the data": token + part("photo", b"--edge\r\n" + LONG, PHOTO) + end,
        "a starred name": token + part("photo", LONG, "; filename*=UTF-8''a.png") + end, "nothing": b"", "only an end": end,
    }
    for name, body in bodies.items():
        began = time.monotonic()
        answered = status(said(site, request(alice, body, FORM)))
        assert answered in (400, 403, 413, 422), f"{name}: {answered}"
        assert time.monotonic() - began < 5, name
    for kind in ("multipart/form-data", "multipart/form-data; boundary=", "text/plain", "application/json", "x" * 300):
        assert status(said(site, request(alice, token + end, kind))) in (400, 403, 415), kind
    assert spooled(site) == [] and list((site.data / "media").iterdir()) == []
    assert rows(site.data, "SELECT count(*) FROM recipe") == [(0,)]


def test_bad_encodings_are_no_error_of_ours(site):
    alice = Client(site).log_in("alice")
    raw = [b"%FF", b"%C3", b"%00", b"%C0%AF", b"%E0%80%AF", b"%ED%A0%80", b"%F5%80%80%80", b"%", b"%G1", b"\xff", b"%EF%BB%BF"]
    for bad in raw:
        for line in (b"GET /recipes?q=" + bad, b"GET /cooks/" + bad, b"GET /search?with=" + bad, b"GET /" + bad):
            answer = said(site, line + b" HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            assert status(answer) in (200, 400, 404), (line, status(answer))
        form = b"csrf=" + alice.token.encode() + b"&title=" + bad + b"&ingredient=salt&step=Stir."
        answered = status(said(site, request(alice, form, "application/x-www-form-urlencoded")))
        assert answered in (303, 400, 422), (bad, answered)
    # Text is stored as it was sent, whether é is one code point or two.
    for title in ("caf\u00e9", "cafe\u0301"):
        assert alice.post("/recipes", ("title", title), ("ingredient", "salt"), ("step", "Stir."))
        assert rows(site.data, "SELECT title FROM revision ORDER BY id DESC LIMIT 1") == [(title,)]
    # Half of a surrogate pair, which JSON can contain, is refused or read as a character. The site must not crash.
    file = site.data.parent / "lone.json"
    file.write_text('{"@type":"Recipe","name":"a \\ud800 b","recipeIngredient":["salt"],"recipeInstructions":["Stir."]}')
    site.toque("import", str(file), "--author", "alice")
    assert site.process.poll() is None


def test_no_path_leads_out_of_a_folder(site):
    tries = [
        "/static/../secret", "/static/..%2fsecret", "/static/%2e%2e/secret", "/static/..%5csecret", "/static/....//secret",
        "/static/%252e%252e%252fsecret", "/static/..", "/static/.", "/static/", "/static", "/static/.htaccess", "/static//etc/passwd",
        "/static/site.css.", "/static/site.css%20", "/static/site.css/", "/media/", "/media/..%2f..%2fsecret/320.jpg", "/media/../secret",
        "/media/%2e%2e/toque.sqlite", "/.git/config", "/.env", "//etc/passwd", "/static/%00", "/static/\\..\\secret",
    ]  # fmt: skip
    secret = (site.data / "secret").read_bytes().strip()
    for path in tries:
        answer = said(site, f"GET {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".encode())
        assert status(answer) in (400, 404), (path, status(answer))
        assert secret not in answer and b"root:" not in answer and b"Index of" not in answer


@pytest.mark.parametrize("name", [
    "../../../../tmp/x.png", "..\\..\\x.png", "x.png%00.html", "a" * 300 + ".png", "CON", "\u202egnp.exe", "-rf.png", ".htaccess", "x.php",
    "a;b=c.png", "'\"<b>.png", "",
])  # fmt: skip
def test_the_name_of_a_photo_means_nothing(site, name):
    alice = Client(site).log_in("alice")
    quoted = name.replace("\\", "\\\\").replace('"', '\\"')
    fields = [("csrf", alice.token), ("title", "Soup"), ("ingredient", "salt"), ("step", "Stir.")]
    body = b"".join(part(key, value.encode()) for key, value in fields)
    body += part("photo", noise(80, 60), f'; filename="{quoted}"\r\nContent-Type: text/html') + b"--edge--\r\n"
    answered = status(said(site, request(alice, body, FORM)))
    assert answered in (303, 400), answered
    kept = [path.relative_to(site.data / "media") for path in (site.data / "media").rglob("*") if path.is_file()]
    assert bool(kept) == (answered == 303)
    for path in kept:
        assert re.fullmatch(r"[A-Za-z0-9_-]{16,}/(original|\d+\.(jpg|webp))", str(path)), path
    assert not pathlib.Path("/tmp/x.png").exists()


PAINT = """(type) => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 640, height: 480 });
    const paint = canvas.getContext("2d");
    paint.fillStyle = "red";
    paint.fillRect(0, 0, 320, 480);
    return canvas.toDataURL(type).split(",")[1];
}"""
TAGS = {
    "GPSLatitude": "59.9", "GPSLatitudeRef": "N", "Artist": "Secret Artist", "XMP-dc:Creator": "Secret Artist",
    "XMP-aux:SerialNumber": "Secret123", "ExifIFD:SerialNumber": "Secret123", "Comment": "Secret comment", "Make": "Secret Maker",
}  # fmt: skip


@pytest.mark.parametrize("kind", ["jpeg", "png", "webp"])
def test_a_served_photo_tells_neither_place_nor_device(site, browser, tmp_path, kind):
    page = browser.new_page()
    file = tmp_path / f"photo.{kind}"
    file.write_bytes(base64.b64decode(page.evaluate(PAINT, f"image/{kind}")))
    page.close()
    subprocess.run(["exiftool", "-q", "-m", "-overwrite_original", *(f"-{tag}={value}" for tag, value in TAGS.items()), file], check=True)
    assert {"GPSLatitude", "Artist"} <= carried(file).keys()
    alice = Client(site).log_in("alice")
    fields = [("title", "Soup"), ("ingredient", "salt"), ("step", "Stir.")]
    assert alice.ask("POST", "/recipes", fields, photo=file.read_bytes())[0] == 303
    # The original is in the same folder, but has no address.
    served = [path for path in (site.data / "media").rglob("*") if path.suffix in (".jpg", ".webp")]
    assert served
    for path in served:
        assert b"Secret" not in path.read_bytes()
        found = carried(path)
        assert not [name for name in found if re.search("GPS|Artist|Creator|Serial|Comment|Make|Thumbnail", name)], found


def carried(file: pathlib.Path) -> dict:
    """Returns the metadata that exiftool finds in a file."""
    return json.loads(subprocess.run(["exiftool", "-j", file], check=True, capture_output=True).stdout)[0]


def test_a_photo_is_served_inert_and_in_parts(site):
    alice = Client(site).log_in("alice")
    fields = [("title", "Soup"), ("ingredient", "salt"), ("step", "Stir.")]
    assert alice.ask("POST", "/recipes", fields, photo=noise(640, 480))[0] == 303
    path = re.search(r"/media/[^\"/]+/\d+\.jpg", alice.read("/recipes/1"))[0]

    def get(**headers: str):
        connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=10)
        cookie = f"toque_session={alice.cookies['toque_session']}"
        connection.request("GET", path, headers={"Cookie": cookie} | headers)
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read()

    answered, headers, whole = get()
    assert answered == 200 and whole.startswith(b"\xff\xd8") and headers["Content-Type"] == "image/jpeg"
    assert headers["X-Content-Type-Options"] == "nosniff" and headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
    size = len(whole)
    for asked, expected in [
        ("bytes=0-0", whole[:1]), ("bytes=-1", whole[-1:]), (f"bytes={size - 5}-", whole[-5:]), (f"bytes=10-{size * 2}", whole[10:]),
    ]:
        answered, headers, content = get(Range=asked)
        assert (answered, content) == (206, expected), asked
        assert headers["Content-Range"].endswith(f"/{size}")
    answered, headers, _ = get(Range=f"bytes={size}-")
    assert answered == 416 and headers["Content-Range"] == f"bytes */{size}"
    assert get(Range="bytes=" + ",".join(f"{place}-{place}" for place in range(2000)))[0] in (200, 416)


def test_uploads_that_break_off_or_come_together_leave_nothing(site):
    alice = Client(site).log_in("alice")
    body = part("csrf", alice.token.encode()) + part("title", b"Soup") + part("photo", LONG, PHOTO)
    whole = request(alice, body, FORM, length=len(body) * 2)
    for place in range(50):
        with socket.create_connection(("127.0.0.1", site.port), timeout=10) as connection:
            connection.sendall(whole[: len(whole) * (place + 1) // 51])

    def upload(number: int) -> int:
        fields = [("title", f"Soup {number}"), ("ingredient", "salt"), ("step", "Stir.")]
        client = Client(site)
        client.cookies, client.token = dict(alice.cookies), alice.token
        return client.ask("POST", "/recipes", fields, photo=noise(320, 240))[0]

    with concurrent.futures.ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(upload, range(20)))
    assert set(answers) <= {303, 503} and answers.count(303) > 0
    time.sleep(0.5)
    assert spooled(site) == []
    photos = {photo for (photo,) in rows(site.data, "SELECT id FROM photo")}
    assert {path.name for path in (site.data / "media").iterdir()} == photos and len(photos) == answers.count(303)


def test_no_question_takes_a_second(seeded_site):
    ada = Client(seeded_site).log_in("ada")
    many = "+".join(f"w{number}" for number in range(1500))
    questions = [
        "/search?q=a*", "/search?q=" + "a" * 6000, f"/search?q={many}", "/search?q=" + "%22" * 2000, "/search?q=" + "(" * 6000,
        "/search?page=1000000000", "/search?q=a&page=9223372036854775807", "/recipes?page=1000000000", "/admin/audit?page=1000000000",
        "/search?" + "&".join(f"with=w{number}" for number in range(800)), "/search?" + "&".join(["without=a"] * 800),
        "/search?" + "&".join(["diet=vegan"] * 600), "/search/suggest?q=" + "e" * 6000, "/ingredients/suggest?q=" + "e" * 6000,
        "/admin/users?q=" + "%25_" * 1500, "/admin/users?page=1000000000", "/admin/ingredients?q=" + "o" * 6000, "/" + "a/" * 3500,
    ]  # fmt: skip
    for question in questions:
        best = 9.0
        for _ in range(3):
            began = time.monotonic()
            answered, _, _ = ada.ask("GET", question)
            best = min(best, time.monotonic() - began)
        assert answered in (200, 404), (question[:60], answered)
        assert best < SECONDS, f"{question[:60]}: {best:.2f} s"
    long_title = [("title", "a" * 900_000), ("ingredient", "salt"), ("step", "Stir.")]
    lines = "\n".join("1 " + "onion " * 100 for _ in range(1500))
    for fields in (long_title, [("title", "a"), ("ingredients_text", lines), ("step", "x")]):
        best = min(timed_post(ada, fields) for _ in range(3))
        assert best < SECONDS, f"{fields[0][1][:9]}: {best:.2f} s"


def timed_post(client: Client, fields: list) -> float:
    began = time.monotonic()
    assert client.ask("POST", "/recipes", fields)[0] == 422
    return time.monotonic() - began


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "America/St_Johns"])
def test_times_are_utc_in_every_zone(tmp_path, new_data, zone):
    site = RunningSite(tmp_path / "var", new_data)
    site.environment["TZ"] = zone
    site.add_user("ada", "admin")
    site.start()
    try:
        ada = Client(site).log_in("ada")
        before = time.time() * 1000
        user = re.search(r"/admin/users/(\d+)", ada.read("/admin/users"))[1]
        assert ada.post(f"/admin/users/{user}/licence", ("until", "2031-02-28"), ("note", "n"))
        until, granted = rows(site.data, "SELECT until, granted_at FROM licence_grant")[0]
        # The last millisecond of that day in UTC.
        assert until == 1_930_089_599_999 and abs(granted - before) < 5_000
        now = time.gmtime()
        page = ada.read("/admin/audit")
        assert any(f", {moment.tm_hour:02}:{moment.tm_min:02}" in page for moment in (now, time.gmtime(time.time() - 60)))
    finally:
        site.stop()
