"""Requests that two servers could interpret in different ways, and the answers that are expected of Toque.

`/first` is the address of the request that is tested, `/inner` of a request that is hidden in its body, and `/second` of
the request that follows on the same connection. Each expected answer is one word: the address that it belongs to (`answer`
for llhttp's cases), `continue` before a body that waits for it, or `refused`. A refusal closes the connection."""

import dataclasses

# The expected answers to our own cases: when the request is accepted, with a `100 Continue` before it, and when it is refused.
TAKEN = ("first", "second")
WAITED_FOR = ("continue", *TAKEN)
REFUSED = ("refused",)
INNER = b"GET /inner HTTP/1.1\r\nHost: a\r\n\r\n"


@dataclasses.dataclass
class Case:
    name: str
    parts: tuple[bytes, ...]
    # The answers of Toque without a proxy.
    expected: tuple[str, ...]
    # The most requests that a proxy may see in it, in order, and the least number of requests that one may see.
    requests: tuple[str, ...] = ("first",)
    least: int = 1
    # Whether a server that accepts it must close the connection after the answer.
    closes: bool = False


def post(fields: bytes, body: bytes = b"", line: bytes = b"POST /first HTTP/1.1") -> bytes:
    return line + b"\r\nHost: a\r\n" + fields + (b"\r\n" if fields else b"") + b"\r\n" + body


def chunks(*data: bytes) -> bytes:
    return b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in (*data, b""))


def lengths() -> list[Case]:
    """Content-Length in many forms, each followed by as many bytes as a lenient server would read as the body."""
    taken = [b"3", b"  3", b"\t3", b"3 ", b"3\t", b"003"]
    refused = [
        b"+3", b"-3", b"0x3", b"3, 3", b"3,3", b"3, 4", b"3,", b",3", b"3 3", b"3;", b"3.0", b"3e0", b'"3"', b"3_0",
        b"", b" ", b"abc", b"\x0b3", b"3\x0b", b"3\x0c", b"3\0", b"\xd9\xa3", b"3\xa0", b"3\r", b"18446744073709551619",
        b"4294967299", b"9223372036854775811", b"1" * 400,
    ]
    cases = [Case(f"Content-Length:{value!r}", (post(b"Content-Length:" + value, b"abc"),), TAKEN) for value in taken]
    for value in refused:
        cases.append(Case(f"Content-Length:{value[:24]!r}", (post(b"Content-Length:" + value, b"abc"),), REFUSED))
    for fields in [
        b"Content-Length: 3\r\nContent-Length: 3", b"Content-Length: 3\r\nContent-Length: 4",
        b"Content-Length: 3\r\ncontent-length: 0", b"Content-Length: 0\r\nContent-Length: 3",
        b"Content-Length: 3\r\nX: y\r\nCONTENT-LENGTH: 3", b"Content-Length : 3", b"Content-Length\t: 3",
        b" Content-Length: 3", b"Content-Length:\r\n 3", b"Content-Length: 3\r\n 3", b"X: y\r\n\tContent-Length: 3",
        b"Content-Length\0: 3", b"Content-Length", b"Content-Length\x0b: 3", b"X: y\nContent-Length: 3",
        b"X: y\rContent-Length: 3", b"Content\rLength: 3", b"\x0bContent-Length: 3", b": 3\r\nContent-Length: 3",
    ]:
        cases.append(Case(repr(fields), (post(fields, b"abc"),), REFUSED))
    return cases


def codings() -> list[Case]:
    """Transfer-Encoding in many forms, each with a well-formed body."""
    taken = [b"chunked", b" Chunked", b" CHUNKED", b"\tchunked", b" chunked ", b" chunked\t"]
    refused = [
        b" identity", b" xchunked", b" chunkedx", b" chunked,", b" ,chunked", b" chunked,,", b" chunked, chunked",
        b" identity, chunked", b" chunked, identity", b" gzip, chunked", b" chunked, gzip", b" gzip", b" chunked;q=1",
        b' "chunked"', b" 'chunked'", b"", b" ,", b" \x0bchunked", b" chunked\x0b", b" \x0cchunked", b" chunked\0",
        b" chunked\xa0", b" chunk\xc3\xa9d", b" c\0hunked", b" chunked\r", b" chun ked", b" [chunked]", b" chunked/1",
    ]
    cases = [
        Case(f"Transfer-Encoding:{value!r}", (post(b"Transfer-Encoding:" + value, chunks(b"abc")),), expected)
        for values, expected in ((taken, TAKEN), (refused, REFUSED))
        for value in values
    ]
    for fields in [
        b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
        b"Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked",
        b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
        b"Transfer-Encoding:\r\nTransfer-Encoding: chunked",
        b"Transfer-Encoding: identity\r\nTransfer-Encoding: chunked", b"Transfer-Encoding : chunked",
        b"Transfer-Encoding\t: chunked", b" Transfer-Encoding: chunked", b"X: y\r\n Transfer-Encoding: chunked",
        b"Transfer-Encoding:\r\n chunked", b"Transfer-Encoding: chunked\r\n , identity",
        b"Transfer-Encoding\0: chunked", b"X: y\nTransfer-Encoding: chunked", b"X: y\rTransfer-Encoding: chunked",
        b"Transfer-Encoding", b"Transfer-Encoding\x0b: chunked", b"Transfer-Encoding\r: chunked",
        b"\xffTransfer-Encoding: chunked",
    ]:
        cases.append(Case(repr(fields), (post(fields, chunks(b"abc")),), REFUSED))
    old = post(b"Transfer-Encoding: chunked\r\nConnection: keep-alive", chunks(b"abc"), b"POST /first HTTP/1.0")
    return cases + [Case("chunked in HTTP/1.0", (old,), REFUSED)]


