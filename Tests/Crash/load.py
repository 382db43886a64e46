"""Authors who write one recipe after another and record which ones were acknowledged."""

import collections
import os
import random
import struct
import threading
import time
import zlib

from client import Client, Gone, recipe_fields
from data_folder import rows
from running_site import RunningSite


def noise(width: int = 640, height: int = 480) -> bytes:
    """A PNG of random colours, which no format can compress well."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    lines = b"".join(b"\0" + os.urandom(width * 3) for _ in range(height))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(lines)) + chunk(b"IEND", b"")


class Load:
    """Authors who write at the same time, each on a separate connection. `acknowledged` has the titles of all writes that
    were answered with 303."""

    def __init__(
        self, site: RunningSite, authors: int, each: int | None = None, length: int = 60, photo: bytes | None = None,
        pause: float = 0,
    ):
        self.site, self.each, self.length, self.photo, self.pause = site, each, length, photo, pause
        self.acknowledged, self.answers, self.failures = set(), collections.Counter(), []
        # `refusal` is the status with which the site must refuse a write. `slowest` is in seconds.
        self.refusal, self.slowest = 503, 0.0
        self.ended = threading.Event()
        clients = [Client(site).log_in("author") for _ in range(authors)]
        self.threads = [threading.Thread(target=self.work, args=(client,)) for client in clients]

    def start(self) -> "Load":
        for thread in self.threads:
            thread.start()
        return self

    def finish(self) -> "Load":
        """Waits for authors who write a fixed number of recipes, or stops authors who write without a limit."""
        if self.each is None:
            self.ended.set()
        for thread in self.threads:
            thread.join()
        return self

    def work(self, client: Client) -> None:
        written = 0
        try:
            while not self.ended.is_set() and written != self.each:
                self.write(client)
                written += 1
                self.ended.wait(self.pause)
        except Gone:
            self.answers["none"] += 1
        except Exception as error:  # noqa: BLE001
            self.failures.append(repr(error))

    def write(self, client: Client, photo: bytes | None = None) -> int:
        title = f"recipe {random.getrandbits(60):x}"
        began = time.monotonic()
        fields = recipe_fields(title, ("Stir. " * (self.length // 6),))
        status, _, text = client.ask("POST", "/recipes", fields, photo or self.photo)
        self.slowest = max(self.slowest, time.monotonic() - began)
        self.answers[status] += 1
        if status == 303:
            self.acknowledged.add(title)
        elif status != self.refusal or "<html" not in text:
            self.failures.append(f"{status} instead of a page that says {self.refusal}")
        elif status == 503 and not client.headers["Retry-After"]:
            self.failures.append("503 does not say when to come back")
        elif status == 500 and client.headers["X-Request-Id"] not in text:
            self.failures.append("500 does not say which request it was")
        return status

    def lost(self) -> list[str]:
        """The acknowledged recipes that are missing from the data folder or stored twice."""
        found = collections.Counter(title for (title,) in rows(self.site.data, "SELECT title FROM revision"))
        return [f"{title} is there {found[title]} times" for title in self.acknowledged if found[title] != 1]

    def __str__(self) -> str:
        told = ", ".join(f"{count} × {status}" for status, count in sorted(self.answers.items(), key=str))
        return f"{told}, slowest {self.slowest:.1f} s"
