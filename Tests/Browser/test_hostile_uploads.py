"""Hostile pictures and videos for the real program: bombs, hidden data, interrupted uploads."""

import concurrent.futures
import pathlib
import re
import shutil
import socket
import struct
import subprocess
import sys
import time
import zlib

import pytest

from client import Client, form
from running_site import RunningSite

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Crash"))
from data_folder import rows  # noqa: E402

no_ffmpeg = pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="ffmpeg is not installed")
# The memory that one upload may add, in kB.
ROOM = 64 * 1024
STEP = [("title", "Soup"), ("ingredient", "salt"), ("step", "Stir.")]


@pytest.fixture
def site(tmp_path, new_data):
    site = RunningSite(tmp_path / "var", new_data)
    site.add_user("alice", "member")
    site.start()
    yield site
    site.stop()


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width: int, height: int, rows: int, *more: bytes, depth: int = 8) -> bytes:
    """A grey picture. Its header gives the size, but it contains only `rows` black rows."""
    head = struct.pack(">IIBBBBB", width, height, depth, 0, 0, 0, 0)
    row, packed, data = b"\0" * (1 + width * depth // 8), zlib.compressobj(9), b""
    for _ in range(rows):
        data += packed.compress(row)
    data += packed.flush()
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + b"".join(more) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def gif(frames: int, width: int = 16) -> bytes:
    """An animation of equal frames."""
    head = b"GIF89a" + struct.pack("<HH", width, width) + b"\x80\0\0" + b"\0\0\0\xff\xff\xff"
    # Each frame sets one pixel to the first colour and leaves the rest of the picture unchanged.
    frame = b"\x21\xf9\x04\0\x01\0\0\0" + b"\x2c" + struct.pack("<HHHH", 0, 0, 1, 1) + b"\0\x02\x02\x44\x01\0"
    return head + frame * frames + b"\x3b"


def apng(frames: int) -> bytes:
    control = chunk(b"acTL", struct.pack(">II", frames, 0))
    dot = zlib.compress(b"\0\0")
    more = [
        chunk(b"fcTL", struct.pack(">IIIIIHHBB", 2 * number, 1, 1, 0, 0, 1, 100, 0, 0))
        + chunk(b"fdAT", struct.pack(">I", 2 * number + 1) + dot)
        for number in range(frames)
    ]
    return png(16, 16, 16, control, *more)


BOMBS = {
    "900 million pixels": lambda: png(30_000, 30_000, 30_000, depth=1),
    "65,535 pixels a side": lambda: png(65_535, 65_535, 1),
    "texts that unpack to 800 MB": lambda: png(16, 16, 16, *[chunk(b"zTXt", b"Comment\0\0" + zlib.compress(bytes(8_000_000)))] * 100),
    "a colour profile of 200 MB": lambda: png(16, 16, 16, chunk(b"iCCP", b"icc\0\0" + zlib.compress(bytes(200_000_000)))),
    "a PNG of 10,000 frames": lambda: apng(10_000),
    "a GIF of 10,000 frames": lambda: gif(10_000),
    "a GIF of 65,535 pixels a side": lambda: gif(1, 65_535),
}
# The danger is in data that the site does not read (texts, a profile, later frames), so these pictures are accepted.
TAKEN = {"texts that unpack to 800 MB", "a colour profile of 200 MB", "a PNG of 10,000 frames"}


def memory(site: RunningSite, name: str) -> int:
    """Returns a value of /proc/PID/status of the site's process, in kB."""
    text = pathlib.Path(f"/proc/{site.process.pid}/status").read_text()
    return int(re.search(rf"^{name}:\s+(\d+)", text, re.M)[1])


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_takes_little_memory(site, name):
    # Only steps may have a GIF. It is read like a video.
    field = "step_file-1" if "GIF" in name else "photo"
    alice, bomb = Client(site).log_in("alice"), BOMBS[name]()
    # A harmless picture first, so that the memory that the libraries always need is not counted.
    assert alice.ask("POST", "/recipes", STEP, photo=png(400, 300, 300), file=field)[0] == 303
    pathlib.Path(f"/proc/{site.process.pid}/clear_refs").write_text("5")
    before = memory(site, "VmRSS")
    status, _, page = alice.ask("POST", "/recipes", STEP, photo=bomb, file=field)
    if name not in TAKEN:
        assert status == 422 and f'id="{field}-error"' in page
    assert status in (303, 422)
    assert memory(site, "VmHWM") - before < ROOM
    assert not list((site.data / "tmp").iterdir())
    assert alice.ask("GET", "/")[0] == 200


def clip(path: pathlib.Path, *options: str) -> bytes:
    source = ["-f", "lavfi", "-i", "testsrc2=s=320x240:r=25:d=2", "-pix_fmt", "yuv420p"]
    subprocess.run(["ffmpeg", "-nostdin", "-v", "error", *source, *options, str(path)], check=True, timeout=60)
    return path.read_bytes()


def until(what, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.2)


@no_ffmpeg
@pytest.mark.parametrize("kind", ["mp4", "mov"])
def test_a_served_video_tells_neither_place_nor_device(site, tmp_path, kind):
    names = {"title": "Secret", "artist": "Secret", "comment": "Secret", "location": "+48.8577+002.295/", "make": "Secret", "model": "Secret"}
    options = [word for name, value in names.items() for word in ("-metadata", f"{name}={value}")]
    sent = tmp_path / f"clip.{kind}"
    clip(sent, *options, "-movflags", "use_metadata_tags")
    tag = subprocess.run(["exiftool", sent], check=True, capture_output=True, text=True).stdout
    assert "Secret" in tag and "48" in tag
    alice = Client(site).log_in("alice")
    assert alice.ask("POST", "/recipes", STEP, photo=sent.read_bytes(), file="step_file-1")[0] == 303
    # The uploaded file has no address, and is deleted once the video is ready.
    (folder,) = (site.data / "media").iterdir()
    until(lambda: not (folder / "upload").exists())
    served = list(folder.iterdir())
    assert "video.mp4" in [path.name for path in served] and len(served) > 1
    for path in served:
        told = subprocess.run(["exiftool", "-G", path], check=True, capture_output=True, text=True).stdout
        assert not re.search("Secret|GPS|Artist|Comment|Location", told), told
        assert b"Secret" not in path.read_bytes()


@no_ffmpeg
def test_videos_that_break_off_or_come_together_leave_nothing(site, tmp_path):
    alice, video = Client(site).log_in("alice"), clip(tmp_path / "clip.mp4")
    body, kind = form([*STEP, ("csrf", alice.token)], video, "step_file-1")
    cookie = "; ".join(f"{name}={value}" for name, value in alice.cookies.items())
    head = f"POST /recipes HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
    whole = head.encode() + body
    for place in range(50):
        with socket.create_connection(("127.0.0.1", site.port), timeout=10) as connection:
            connection.sendall(whole[: len(whole) * (place + 1) // 51])
    time.sleep(0.5)
    assert not list((site.data / "tmp").iterdir()) and not list((site.data / "media").iterdir())

    def upload(number: int) -> int:
        client = Client(site)
        client.cookies, client.token, client.patience = dict(alice.cookies), alice.token, 120
        return client.ask("POST", "/recipes", [("title", f"Soup {number}"), *STEP[1:]], photo=video, file="step_file-1")[0]

    with concurrent.futures.ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(upload, range(20)))
    assert set(answers) <= {303, 422, 503} and answers.count(303) > 0
    site.stop()
    assert not list((site.data / "tmp").iterdir())
    photos = {photo for (photo,) in rows(site.data, "SELECT id FROM photo")}
    assert {path.name for path in (site.data / "media").iterdir()} == photos and len(photos) == answers.count(303)
    site.toque("check")
