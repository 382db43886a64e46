"""The requests of llhttp's own tests in strict mode. Incomplete ones are completed, and each gets its expected answers."""

import base64
import json
import os
import pathlib
import re

from cases import REFUSED, Case

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = pathlib.Path(os.environ.get("TOQUE_TEST_DATA", ROOT / "../shared/data")) / "conformance/http1/llhttp.json"
HOST = b"Host: example.org\r\n"


def suite(exceptions: dict) -> list[Case]:
    tests = [test for test in json.loads(DATA.read_text()) if test["meta"].get("type") == "request"]
    return [case(test, exceptions) for test in tests if test["title"] not in exceptions["not through a socket"]]


def case(test: dict, exceptions: dict) -> Case:
    title, text, log = test["title"], base64.b64decode(test["input_b64"]), test["log"]
    # llhttp pauses where another protocol would begin. Toque ignores the request for an upgrade and continues with HTTP.
    wants_upgrade = test.get("reason") == "Pause on CONNECT/Upgrade" and not text.startswith(b"CONNECT")
    if wants_upgrade:
        text = text[:int(re.match(r"off=(\d+)", log[-1])[1])]
    taken = title not in exceptions["stricter"] and (
        test["outcome"] == "ok" or title in exceptions["laxer"] or wants_upgrade)
    text = completed(with_hosts(text), log, taken)
    begun = ("answer",) * max(1, sum("message begin" in line for line in log))
    ended = ("answer",) * sum("message complete" in line for line in log)
    closes = asks_to_close(text)
    if test.get("reason") == "Data after `Connection: close`" or (taken and closes):
        return Case(title, (text,), ended or begun, ended or begun, closes=True)
    if taken:
        return Case(title, (text,), (*begun, "second"), begun, len(begun))
    return Case(title, (text,), REFUSED, ("answer",) * max(1, text.count(b" HTTP/")), closes=closes)


def with_hosts(text: bytes) -> bytes:
    if b"\nhost:" in text.lower():
        return text
    return re.sub(rb" HTTP/1\.[01]\r\n", lambda line: line[0] + HOST, text)


def completed(text: bytes, log: list[str], taken: bool) -> bytes:
    """Adds the end of the head or the rest of the body, which are missing in many requests of the suite."""
    if b"\r\n\r\n" not in text[max(0, text.rfind(b" HTTP/")):]:
        text += b"\r\n" if text.endswith(b"\r\n") else b"\r\n\r\n"
    if b"chunked" in text:
        if taken and b"\r\n0" not in text:
            return text + b"0\r\n\r\n"
        return text if text.endswith(b"\r\n\r\n") else text.removesuffix(b"\r\n") + b"\r\n\r\n"
    last = "\n".join(log).rpartition("message begin")[2]
    length = re.search(r"content_length=(\d+)", last)
    received = sum(map(int, re.findall(r"len=(\d+) span\[body\]", last)))
    return text + b"x" * (int(length[1]) - received if length and taken else 0)


def asks_to_close(text: bytes) -> bool:
    old = b" HTTP/1.0\r\n" in text and b"keep-alive" not in text.lower()
    return old or re.search(rb"\nconnection:\s*close", text.lower()) is not None
