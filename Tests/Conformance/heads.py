"""Request heads in many forms, unusual bodies, and several requests in a row."""

from cases import INNER, REFUSED, TAKEN, WAITED_FOR, Case, chunks, post

CHUNKED = b"Transfer-Encoding: chunked"


def lines() -> list[Case]:
    """Request lines, `Host` fields and line ends in many forms."""
    taken = [
        b"GET /first HTTP/1.1\r\nHost: a\r\n\r\n", b"\r\nGET /first HTTP/1.1\r\nHost: a\r\n\r\n",
        b"GET /first HTTP/1.2\r\nHost: a\r\n\r\n", b"GET http://b/first HTTP/1.1\r\nHost: a\r\n\r\n",
        b"GET HTTP://b:80/first?x HTTP/1.1\r\nHost: b:80\r\n\r\n", b"get /first HTTP/1.1\r\nHost: a\r\n\r\n",
        b"GET /first HTTP/1.1\r\nHost: a\r\nX:\r\nY: \xff\r\nX-Long: " + b"y" * 4000 + b"\r\n\r\n",
        b"GET /first HTTP/1.0\r\nHost: a\r\nConnection: Keep-Alive\r\n\r\n",
    ]
    refused = [
        b"GET /first HTTP/1.1\nHost: a\n\n", b"GET /first HTTP/1.1\nHost: a\r\n\r\n",
        b"GET /first HTTP/1.1\r\nHost: a\n\r\n", b"GET /first HTTP/1.1\r\nHost: a\r\n\n",
        b"GET /first HTTP/1.1\rHost: a\r\r", b"GET /first HTTP/1.1\r\r\nHost: a\r\n\r\n",
        b"GET /first HTTP/1.1\r\nHost: a\r\n\rX", b"GET /first HTTP/1.1\r\nHost: a\r\nX: a\rb\r\n\r\n",
        b"\nGET /first HTTP/1.1\r\nHost: a\r\n\r\n", b"\r\n\r\n\r\nGET /first HTTP/1.1\r\nHost: a\r\n\r\n",
        b" GET /first HTTP/1.1\r\nHost: a\r\n\r\n", b"GET  /first HTTP/1.1\r\nHost: a\r\n\r\n",
        b"GET /first  HTTP/1.1\r\nHost: a\r\n\r\n", b"GET\t/first\tHTTP/1.1\r\nHost: a\r\n\r\n",
        b"GET /first HTTP/1.1 \r\nHost: a\r\n\r\n", b"GET /first\r\nHost: a\r\n\r\n",
        b"GET /first HTTP/2.0\r\nHost: a\r\n\r\n", b"GET /first http/1.1\r\nHost: a\r\n\r\n",
        b"GET /first HTTP/1.1x\r\nHost: a\r\n\r\n", b"GET /first HTTP/1.10\r\nHost: a\r\n\r\n",
        b"GET /first HTTP/01.1\r\nHost: a\r\n\r\n", b"GET /first XTTP/1.1\r\nHost: a\r\n\r\n",
        b"GET /fir\0st HTTP/1.1\r\nHost: a\r\n\r\n", b"GET /fir\rst HTTP/1.1\r\nHost: a\r\n\r\n",
        b"GET /fir\x0bst HTTP/1.1\r\nHost: a\r\n\r\n", b"GET first HTTP/1.1\r\nHost: a\r\n\r\n",
        b"GET * HTTP/1.1\r\nHost: a\r\n\r\n", b"GET http://x@b/first HTTP/1.1\r\nHost: b\r\n\r\n",
        b"GET http:///first HTTP/1.1\r\nHost: b\r\n\r\n", b"G@T /first HTTP/1.1\r\nHost: a\r\n\r\n",
        b"GE\0T /first HTTP/1.1\r\nHost: a\r\n\r\n", b"CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n",
        b"TRACE /first HTTP/1.1\r\nHost: a\r\n\r\n", b"GET /first HTTP/1.1\r\n\r\n",
        b"GET /first HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", b"GET /first HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n",
        b"GET /first HTTP/1.1\r\nHost: a b\r\n\r\n", b"GET /first HTTP/1.1\r\nHost: a, b\r\n\r\n",
        b"GET /first HTTP/1.1\r\nHost: a/b\r\n\r\n", b"GET /first HTTP/1.1\r\nHost:\r\n\r\n",
        b"GET /first HTTP/1.1\r\nHost : a\r\n\r\n", b"GET /first HTTP/1.1\r\n Host: a\r\n\r\n",
        b"GET /first HTTP/1.1\r\n\r\nHost: a\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\nHost: a\r\n\r\n",
    ]
    return [
        Case(f"head {head[:48]!r}", (head,), expected)
        for heads, expected in ((taken, TAKEN), (refused, REFUSED))
        for head in heads
    ]