def both() -> list[Case]:
    """Content-Length and Transfer-Encoding together. With one of them, the body hides a request that a server would answer
    with the other. A server that accepts such a request must close the connection (RFC 9112, 6.1)."""
    names = [b"Transfer-Encoding"] * 12 + [b"transfer-encoding", b"Transfer-Encoding "]
    values = [
        b" chunked", b"\tchunked", b" \x0bchunked", b" chunked\x0b", b" Chunked", b" identity", b" xchunked",
        b" chunked,", b" chunked, identity", b" identity, chunked", b"", b"\r\n chunked", b" chunked", b" chunked",
    ]
    cases = []
    for name, value in zip(names, values):
        coding = name + b":" + value
        by_length, by_chunks = chunks() + INNER, chunks(INNER)
        for length, body in ((len(by_length), by_length), (by_chunks.index(b"G"), by_chunks), (0, by_chunks)):
            announced = b"Content-Length: %d" % length
            for fields in (announced + b"\r\n" + coding, coding + b"\r\n" + announced):
                cases.append(Case(repr(fields), (post(fields, body),), REFUSED, ("first", "inner"), closes=True))
    for fields in (
        b"Content-Length: 3\r\nContent-Length: 3\r\nTransfer-Encoding: chunked",
        b"Transfer-Encoding: chunked\r\nContent-Length: 3\r\nTransfer-Encoding: chunked",
        b"Transfer-Encoding: chunked\r\nContent-Length: +0", b"Transfer-Encoding: chunked\r\nContent-Length:",
    ):
        cases.append(Case(repr(fields), (post(fields, chunks(b"abc")),), REFUSED, closes=True))
    return cases


def sizes() -> list[Case]:
    """Chunked bodies in many forms."""
    body = b"3\r\nabc\r\n0\r\n\r\n"
    taken = [
        body, b"03\r\nabc\r\n000\r\n\r\n", b"3;x\r\nabc\r\n0;y=z\r\n\r\n", b'3;x="y;\\""\r\nabc\r\n0\r\n\r\n',
        b"A\r\n0123456789\r\n0\r\n\r\n", b"0\r\n\r\n", b"1\r\na\r\n1\r\nb\r\n0\r\nX: y\r\n\r\n",
        b"3\r\nabc\r\n0\r\nContent-Length: 30\r\nTransfer-Encoding: gzip\r\nHost: b\r\n\r\n",
    ]
    refused = [
        b"3;x\ny\r\nabc\r\n0\r\n\r\n", b"3;\nabc\r\n0\r\n\r\n", b"3;x\rabc\r\n0\r\n\r\n", b"3;x\0\r\nabc\r\n0\r\n\r\n",
        b"3;\r\nabc\r\n0\r\n\r\n", b"3 ;x\r\nabc\r\n0\r\n\r\n", b'3;x="y\r\nabc\r\n0\r\n\r\n',
        b"3 x\r\nabc\r\n0\r\n\r\n", b"3\nabc\n0\n\n", b"3\rabc\r0\r\r", b"3\r\nabc\n0\r\n\r\n", b"3\r\nabc\r0\r\n\r\n",
        b"3\r\nabc0\r\n\r\n", b"3\r\nabcXX0\r\n\r\n", b"3\r\nabcd\r\n0\r\n\r\n", b"3\r\nab\r\n0\r\n\r\n",
        b"3\r\nabc\r\n", b"3\r\nabc\r\n0\r\n", b"3\r\nabc\r\n0\n\n", b"3\r\nabc\r\n0\r\n\n", b"3\r\nabc\r\n0\n\r\n",
        b"3\r\nabc\r\n0;x\n\r\n", b"0x3\r\nabc\r\n0\r\n\r\n", b"+3\r\nabc\r\n0\r\n\r\n", b"-3\r\nabc\r\n0\r\n\r\n",
        b" 3\r\nabc\r\n0\r\n\r\n", b"3 \r\nabc\r\n0\r\n\r\n", b"3\t\r\nabc\r\n0\r\n\r\n", b"3,3\r\nabc\r\n0\r\n\r\n",
        b"3_0\r\nabc\r\n0\r\n\r\n", b"g\r\nabc\r\n0\r\n\r\n", b"\r\n" + body, b";x\r\nabc\r\n0\r\n\r\n",
        b"3\x0b\r\nabc\r\n0\r\n\r\n", b"FFFFFFFFFFFFFFFF\r\nabc\r\n0\r\n\r\n", b"10000000000000003\r\nabc\r\n0\r\n\r\n",
        b"8000000000000003\r\nabc\r\n0\r\n\r\n", b"FFFFFFFF0000003\r\nabc\r\n0\r\n\r\n",
        # RFC 9112 sets no limit for chunk sizes. More than 15 digits are refused, since only attacks have them.
        b"0" * 15 + b"3\r\nabc\r\n0\r\n\r\n", b"3;" + b"x" * 2000 + b"\r\nabc\r\n0\r\n\r\n",
        b"3\r\nabc\r\n0\r\nX : y\r\n\r\n", b"3\r\nabc\r\n0\r\nX: y\r\n z\r\n\r\n", b"3\r\nabc\r\n0\r\nX: y\n\r\n",
        b"3\r\nabc\r\n0\r\nno colon\r\n\r\n", b"3\r\nabc\r\n0\r\nX: \0\r\n\r\n", b"3\r\nabc\r\n-0\r\n\r\n",
    ]
    return [
        Case(f"chunks {part[:40]!r}", (post(b"Transfer-Encoding: chunked", part),), expected)
        for parts, expected in ((taken, TAKEN), (refused, REFUSED))
        for part in parts
    ]


def every() -> list[Case]:
    return lengths() + codings() + both() + sizes()
