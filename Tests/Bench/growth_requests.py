"""The readers that `bench_growth.py` measures, and the requests that it sends: as bytes, forms and files."""

import dataclasses
import socket
from collections.abc import Callable

from client import Client, form

# Two marks that change places in normalisation, 30 in a row: the most that is accepted.
MARKS = "a" + "\u0301\u0323" * 15


@dataclasses.dataclass
class Reader:
    """A reader of outside input: `ask` sends it an input of a size and returns the status; `most` is the largest size."""

    name: str
    ask: Callable[[int], int]
    most: int
    statuses: tuple = (200, 303, 422)


def send(site, request: bytes) -> int:
    """Sends a request as bytes on a connection of its own; returns the answer's status, or 0 without an answer."""
    with socket.create_connection(("127.0.0.1", site.port), timeout=120) as connection:
        connection.sendall(request)
        start = b""
        while b" " not in start or len(start) < 12:
            more = connection.recv(65_536)
            if not more:
                return 0
            start += more
        return int(start.split(b" ")[1][:3])


def get(site, target: str, *fields: str) -> int:
    lines = [f"GET {target} HTTP/1.1", "Host: 127.0.0.1", "Connection: close", *fields]
    return send(site, "\r\n".join([*lines, "", ""]).encode())


def fill(piece: str, size: int) -> str:
    """Repeats a piece, up to this number of bytes."""
    return piece * (size // len(piece.encode()))


class Poster:
    """A client that sends forms and files."""

    def __init__(self, site, name: str | None = None):
        self.site = site
        self.client = Client(site)
        if name:
            self.client.log_in(name)
        else:
            self.client.ask("GET", "/login")

    def form(self, path: str, fields: list) -> int:
        self.client.patience = 120
        return self.client.ask("POST", path, fields)[0]

    def prepared(self, path: str, fields: list) -> bytes:
        """A form as bytes, to be sent many times: encoding it costs more than sending it."""
        return self.request(path, *form(fields + [("csrf", self.client.token)], None))

    def parts(self, path: str, parts: list[bytes]) -> int:
        token = b'Content-Disposition: form-data; name="csrf"\r\n\r\n' + self.client.token.encode()
        body = b"".join(b"--edge\r\n" + part + b"\r\n" for part in [token, *parts]) + b"--edge--\r\n"
        return send(self.site, self.request(path, body, "multipart/form-data; boundary=edge"))

    def request(self, path: str, body: bytes, kind: str) -> bytes:
        cookies = "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())
        head = [
            f"POST {path} HTTP/1.1", "Host: 127.0.0.1", "Connection: close", f"Cookie: {cookies}",
            f"Content-Type: {kind}", f"Content-Length: {len(body)}", "", "",
        ]
        return "\r\n".join(head).encode() + body

    def file(self, path: str, name: str, content: bytes, field: str = "file") -> int:
        head = f'Content-Disposition: form-data; name="{field}"; filename="{name}"\r\n\r\n'
        return self.parts(path, [head.encode() + content])