def fields() -> list[Case]:
    """Fields that are malformed, too long or too many, or that ask a proxy to remove the fields that frame the body."""
    refused = [
        b"X: y\r\n z", b"X : y", b"X\t: y", b": y", b"no colon", b"X\0: y", b"X: \0", b"X: \x07", b"X: \x7f", b"X@: y",
        b"X(: y", b"X: y\nZ: z", b"X: y\rZ: z", b"X: y\r", b"\x0bX: y", b"\xd0\xa5: y", b"Expect: 200-ok",
        b"X: " + b"y" * 70_000, b"\r\n".join(b"X-%d: y" % number for number in range(120)),
    ]
    cases = [Case(f"field {field[:40]!r}", (post(field),), REFUSED) for field in refused]
    for hop in (b"Content-Length", b"close, Content-Length", b"Transfer-Encoding", b"Host", b"keep-alive, X", b"TE"):
        for framing, body in ((b"Content-Length: 32", INNER), (CHUNKED, chunks(INNER))):
            closes = b"close" in hop
            parts = (post(b"Connection: " + hop + b"\r\n" + framing, body),)
            expected = ("first",) if closes else TAKEN
            cases.append(Case(f"Connection: {hop!r} and {framing!r}", parts, expected, closes=closes))
    upgrade = b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA"
    websocket = b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x"
    for name in (upgrade, websocket):
        cases.append(Case(f"field {name[:40]!r}", (post(name, line=b"GET /first HTTP/1.1"),), TAKEN))
    hidden = ("first", "inner")
    for twin in (b"Content_Length: 32", b"Transfer_Encoding: chunked", b"X-Content-Length: 32", b"Content-Lengt: 32"):
        cases.append(Case(f"{twin!r} frames nothing", (post(twin, INNER),), (*hidden, "second"), hidden, 2))
    return cases


def bodies() -> list[Case]:
    """Bodies of methods that rarely have one, requests with `Expect: 100-continue`, and bodies of the wrong length."""
    cases = []
    for method in (b"GET", b"HEAD", b"DELETE", b"OPTIONS", b"PUT", b"BREW"):
        line = method + b" /first HTTP/1.1"
        cases.append(Case(f"{method!r} with a length", (post(b"Content-Length: 32", INNER, line),), TAKEN))
        cases.append(Case(f"{method!r} with chunks", (post(CHUNKED, chunks(INNER), line),), TAKEN))
        cases.append(Case(f"{method!r} with length 0", (post(b"Content-Length: 0", b"", line),), TAKEN))
    rest = b"ngth: 32\r\n\r"
    waiting = b"Expect: 100-continue\r\nContent-Length: 32"
    for name, parts, expected in [
        ("Expect, the body at once", (post(waiting, INNER),), TAKEN),
        ("Expect, the body later", (post(waiting), INNER), WAITED_FOR),
        ("Expect, the body in halves", (post(waiting), INNER[:9], INNER[9:]), WAITED_FOR),
        ("Expect, chunks later", (post(b"Expect: 100-continue\r\n" + CHUNKED), chunks(INNER)), WAITED_FOR),
        ("Expect without a body", (post(b"Expect: 100-continue", line=b"GET /first HTTP/1.1"),), TAKEN),
        ("Expect and length 0", (post(b"Expect: 100-continue\r\nContent-Length: 0"),), TAKEN),
        ("Expect in HTTP/1.0", (post(waiting, line=b"POST /first HTTP/1.0"), INNER), ("first",)),
        ("a head in pieces", (b"POST /first HTTP/1.1\r", b"\nHost: a\r\nContent-Le", rest, b"\n", INNER), TAKEN),
        ("chunks in pieces", (post(CHUNKED), b"2", b"0\r", b"\n" + INNER + b"\r", b"\n0\r\n\r", b"\n"), TAKEN),
    ]:
        cases.append(Case(name, parts, expected, closes="1.0" in name))
    cases.append(Case("more than the length", (post(b"Content-Length: 3", b"abc def"),), ("first", "refused")))
    cases.append(Case("an empty line after the body", (post(b"Content-Length: 3", b"abc\r\n"),), TAKEN))
    cases.append(Case("less than the length", (post(b"Content-Length: 5000", b"abc"),), REFUSED))
    cases.append(Case("a length beyond all limits", (post(b"Content-Length: 10000000000", b"abc"),), REFUSED))
    return cases


def rows() -> list[Case]:
    """Several requests in a row: there must be as many answers, in the same order."""
    def get(number: int, method: bytes = b"GET", more: bytes = b"") -> bytes:
        return method + b" /first/%d HTTP/1.1\r\nHost: a\r\n" % number + more + b"\r\n"

    order = tuple(f"first/{number}" for number in range(20))
    mixed = [b"GET", b"HEAD", b"OPTIONS", b"BREW"]
    posts = b"".join(get(number, b"POST", b"Content-Length: 32\r\n") + INNER for number in range(20))
    in_turns = b"".join(get(number, mixed[number % 4]) for number in range(20))
    old = b"GET /first HTTP/1.0\r\nHost: a\r\n\r\n"
    kept = b"POST /first HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\nContent-Length: 32\r\n\r\n" + INNER
    closing = post(b"Connection: close", line=b"GET /first HTTP/1.1")
    in_list = post(b"Connection: x, CLOSE", line=b"GET /first HTTP/1.1")
    stopped = get(0) + get(1) + b"X\r\n\r\n" + get(2)
    return [
        Case("20 in a row", (b"".join(get(number) for number in range(20)),), (*order, "second"), order, 20),
        Case("20 in a row, some without content", (in_turns,), (*order, "second"), order, 20),
        Case("20 forms in a row", (posts,), (*order, "second"), order, 20),
        Case("HTTP/1.0 ends the connection", (old,), ("first",), closes=True),
        Case("HTTP/1.0 without Host", (b"GET /first HTTP/1.0\r\n\r\n",), ("first",), closes=True),
        Case("HTTP/1.0 that is kept, with a body", (kept,), TAKEN),
        Case("close ends the connection", (closing,), ("first",), closes=True),
        Case("close in a list", (in_list,), ("first",), closes=True),
        Case("a refusal ends the row", (stopped,), (*order[:2], "refused"), order[:4], 3),
    ]


def every() -> list[Case]:
    return lines() + fields() + bodies() + rows()
