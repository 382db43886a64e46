"""Posts a draft with a photo that no format can compress well. The photo is the longest answer that a site sends."""

import http.client
import random
import re
import struct
import zlib

BOUNDARY = "a-boundary-that-no-field-holds"


def noise(width: int, height: int) -> bytes:
    """A PNG of grey noise."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    rows = b"".join(b"\0" + random.randbytes(width) for _ in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows, 0)) + chunk(b"IEND", b"")


def part(name: str, content: bytes, more: str = "") -> bytes:
    return f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"{more}\r\n\r\n'.encode() + content + b"\r\n"


def post_photo(client) -> str:
    """Posts a draft with a photo for a logged-in member; returns the address of the photo's largest size."""
    fields = {
        "title": "Soup", "amount": "200", "unit": "g", "ingredient": "flour", "note": "", "step": "Stir.",
        "csrf": client.token,
    }
    body = b"".join(part(name, value.encode()) for name, value in fields.items())
    body += part("photo", noise(1280, 3000), '; filename="noise.png"') + f"--{BOUNDARY}--\r\n".encode()
    cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    headers = {"Cookie": cookie, "Content-Type": f"multipart/form-data; boundary={BOUNDARY}"}
    connection = http.client.HTTPConnection("127.0.0.1", client.site.port, timeout=60)
    connection.request("POST", "/recipes", body, headers)
    answer = connection.getresponse()
    assert answer.status == 303, f"the photo was refused: {answer.status} {answer.read()[:200]}"
    page = client.ask("GET", answer.headers["Location"])[2]
    return re.search(r'/media/[^/"]+/', page)[0] + "1280.jpg"
