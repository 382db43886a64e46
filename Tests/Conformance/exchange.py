"""A client connection that sends given bytes without changes, and splits the received bytes into answers."""

import dataclasses
import socket
import time

PAUSE = 0.3


@dataclasses.dataclass
class Answer:
    status: int
    # The id that the site gives a request; "" for an answer that the proxy itself sends.
    id: str


@dataclasses.dataclass
class Heard:
    """What was received: the answers, the bytes after them that are not an answer, and whether the connection was closed
    before the time limit."""

    answers: list[Answer]
    rest: bytes
    ended: bool


def exchange(port: int, parts: tuple[bytes, ...], limit: float) -> Heard:
    """Sends parts with a pause between them, then listens until the other side closes."""
    data, ended = b"", False
    until = time.monotonic() + limit
    with socket.create_connection(("127.0.0.1", port), timeout=limit) as connection:
        try:
            for index, part in enumerate(parts):
                if index:
                    time.sleep(PAUSE)
                connection.sendall(part)
        except OSError:
            # The request was refused before all of it was sent. Its answer can still be read.
            pass
        try:
            while not ended:
                connection.settimeout(max(0.01, until - time.monotonic()))
                received = connection.recv(65536)
                data += received
                ended = not received
        except TimeoutError:
            pass
        except OSError:
            ended = True
    answers, rest = split(data)
    return Heard(answers, rest, ended)


def split(data: bytes) -> tuple[list[Answer], bytes]:
    """Splits bytes into answers, including interim ones (100), and the rest."""
    answers = []
    while data.startswith(b"HTTP/1.") and b"\r\n\r\n" in data:
        head, _, rest = data.partition(b"\r\n\r\n")
        fields = {}
        for line in head.split(b"\r\n")[1:]:
            name, _, value = line.partition(b":")
            fields[name.lower()] = value.strip().decode("latin-1")
        status = int(head.split()[1])
        length = int(fields.get(b"content-length", "0"))
        # An answer to HEAD has a length but no content. This is recognised by the next answer, because no content of the
        # site begins like one.
        if rest.startswith(b"HTTP/1."):
            length = 0
        if length > len(rest):
            break
        answers.append(Answer(status, fields.get(b"x-request-id", "")))
        data = rest[length:]
    return answers, data
