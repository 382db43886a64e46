"""One connection of a client that says exactly what it is given, and takes the answers apart."""

import dataclasses
import socket
import time

PAUSE = 0.3


@dataclasses.dataclass
class Answer:
    status: int
    # What the site calls a request; "" for what a proxy says on its own.
    id: str


@dataclasses.dataclass
class Heard:
    """What came back: the answers, what was left that is none, and how it ended: closed, or silence until the limit."""

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
            # Refused before it had said everything; the answer is there all the same.
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
    """Answers one after another, interim ones (100) among them."""
    answers = []
    while data.startswith(b"HTTP/1.") and b"\r\n\r\n" in data:
        head, _, rest = data.partition(b"\r\n\r\n")
        fields = {}
        for line in head.split(b"\r\n")[1:]:
            name, _, value = line.partition(b":")
            fields[name.lower()] = value.strip().decode("latin-1")
        status = int(head.split()[1])
        length = int(fields.get(b"content-length", "0"))
        # An answer to HEAD names a length and has no content; no content of the site begins like an answer.
        if rest.startswith(b"HTTP/1."):
            length = 0
        if length > len(rest):
            break
        answers.append(Answer(status, fields.get(b"x-request-id", "")))
        data = rest[length:]
    return answers, data
